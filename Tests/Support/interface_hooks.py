"""What schemathesis runs with against the program: a body of lines, and why a request that the description allows may be refused.

The description says what a request looks like, not what there is: which items a collection has, which version is the newest. What it cannot
say is in the table below, with the reason. Whatever else of a valid request is refused is a fault, of the description or of the program; and
so is any 5xx, of a valid request or not, but for the ones below."""

import json

import schemathesis

# What is named in the path need not be there, nor what these operations name elsewhere.
MISSING = {"collection-not-found": "{c}", "item-not-found": "{i}", "section-not-found": "{s}", "viewer-not-found": "{v}",
           "movement-not-found": "{m}", "query-not-found": "{q}"}
MISSING_ELSEWHERE = {
    "addItems": ["collection-not-found", "item-not-found", "section-not-found"], "batchUpdate": ["item-not-found"],
    "beginMovement": ["item-not-found"], "getBackup": ["collection-not-found"], "getSnapshot": ["section-not-found"],
    "listItems": ["section-not-found"], "markItems": ["item-not-found"], "moveItems": ["item-not-found", "section-not-found"],
    "removeItems": ["item-not-found"],
}

# By a status that the operation's description has: not every collection can be changed in every way, a change may be one of what was
# there once, or never, and the first query of a new collection comes before its fields are filled.
KINDS = ["album-marks-elsewhere", "content-unsupported", "deletes-unsupported", "deletion-unsupported", "import-unsupported", "inserts-unsupported", "marks-unsupported",
         "move-refused", "not-an-album", "not-refreshable", "order-fixed", "originals-not-served", "result-fixed", "sections-unsupported",
         "sharpest-elsewhere", "titles-unsupported"]
PLACES = ["batch-contradictory", "changed-since", "item-duplicate", "item-gone", "item-inserted", "neighbour-sections-gone", "neighbours-gone", "place-outside",
          "ranges-invalid", "section-duplicate", "section-gone", "section-outside", "selection-outdated", "version-forgotten",
          "version-unknown"]
USUAL = {"403": KINDS, "409": PLACES, "412": ["version-changed"], "422": ["idempotency-key-reused"], "503": ["fields-being-read"]}

# By operation: the code of a refusal, or the beginning of its sentence and the pointer where it has none, and why valid data may have it.
LAYOUT = {"layout-invalid": "each layout has options of its own"}
MEMBERS = {"is no member here": "a wrong name means something that would be lost"}
RANGES = {"must be [first, last] /ranges": "a range must not end before it begins"}
QUERY = {"field-unknown": "fields are the collection's", "query-invalid": "what fits a field is its own, as grouping a date by months"}
LINES = {"line 1: must have 1 to 200 bytes": "the identifier that `lines` made of a text",
         "line 1: must not hold control characters": "the same", "an identifier has 1 to 200 bytes": "counted in bytes"}
FORGOTTEN = {"the log no longer reaches back": "changes are not kept for ever", "version-unknown": "no such version has been"}
RECT = {"must be [x, y, w, h] within a content's bounds": "a side of 1,000,000 px at most, in requests",
        "must be [first, last] item indices": "only the last may be −1, of an empty range",
        "is missing /rect": "a visible range that ends before it begins is none", "is missing /range/rect": "the same"}
LONG = {"must have at most 100 bytes": "counted in bytes"}
REASONS = {
    "addItems": RANGES,
    "countFacets": QUERY,
    "createCollection": {"collection-exists": "the name is taken", "album-identifier": "some names are of albums", **LINES, **LONG},
    "createViewer": LAYOUT | QUERY | RECT,
    "getExport": {"version is required": "with ranges", "as=collection has neither ranges nor a version": "it is the collection whole",
                  "ranges must be first-last": "a range must not end before it begins"},
    "getFacets": QUERY | {"not JSON": "a query in an address is JSON", "unexpected end": "the same"},
    "getImage": {"picture-damaged": "a file that was uploaded is none", "item-without-picture": "not every item has one"},
    "getLayout": LAYOUT,
    "getOverview": {"rows × columns must be at most": "the product of both"},
    "getRegion": {"picture-damaged": "a file that was uploaded is none", "item-without-picture": "not every item has one",
                  "shrink is 1, 2, 4 or 8; a region then has at most": "the product of its sides"},
    "getSheet": {"count must be at most": "fewer where cells are larger", "The picture would have more than": "of columns and count",
                 "A sheet of size 0 needs": "marks or matches", "sheet-beyond-end": "the order has so many items"},
    "importCollection": LINES,
    "listItems": {"cursor must be the next of a page before, without an offset": "both are places", **FORGOTTEN},
    "listPatches": FORGOTTEN,
    "makeTicket": {"tickets are for pages of origins that --cors-origin names": "here is no such origin"},
    "markItems": {"rating-unknown": "ratings are the collection's", "unmeasured": "it takes a picture that was decoded large", "label-invalid": "counted in bytes", **RANGES},
    "beginMovement": MEMBERS,
    "moveItems": {"place-outside-version": "places must be there", "to, before, after or section: one of them": "a place is said once",
                  **MEMBERS, **RANGES},
    "openResult": QUERY,
    "patchItems": LINES | {"item-not-found": "items are the collection's"},
    "putPicture": {"not-a-picture": "any bytes may be sent"},
    "redo": {"nothing-to-redo": "nothing was undone"},
    "removeItems": RANGES,
    "reportRange": RECT,
    "restack": RANGES | {
        "is for a stack that is made": "a face is named with a new stack alone",
        "items or ranges, not both": "one of two ways to name them",
    },
    "saveQuery": {"the name must have 1 to 200 bytes": "counted in bytes", "query-invalid": "minutes are of gaps alone"},
    "sortItems": QUERY,
    "undo": {"nothing-to-undo": "nothing was changed"},
    "updateMovement": MEMBERS,
    "updateSettings": {"is not a setting /latency": "only where the demos are", "is not a setting /origin": "the same"},
    "updateViewer": LAYOUT | QUERY,
}


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    """It cannot write lines of JSON: the example is sent as it is, any other value as the identifier of a collection."""
    value = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    is_example = isinstance(value, str) and value.startswith('{"id"')
    return (value if is_example else json.dumps({"id": value}) + "\n").encode()


@schemathesis.check
def refused_for_a_known_reason(context, response, case):
    if response.status_code < 400:
        return
    definition = case.operation.definition.raw
    operation = definition["operationId"]
    problem = response.json() if response.headers.get("content-type", [""])[0].startswith("application/problem+json") else {}
    reason = problem.get("code") or f"{problem.get('detail', '')} {problem.get('pointer', '')}"
    is_valid = case.meta is not None and case.meta.generation.mode.is_positive
    # What a refusal may be at all, other checks compare with the description.
    if not is_valid and response.status_code < 500:
        return
    if MISSING.get(reason, "{}") in case.operation.path or reason in MISSING_ELSEWHERE.get(operation, []):
        return
    if any(reason in codes for status, codes in USUAL.items() if status in definition["responses"]):
        return
    assert any(reason.startswith(known) for known in REASONS.get(operation, {})), (
        f"{operation} refuses for no known reason: {response.status_code} {problem}")

"""Queries that are refused: with a status, a reason and the place of what is wrong."""

import pytest
from posted_birds import birds, server  # noqa: F401 (fixtures)


DEEP = {"field": "raw", "exists": True}
for _ in range(8):
    DEEP = {"not": DEEP}


@pytest.mark.parametrize("query, code, pointer", [
    ([], "query-invalid", None),
    ({"look": "sea"}, "query-invalid", "/look"),
    ({"search": 1}, "query-invalid", "/search"),
    ({"search": "x" * 257}, "query-too-large", "/search"),
    ({"where": {}}, "query-invalid", "/where"),
    ({"where": {"field": "raw"}}, "query-invalid", "/where"),
    ({"where": {"field": "raw", "is": True}}, "query-invalid", "/where/is"),
    ({"where": {"field": "raw", "in": [True], "exists": True}}, "query-invalid", "/where"),
    ({"where": {"all": [{"field": "raw", "in": [None]}]}}, "query-invalid", "/where/all/0/in/0"),
    ({"where": {"all": [{"field": "raw", "exists": True}] * 64}}, "query-too-large", "/where/all/63"),
    ({"where": DEEP}, "query-too-large", "/where" + "/not" * 8),
    ({"where": {"field": "raw", "in": [True] * 257}}, "query-too-large", "/where/in/256"),
    ({"sort": [{"field": "raw"}] * 5}, "query-too-large", "/sort/4"),
    ({"sort": [{"descending": True}]}, "query-invalid", "/sort/0"),
    ({"group": {"field": "taken", "by": "week"}}, "query-invalid", "/group/by"),
    # What the collection's fields do not allow.
    ({"where": {"field": "colour", "in": ["red"]}}, "field-unknown", "/where/field"),
    ({"where": {"any": [{"field": "raw", "in": [True]}, {"not": {"field": "no/~", "exists": True}}]}},
     "field-unknown", "/where/any/1/not/field"),
    ({"sort": [{"field": "raw"}, {"field": "colour"}]}, "field-unknown", "/sort/1/field"),
    ({"group": {"field": "colour"}}, "field-unknown", "/group/field"),
    ({"group": {"field": "title"}}, "query-invalid", "/group/field"),
    ({"group": {"field": "raw", "by": "month"}}, "query-invalid", "/group/by"),
    ({"where": {"field": "title", "from": "a"}}, "query-invalid", "/where/field"),
    ({"where": {"field": "price", "from": "a"}}, "query-invalid", "/where/from"),
    ({"where": {"field": "taken", "until": "yesterday"}}, "query-invalid", "/where/until"),
    ({"where": {"field": "price", "contains": "1"}}, "query-invalid", "/where/field"),
    ({"where": {"field": "raw", "in": [True, "true"]}}, "query-invalid", "/where/in/1"),
])
def test_a_bad_query_is_refused_with_its_place(server, birds, query, code, pointer):
    viewer = server.ask("POST", birds + "/viewers", {}).json["viewer"]
    for method, path, body, prefix in [
        ("POST", birds + "/queries", query, ""), ("POST", birds + "/viewers", {"query": query}, "/query"),
        ("PATCH", f"/api/v1/viewers/{viewer}", {"query": query}, "/query"),
        ("POST", birds + "/facets", {"fields": ["raw"], "query": query}, "/query"),
    ]:
        answer = server.ask(method, path, body)
        assert answer.status == 422, (method, path, answer.body)
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json["code"] == code, answer.body
        assert answer.json.get("pointer") == (prefix + (pointer or "") or None), answer.body
    assert server.ask("GET", f"/api/v1/viewers/{viewer}").json.get("query") is None
    assert server.ask("DELETE", f"/api/v1/viewers/{viewer}").status == 204


def test_a_bad_request_for_facets_is_refused(server, birds):
    for body, pointer in [
        ({}, "/fields"), ({"fields": []}, "/fields"), ({"fields": "raw"}, "/fields"), ({"fields": ["raw"] * 33}, "/fields/32"),
        ({"fields": ["raw"], "limit": 0}, "/limit"), ({"fields": ["raw"], "more": 1}, "/more"),
        ({"fields": ["raw", "colour"]}, "/fields/1"),
    ]:
        answer = server.ask("POST", birds + "/facets", body)
        assert (answer.status, answer.json["pointer"]) == (422, pointer), answer.body
    for parameters in ["", "?fields=", "?fields=raw&limit=x", "?fields=raw&query=%5B%5D", "?fields=raw&query={", "?fields=raw&q=x"]:
        assert server.ask("GET", birds + "/facets" + parameters).status == 422, parameters


def test_a_query_has_a_limited_size(server, birds):
    long = {"where": {"field": "camera", "in": ["x" * 300] * 256}}
    assert server.ask("POST", birds + "/queries", long).status == 413
    assert server.ask("POST", birds + "/viewers", {"query": long}).status == 413


def test_unknown_query_parameters_are_refused_by_every_route(server, birds):
    paths = server.ask("GET", "/api/v1/openapi.json").json["paths"]
    asked = 0
    for pattern, operations in paths.items():
        path = pattern.replace("{c}", "birds").replace("{i}", "gull").replace("{m}", "0").replace("{q}", "none")
        path = path.replace("{v}", "0" * 16).replace("{s}", "none")
        for method in operations:
            body = {} if method in ("post", "put", "patch") else None
            lines = {"Content-Type": "application/x-ndjson"} if (method, pattern) == ("patch", "/api/v1/collections/{c}/items") else {}
            answer = server.ask(method.upper(), path + "?q=sea", body, lines)
            assert answer.status == 422 and "query parameter q" in answer.json["detail"], (method, pattern, answer.body)
            asked += 1
    assert asked > 45
    assert server.ask("GET", birds + "/items?q=sea").status == 422

"""Collections that are posted: changed by every route there is, killed and started again, followed by a public library."""

import http.client
import json
import random
import signal
import subprocess

import jsonpatch
import pytest
from running import BINARY, Server, poll

BASE = "/api/v1/collections/posted"
JSON_PATCH = {"Accept": "application/json-patch+json"}


def collection(sections=3, items=8):
    numbers = iter(range(1000))
    return {"id": "posted", "title": "Posted", "sections": [
        {"id": f"s{s}", "title": f"Section {s}", "items": [
            {"id": f"i{n}", "title": f"Item {n}", "attributes": {"number": n}}
            for n in (next(numbers) for _ in range(items))]} for s in range(sections)]}


@pytest.fixture
def posted(start_server):
    server = start_server("--items", 5)
    answer = server.ask("POST", "/api/v1/collections", collection())
    assert answer.status == 201, answer.body
    return server


class Changes:
    """Random changes of an order, by every route."""

    def __init__(self, server, seed):
        self.server, self.chance, self.new = server, random.Random(seed), 0

    def item(self):
        self.new += 1
        return {"id": f"n{self.new}", "title": f"New {self.new}", "attributes": {"new": True}}

    def places(self, order):
        return [[s, i] for s, (_, items) in enumerate(order) for i in range(len(items))]

    def make(self):
        order = self.server.order("posted")
        kind = self.chance.choice(["batch", "batch", "move", "put", "rate", "undo", "section", "redo"])
        answer = getattr(self, kind)(order)
        # A random change may contradict the order, or there may be nothing to undo; it never ends otherwise.
        assert answer.status in (200, 409, 422), (kind, answer.status, answer.body)
        return answer.status == 200

    def batch(self, order):
        chance, places = self.chance, self.places(order)
        taken = chance.sample(places, min(len(places), chance.randint(0, 5)))
        half = len(taken) // 2
        batch = {"deletes": taken[:half], "moves": [], "inserts": []}
        counts = [len(items) - sum(t[0] == s for t in taken) for s, (_, items) in enumerate(order)]
        for source in taken[half:]:
            to = chance.randrange(len(order))
            batch["moves"].append({"from": source, "to": [to, chance.randint(0, counts[to])]})
            counts[to] += 1
        for _ in range(chance.randint(0, 3)):
            to = chance.randrange(len(order))
            batch["inserts"].append({"at": [to, chance.randint(0, counts[to])], "item": self.item()})
            counts[to] += 1
        if places:
            batch["reloads"] = [p for p in [chance.choice(places)] if p not in batch["deletes"]]
        return self.server.ask("POST", BASE + "/batch", batch)

    def section(self, order):
        chance, batch = self.chance, {}
        if len(order) > 2:
            batch["deleteSections"] = [chance.randrange(len(order))]
        self.new += 1
        batch["insertSections"] = [{"at": chance.randrange(len(order)), "section": {
            "id": f"t{self.new}", "items": [self.item() for _ in range(3)]}}]
        kept = [s for s in range(len(order)) if s not in batch.get("deleteSections", [])]
        batch["moveSections"] = [{"from": chance.choice(kept), "to": chance.randrange(len(order))}]
        return self.server.ask("POST", BASE + "/batch", batch)

    def move(self, order):
        items = [i for _, part in order for i in part]
        section = self.chance.randrange(len(order))
        return self.server.move(self.chance.choice(items), (section, self.chance.randint(0, len(order[section][1]))), "posted")

    def put(self, order):
        sections = [{"id": s, "items": [{"id": i} for i in items]} for s, items in order]
        self.chance.shuffle(sections)
        for section in sections:
            items = section["items"]
            self.chance.shuffle(items)
            del items[self.chance.randint(2, 20):]
        sections[0]["items"].append(self.item())
        return self.server.ask("PUT", BASE + "/snapshot", {"sections": sections})

    def rate(self, order):
        item = self.chance.choice([i for _, part in order for i in part])
        rating = self.chance.choice(["like", "dislike", None])
        return self.server.ask("PATCH", f"{BASE}/items/{item}", {"attributes": {"rating": rating}},
                               {"Content-Type": "application/merge-patch+json"})

    def undo(self, order):
        return self.server.ask("POST", BASE + "/undo")

    def redo(self, order):
        return self.server.ask("POST", BASE + "/redo")


@pytest.mark.parametrize("seed", range(3))
def test_a_public_library_applies_the_json_patch_of_any_versions(posted, seed):
    changes = Changes(posted, seed)
    documents = {1: posted.snapshot("posted")}
    made = 0
    for _ in range(60):
        made += changes.make()
        document = posted.snapshot("posted")
        documents[document["version"]] = document
        versions = [document["version"] - 1, changes.chance.choice(sorted(documents))]
        for version in {v for v in versions if v in documents}:
            answer = posted.ask("GET", f"{BASE}/patches?from={version}", headers=JSON_PATCH)
            assert answer.status == 200, answer.body
            assert answer.headers["Content-Type"] == "application/json-patch+json"
            assert answer.headers["ETag"] == f'"{document["version"]}"'
            patch = answer.json
            assert patch[0] == {"op": "test", "path": "/version", "value": version}
            assert jsonpatch.apply_patch(documents[version], patch) == document, (seed, version, patch)
    assert made > 30
    # One move is one operation between the two that tell the version.
    item = posted.order("posted")[0][1][0]
    version = posted.snapshot("posted")["version"]
    assert posted.move(item, (1, 0), "posted").status == 200
    operations = posted.ask("GET", f"{BASE}/patches?from={version}", headers=JSON_PATCH).json
    assert [o["op"] for o in operations] == ["test", "move", "replace"]


def test_what_was_posted_and_changed_is_there_after_a_kill(posted):
    changes = Changes(posted, 7)
    for _ in range(30):
        changes.make()
    pages = [posted.ask("GET", f"{BASE}/items?limit=1000").json, posted.snapshot("posted"), posted.ask("GET", BASE).json]
    assert len(pages[0]["items"]) == pages[0]["total"]
    posted.restart(signal.SIGKILL)
    posted.opened(0)
    posted.opened(1)
    assert [posted.ask("GET", f"{BASE}/items?limit=1000").json, posted.snapshot("posted"), posted.ask("GET", BASE).json] == pages
    # And the log leads over it.
    patches = posted.ask("GET", f"{BASE}/patches?from=1").json["patches"]
    assert patches[0]["from"] == 1 and patches[-1]["to"] == pages[1]["version"]
    assert posted.ask("DELETE", BASE).status == 204
    posted.restart()
    assert [c["id"] for c in posted.ask("GET", "/api/v1/collections").json["collections"]] == ["items"]


def test_an_order_sent_back_at_an_old_version_loses_nobodys_change(posted):
    old = posted.snapshot("posted")
    assert posted.ask("POST", BASE + "/batch", {"inserts": [{"at": [0, 1], "item": {"id": "theirs"}}]}).status == 200
    old["sections"][0]["items"].reverse()
    answer = posted.ask("PUT", BASE + "/snapshot", old)
    assert answer.status == 200, answer.body
    items = posted.order("posted")[0][1]
    assert "theirs" in items
    assert [i for i in items if i != "theirs"] == [f"i{n}" for n in reversed(range(8))]


def test_a_move_named_in_an_old_version_lands_beside_its_neighbour(posted):
    version = posted.snapshot("posted")["version"]
    new = [{"at": [0, n], "item": {"id": f"n{n}"}} for n in range(4)]
    assert posted.ask("POST", BASE + "/batch", {"inserts": new}).status == 200
    # Behind i5 as it stood before the four came.
    answer = posted.ask("POST", BASE + "/moves", {"item": "i0", "to": [0, 5], "version": version})
    assert answer.status == 200, answer.body
    items = posted.order("posted")[0][1]
    assert items.index("i0") == items.index("i5") + 1
    gone = [{"deletes": [[0, items.index("i6")]]}, {"deletes": [[0, items.index("i6")]]}]
    for batch in gone:
        assert posted.ask("POST", BASE + "/batch", batch).status == 200
    # Between i6 and i7, which are both gone.
    refused = posted.ask("POST", BASE + "/moves", {"item": "i0", "to": [0, 6], "version": version})
    assert refused.status == 409 and "neighbours" in refused.json["detail"]


def many(count):
    """Items of every kind: some have nothing but an identifier."""
    for n in range(count):
        item = {"id": f"item {n}"}
        if n % 3 == 0:
            item |= {"title": f"항목 {n} \"quoted\"", "attributes": {"colour": f"#{n:06x}", "number": n}}
        if n % 7 == 0:
            item |= {"kind": "note", "width": n + 1, "height": 20}
        yield item


@pytest.fixture(scope="module")
def sent_twice(module_path):
    """One collection as a body in a file, and as lines in chunks."""
    server = Server("--items", 5, data=module_path / "data")
    parts = [{"id": f"s{s}", "title": f"Section {s}", "items": []} for s in range(3)]
    for n, item in enumerate(many(40_000)):
        parts[n * 3 // 40_000]["items"].append(item)
    assert server.ask("POST", "/api/v1/collections", {"id": "whole", "sections": parts}).status == 201
    lines = ['{"id":"whole"}'.replace("whole", "lines")]
    for part in parts:
        lines.append(json.dumps({"section": part["id"], "title": part["title"]}))
        lines += [json.dumps(item, ensure_ascii=item["id"] < "item 2") for item in part["items"]]
    text = "\r\n".join(lines).encode()
    connection = http.client.HTTPConnection(server.address.removeprefix("http://"), timeout=30)
    connection.request("POST", "/api/v1/collections", (text[n:n + 7001] for n in range(0, len(text), 7001)),
                       {"Content-Type": "application/x-ndjson"}, encode_chunked=True)
    answer = connection.getresponse()
    assert answer.status == 201 and json.loads(answer.read())["itemCount"] == 40_000
    yield server
    server.stop()


def pages(server, collection):
    """All of a collection, without its name. After a start collections are opened one after the other."""
    def is_open():
        answer = server.ask("GET", f"/api/v1/collections/{collection}")
        return answer.status == 200 and answer.json.get("open", True)
    poll(is_open, 60, "the collection is open")
    items = [server.ask("GET", f"/api/v1/collections/{collection}/items?limit=1000&offset={n}").json["items"]
             for n in range(0, 40_000, 1000)]
    return items, server.snapshot(collection)["sections"]


def test_lines_make_the_collection_that_one_body_makes_also_after_a_kill(sent_twice):
    whole = pages(sent_twice, "whole")
    assert [i["title"] for i in whole[0][0][:3]] == ['항목 0 "quoted"', "item 1", "item 2"]
    assert pages(sent_twice, "lines") == whole
    assert sent_twice.ask("POST", "/api/v1/collections/lines/moves", {"item": "item 7", "to": [2, 0]}).status == 200
    moved = pages(sent_twice, "lines")
    sent_twice.restart(signal.SIGKILL)
    assert pages(sent_twice, "whole") == whole and pages(sent_twice, "lines") == moved


def test_an_export_of_what_was_posted_is_imported_as_it_was(sent_twice, tmp_path):
    whole = pages(sent_twice, "whole")
    sent_twice.stop()
    run = [str(BINARY), "export", str(tmp_path / "all"), "--data", str(sent_twice.data)]
    subprocess.run(run, check=True, capture_output=True, timeout=240)
    run = [str(BINARY), "import", str(tmp_path / "all"), "--data", str(tmp_path / "data")]
    subprocess.run(run, check=True, capture_output=True, timeout=240)
    sent_twice.start()
    other = Server("--items", 5, data=tmp_path / "data")
    try:
        assert pages(other, "whole") == whole
    finally:
        other.stop()

"""Many pictures in one answer, of those that are in memory."""

import gzip
import json
import re

import pytest
from pictures import write_folder
from running import Server

COUNT = 200


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("together")
    server = Server(write_folder(folder / "photos", {"": COUNT}), data=folder / "data")
    server.opened()
    yield server
    server.stop()


def ask(server, body):
    return server.ask("POST", f"/api/v1/collections/{server.collection()}/images", body)


def parts(answer):
    """What the line says of each picture, and its bytes."""
    head, _, rest = answer.body.partition(b"\n")
    images = json.loads(head)["images"]
    found, at = [], 0
    for image in images:
        found.append(image and (image["type"], rest[at:at + image["length"]]))
        at += image["length"] if image else 0
    assert at == len(rest)
    return found


def test_pictures_in_memory_come_as_they_do_by_themselves_and_others_are_null(server):
    path = f"/api/v1/collections/{server.collection()}"
    items = [item["id"] for item in server.ask("GET", f"{path}/items").json["items"]]
    single = {item: server.ask("GET", f"{path}/items/{item}/image?w=160") for item in (items[7], items[3])}
    assert all(answer.status == 200 for answer in single.values())
    answer = ask(server, {"items": [items[3], items[50], "none such", items[7]], "width": 160})
    assert answer.status == 200 and answer.headers["Content-Type"] == "application/octet-stream"
    first, cold, missing, last = parts(answer)
    assert cold is None and missing is None
    assert re.fullmatch(r"[0-9]+", json.loads(answer.body.partition(b"\n")[0])["images"][0]["rev"])
    assert first == (single[items[3]].headers["Content-Type"], single[items[3]].body)
    assert last == (single[items[7]].headers["Content-Type"], single[items[7]].body)
    # Asking was no demand: what was not in memory is not loaded for it.
    assert parts(ask(server, {"items": [items[50]], "width": 160})) == [None]
    assert server.ask("GET", "/api/v1/stats").json["loads"]["running"] == 0


def test_an_answer_has_at_most_a_megabyte(server):
    path = f"/api/v1/collections/{server.collection()}"
    items = [item["id"] for item in server.ask("GET", f"{path}/items").json["items"]][:2]
    sizes = {item: len(server.ask("GET", f"{path}/items/{item}/image?w=320").body) for item in items}
    wanted = (items * 16)[:32]
    found = parts(ask(server, {"items": wanted, "width": 320}))
    total = 0
    for item, picture in zip(wanted, found):
        assert (picture is None) == (total + sizes[item] > 1 << 20)
        total += sizes[item] if picture else 0


def test_what_is_not_in_the_collection_is_null_even_if_it_is_in_memory(server):
    collection = server.collection()
    path = f"/api/v1/collections/{collection}"
    items = [item["id"] for item in server.ask("GET", f"{path}/items").json["items"]][:3]
    for item in items:
        assert server.ask("GET", f"{path}/items/{item}/image?w=160").status == 200
    album = server.ask("POST", "/api/v1/albums", {"title": "Wall"}).json["id"]
    addition = {"collection": collection, "items": items[:2]}
    assert server.ask("POST", f"/api/v1/collections/{album}/additions", addition).status == 200

    def in_album():
        body = {"items": [f"{collection}/{item}" for item in items], "width": 160}
        return [picture is not None for picture in parts(server.ask("POST", f"/api/v1/collections/{album}/images", body))]
    assert in_album() == [True, True, False]
    removal = {"items": [f"{collection}/{items[1]}"]}
    assert server.ask("POST", f"/api/v1/collections/{album}/removals", removal).status == 200
    assert in_album() == [True, False, False]


@pytest.mark.parametrize("body, words", [
    ({"width": 160}, "items"),
    ({"items": ["a"]}, "width"),
    ({"items": [], "width": 160}, "1 to 32"),
    ({"items": ["a"] * 33, "width": 160}, "1 to 32"),
    ({"items": ["a"], "width": 0}, "1 to 2560"),
    ({"items": ["a"], "width": 2561}, "1 to 2560"),
    ({"items": ["a"], "width": 160, "rev": 3}, "no member"),
])
def test_bad_requests_say_what_is_wrong(server, body, words):
    answer = ask(server, body)
    assert answer.status in (400, 422) and words in answer.json["detail"] + answer.json.get("pointer", ""), answer.body


def test_a_large_answer_to_a_range_event_is_packed_and_a_small_one_is_not(server):
    path = f"/api/v1/collections/{server.collection()}"
    form = {"layout": {"kind": "column"}, "width": 800, "height": 600}
    viewer = server.ask("POST", f"{path}/viewers", form).json["viewer"]

    def report(seq, **more):
        event = {"seq": seq, "version": 1, "rect": [0, 0, 800, 600], "velocity": [0, 0], "phase": "settled", **more}
        return server.ask("POST", f"/api/v1/viewers/{viewer}/range", event, headers={"Accept-Encoding": "gzip"})
    first = report(1, rect=[0, 0, 800, 40_000])
    assert first.headers["Content-Encoding"] == "gzip"
    cells = json.loads(gzip.decompress(first.body))["cells"]
    assert len(cells) == COUNT
    again = report(2, have=[0, COUNT - 1])
    assert again.headers["Content-Encoding"] is None and len(again.body) < 8192 and again.json["seq"] == 2

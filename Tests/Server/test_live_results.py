"""Results and the viewers that see them follow every change of their collection."""

import json
from urllib.request import Request, urlopen

import pytest
from queries import Follower, asked, item, items, post, rate, result, sections, where
from running import poll


@pytest.fixture
def collection(server, request):
    """The path of a collection of the test's own, whose fields are filled."""
    name = request.node.name.split("[")[0]
    path = post(server, name)
    yield path
    assert server.ask("DELETE", path).status == 204


def test_results_follow_every_change(server, collection):
    path = collection
    assert server.ask("GET", path).json["capabilities"]["rate"] == ["like", "dislike"]
    rate(server, path, "first", "dislike")
    liked = Follower(server, result(server, path, where("rating", **{"in": ["like"]}))[0])
    newest = Follower(server, result(server, path, {"sort": [{"field": "taken", "descending": True}],
                                                    **where("taken", exists=True)})[0])
    months = Follower(server, result(server, path, {"group": {"field": "taken", "by": "month"}, "search": "e"})[0])
    followers = [liked, newest, months]
    sorted_before = newest.catch_up()
    # A rating: the item comes in, and goes again.
    rate(server, path, "tern", "like")
    assert liked.catch_up() == ["tern"] and newest.catch_up() == sorted_before
    rate(server, path, "plain", "like")
    assert liked.catch_up() == ["tern", "plain"]
    rate(server, path, "tern", None)
    assert liked.catch_up() == ["plain"]
    assert server.ask("POST", path + "/undo").status == 200
    assert liked.catch_up() == ["tern", "plain"]
    # An inserted item stands where its date says; deleted, it is gone; undone, it is back.
    new = item("egret", "An egret", taken="2024-05-09T07:00:00")
    assert server.ask("POST", path + "/batch", {"inserts": [{"at": [1, 0], "item": new}]}).status == 200
    order = newest.catch_up()
    assert order[order.index("egret") - 1] == "tern" and order[order.index("egret") + 1] == "gull"
    months.catch_up()
    assert dict(sections(server, months.path))["taken/month=2024-05"] == ["gull", "tern", "egret"]
    assert server.ask("POST", path + "/batch", {"deletes": [[1, 0], [0, 1]]}).status == 200
    assert "egret" not in newest.catch_up() and liked.catch_up() == ["plain"]
    assert server.ask("POST", path + "/undo").status == 200
    assert newest.catch_up() == order and liked.catch_up() == ["tern", "plain"]
    # A move changes the collection's own order, and what is shown in it.
    assert server.ask("POST", path + "/moves", {"item": "plain", "to": [0, 0]}).status == 200
    assert liked.catch_up() == ["plain", "tern"] and newest.catch_up() == order
    # A changed value moves the item to its new place.
    answer = server.ask("PATCH", path + "/items/gull", {"attributes": {"taken": "2108-01-01"}})
    assert answer.status == 200, answer.body
    assert newest.catch_up()[0] == "gull"
    for follower in followers:
        follower.catch_up()


def test_a_sort_becomes_the_own_order_for_everyone_and_undo_takes_it_back(server, collection):
    path, before = collection, items(server, collection)
    dated = Follower(server, result(server, path, where("taken", exists=True))[0])
    viewer = server.ask("POST", path + "/viewers", {"width": 800, "height": 600}).json
    sort = {"sort": [{"field": "taken"}]}
    # Items stay in their days; those without a date are last in them.
    patch = asked(server, "POST", path + "/sort", sort)
    assert patch.status == 200 and patch.json["to"] == patch.json["from"] + 1, patch.body
    assert items(server, path) == ["first", "heron", "gull", "tern", "zero", "late", "plain", "bad"]
    assert dated.catch_up() == ["first", "heron", "gull", "tern", "zero", "late"]
    told = events(server, viewer["viewer"], viewer["lastEventID"])["events"]
    assert [e["data"] for e in told if e["event"] == "patch"] == [patch.json]
    again = asked(server, "POST", path + "/sort", sort).json
    assert (again["from"], again["to"]) == (patch.json["to"], patch.json["to"]) and "moves" not in again
    assert server.ask("POST", path + "/undo").status == 200
    assert items(server, path) == before
    # What a filter hides keeps its place.
    canon = {**where("camera", contains="Canon"), "sort": [{"field": "taken", "descending": True}]}
    assert asked(server, "POST", path + "/sort", canon).status == 200
    assert items(server, path)[:4] == ["tern", "gull", "heron", "first"]


def test_an_item_is_moved_within_a_result_in_the_own_order_only(server, collection):
    path = collection
    own = result(server, path, where("taken", exists=True))[0]
    assert items(server, own) == ["gull", "tern", "heron", "first", "late", "zero"]
    assert server.ask("POST", own + "/moves", {"item": "first", "to": [0, 1]}).status == 200
    assert items(server, own)[:4] == ["gull", "first", "tern", "heron"]
    assert items(server, path)[:4] == ["gull", "first", "tern", "heron"]
    by_date = result(server, path, {"sort": [{"field": "taken"}]})[0]
    for target, body in [("/moves", {"item": "gull", "to": [0, 0]}), ("/movements", {"item": "gull"})]:
        answer = server.ask("POST", by_date + target, body)
        assert (answer.status, answer.json["code"]) == (409, "order-sorted"), answer.body


def events(server, viewer, after):
    return server.ask("GET", f"/api/v1/viewers/{viewer}/events?after={after}&wait=10000",
                      headers={"Accept": "application/json"}).json


def test_a_viewers_query_is_changed_by_one_patch(server, collection):
    path = collection
    name = path.rpartition("/")[2]
    viewer = server.ask("POST", path + "/viewers", {"width": 800, "height": 600}).json
    address = f"/api/v1/viewers/{viewer['viewer']}"
    before = items(server, path)
    changed = asked(server, "PATCH", address, {"query": where("taken", exists=True)})
    assert changed.status == 200, changed.body
    shown = changed.json
    assert (shown["collection"], shown["itemCount"], shown["query"]) == (name, 6, where("taken", exists=True))
    assert server.ask("GET", address).json["result"] == shown["result"]
    assert result(server, path, where("taken", exists=True))[1]["id"] == shown["result"]
    patch = next(e["data"] for e in events(server, viewer["viewer"], viewer["lastEventID"])["events"] if e["event"] == "patch")
    assert (patch["from"], patch["to"]) == (viewer["version"], shown["version"])
    assert patch["deletes"] == [[1, 2], [1, 3]] and "inserts" not in patch and "moves" not in patch
    # A page that has not heard of it gets it with its next range event.
    answer = server.ask("POST", address + "/range", {"seq": 1, "version": viewer["version"], "rect": [0, 0, 800, 600]}).json
    assert answer["version"] == shown["version"] and answer["patches"] == [patch]
    assert [c["id"] for c in answer["cells"]] == [i for i in before if i not in ("plain", "bad")]
    # Sorted and grouped, then the collection's own order again.
    grouped = {"group": {"field": "camera"}, "sort": [{"field": "taken", "descending": True}]}
    assert asked(server, "PATCH", address, {"query": grouped, "width": 700}).json["width"] == 700
    marks = server.ask("GET", address + "/sections").json["sections"]
    assert [(m["id"], m["title"]) for m in marks] == [
        ("camera=Canon EOS R5", "Canon EOS R5"), ("camera=Nikon Z9", "Nikon Z9"), ("camera=", "")]
    # Without a query nothing is changed of what is shown.
    assert server.ask("PATCH", address, {"width": 900}).json["query"] == grouped
    own = asked(server, "PATCH", address, {"query": None}).json
    assert "query" not in own and own["itemCount"] == 8
    range_ = {"seq": 2, "version": answer["version"], "rect": [0, 0, 900, 600]}
    answer = server.ask("POST", address + "/range", range_).json
    assert [c["id"] for c in answer["cells"]] == before and answer["version"] == own["version"]


def test_a_viewer_with_a_query_hears_of_changes_in_its_result(server, collection):
    path = collection
    rate(server, path, "first", "like")
    created = asked(server, "POST", path + "/viewers", {"query": where("rating", **{"in": ["like"]})})
    assert created.status == 201, created.body
    viewer = created.json
    rate(server, path, "gull", "like")
    heard = events(server, viewer["viewer"], viewer["lastEventID"])
    patch = next(e["data"] for e in heard["events"] if e["event"] == "patch")
    assert patch["from"] == viewer["version"] and patch["inserts"][0]["at"] == [0, 0]
    assert patch["inserts"][0]["item"]["id"] == "gull"
    rate(server, path, "heron", "dislike")
    rate(server, path, "first", "dislike")
    later = events(server, viewer["viewer"], heard["last"])
    assert [e["data"].get("deletes") for e in later["events"] if e["event"] == "patch"] == [[[0, 1]]]


def test_a_query_waits_until_the_fields_are_filled(server):
    lines = [{"id": "many"}, {"section": "s"}] + [{"id": str(i), "attributes": {"n": i}} for i in range(60_000)]
    body = "".join(json.dumps(line) + "\n" for line in lines).encode()
    urlopen(Request(server.address + "/api/v1/collections", body, {"Content-Type": "application/x-ndjson"}), timeout=180).close()
    path = "/api/v1/collections/many"
    query = {"where": {"field": "n", "from": 59_990}, "sort": [{"field": "n", "descending": True}]}
    first = server.ask("POST", path + "/queries", query)
    assert first.status == 503 and first.headers["Retry-After"] == "1", first.body
    assert first.json["code"] == "fields-being-read"
    assert server.ask("POST", path + "/viewers", {"query": query}).status in (201, 503)
    found = poll(lambda: (lambda a: a if a.status == 201 else None)(server.ask("POST", path + "/queries", query)), 120)
    assert found.json["itemCount"] == 10
    assert items(server, "/api/v1/collections/" + found.json["id"])[0] == "59999"
    assert server.ask("DELETE", path).status == 204
    assert server.ask("GET", "/api/v1/collections/" + found.json["id"]).status == 404

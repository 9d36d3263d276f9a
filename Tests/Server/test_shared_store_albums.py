"""Albums of several servers over one PostgreSQL: undo belongs to its author, and a deleted one comes back, on each of them."""

import signal

from running import poll
from test_shared_store import version


def test_undo_is_of_its_author_on_every_server_also_of_marks_in_an_album(start):
    one, two = start(), start()
    path = f"/api/v1/collections/{one.collection()}"
    items = [item["id"] for item in one.ask("GET", f"{path}/items?limit=5").json["items"]]
    anna, ben = {"Lookahead-Actor": "anna"}, {"Lookahead-Actor": "ben"}
    album = one.ask("POST", "/api/v1/albums", {"title": "Wall"}).json["id"]
    shown = f"/api/v1/collections/{album}"
    assert one.ask("POST", f"{shown}/additions", {"collection": one.collection(), "items": items}).status == 200
    poll(lambda: two.ask("GET", shown).status == 200, 20, "the other has the album")
    named = [f"{one.collection()}/{item}" for item in items]
    assert one.ask("POST", f"{shown}/marks", {"items": named[:2], "stars": 4}, anna).status == 200
    # Of an item with a rating of its own, and beside the album.
    assert two.ask("POST", f"{path}/moves", {"item": items[4], "to": [0, 0]}, ben).status == 200
    one.stop(signal.SIGKILL)
    undone = two.ask("POST", f"{shown}/undo", {}, anna)
    assert undone.status == 200 and undone.json["change"]["count"] == 2, undone.body
    assert two.ask("GET", f"{path}/items/{items[0]}").json["attributes"].get("stars") is None
    assert two.ask("POST", f"{shown}/undo", {}, anna).json["code"] == "nothing-to-undo"
    one.start()
    poll(lambda: all(one.ask("GET", collection).json.get("open") for collection in (shown, path)), 30, "it is back")
    key = {"Idempotency-Key": "again", **anna}
    redone = one.ask("POST", f"{shown}/redo", {}, key)
    assert redone.status == 200 and redone.json["change"]["own"], redone.body
    assert one.ask("GET", f"{path}/items/{items[1]}").json["attributes"]["stars"] == 4
    # Repeated at the other server, and another request with the key.
    poll(lambda: version(two) == version(one), 10, "the other has it")
    assert two.ask("POST", f"{shown}/redo", {}, key).json["change"] == redone.json["change"]
    assert two.ask("POST", f"{shown}/undo", {}, key).json["code"] == "idempotency-key-reused"
    assert two.ask("POST", f"{path}/undo", {}, ben).json["change"]["item"]["id"] == items[4]


def test_an_album_that_one_server_deleted_is_restored_by_the_other(start):
    one, two = start(), start()
    items = [item["id"] for item in one.ask("GET", f"/api/v1/collections/{one.collection()}/items?limit=3").json["items"]]
    album = one.ask("POST", "/api/v1/albums", {"title": "Wall"}).json["id"]
    path, restore = f"/api/v1/collections/{album}", f"/api/v1/albums/{album}/restore"
    assert one.ask("POST", f"{path}/additions", {"collection": one.collection(), "items": items}).status == 200
    before = one.snapshot(album)
    poll(lambda: two.ask("GET", path).status == 200 and two.snapshot(album) == before, 20, "the other has the album")
    assert one.ask("DELETE", path).status == 204
    # At once, also where the other has not heard of it.
    assert two.ask("POST", restore).status == 200
    poll(lambda: [s.ask("GET", path).status for s in (one, two)] == [200, 200], 20, "both have it")
    # News of the first deletion may come only now: then it is dropped, and read again.
    poll(lambda: two.ask("DELETE", path).status == 204, 20, "it is there to be deleted")
    poll(lambda: one.ask("GET", path).status == 404, 20, "it is gone on the other")
    two.restart(signal.SIGKILL)
    assert one.ask("POST", restore).status == 200
    poll(lambda: two.ask("GET", path).status == 200, 30, "it is back on the other")
    poll(lambda: one.snapshot(album) == before and two.snapshot(album) == before, 20, "both have it")

"""The first listing of a large folder: what was found is served while the rest is read."""

import signal

import pytest
from pictures import write_png
from running import poll
from slow_folders import slow_server

FOLDERS, HELD = 40, 25


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "photos"
    for number in range(FOLDERS):
        for picture in range(3):
            write_png(root / f"{number:02}" / f"{picture}.png", number, 60, 40)
    return root


@pytest.fixture
def held(folder, tmp_path):
    """A server that has found a part, and waits at a folder; and what lets it go on."""
    kind, gate = slow_server(tmp_path, folder, HELD)
    server = kind(folder, data=tmp_path / "data")
    yield server, gate
    gate.unlink(missing_ok=True)
    server.stop()


def description(server):
    return server.ask("GET", "/api/v1/collections").json["collections"][0]


def shown(server):
    return poll(lambda: (d := description(server)) and d["open"] and d["itemCount"] and d, 30, "a part is shown")


def titles(server):
    return [s["title"] for s in server.snapshot()["sections"]]


def place(server, item):
    """The title of its section, and its index there. What is found meanwhile may come before the section."""
    items = [(s["title"], [i["id"] for i in s["items"]]) for s in server.snapshot()["sections"]]
    return next((title, ids.index(item)) for title, ids in items if item in ids)


def test_a_part_is_served_while_the_rest_is_read_and_the_order_is_that_of_the_end(held):
    server, gate = held
    found = shown(server)
    assert 0 < found["itemCount"] <= found["found"] < 3 * FOLDERS and found["refresh"] == "opening"
    assert titles(server) == sorted(titles(server))
    collection, items = found["id"], [i for part in server.sections() for i in part]
    image = server.ask("GET", f"/api/v1/collections/{collection}/items/{items[0]}/image?w=160")
    assert image.status == 200
    # What people do meanwhile is kept.
    assert server.move(items[-1], (0, 0)).status == 200
    moved = place(server, items[-1])
    assert moved[1] == 0
    headers = {"Content-Type": "application/merge-patch+json"}
    path = f"/api/v1/collections/{collection}/items/{items[1]}"
    assert server.ask("PATCH", path, {"attributes": {"stars": 3}}, headers).status == 200
    answer = server.ask("POST", f"/api/v1/collections/{collection}/refresh")
    assert answer.json["refresh"] == "opening", "it is being read already"
    gate.unlink()
    poll(lambda: "found" not in description(server), 60, "all is read")
    assert description(server)["itemCount"] == 3 * FOLDERS
    assert titles(server) == [f"{n:02}" for n in range(FOLDERS)]
    sections = server.sections()
    assert place(server, items[-1]) == moved, "the move is kept"
    assert sum(len(s) for s in sections) == len({i for s in sections for i in s}) == 3 * FOLDERS
    assert server.ask("GET", path).json["attributes"]["stars"] == 3
    server.restart()
    assert server.sections() == sections


def test_a_server_that_is_killed_while_it_reads_has_all_of_it_after_the_next_start(held):
    server, gate = held
    items = [i for part in (shown(server) and server.sections()) for i in part]
    assert server.move(items[-1], (0, 0)).status == 200
    moved = place(server, items[-1])
    server.stop(signal.SIGKILL)
    gate.unlink()
    server.start()
    poll(lambda: description(server)["open"] and "found" not in description(server), 60, "all is read")
    assert place(server, items[-1]) == moved
    assert sum(len(s) for s in server.sections()) == 3 * FOLDERS


def test_a_server_stops_while_it_reads(held):
    server, gate = held
    shown(server)
    gate.unlink()
    assert server.stop() == 0
    server.start()
    server.opened()

"""Stacks on two servers over one PostgreSQL: each sees what the other makes, and people who stack the same pictures at once."""

import threading

import pytest
from camera_pictures import write_taken
from running import poll

FOLDED = {"stacks": "folded"}


@pytest.fixture
def two(start, tmp_path):
    """Two servers of one folder: a pair, three shots in a second, and two more pictures."""
    folder = tmp_path / "photos"
    for name, time in (("a.jpg", "10:00:00"), ("a.png", "10:00:00"), ("b.jpg", "12:00:00"), ("c.jpg", "12:00:00"),
                       ("d.jpg", "12:00:01"), ("e.jpg", "14:00:00"), ("f.jpg", "15:00:00")):
        write_taken(folder / name, f"2024:05:17 {time}", "Model One")
    return start(folder), start(folder)


def path(server):
    return f"/api/v1/collections/{server.collection()}"


def folded(server):
    result = server.ask("POST", f"{path(server)}/queries", FOLDED).json
    return lambda: [item["title"] for item in server.ask("GET", f"/api/v1/collections/{result['id']}/items").json["items"]]


def ids(server):
    return {item["title"]: item["id"] for item in server.ask("GET", f"{path(server)}/items").json["items"]}


def test_a_stack_that_is_made_at_one_server_is_seen_at_the_other(two):
    known = ids(two[0])
    cells = [folded(server) for server in two]
    assert cells[0]() == cells[1]() == ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg", "f.jpg"]
    made = two[0].ask("POST", f"{path(two[0])}/stacks", {"items": [known["e.jpg"], known["f.jpg"]], "face": known["f.jpg"]})
    assert made.status == 200, made.body
    for seen in cells:
        poll(lambda: seen() == ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "f.jpg"], 10, seen)
    assert two[1].ask("POST", f"{path(two[1])}/stacks", {"items": [known["a.png"]], "action": "unstack"}).status == 200
    for seen in cells:
        poll(lambda: len(seen()) == 6, 10, seen)
    # Bursts are everybody's as well.
    assert two[1].ask("PUT", f"{path(two[1])}/bursts", {"stacked": True}).status == 200
    for seen in cells:
        poll(lambda: [name for name in seen() if not name.startswith("a")] == ["b.jpg", "f.jpg"], 15, seen)
    assert two[0].ask("GET", path(two[0])).json["bursts"] == {"stacked": True, "gapMilliseconds": 1000}
    for server in two:
        server.restart()
    for seen in [folded(server) for server in two]:
        poll(lambda: [name for name in seen() if not name.startswith("a")] == ["b.jpg", "f.jpg"], 15, seen)


def test_people_who_stack_the_same_pictures_at_once_on_two_servers_see_the_same(two):
    known = ids(two[0])
    names = ["b.jpg", "c.jpg", "d.jpg", "e.jpg", "f.jpg"]
    cells = [folded(server) for server in two]

    def stack(server, number):
        for turn in range(10):
            chosen = [known[names[(number + turn + step) % 5]] for step in range(2 + (turn + number) % 3)]
            answer = server.ask("POST", f"{path(server)}/stacks", {"items": chosen})
            assert answer.status == 200, answer.body

    threads = [threading.Thread(target=stack, args=(server, number)) for number, server in enumerate(two)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    def stacks(server):
        items = server.ask("GET", f"{path(server)}/items").json["items"]
        return {item["title"]: item.get("stack") for item in items}

    poll(lambda: two[0].snapshot()["version"] == two[1].snapshot()["version"], 10, "both are at one version")
    poll(lambda: stacks(two[0]) == stacks(two[1]), 10, lambda: [stacks(server) for server in two])
    assert cells[0]() == cells[1]()
    assert any(stacks(two[0])[name] for name in names)

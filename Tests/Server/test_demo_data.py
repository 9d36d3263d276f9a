"""What the demos keep over a restart, and what they do not."""

import pytest
from running import poll


@pytest.fixture
def demos(start_server):
    return start_server("--demo-latency", "0-0")


def friends(server):
    poll(lambda: any(c["id"] == "friends" and c["open"] for c in server.ask("GET", "/api/v1/collections").json["collections"]),
         30, "the friends are there")
    return [item for _, items in server.order("friends") for item in items]


def test_the_friends_begin_anew_and_the_colours_stay_as_they_were_put(demos):
    first = friends(demos)
    answer = demos.ask("POST", "/api/v1/collections/friends/batch", {"deletes": [[0, 0], [0, 1]]})
    assert answer.status == 200
    assert friends(demos) == first[2:]
    poll(lambda: demos.ask("GET", "/api/v1/collections/material-colours").json["open"], 30, "the colours are there")
    colours = demos.order("material-colours")[0][1]
    assert demos.move(colours[1], (0, 0), "material-colours").status == 200
    kept = demos.order("material-colours")
    assert kept[0][1][0] == colours[1]
    demos.restart()
    poll(lambda: friends(demos) == first, 30, "all friends are back, in their order")
    assert demos.order("material-colours") == kept


def test_somebodys_own_collection_of_that_name_is_left_alone(start_server):
    server = start_server("--items", 3)
    mine = {"id": "friends", "title": "Friends", "sections": [{"id": "mine", "title": "", "items": [{"id": "a", "title": "A"}]}]}
    assert server.ask("POST", "/api/v1/collections", mine).status == 201
    server.arguments = []
    server.restart()
    assert friends(server) == ["a"]
    server.restart()
    assert friends(server) == ["a"]

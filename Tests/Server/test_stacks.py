"""Stacks of a real folder: pairs of files, folded, followed and changed by people."""

import os

import pytest
from pictures import write_png
from running import poll

FOLDED = {"stacks": "folded"}


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "photos"
    for name in ("IMG_1.jpg", "IMG_1.DNG", "img_2.jpg", "IMG_2.dng", "IMG_3.jpg", "IMG_10.jpg"):
        write_png(root / name, 1, 60, 40)
    return root


@pytest.fixture
def server(start_server, folder):
    server = start_server(folder, "--watch")
    server.opened()
    return server


def path(server):
    return f"/api/v1/collections/{server.collection()}"


def folded(server):
    answer = server.ask("POST", f"{path(server)}/queries", FOLDED)
    assert answer.status == 201, answer.body
    return answer.json


def items(server, collection):
    return server.ask("GET", f"/api/v1/collections/{collection}/items?limit=100").json["items"]


def names(server, result):
    return [item["title"] for item in items(server, result["id"])]


def ids(server):
    return {item["title"]: item["id"] for item in items(server, server.collection())}


def soon(server, result, expected):
    poll(lambda: names(server, result) == expected, 10, f"{expected}")


def test_pairs_are_one_cell_at_once(server):
    result = folded(server)
    assert (result["itemCount"], result["folded"]) == (4, 2)
    assert names(server, result) == ["IMG_1.jpg", "img_2.jpg", "IMG_3.jpg", "IMG_10.jpg"]
    stack = items(server, result["id"])[1]["stack"]
    assert (stack["kind"], stack["count"], stack["face"]) == ("pair", 2, ids(server)["img_2.jpg"])
    assert "stack" not in items(server, result["id"])[2]
    assert server.ask("GET", path(server)).json["capabilities"]["stacks"] is True


def test_the_other_half_comes_goes_and_gets_another_name(server, folder):
    result = folded(server)
    write_png(folder / "IMG_3.tif", 2, 60, 40)
    poll(lambda: server.ask("GET", f"/api/v1/collections/{result['id']}").json["folded"] == 3, 10, "a half comes")
    assert names(server, result) == ["IMG_1.jpg", "img_2.jpg", "IMG_3.jpg", "IMG_10.jpg"]
    os.remove(folder / "IMG_1.jpg")
    soon(server, result, ["IMG_1.DNG", "img_2.jpg", "IMG_3.jpg", "IMG_10.jpg"])
    os.rename(folder / "IMG_1.DNG", folder / "IMG_10.dng")
    left = ["IMG_10.jpg", "IMG_3.jpg", "img_2.jpg"]
    poll(lambda: sorted(names(server, result)) == left, 10, "the renamed file is with its new other half")
    os.rename(folder / "IMG_10.dng", folder / "alone.dng")
    poll(lambda: len(names(server, result)) == 4, 10, "and without it")


def test_what_people_stacked_is_there_after_a_restart(server):
    known = ids(server)
    result = folded(server)
    made = server.ask("POST", f"{path(server)}/stacks",
                      {"items": [known["IMG_3.jpg"], known["IMG_10.jpg"]], "face": known["IMG_10.jpg"]})
    assert made.status == 200, made.body
    assert names(server, result) == ["IMG_1.jpg", "img_2.jpg", "IMG_10.jpg"]
    parted = server.ask("POST", f"{path(server)}/stacks", {"items": [known["IMG_2.dng"]], "action": "unstack"})
    assert parted.status == 200, parted.body
    server.restart()
    server.opened()
    result = folded(server)
    assert sorted(names(server, result)) == ["IMG_1.jpg", "IMG_10.jpg", "IMG_2.dng", "img_2.jpg"]
    for _ in range(2):
        assert server.ask("POST", f"{path(server)}/undo", {}).status == 200
    assert names(server, result) == ["IMG_1.jpg", "img_2.jpg", "IMG_3.jpg", "IMG_10.jpg"]


def test_a_folded_cell_moves_and_is_exported_with_both_files(server):
    known = ids(server)
    result = folded(server)
    there = f"/api/v1/collections/{result['id']}"
    moved = server.ask("POST", f"{there}/moves", {"item": known["IMG_1.jpg"], "to": [0, 3]})
    assert moved.status == 200, moved.body
    order = [item["title"] for item in items(server, server.collection())]
    assert sorted(order[-2:]) == ["IMG_1.DNG", "IMG_1.jpg"]
    lines = server.ask("GET", f"{there}/export?as=paths").body.decode().splitlines()
    assert len(lines) == 6
    assert len(server.ask("GET", f"{there}/export?as=paths&stacks=faces").body.decode().splitlines()) == 4
    marked = server.ask("POST", f"{there}/marks", {"items": [known["IMG_1.jpg"]], "flag": "pick"})
    assert marked.status == 200, marked.body
    picks = {item["title"] for item in items(server, server.collection()) if item["attributes"].get("flag") == "pick"}
    assert picks == {"IMG_1.jpg", "IMG_1.DNG"}

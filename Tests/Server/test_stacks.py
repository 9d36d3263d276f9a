"""Stacks of a real folder: pairs of files, folded, followed and changed by people."""

import os
import subprocess

import pytest
from pictures import write_png
from running import BINARY, poll

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


def test_the_command_line_exports_faces_alone(server, tmp_path):
    def export(*arguments):
        command = [str(BINARY), "export", "--data", str(server.data), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, timeout=120)

    paths = lambda done: sorted(path.split("/")[-1] for path in done.stdout.decode().splitlines())
    assert paths(export("--as", "paths")) == ["IMG_1.DNG", "IMG_1.jpg", "IMG_10.jpg", "IMG_2.dng", "IMG_3.jpg", "img_2.jpg"]
    assert paths(export("--as", "paths", "--faces")) == ["IMG_1.jpg", "IMG_10.jpg", "IMG_3.jpg", "img_2.jpg"]
    assert export("--as", "links", "--to", tmp_path / "picks", "--faces").returncode == 0
    assert len(list((tmp_path / "picks").iterdir())) == 4
    refused = export("--faces")
    assert refused.returncode == 64 and b"--faces is for the other forms" in refused.stderr, refused.stderr


def test_a_pair_is_put_into_an_album_with_both_files_or_by_its_face(server):
    known = ids(server)
    result = folded(server)
    for body, expected in (({}, ["IMG_1.DNG", "IMG_1.jpg"]), ({"stacks": "open"}, ["IMG_1.jpg"])):
        album = server.ask("POST", "/api/v1/albums", {"title": "Chosen"}).json["id"]
        added = server.ask("POST", f"/api/v1/collections/{album}/additions",
                           {"collection": result["id"], "items": [known["IMG_1.jpg"]], **body})
        assert added.status == 200, added.body
        assert sorted(item["title"] for item in items(server, album)) == expected
        # One change: undo takes the pair out as it came in.
        taken = server.ask("POST", f"/api/v1/collections/{album}/undo")
        assert taken.status == 200 and items(server, album) == [], taken.body


def test_500_files_of_one_name_are_no_pair_and_one_of_two_endings_is(start_server, tmp_path):
    root = tmp_path / "names"
    stems = ["".join(c.upper() if number >> bit & 1 else c for bit, c in enumerate("abcdefghi")) for number in range(500)]
    for stem in stems:
        write_png(root / f"{stem}.jpg", 1, 60, 40)
    server = start_server(root, "--watch")
    result = folded(server)
    assert (result["itemCount"], result.get("folded", 0)) == (500, 0)
    write_png(root / "other.jpg", 1, 60, 40)
    write_png(root / "other.dng", 1, 60, 40)
    poll(lambda: server.ask("GET", f"/api/v1/collections/{result['id']}").json.get("folded") == 1, 20, "a pair beside them")
    for number, stem in enumerate(stems[2:]):
        os.rename(root / f"{stem}.jpg", root / f"n{number}.jpg")
    os.rename(root / f"{stems[1]}.jpg", root / f"{stems[1]}.dng")
    poll(lambda: server.ask("GET", f"/api/v1/collections/{result['id']}").json.get("folded") == 2, 20, "what is left of the name is a pair")


def test_a_stack_across_folders_is_there_again_once_the_folder_is(start_server, tmp_path):
    root = tmp_path / "days"
    for day in ("monday", "tuesday"):
        for number in range(2):
            write_png(root / day / f"{day}-{number}.jpg", number + 1, 60, 40)
    server = start_server(root, "--watch")
    server.opened()
    known = ids(server)
    result = folded(server)
    both = [known["monday-0.jpg"], known["tuesday-0.jpg"], known["tuesday-1.jpg"]]
    assert server.ask("POST", f"{path(server)}/stacks", {"items": both, "face": both[2]}).status == 200
    assert names(server, result) == ["monday-1.jpg", "tuesday-1.jpg"]
    os.rename(root / "tuesday", tmp_path / "away")
    soon(server, result, ["monday-0.jpg", "monday-1.jpg"])
    os.rename(tmp_path / "away", root / "tuesday")
    soon(server, result, ["monday-1.jpg", "tuesday-1.jpg"])
    stack = server.ask("GET", f"{path(server)}/items/{both[0]}").json["stack"]
    assert (stack["count"], stack["face"]) == (3, both[2])


def test_bursts_are_a_setting_that_a_backup_has_and_bad_ones_are_refused(server, tmp_path):
    for body in ({}, {"stacked": 1}, {"stacked": True, "gapMilliseconds": 0}, {"stacked": True, "gapMilliseconds": 60_001},
                 {"stacked": True, "gap": 5}):
        answer = server.ask("PUT", f"{path(server)}/bursts", body)
        assert answer.status == 422, (body, answer.body)
    assert server.ask("GET", path(server)).json["bursts"] == {"stacked": False, "gapMilliseconds": 1000}
    result = folded(server)
    refused = server.ask("PUT", f"/api/v1/collections/{result['id']}/bursts", {"stacked": True})
    assert refused.status in (403, 404, 409, 422), refused.body
    setting = {"stacked": True, "gapMilliseconds": 2500}
    answer = server.ask("PUT", f"{path(server)}/bursts", setting)
    assert (answer.status, answer.json) == (200, setting)
    assert server.ask("GET", f"{path(server)}/queries").json["queries"] == []
    assert server.ask("DELETE", f"{path(server)}/queries/%01settings").status == 404
    server.stop()
    backup = tmp_path / "backup.jsonl"
    for command in (["export", backup, "--data", server.data], ["import", backup, "--data", tmp_path / "again"]):
        done = subprocess.run([str(BINARY), *map(str, command)], capture_output=True, timeout=60)
        assert done.returncode == 0, done.stderr
    server.data = tmp_path / "again"
    server.start()
    assert server.opened()["bursts"] == setting

"""Rejects leave by a list: a script that a person runs, and paths. Files are never touched by the server."""

import os
import subprocess

import pytest
from pictures import png

STRANGE = ["plain.png", "two words.png", "it's.png", "two\nlines.png", "-n.png", "$(touch x)`y`.png", 'a"b\\c.png', "*.png", "é한.png",
           "tab\there.png", "' '.png", "#.png", "%s.png"]


@pytest.fixture
def rejected(start_server, tmp_path):
    photos = tmp_path / "my photos"
    for number, name in enumerate(STRANGE):
        path = photos / "-it's a folder" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(png(number, 60, 40))
    with open(os.fsencode(photos) + b"/caf\xe9.png", "wb") as file:
        file.write(png(99, 60, 40))
    (photos / "keep.png").write_bytes(png(98, 60, 40))
    (photos / "-it's a folder" / "it's.png.xmp").write_text("<x/>")
    server = start_server(photos)
    server.photos = photos
    path = f"/api/v1/collections/{server.collection()}"
    items = server.ask("GET", f"{path}/items?limit=100").json["items"]
    rejects = [item["id"] for item in items if item["title"] != "keep.png"]
    assert len(rejects) == len(STRANGE) + 1
    assert server.ask("POST", f"{path}/marks", {"items": rejects, "flag": "reject"}).status == 200
    server.path = path
    return server


def names(folder):
    return sorted(os.path.relpath(os.path.join(parent, name), os.fsencode(folder))
                  for parent, _, files in os.walk(os.fsencode(folder)) for name in files)


def run(script, *arguments, cwd):
    return subprocess.run(["sh", str(script), *arguments], cwd=cwd, capture_output=True, timeout=60)


def test_the_script_moves_strange_names_and_what_is_beside_them(rejected, tmp_path):
    answer = rejected.ask("GET", f"{rejected.path}/export?as=script&flag=reject")
    assert answer.status == 200 and answer.headers["Content-Disposition"].endswith('.sh"')
    script = tmp_path / "rejects.sh"
    script.write_bytes(answer.body)
    before = names(rejected.photos)
    work = tmp_path / "work"
    work.mkdir()
    dry = run(script, cwd=work)
    assert dry.returncode == 0 and b"A dry run: 15 would be moved, nothing was" in dry.stderr, dry
    assert names(rejected.photos) == before and names(work) == []
    assert dry.stdout.count(b"mv -- ") == 15
    moved = run(script, "-a folder", cwd=work)
    assert moved.returncode == 0 and b"Moved 15; left where they are: 0" in moved.stderr, moved
    assert names(rejected.photos) == [b"keep.png"]
    assert names(work / "-a folder") == sorted(name for name in before if name != b"keep.png")
    # A second run finds nothing, and says so.
    again = run(script, "-a folder", cwd=work)
    assert again.returncode == 1 and again.stderr.count(b"Not there: ") == 14 and b"Moved 0" in again.stderr


def test_nothing_is_overwritten(rejected, tmp_path):
    script = tmp_path / "rejects.sh"
    script.write_bytes(rejected.ask("GET", f"{rejected.path}/export?as=script&flag=reject").body)
    there = tmp_path / "to" / "-it's a folder"
    there.mkdir(parents=True)
    (there / "two\nlines.png").write_text("mine")
    done = run(script, str(tmp_path / "to"), cwd=tmp_path)
    assert done.returncode == 1 and b"Already in" in done.stderr and b"left where they are: 1" in done.stderr
    assert (there / "two\nlines.png").read_text() == "mine"
    assert (rejected.photos / "-it's a folder" / "two\nlines.png").exists()


def test_rejects_are_a_list_of_paths_too(rejected):
    found = rejected.ask("GET", f"{rejected.path}/export?as=paths0&flag=reject").body.split(b"\0")[:-1]
    assert len(found) == len(STRANGE) + 1 and not any(path.endswith(b"keep.png") for path in found)
    assert rejected.ask("GET", f"{rejected.path}/export?as=paths0&flag=pick").body == b""
    for query in ("as=paths&flag=other", "as=zip&flag=reject"):
        assert rejected.ask("GET", f"{rejected.path}/export?{query}").status == 422

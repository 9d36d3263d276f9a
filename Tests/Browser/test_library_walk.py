"""From a folder of photos, RAW files and videos to a folder of links, as a person does it: culled by keys, picked into an album, put in order, taken
away; then the folder is renamed, and nothing is lost."""

import os
import subprocess

import pytest
from grid_page import GridPage
from large_picture import Picture
from library import finds
from pictures import write_folder
from raw_files import write_raw
from running import BINARY, poll
from videos import write_video

DAYS = {"Monday": 150, "Tuesday": 120}


@pytest.fixture
def folder(tmp_path):
    folder = write_folder(tmp_path / "photos", DAYS)
    for name in ("hall.nef", "wall.dng"):
        write_raw(folder / "Monday" / name)
    write_video(folder / "Monday" / "boat.webm")
    write_video(folder / "Tuesday" / "film.mp4", "clip.mp4")
    return folder


def titles(server, collection, query=""):
    found = server.ask("GET", f"/api/v1/collections/{collection}/items?limit=400{query}").json["items"]
    return [item["title"] for item in found]


def flags(server):
    found = server.ask("GET", f"/api/v1/collections/{server.collection()}/items?limit=400").json["items"]
    return {item["title"]: item["attributes"]["flag"] for item in found if "flag" in item["attributes"]}


def sections(server):
    return [s["title"] for s in server.ask("GET", f"/api/v1/collections/{server.collection()}/sections").json["sections"]]


def test_a_folder_is_culled_ordered_taken_away_and_renamed(page, start_server, folder, tmp_path):
    server = start_server(folder, "--watch")
    server.opened()
    grid = GridPage(page, server.address).open()
    shown = titles(server, server.collection())
    assert len(shown) == sum(DAYS.values()) + 4

    # Through the first twenty in the large picture, each with a key that goes on to the next: the video and the RAW files among them.
    grid.focus(grid.seen()[0]["id"]).press("Enter")
    picture = Picture(grid)
    marks = {}
    for number, title in enumerate(shown[:20]):
        poll(lambda: picture.title == title, 15, f"{title} is large")
        is_pick = number % 3 == 0 or title.endswith((".webm", ".nef"))
        marks[title] = "pick" if is_pick else "reject"
        grid.press("Shift+P" if is_pick else "Shift+X")
    poll(lambda: flags(server) == marks, 15, "all are marked")
    grid.press("Escape")
    picture.has_closed()
    picks = [title for title, flag in marks.items() if flag == "pick"]
    assert {"boat.webm", "hall.nef"} <= set(picks)

    # The picks, all of them, into an album.
    page.goto(f"{server.address}/?where=flag:pick")
    grid.settle()
    grid.equip()
    finds(grid, len(picks))
    grid.focus(grid.seen()[0]["id"]).press("Control+a", "a")
    page.keyboard.type("Wall")
    page.get_by_role("button", name="New album “Wall”").wait_for()
    grid.press("Enter")
    grid.hears(f"Added {len(picks)} items to “Wall”.")
    [album] = [c["id"] for c in server.ask("GET", "/api/v1/collections").json["collections"] if c.get("album")]
    assert titles(server, album) == picks

    # The last one to the first place, by keys.
    grid.open(album)
    grid.focus(grid.seen()[-1]["id"]).press("Space", *["ArrowLeft"] * (len(picks) - 1), "Enter")
    wanted = [picks[-1], *picks[:-1]]
    poll(lambda: titles(server, album) == wanted, 15, "it is first")

    def links(to):
        command = [BINARY, "export", "--data", server.data, "--collection", album, "--as", "links", "--to", to]
        done = subprocess.run(command, capture_output=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return [(name.split(" ", 1)[1], os.path.realpath(to / name)) for name in sorted(os.listdir(to))]

    taken = links(tmp_path / "taken")
    assert [name for name, _ in taken] == wanted
    assert all(os.path.samefile(path, folder / "Monday" / name) for name, path in taken)

    # The folder gets another name: marks, album and order stay.
    (folder / "Monday").rename(folder / "The first day")
    poll(lambda: "The first day" in sections(server) and "Monday" not in sections(server), 30, "it is seen")
    poll(lambda: flags(server) == marks, 15, f"the marks are there; {flags(server)}")
    assert titles(server, album) == wanted
    taken = links(tmp_path / "taken again")
    assert [name for name, _ in taken] == wanted
    assert all(path.startswith(str(folder / "The first day")) for _, path in taken)
    grid.open()
    page.goto(f"{server.address}/?where=flag:pick")
    finds(grid, len(picks))

"""From a folder of photos, RAW files and videos to a folder of links, as a person does it: culled by keys, picked into an album, put in order, taken
away; then the folder is renamed, and nothing is lost.

With LOOKAHEAD_WALK_FILES=20000 it is a folder of as many files in a hundred days and more, and with LOOKAHEAD_WALK_SHOTS=FOLDER screenshots of each step
are left there, for people to look at."""

import os
import subprocess
from pathlib import Path

import pytest
from grid_page import GridPage
from large_picture import Picture
from library import finds
from pictures import png, write_dated, write_folder
from raw_files import write_raw
from running import BINARY, poll
from videos import write_video

DAYS = {"Monday": 150, "Tuesday": 120}


FILES = int(os.environ.get("LOOKAHEAD_WALK_FILES", 0))
SHOTS = os.environ.get("LOOKAHEAD_WALK_SHOTS")
EACH_DAY = 150
PLACES = ["Seaside", "Old town", "Mountains", "At home", "Garden", "Market"]
SHAPES = [(360, 240), (240, 360), (400, 225), (300, 300)]


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "photos"
    if FILES:
        write_many(folder, tmp_path / "originals")
    else:
        write_folder(folder, DAYS)
    for name in ("hall.nef", "wall.dng"):
        write_raw(folder / "Monday" / name)
    write_video(folder / "Monday" / "boat.webm")
    write_video(folder / "Tuesday" / "film.mp4", "clip.mp4")
    return folder


def write_many(folder, originals):
    """Photos with dates and of several shapes; each twentieth file is a RAW file, and each fiftieth a video. None has another's bytes."""
    originals.mkdir()
    base = []
    for number in range(80):
        width, height = SHAPES[number % len(SHAPES)]
        (originals / f"{number}.png").write_bytes(png(number, width, height))
        base.append(originals / f"{number}.jpg")
        subprocess.run(["vips", "copy", originals / f"{number}.png", f"{base[-1]}[Q=80]"], check=True)
    for number in range(FILES - 4):
        day = number // EACH_DAY
        name = "Monday" if day == 0 else "Tuesday" if day == 1 else f"Trip {day // 28 + 1:02}-{day % 28 + 1:02} {PLACES[day % len(PLACES)]}"
        photo = write_dated(
            folder / name / f"IMG_{number:05}.jpg", base[number % len(base)],
            f"2024:{day // 28 % 12 + 1:02}:{day % 28 + 1:02} {8 + number % 12:02}:{number % 60:02}:{number // 60 % 60:02}")
        if number % 50 == 49:
            write_video(photo.with_suffix(".mp4"), "clip.mp4")
            photo.unlink()
        elif number % 20 == 19:
            width, height = SHAPES[number % len(base) % len(SHAPES)]
            write_raw(photo.with_suffix(".nef"), photo.read_bytes(), width, height, f"Model {number}")
            photo.unlink()


def items(server, collection):
    found, at = [], f"/api/v1/collections/{collection}/items?limit=1000"
    while at:
        answer = server.ask("GET", at).json
        found += answer["items"]
        at = f"/api/v1/collections/{collection}/items?limit=1000&cursor={answer['next']}" if "next" in answer else None
    return found


def titles(server, collection):
    return [item["title"] for item in items(server, collection)]


def flags(server):
    return {item["title"]: item["attributes"]["flag"] for item in items(server, server.collection()) if "flag" in item["attributes"]}


def sections(server):
    return [s["title"] for s in server.ask("GET", f"/api/v1/collections/{server.collection()}/sections").json["sections"]]


def shoot(page, name):
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png")


def test_a_folder_is_culled_ordered_taken_away_and_renamed(page, start_server, folder, tmp_path):
    server = start_server(folder, "--watch")
    server.opened()
    grid = GridPage(page, server.address).open()
    shown = titles(server, server.collection())
    assert len(shown) == (FILES or sum(DAYS.values()) + 4)
    poll(lambda: all(cell["isShown"] for cell in grid.seen()), 60, "all in view is shown")
    shoot(page, "1 opened")

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
    shoot(page, "2 culled")
    grid.press("Escape")
    picture.has_closed()
    shoot(page, "3 marked")
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
    shoot(page, "4 picks into an album")
    grid.press("Enter")
    grid.hears(f"Added {len(picks)} items to “Wall”.")
    [album] = [c["id"] for c in server.ask("GET", "/api/v1/collections").json["collections"] if c.get("album")]
    assert titles(server, album) == picks

    # The last one to the first place, by keys.
    grid.open(album)
    grid.focus(grid.seen()[-1]["id"]).press("t", *["ArrowLeft"] * (len(picks) - 1), "Enter")
    wanted = [picks[-1], *picks[:-1]]
    poll(lambda: titles(server, album) == wanted, 15, "it is first")
    grid.settle()
    shoot(page, "5 in order")

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
    poll(lambda: flags(server) == marks, 15, lambda: f"the marks are there; {flags(server)}")
    assert titles(server, album) == wanted
    taken = links(tmp_path / "taken again")
    assert [name for name, _ in taken] == wanted
    assert all(path.startswith(str(folder / "The first day")) for _, path in taken)
    grid.open()
    page.goto(f"{server.address}/?where=flag:pick")
    finds(grid, len(picks))
    poll(lambda: all(cell["isShown"] for cell in grid.seen()), 60, "all in view is shown")
    shoot(page, "6 the folder has another name")

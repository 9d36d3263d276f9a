"""The cull with bursts folded: unmarked, P, X, P, and the next frame of the burst takes the place; picks are picks, also when they leave."""

import io
import zipfile

import pytest
from camera_pictures import write_taken
from grid_page import GridPage
from large_picture import Picture
from raw_files import write_raw
from running import poll
from test_stacks import names, shows

# Four frames within two seconds, the second also as a RAW file; one a minute later.
TIMES = ["12:00:00", "12:00:00", "12:00:01", "12:00:02", "12:01:00"]
LAST = "B_4.JPG"


@pytest.fixture
def server(start_server, tmp_path):
    folder = tmp_path / "burst"
    for number, time in enumerate(TIMES):
        write_taken(folder / f"B_{number}.JPG", f"2024:05:17 {time}", "Model One")
    write_raw(folder / "B_1.NEF", (folder / "B_1.JPG").read_bytes(), 30, 20)
    server = start_server(folder)
    server.opened()
    server.path = f"/api/v1/collections/{server.collection()}"
    poll(lambda: server.ask("GET", f"{server.path}/fields").json.get("complete"), 30, "all are read")
    assert server.ask("PUT", f"{server.path}/bursts", {"stacked": True}).status == 200
    return server


@pytest.fixture
def grid(page, server):
    grid = GridPage(page, server.address).open()
    shows(grid, ["B_0.JPG", LAST])
    return grid


def choose(grid, words):
    bar = grid.page.locator(".quick-bar")
    if not bar.is_visible():
        grid.page.keyboard.press("q")
    bar.get_by_role("button", name=words, exact=True).click()


def flags(server):
    items = server.ask("GET", f"{server.path}/items?limit=50").json["items"]
    return {item["title"]: item["attributes"]["flag"] for item in items if item.get("attributes", {}).get("flag")}


def cull(grid):
    """P, X, P, P on one place."""
    choose(grid, "Unmarked")
    shows(grid, ["B_0.JPG", LAST])
    grid.focus(grid.order()[0])
    for key, left in [("p", ["B_1.JPG", LAST]), ("x", ["B_2.JPG", LAST]), ("p", ["B_3.JPG", LAST]), ("p", [LAST])]:
        grid.press(key)
        shows(grid, left)
        poll(lambda: grid.focused() == grid.order()[0], 10, "the focus is on what takes the place")


def test_each_mark_brings_the_next_frame_of_the_burst_to_the_place(grid, server):
    cull(grid)
    marked = {"B_0.JPG": "pick", "B_1.JPG": "reject", "B_1.NEF": "reject", "B_2.JPG": "pick", "B_3.JPG": "pick"}
    assert flags(server) == marked
    for left in ["B_3.JPG", "B_2.JPG", "B_1.JPG"]:
        grid.press("Control+z")
        shows(grid, [left, LAST])


def test_picks_leave_without_the_rejects_of_their_bursts(grid, server):
    cull(grid)
    choose(grid, "Picks")
    shows(grid, ["B_0.JPG"])
    # Open, there are picks only.
    grid.focus(grid.order()[0]).press("b")
    shows(grid, ["B_0.JPG", "B_2.JPG", "B_3.JPG"])
    grid.press("ArrowRight", "b")
    shows(grid, ["B_0.JPG"])
    poll(lambda: grid.focused() == grid.order()[0], 10, "the focus is on the cell")
    assert archive(grid, "Download files (ZIP)") == ["B_0.JPG", "B_2.JPG", "B_3.JPG"]
    choose(grid, "Rejects")
    shows(grid, ["B_1.JPG"])
    assert archive(grid, "Download files (ZIP)") == ["B_1.JPG", "B_1.NEF"]
    # The picture that is shown alone, by a switch in the menu that stays.
    export(grid)
    grid.page.get_by_role("menuitemcheckbox", name="Only the shown picture of each stack").click()
    poll(lambda: grid.page.get_by_role("menuitemcheckbox", name="Only the shown picture").get_attribute("aria-checked") == "true", 10)
    grid.page.keyboard.press("Escape")
    assert archive(grid, "Download files (ZIP)") == ["B_1.JPG"]
    # An album has what the cell stands for, and says how many that is.
    choose(grid, "Picks")
    shows(grid, ["B_0.JPG"])
    grid.equip().focus(grid.order()[0])
    grid.press("a")
    grid.page.keyboard.type("Best")
    grid.page.get_by_role("button", name="New album “Best”").wait_for()
    grid.press("Enter")
    grid.hears("Added 3 items to “Best”.")
    album = next(c["id"] for c in server.ask("GET", "/api/v1/collections").json["collections"] if c.get("album"))
    items = server.ask("GET", f"/api/v1/collections/{album}/items").json["items"]
    assert [item["title"] for item in items] == ["B_0.JPG", "B_2.JPG", "B_3.JPG"]


def export(grid):
    grid.click(grid.seen()[0]["id"], button="right")
    grid.page.get_by_role("menuitem", name="Export all…", exact=True).click()


def archive(grid, words):
    export(grid)
    with grid.page.expect_download() as waiting:
        grid.page.get_by_role("menuitem", name=words, exact=True).click()
    with open(waiting.value.path(), "rb") as file:
        return sorted(name.split("/")[-1] for name in zipfile.ZipFile(io.BytesIO(file.read())).namelist())


def test_what_is_selected_among_picks_is_marked_as_picks(grid, server):
    cull(grid)
    choose(grid, "Picks")
    shows(grid, ["B_0.JPG"])
    grid.focus(grid.order()[0])
    grid.press("Control+a", "u")
    # Of the burst, the frame that is shown; the next pick takes its place.
    shows(grid, ["B_2.JPG"])
    assert sorted(name for name, flag in flags(server).items() if flag == "pick") == ["B_2.JPG", "B_3.JPG"]


def test_the_large_picture_goes_through_the_frames_of_a_burst_by_marks(grid, server):
    choose(grid, "Unmarked")
    shows(grid, ["B_0.JPG", LAST])
    picture = Picture(grid)
    grid.focus(grid.order()[0]).press("Enter")
    for name, key in [("B_0.JPG", "p"), ("B_1.JPG", "x"), ("B_2.JPG", "x"), ("B_3.JPG", "p")]:
        picture.shows(name)
        poll(lambda: picture.place == "1 of 2", 10, lambda: picture.place)
        grid.press(key)
    picture.shows(LAST)
    poll(lambda: picture.place == "1 of 1", 10, lambda: picture.place)
    assert {name for name, flag in flags(server).items() if flag == "pick"} == {"B_0.JPG", "B_3.JPG"}
    # Into what is left of a stack, and back to its front.
    grid.press("Escape")
    picture.has_closed()
    choose(grid, "Rejects")
    shows(grid, ["B_1.JPG"])
    grid.focus(grid.order()[0]).press("Enter")
    picture.shows("B_1.JPG")
    grid.press("ArrowDown")
    picture.shows("B_1.NEF")
    grid.press("ArrowUp")
    picture.shows("B_1.JPG")
    poll(lambda: picture.place == "1 of 1", 10, lambda: picture.place)

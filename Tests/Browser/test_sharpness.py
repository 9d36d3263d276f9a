"""The frames of a burst, sorted by how sharp they are once they were looked at: photographs, some of them blurred."""

import subprocess

import pytest
from grid_page import GridPage
from large_picture import Picture
from library import still
from photos import BACKGROUNDS
from pictures import write_png
from running import poll

PHOTO = BACKGROUNDS / "mate" / "nature" / "LadyBird.jpg"
# By name, the radius of the blur; the last one is too small to be measured.
FRAMES = {"1.jpg": 3, "2.jpg": None, "3.jpg": 6, "4.jpg": 1.5}
SMALL = "5.png"
SHARPEST_FIRST = ["2.jpg", "4.jpg", "1.jpg", "3.jpg", SMALL]


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "photos"
    folder.mkdir()
    for name, radius in FRAMES.items():
        subprocess.run(["vips", *(["gaussblur", PHOTO, folder / name, str(radius)] if radius else ["copy", PHOTO, folder / name])], check=True)
    write_png(folder / SMALL, 7)
    return folder


def sharpness(server):
    """Of each item by its title, as a program reads it."""
    path = f"/api/v1/collections/{server.collection()}"
    items = server.ask("GET", f"{path}/items").json["items"]
    fields = {item["title"]: server.ask("GET", f"{path}/items/{item['id']}/fields").json.get("fields", {}) for item in items}
    return {title: known["sharpness"] for title, known in fields.items() if "sharpness" in known}


def pick_sharpest(page):
    page.locator(".selection-bar button.mark").click()
    page.get_by_role("menuitem", name="Pick the three sharpest").click()


def test_frames_that_were_looked_at_are_sorted_by_their_sharpness_also_after_a_restart(start_server, new_page, folder, tmp_path):
    server = start_server(folder)
    server.opened()
    grid = GridPage(new_page(), server.address).open()
    page, picture = grid.page, Picture(grid)
    grid.focus(grid.order()[0]).press("Enter")
    for name in [*FRAMES, SMALL]:
        picture.shows(name)
        grid.press("ArrowRight")
    poll(lambda: sorted(sharpness(server)) == sorted(FRAMES), 30, lambda: f"all are measured: {sharpness(server)}")
    measured = sharpness(server)
    grid.press("Escape")
    picture.has_closed()
    # What can be sorted by is read when the menu opens.
    page.keyboard.press("s")
    page.get_by_label("Sort by").select_option(label="Sharpness")
    poll(lambda: "sort=-sharpness" in page.url, 10, "the sharpest first")
    page.keyboard.press("Escape")
    still(grid)
    poll(lambda: grid.titles() == SHARPEST_FIRST, 10, lambda: f"sorted: {grid.titles()}, {measured}")
    picks = lambda: sorted(item["title"] for item in server.ask("GET", f"/api/v1/collections/{server.collection()}/items").json["items"]
                           if item.get("attributes", {}).get("flag") == "pick")
    # The three sharpest of what is selected, at once; not while one is not measured.
    grid.equip().focus(grid.order()[0])
    grid.press("Control+a")
    pick_sharpest(page)
    grid.hears("How sharp 1 of the 5 pictures are is not known yet")
    assert picks() == []
    grid.focus(grid.order()[4]).press("Control+Space")
    pick_sharpest(page)
    grid.hears("The three sharpest are picked.")
    assert picks() == ["1.jpg", "2.jpg", "4.jpg"]
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    poll(lambda: picks() == [], 10, "taken back at once")
    page.goto(f"{server.address}/?where=sharpness:")
    page.get_by_role("button", name="Remove Not measured yet").wait_for()
    poll(lambda: grid.titles() == [SMALL], 10, lambda: f"not measured: {grid.titles()}")
    server.restart()
    poll(lambda: sharpness(server) == measured, 30, lambda: f"kept: {sharpness(server)}, not {measured}")
    # The three sharpest, as a program asks for them.
    collection = f"/api/v1/collections/{server.collection()}"
    result = server.ask("POST", f"{collection}/queries", {"sort": [{"field": "sharpness", "descending": True}]}).json["id"]
    three = server.ask("GET", f"/api/v1/collections/{result}/items?limit=3").json["items"]
    assert [item["title"] for item in three] == SHARPEST_FIRST[:3]

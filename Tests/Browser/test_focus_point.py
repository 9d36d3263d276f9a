"""At 100 % the large picture shows where the camera focused, and the next one its own focus."""

import subprocess

import pytest
from large_picture import Picture
from pictures import write_chart
from running import poll

SIDES = (2400, 1600)
# By ExifTool, as a camera writes it and as a program does.
AREAS = {
    "1.png": ["-SubjectArea=960 640", "-ExifImageWidth=2400", "-ExifImageHeight=1600"],
    "2.png": ["-RegionInfo={AppliedToDimensions={W=2400,H=1600,Unit=pixel},RegionList=[{Area={X=0.6,Y=0.7,W=0.1,H=0.1,Unit=normalized},Type=Focus}]}"],
    "3.png": [],
}


@pytest.fixture
def server(start_server, tmp_path):
    folder = tmp_path / "photos"
    folder.mkdir()
    for name, tags in AREAS.items():
        write_chart(folder / name, *SIDES)
        if tags:
            subprocess.run(["exiftool", "-q", "-overwrite_original", *tags, folder / name], check=True)
    server = start_server(folder)
    server.opened()
    path = f"/api/v1/collections/{server.collection()}"
    poll(lambda: (f := server.ask("GET", f"{path}/fields").json)["complete"] and "reading" not in f, 30, "all is read")
    return server


def middle(picture):
    """The point of the picture that is in the middle of the view."""
    box = picture.box
    view = picture.part(".slides", "e.getBoundingClientRect().toJSON()")
    return [round((view[a] + view[s] / 2 - box[a]) / box[s], 2) for a, s in (("x", "width"), ("y", "height"))]


def looks_at(picture, *point):
    poll(lambda: middle(picture) == list(point), 10, lambda: f"{point} is in the middle; {middle(picture)}")


def test_the_next_picture_shows_its_own_focus_until_one_looks_elsewhere(grid, server):
    picture, page = Picture(grid), grid.page
    fields = [server.ask("GET", f"/api/v1/collections/{server.collection()}/items/{item}/fields").json["fields"] for item in grid.order()]
    assert [(f.get("focusX"), f.get("focusY")) for f in fields] == [(0.4, 0.4), (0.6, 0.7), (None, None)]
    grid.focus(grid.order()[0]).press("Enter")
    picture.shows("1.png")
    # It is asked for a moment after the picture is shown.
    page.wait_for_timeout(400)
    grid.press("z")
    looks_at(picture, 0.4, 0.4)
    grid.press("ArrowRight")
    picture.shows("2.png")
    looks_at(picture, 0.6, 0.7)
    # A file that says nothing keeps the place.
    grid.press("ArrowRight")
    picture.shows("3.png")
    looks_at(picture, 0.6, 0.7)
    # Whoever drags the picture means that place.
    page.mouse.move(600, 400)
    page.mouse.down()
    page.mouse.move(500, 400, steps=4)
    page.mouse.up()
    poll(lambda: middle(picture)[0] > 0.61, 10, "it was dragged")
    there = middle(picture)
    grid.press("ArrowLeft")
    picture.shows("2.png")
    looks_at(picture, *there)

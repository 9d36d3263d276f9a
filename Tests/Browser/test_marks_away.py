"""Marks that leave by the export menu, and two cameras on one time line."""

import io
import json
import zipfile

import pytest
from described import camera, described
from grid_page import GridPage
from running import poll


@pytest.fixture
def photos(tmp_path, real_pictures):
    photos = tmp_path / "photos"
    photos.mkdir()
    jpeg = next(path for path in real_pictures if path.suffix == ".jpg").read_bytes()
    # 0 and 5 are of one camera, 1 and 6 of another.
    for number in (0, 1, 5, 6):
        (photos / f"{number}.jpg").write_bytes(described(jpeg, number))
    return photos


@pytest.fixture
def server(start_server, photos):
    server = start_server(photos)
    server.path = f"/api/v1/collections/{server.collection()}"
    poll(lambda: (f := server.ask("GET", f"{server.path}/fields").json)["complete"] and "reading" not in f, 60, "all is read")
    return server


def lines(server):
    return {line["name"]: line for line in map(json.loads, server.ask("GET", f"{server.path}/export?as=jsonl").body.splitlines())}


def download(grid, words):
    grid.click(grid.seen()[0]["id"], button="right")
    grid.page.get_by_role("menuitem", name="Export all…", exact=True).click()
    with grid.page.expect_download() as waiting:
        grid.page.get_by_role("menuitem", name=words, exact=True).click()
    with open(waiting.value.path(), "rb") as file:
        return waiting.value.suggested_filename, file.read()


def test_marks_and_rejects_leave_by_the_export_menu(page, server, photos):
    items = {name: line["item"] for name, line in lines(server).items()}
    for name, marks in (("1.jpg", {"stars": 5}), ("6.jpg", {"flag": "reject"})):
        assert server.ask("POST", f"{server.path}/marks", {"items": [items[name]], **marks}).status == 200
    grid = GridPage(page, server.address).open()
    name, archive = download(grid, "Marks for darktable, digiKam (NAME.jpg.xmp, ZIP)")
    assert name.endswith(".xmp.zip") and {"1.jpg.xmp", "6.jpg.xmp"} <= set(zipfile.ZipFile(io.BytesIO(archive)).namelist())
    _, archive = download(grid, "Marks for Lightroom, Bridge (NAME.xmp, ZIP)")
    assert {"1.xmp", "6.xmp"} <= set(zipfile.ZipFile(io.BytesIO(archive)).namelist())
    # JPEG files are among them.
    grid.hears("Lightroom reads XMP files beside RAW files only.")
    name, script = download(grid, "Rejects as a script that moves them")
    assert name.endswith(".sh") and script.count(b"\nreject '") == 1 and str(photos / "6.jpg").encode() in script
    _, paths = download(grid, "Rejects as a list of paths")
    assert paths.decode() == f"{photos / '6.jpg'}\n"


def test_one_picture_sets_the_clock_of_the_other_camera(page, server):
    before = lines(server)
    grid = GridPage(page, server.address).open()
    cells = {cell["label"].split(",")[0]: cell["id"] for cell in grid.seen()}
    page.keyboard.down("Control")
    for name in ("0.jpg", "1.jpg"):
        grid.click(cells[name])
    page.keyboard.up("Control")
    grid.click(cells["0.jpg"], button="right")
    page.get_by_role("menuitem", name="Set the other camera’s clock by this picture").click()
    grid.hears(f"2 pictures of {camera(1)} moved by")
    after = lines(server)
    assert after["1.jpg"]["taken"] == before["0.jpg"]["taken"] and after["6.jpg"]["taken"] != before["6.jpg"]["taken"]
    assert [after[name]["taken"] for name in ("0.jpg", "5.jpg")] == [before[name]["taken"] for name in ("0.jpg", "5.jpg")]
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    poll(lambda: {name: line["taken"] for name, line in lines(server).items()} == {name: line["taken"] for name, line in before.items()}, 10, "taken back")


def test_two_pictures_of_one_camera_say_why_not(page, server):
    grid = GridPage(page, server.address).open()
    cells = {cell["label"].split(",")[0]: cell["id"] for cell in grid.seen()}
    page.keyboard.down("Control")
    for name in ("0.jpg", "5.jpg"):
        grid.click(cells[name])
    page.keyboard.up("Control")
    grid.click(cells["0.jpg"], button="right")
    page.get_by_role("menuitem", name="Set the other camera’s clock by this picture").click()
    grid.hears("Select two pictures of one moment, of two cameras")
    assert not any("timeShift" in line for line in lines(server).values())

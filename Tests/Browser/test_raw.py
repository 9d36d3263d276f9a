"""RAW files beside photos: shown, rated, put into an album, found by their kind, and taken away as they are."""

import csv
import io
import zipfile
from pathlib import Path

import pytest
from large_picture import Picture
from library import finds, open_filter
from pictures import write_folder
from raw_files import write_raw
from running import poll


@pytest.fixture
def folder(tmp_path):
    folder = write_folder(tmp_path / "photos", {"": 3})
    for name in ("hall.NEF", "wall.dng"):
        write_raw(folder / name)
    write_raw(folder / "bare.cr2", None)
    return folder


@pytest.fixture
def server(start_server, folder):
    server = start_server(folder)
    server.opened()
    return server


def named(grid, name):
    return next(cell for cell in grid.cells() if cell["label"].startswith(name))


def attributes(server, item):
    return server.ask("GET", f"/api/v1/collections/{server.collection()}/items/{item}").json.get("attributes", {})


def test_a_raw_file_is_seen_rated_and_put_into_an_album_as_a_photo_is(grid, server):
    cell = named(grid, "hall.NEF")
    assert cell["isShown"] and cell["isLoaded"] and cell["state"] == "ready"
    grid.focus(cell["id"]).press("4")
    poll(lambda: attributes(server, cell["id"]).get("stars") == 4, 10, "rated")
    grid.press("Enter")
    Picture(grid).shows("hall.NEF")
    grid.press("Escape")
    Picture(grid).has_closed()
    grid.press("a")
    grid.page.keyboard.type("Wall")
    grid.page.get_by_role("button", name="New album “Wall”").wait_for()
    grid.press("Enter")
    grid.hears("Added 1 item to “Wall”.")


def test_one_without_a_preview_says_so_and_is_marked_all_the_same(grid, server):
    cell = named(grid, "bare.cr2")
    assert cell["state"] == "failed"
    grid.focus(cell["id"]).press("p")
    poll(lambda: attributes(server, cell["id"]).get("flag") == "pick", 10, "picked")


def test_the_kind_finds_them_and_they_leave_as_they_are(grid, server, folder):
    panel = open_filter(grid)
    panel.get_by_role("checkbox", name="RAW, 3").check()
    finds(grid, 3)
    files = {name: (folder / name).read_bytes() for name in ("bare.cr2", "hall.NEF", "wall.dng")}
    assert [label.split(",")[0] for label in grid.titles()] == list(files)
    assert "where=kind:raw" in grid.page.url
    grid.focus(grid.seen()[0]["id"]).press("Control+a")

    def export(words):
        grid.page.get_by_role("button", name="Export…").click()
        with grid.page.expect_download() as waiting:
            grid.page.get_by_role("menuitem", name=words, exact=True).click()
        return Path(waiting.value.path()).read_bytes()

    with zipfile.ZipFile(io.BytesIO(export("Download files, numbered (ZIP)"))) as archive:
        assert [archive.read(entry) for entry in archive.namelist()] == list(files.values())
    rows = csv.DictReader(io.StringIO(export("Download list (CSV)").decode("utf-8-sig"), newline=""))
    assert [row["path"] for row in rows] == [str(folder / name) for name in files]

"""Taking away by the menus: the path and the file of a picture, and what is selected as a list or an archive."""

import csv
import io
import json
import zipfile
from pathlib import Path

import pytest
from grid_page import GridPage
from running import poll


@pytest.fixture
def grid(page, two_sections):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield GridPage(page, two_sections.address).open()
    page.context.clear_permissions()


@pytest.fixture
def folder(two_sections):
    return Path(two_sections.arguments[0])


def choose(grid, words):
    grid.page.get_by_role("menuitem", name=words, exact=True).click()


def download(grid, words):
    """The name that the browser would save it under, and what is in it."""
    with grid.page.expect_download() as waiting:
        choose(grid, words)
    return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()


def copied(grid):
    return grid.page.evaluate("navigator.clipboard.readText()")


def test_the_menu_of_a_cell_copies_its_path_and_downloads_its_file(grid, folder):
    item, file = grid.seen()[2]["id"], folder / "Left" / "Left 3.png"
    grid.click(item, button="right")
    choose(grid, "Copy path")
    grid.hears("Copied the path.")
    assert copied(grid) == str(file)
    grid.click(item, button="right")
    assert download(grid, "Download") == ("Left 3.png", file.read_bytes())


def test_a_selection_is_exported_in_its_order(grid, folder):
    # The first and the third, in an order of their own: the selection has two parts.
    grid.drag(grid.seen()[3]["id"], grid.seen()[0]["id"])
    poll(lambda: [cell["label"] for cell in grid.seen()[:3]] == ["Left 4.png", "Left 1.png", "Left 2.png"], 10, "moved")
    for place in (0, 2):
        grid.page.keyboard.down("Control")
        grid.click(grid.seen()[place]["id"])
        grid.page.keyboard.up("Control")
    files = [folder / "Left" / name for name in ("Left 4.png", "Left 2.png")]

    def export():
        grid.page.get_by_role("button", name="Export…").click()

    export()
    assert grid.page.get_by_role("menu").get_attribute("aria-label") == "Export 2 items"
    choose(grid, "Copy paths")
    grid.hears("Copied 2 paths.")
    assert copied(grid) == "\n".join(map(str, files))
    export()
    name, archive = download(grid, "Download files, numbered (ZIP)")
    assert name.endswith(".zip")
    with zipfile.ZipFile(io.BytesIO(archive)) as archive:
        assert [entry.split("/")[-1].split(" ", 1)[1] for entry in archive.namelist()] == [file.name for file in files]
        assert [archive.read(entry) for entry in archive.namelist()] == [file.read_bytes() for file in files]
    export()
    name, table = download(grid, "Download list (CSV)")
    rows = list(csv.DictReader(io.StringIO(table.decode("utf-8-sig"), newline="")))
    assert name.endswith(".csv") and [(row["position"], row["path"]) for row in rows] == [("1", str(files[0])), ("3", str(files[1]))]
    export()
    name, lines = download(grid, "Download list (JSON Lines)")
    assert name.endswith(".jsonl") and [json.loads(line)["name"] for line in lines.splitlines()] == [file.name for file in files]


def test_everything_is_exported_from_the_menu_of_any_cell(grid, folder):
    grid.click(grid.seen()[2]["id"], button="right")
    choose(grid, "Export all…")
    assert grid.page.get_by_role("menu").get_attribute("aria-label") == "Export 12 items"
    name, table = download(grid, "Download list (CSV)")
    rows = list(csv.DictReader(io.StringIO(table.decode("utf-8-sig"), newline="")))
    assert name.endswith(".csv") and len(rows) == 12 and {row["section"] for row in rows} == {"Left", "Right"}

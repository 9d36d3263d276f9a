"""A large folder is read for the first time: what was found is on the page meanwhile, and it says how much that is."""

import pytest
from grid_page import GridPage
from pictures import write_png
from running import poll
from slow_folders import slow_server

FOLDERS, HELD, EACH = 40, 25, 4


@pytest.fixture
def reading(tmp_path):
    """A server that reads a folder, and holds before the end until its gate is removed."""
    for number in range(FOLDERS * EACH):
        write_png(tmp_path / "photos" / f"{number // EACH:02}" / f"{number}.png", number, 120, 90)
    kind, gate = slow_server(tmp_path, tmp_path / "photos", HELD)
    server = kind(tmp_path / "photos", data=tmp_path / "data")
    yield server, gate
    gate.unlink(missing_ok=True)
    server.stop()


def pictures(page):
    return page.locator("collection-grid .cell img.picture.shown").count()


@pytest.mark.parametrize("width", [1280, 380])
def test_what_was_found_is_shown_while_the_rest_is_read(new_page, reading, width):
    server, gate = reading
    page = new_page(width=width)
    GridPage(page, server.address).open()
    note = page.locator(".prepared")
    if width > 600:
        poll(lambda: "found so far" in note.inner_text(), 20, "the page says how much was found")
    poll(lambda: pictures(page) > 0, 20, "pictures are shown")
    shown = page.locator("collection-grid").evaluate("grid => grid.itemCount")
    assert 0 < shown < FOLDERS * EACH
    gate.unlink()
    poll(lambda: page.locator("collection-grid").evaluate("grid => grid.itemCount") == FOLDERS * EACH, 30, "all is shown")
    poll(lambda: note.is_hidden(), 10, "nothing is being read any more")
    poll(lambda: page.locator(".refresh.running").count() == 0, 10, "the spinner stops")

"""Every layout that the server offers is drawn whole, and can be put in order."""

import pytest
from grid_page import GRID, GridPage
from pictures import write_folder
from running import poll


@pytest.fixture
def server(start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"First": 40, "Second": 30}))
    server.opened()
    return server


def choose(grid, kind):
    grid.page.get_by_label("Layout").select_option(kind)
    poll(lambda: grid.page.evaluate(f"{GRID}.shadowRoot.querySelector('.frame').dataset.layout") == kind, 15, kind)
    grid.settle()
    # The cells travel to their new places.
    poll(lambda: grid.page.evaluate(f"{GRID}.shadowRoot.getAnimations().length") == 0, 15, "all have arrived")


@pytest.mark.parametrize("kind", ["column", "mosaic", "list"])
@pytest.mark.parametrize("width", [360, 1280])
def test_a_layout_fills_the_window_without_overlaps(new_page, server, kind, width):
    grid = GridPage(new_page(width=width, height=740), server.address).open()
    choose(grid, kind)
    for offset in (0, 333, 1000):
        grid.scroll_to(offset)
        seen = grid.seen()
        assert all(cell["isShown"] and cell["isLoaded"] for cell in seen)
        assert max(cell["x"] + cell["width"] for cell in seen) > width * 0.9
        for i, a in enumerate(seen):
            for b in seen[i + 1 :]:
                assert (a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
                        or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"])


def test_another_layout_keeps_the_picture_under_the_eye(page, server):
    grid = GridPage(page, server.address).open().scroll_to(700)
    top = page.evaluate(f"{GRID}.getBoundingClientRect().top")
    for kind in ("mosaic", "list", "column"):
        # The uppermost that is whole in view.
        before = next(cell for cell in grid.seen() if cell["y"] >= top)
        choose(grid, kind)
        poll(lambda: abs(grid.cell(before["id"])["y"] - before["y"]) < 1, 15, f"it is where it was in {kind}")


@pytest.mark.parametrize("kind", ["mosaic", "list"])
def test_items_are_dragged_in_any_layout(page, server, kind):
    grid = GridPage(page, server.address).open()
    choose(grid, kind)
    first = server.order()[0][1]
    grid.drag(first[0], over=first[2])
    assert server.order()[0][1][:3] == [first[1], first[2], first[0]]

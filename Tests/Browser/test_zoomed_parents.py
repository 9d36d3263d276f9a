"""The grid in a part of a page with CSS `zoom` or `scale`: a px of the window is not one of the grid's."""

import pytest
from embedding import GRID
from grid_page import GridPage
from pictures import write_folder
from running import poll

PARENTS = ["zoom: .8", "zoom: 1.25", "transform: scale(.9); transform-origin: 0 0"]
PAGE = GRID.replace("<collection-grid", "<div style='PARENT; width: 900px'><collection-grid style='display: block; height: 620px'") + "</div>"


@pytest.fixture(scope="module")
def shared(start_shared_server, module_path, site):
    server = start_shared_server(write_folder(module_path / "shop", {"": 200}), "--cors-origin", site.address)
    server.opened()
    return server


@pytest.fixture(params=PARENTS)
def grid(request, new_page, site, shared):
    page = new_page(width=1300, height=900)
    page.goto(site.page(PAGE.replace("PARENT", request.param), shared.address, shared.collection()))
    with shared.keeping_order():
        yield GridPage(page, shared.address).settle().equip()


def middle(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_what_is_carried_is_under_the_pointer_and_lands_there(grid):
    first, *_, third = grid.order()[:4]
    grid.drag(first, over=third)
    assert grid.order()[3] == first
    grid.carry(first)
    x, y = grid.centre(third)
    grid.page.mouse.move(x, y, steps=6)
    off = lambda: [round(a - b) for a, b in zip(middle(grid.box(".ghost")), (x, y))]
    poll(lambda: max(map(abs, off())) <= 3, 10, lambda: f"under the pointer, not off by {off()}")
    grid.press("Escape")
    grid.page.mouse.up()


def test_a_frame_selects_what_it_is_drawn_over(grid):
    cells = grid.seen()
    row = [c for c in cells if abs(c["y"] - cells[0]["y"]) < 2]
    below = next(c for c in cells if c["y"] > row[0]["y"] + 5)
    # Through the gap of two rows to the middle of the second cell of the first.
    grid.page.mouse.move(below["x"] + 5, below["y"] - 1.5)
    grid.page.mouse.down()
    grid.page.mouse.move(*middle(row[1]), steps=6)
    box = poll(lambda: grid.is_shown(".marquee") and grid.box(".marquee"), 10, "a frame")
    grid.page.mouse.up()
    assert set(grid.parts(".cell.selected:not([hidden])", "e.dataset.item")) == {row[0]["id"], row[1]["id"]}
    assert abs(box["y"] - middle(row[1])[1]) < 3 and abs(box["x"] - below["x"] - 5) < 3, box


def test_the_thumb_of_the_scroll_bar_and_a_menu_are_at_the_pointer(grid):
    page = grid.page
    x, y = middle(grid.box(".scrubber .thumb"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 200, steps=6)
    poll(lambda: abs(middle(grid.box(".scrubber .thumb"))[1] - y - 200) < 4, 10,
         lambda: f"{grid.box('.scrubber .thumb')} is not at {y + 200}")
    page.mouse.up()
    grid.settle()
    cell = grid.seen()[len(grid.seen()) // 2]
    x, y = middle(cell)
    page.mouse.click(x, y - 20, button="right")
    poll(grid.is_still, 10, "it is open")
    menu = grid.box(".cell-menu")
    view = grid.box(".frame")
    lowest = view["y"] + view["height"] - menu["height"]
    assert abs(menu["x"] - x) < 3 and abs(menu["y"] - min(y - 20, lowest)) < 8, (menu, x, y)


def test_a_pinch_keeps_the_item_under_it(grid):
    page = grid.page
    grid.scroll_to(600)
    cell = grid.seen()[len(grid.seen()) // 2]
    page.mouse.move(*middle(cell))
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    poll(lambda: grid.settle().cell(cell["id"])["width"] > cell["width"] * 1.05, 20, "cells are larger")
    # The part of it that was under the pointer is still there.
    after = grid.cell(cell["id"])
    assert abs(middle(after)[1] - middle(cell)[1]) < 2, (after, cell)

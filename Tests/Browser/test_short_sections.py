"""Short sections stand beside each other, each below its own header."""

import pytest
from grid_page import GridPage
from running import poll

PHOTOS = {"A": 1, "B": 2, "C": 1, "D": 9, "E": 1, "F": 1}


def boxes(grid):
    """The headers by their titles."""
    return dict(grid.parts(".header", "[e.querySelector('.title').textContent, e.getBoundingClientRect().toJSON()]"))


def items(server):
    return {name: items for name, (_, items) in zip(PHOTOS, server.order())}


@pytest.mark.parametrize("kind", ["column", "justified", "mosaic"])
@pytest.mark.parametrize("direction", ["ltr", "rtl"])
@pytest.mark.parametrize("width", [1280, 390])
def test_short_sections_share_a_line_each_below_its_header(new_page, server, kind, direction, width):
    page = new_page(width=width)
    page.add_init_script(f"document.addEventListener('DOMContentLoaded', () => document.documentElement.dir = '{direction}')")
    grid = GridPage(page, server.address).open()
    if kind != "column":
        grid.choose_layout(kind)
    headers = boxes(grid)
    assert all(box["width"] >= 120 for box in headers.values())
    if width > 400:
        assert headers["A"]["top"] == headers["B"]["top"] == headers["C"]["top"] < headers["D"]["top"]
        ends = [headers[name]["left"] for name in "ABC"]
        assert ends == sorted(ends, reverse=direction == "rtl")
    for name, inside in items(server).items():
        for item in inside:
            cell = grid.cell(item)
            if cell and name in headers:
                box = headers[name]
                assert box["left"] <= cell["x"] and cell["x"] + cell["width"] <= box["right"] + 1, f"{cell} below {name}"
                assert cell["y"] >= box["bottom"]


def test_items_go_from_one_section_of_a_line_to_the_end_of_another(page, server):
    grid = GridPage(page, server.address).open()
    before = items(server)
    # On the last third of the last cell is the place behind it.
    x, y = grid.centre(before["A"][0])
    target = grid.cell(before["B"][1])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(target["x"] + target["width"] * 0.9, target["y"] + target["height"] / 2, steps=8)
    poll(lambda: grid.is_carried(before["A"][0]), 15, "it is carried")
    grid.hears("Picked up")
    page.mouse.move(target["x"] + target["width"] * 0.88, target["y"] + target["height"] / 2, steps=3)
    grid.settle()
    page.mouse.up()
    poll(lambda: items(server)["B"] == before["B"] + before["A"], 15,
         lambda: f"it is behind the others: {items(server)}")
    # A section without items keeps its header and its place in the line.
    poll(lambda: boxes(grid)["A"]["top"] == boxes(grid)["B"]["top"], 15, "the line is kept")


def test_keys_go_along_a_line_and_to_the_one_below(page, server):
    grid = GridPage(page, server.address).open()
    inside = items(server)
    grid.focus(inside["A"][0]).press("ArrowRight")
    assert grid.focused() == inside["B"][0]
    grid.press("End")
    assert grid.focused() == inside["C"][0]
    grid.press("ArrowDown")
    below = grid.cell(grid.focused())
    assert grid.focused() in inside["D"] and abs(below["x"] - grid.cell(inside["C"][0])["x"]) < 2
    grid.press("Home", "ArrowUp")
    assert grid.focused() == inside["A"][0]


def test_a_frame_selects_across_the_sections_of_a_line(page, server):
    grid = GridPage(page, server.address).open()
    inside = items(server)
    last = grid.cell(inside["C"][0])
    page.mouse.move(last["x"] + last["width"] + 60, last["y"] + last["height"] - 20)
    page.mouse.down()
    first = grid.cell(inside["B"][0])
    page.mouse.move(first["x"] + 20, first["y"] + 30, steps=6)
    chosen = lambda: {cell for cell in grid.parts(".cell.selected:not([hidden])", "e.dataset.item")}
    poll(lambda: chosen() == {*inside["B"], *inside["C"]}, 15, lambda: f"what the frame meets: {chosen()}")
    page.mouse.up()

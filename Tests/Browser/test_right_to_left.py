"""Where words run from right to left the cells do too: the first at the right, keys and hands as they look."""

import pytest
from grid_page import Finger, GridPage
from running import poll

PHOTOS = {"First": 23, "Second": 20}


@pytest.fixture
def mirror(new_page, server):
    def open_page(**options):
        page = new_page(**options)
        page.add_init_script("document.addEventListener('DOMContentLoaded', () => document.documentElement.dir = 'rtl')")
        return GridPage(page, server.address).open()
    return open_page


def items(server):
    return [items for _, items in server.order()]


@pytest.mark.parametrize("kind", ["column", "justified", "mosaic", "list"])
def test_the_first_cell_lies_at_the_right_in_every_layout(mirror, server, kind):
    grid = mirror()
    grid.choose_layout(kind)
    first, second = items(server)
    bar = grid.box(".scroller")
    assert bar["left"] == 16, "the scroll bar lies at the left"
    edge = grid.cell(first[0])["x"] + grid.cell(first[0])["width"]
    assert bar["right"] - 8 <= edge <= bar["right"]
    for cell in grid.seen():
        assert bar["left"] <= cell["x"] and cell["x"] + cell["width"] <= bar["right"]
    rows = {}
    for item in first + second:
        cell = grid.cell(item)
        if cell and kind != "mosaic":
            rows.setdefault(round(cell["y"]), []).append(cell["x"])
    assert all(row == sorted(row, reverse=True) for row in rows.values())


def test_arrows_go_where_they_point(mirror, server):
    grid = mirror()
    first, _ = items(server)
    grid.focus(first[0]).press("ArrowLeft")
    assert grid.focused() == first[1] and grid.cell(first[1])["x"] < grid.cell(first[0])["x"]
    grid.press("ArrowLeft", "ArrowRight")
    assert grid.focused() == first[1]
    grid.press("Home")
    assert grid.focused() == first[0]
    # What is picked up goes the same ways.
    grid.press("t")
    grid.hears("Picked up")
    grid.press("ArrowLeft")
    grid.hears("Moved to position 2")
    grid.press("ArrowLeft")
    grid.hears("Moved to position 3")
    grid.press("ArrowRight")
    poll(lambda: sum("Moved to position 2" in line for line in grid.spoken()) == 2, 30, "back one")
    grid.press("Enter")
    poll(lambda: items(server)[0][:3] == [first[1], first[0], first[2]], 30, "it is kept")


@pytest.mark.parametrize("kind", ["column", "list", "mosaic"])
def test_a_drag_lands_where_it_was_seen(mirror, server, kind):
    grid = mirror()
    grid.choose_layout(kind)
    first, _ = items(server)
    grid.drag(first[0], over=first[2])
    assert items(server)[0][:3] == [first[1], first[2], first[0]]


def test_a_drag_into_the_end_of_another_section_and_its_ghost_stay_with_the_pointer(mirror, server):
    grid = mirror(height=2000)
    first, second = items(server)
    x, y = grid.pick_up(first[4])
    poll(lambda: grid.is_shown(".ghost"), 30, "it is in hand")
    # One cell past the last of the second section: no cell lies there yet.
    last = grid.cell(second[-1])
    row = [grid.cell(item)["x"] for item in second if grid.cell(item)["y"] == last["y"]]
    assert len(row) > 0 and min(row) == last["x"]
    to = (last["x"] - last["width"] / 2, last["y"] + last["height"] / 2)
    grid.page.mouse.move(*to, steps=8)
    poll(lambda: grid.gap_is_near(*to), 30, "the gap is under the pointer")
    ghost = grid.box(".ghost")
    assert ghost["left"] <= to[0] <= ghost["right"] and ghost["top"] <= to[1] <= ghost["bottom"]
    grid.page.mouse.up()
    poll(lambda: items(server)[1] == [*second, first[4]], 30, "it is kept")


def test_a_frame_selects_what_it_covers(mirror, server):
    grid = mirror(height=1300)
    first, _ = items(server)
    last = grid.cell(first[-1])
    beside = (last["x"] - 40, last["y"] + last["height"] / 2)
    over = grid.centre(first[-2])
    grid.page.mouse.move(*beside)
    grid.page.mouse.down()
    grid.page.mouse.move(*over, steps=6)
    poll(lambda: grid.is_shown(".marquee"), 30, "it is drawn")
    box = grid.box(".marquee")
    assert abs(box["left"] - beside[0]) < 3 and abs(box["right"] - over[0]) < 3
    grid.page.mouse.up()
    grid.hears("2 selected")


def test_the_next_picture_lies_at_the_left(mirror, server):
    grid = mirror()
    first, _ = items(server)
    grid.focus(first[0]).press("Enter")
    poll(lambda: grid.get("openItem") == first[0], 30, "it is open")
    grid.settle()
    grid.press("ArrowLeft")
    poll(lambda: grid.get("openItem") == first[1], 30, "the next")
    grid.settle()
    button = grid.page.get_by_role("button", name="Next picture").bounding_box()
    assert button["x"] < 100
    # Drawn to the right, what lies at the left comes.
    grid.page.mouse.move(500, 400)
    grid.page.mouse.down()
    grid.page.mouse.move(1000, 400, steps=6)
    grid.page.mouse.up()
    poll(lambda: grid.get("openItem") == first[2], 30, "the next by hand")


def test_a_finger_drags_by_the_handle(mirror, server):
    grid = mirror(width=390, height=780, has_touch=True, is_mobile=True)
    first, _ = items(server)
    grid.select_by_finger(first[0])
    box = grid.node(first[0], "e.querySelector('.handle').getBoundingClientRect().toJSON()")
    cell = grid.cell(first[0])
    assert box["left"] == cell["x"], "at the end of the cell, which is its left"
    finger = Finger(grid.page)
    finger.down(box["left"] + 18, box["top"] + 18)
    poll(lambda: grid.is_shown(".ghost"), 30, "it is in hand")
    finger.move(*grid.centre(first[2]))
    finger.move(finger.place[0] + 1, finger.place[1], steps=1)
    poll(lambda: grid.cell(first[1])["x"] > cell["x"] - 1, 30, "the others made room")
    finger.up()
    poll(lambda: items(server)[0][:3] == [first[1], first[2], first[0]], 30, "it is kept")

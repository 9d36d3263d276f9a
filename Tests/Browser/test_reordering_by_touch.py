"""Reordering and rating by a finger: after a long press, or by the handle of a selected cell. Every other touch scrolls."""

import pytest
from grid_page import Finger, GridPage
from pictures import write_folder
from running import poll


def test_an_item_is_dragged_by_a_finger_after_a_long_press(new_page, two_sections):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True, device_scale_factor=2)
    grid = GridPage(page, two_sections.address).open()
    left, right = two_sections.sections()
    finger = Finger(page)
    finger.down(*grid.centre(left[0]))
    poll(lambda: grid.is_shown(".ghost"), 15, "it is in hand")
    finger.move(*grid.centre(left[2]))
    poll(lambda: grid.gap_is_near(*finger.place), 15, "the others made room")
    finger.up()
    expected = [left[1], left[2], left[0], *left[3:]]
    poll(lambda: two_sections.sections() == [expected, right], 15, "it is kept")
    assert grid.offset == 0


def test_a_finger_that_moves_at_once_scrolls_and_drags_nothing(new_page, start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"": 80}))
    server.opened()
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, server.address).open()
    before = server.sections()
    finger = Finger(page)
    finger.down(200, 600)
    finger.move(200, 300, steps=10)
    finger.up()
    poll(lambda: grid.offset > 150, 15, "it scrolled")
    assert not grid.is_shown(".ghost")
    grid.settle()
    assert server.sections() == before


def test_a_held_cell_is_picked_and_the_mark_is_kept(new_page, start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"Left": 7}))
    server.opened()
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, server.address).open()
    item = server.sections()[0][0]
    finger = Finger(page)
    finger.down(*grid.centre(item))
    poll(lambda: grid.is_shown(".ghost"), 15, "it is in hand")
    finger.up()
    page.get_by_role("menuitemradio", name="Pick", exact=True).tap()
    poll(lambda: grid.cell(item)["label"].endswith(", Picked"), 15, "it is picked")
    assert page.locator(".badge").count() == 1
    grid.open()
    assert grid.cell(item)["label"].endswith(", Picked")


def handle(grid, item):
    return grid.node(item, "e.querySelector('.handle')?.getBoundingClientRect().toJSON()")


def test_a_selected_cell_is_dragged_by_its_handle_without_a_long_press(new_page, two_sections):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True, device_scale_factor=2)
    grid = GridPage(page, two_sections.address).open()
    left, right = two_sections.sections()
    grid.select_by_finger(left[0])
    box = handle(grid, left[0])
    assert box["width"] >= 24 and box["height"] >= 24 and not handle(grid, left[1])
    finger = Finger(page)
    finger.down(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    poll(lambda: grid.is_shown(".ghost"), 30, "it is in hand")
    finger.move(*grid.centre(left[2]))
    poll(lambda: grid.gap_is_near(*grid.centre(left[0])) and grid.cell(left[1])["x"] < 20, 30, "the others made room")
    finger.up()
    expected = [left[1], left[2], left[0], *left[3:]]
    poll(lambda: two_sections.sections() == [expected, right], 30, "it is kept")
    assert grid.offset == 0


@pytest.fixture(scope="module")
def many(start_shared_server, module_path):
    server = start_shared_server(write_folder(module_path / "many", {"": 80}), data=module_path / "data of many")
    server.opened()
    return server


@pytest.mark.parametrize("is_selected", [False, True], ids=["on a cell", "on a handle"])
def test_a_swipe_from_the_corner_of_a_cell_scrolls_and_moves_nothing(new_page, many, is_selected):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, many.address).open()
    before = many.sections()
    item = grid.seen()[13]
    if is_selected:
        grid.select_by_finger(item["id"])
    assert bool(handle(grid, item["id"])) == is_selected
    finger = Finger(page)
    finger.down(item["x"] + item["width"] - 12, item["y"] + item["height"] - 12)
    finger.move(item["x"] + item["width"] - 12, item["y"] - 280, steps=10)
    finger.up()
    poll(lambda: grid.offset > 150, 15, "it scrolled")
    grid.settle()
    assert not grid.is_shown(".ghost") and many.sections() == before


def test_a_tap_in_the_corner_of_a_cell_opens_its_picture(new_page, two_sections):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, two_sections.address).open()
    cell = grid.seen()[1]
    page.touchscreen.tap(cell["x"] + cell["width"] - 10, cell["y"] + cell["height"] - 10)
    poll(lambda: grid.part(".lightbox", "e.open"), 15, "the picture is open")
    assert not grid.is_shown(".cell-menu")


@pytest.mark.parametrize("locale,words", [("en-US", "Undo"), ("ko-KR", "실행 취소")])
def test_a_drop_says_what_it_did_and_a_tap_takes_it_back(new_page, two_sections, locale, words):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True, locale=locale, clock=True)
    grid = GridPage(page, two_sections.address).open()
    before = two_sections.sections()
    finger = Finger(page)
    finger.down(*grid.centre(before[0][0]))
    poll(lambda: grid.is_shown(".ghost"), 15, "it is in hand")
    finger.move(*grid.centre(before[0][2]))
    poll(lambda: grid.gap_is_near(*finger.place), 15, "the others made room")
    finger.up()
    toast = page.locator(".toast.shown")
    poll(lambda: toast.count() and "Left 1.png" in toast.inner_text(), 15, "the drop is told")
    assert two_sections.sections() != before
    button = toast.get_by_role("button", name=words, exact=True)
    box = button.bounding_box()
    assert box["height"] >= 36 and box["x"] + box["width"] <= 390
    button.tap()
    poll(lambda: two_sections.sections() == before and grid.order()[:7] == before[0], 15, "it is taken back")
    # The finger is gone, though the browser still calls what it tapped hovered.
    poll(lambda: toast.count(), 10, "that is told, too")
    page.clock.fast_forward(30_000)
    poll(lambda: not toast.count(), 10, "and is gone by itself")


def test_a_mouse_and_a_collection_in_a_fixed_order_have_no_handles(new_page, colours):
    grid = GridPage(new_page(), colours.address).open("material-colours")
    assert not grid.is_shown(".handle")
    fixed = next(c["id"] for c in colours.ask("GET", "/api/v1/collections").json["collections"] if not c["capabilities"]["move"])
    grid = GridPage(new_page(width=390, height=780, has_touch=True, is_mobile=True), colours.address).open(fixed)
    assert len(grid.seen()) > 4 and not grid.is_shown(".handle")

"""Reordering and rating by a finger: after a long press, or at once by the handle."""

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


def test_a_held_cell_is_rated_and_the_rating_is_kept(new_page, start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"Left": 7}))
    server.opened()
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, server.address).open()
    item = server.sections()[0][0]
    finger = Finger(page)
    finger.down(*grid.centre(item))
    poll(lambda: grid.is_shown(".ghost"), 15, "it is in hand")
    finger.up()
    page.get_by_role("menuitemradio", name="Like", exact=True).tap()
    poll(lambda: grid.cell(item)["label"].endswith(", Like"), 15, "it is rated")
    assert page.locator(".badge").count() == 1
    grid.open()
    assert grid.cell(item)["label"].endswith(", Like")


def handle(grid, item):
    return grid.node(item, "e.querySelector('.handle')?.getBoundingClientRect().toJSON()")


def test_a_finger_takes_hold_of_a_cell_by_its_handle_at_once(new_page, two_sections):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True, device_scale_factor=2)
    grid = GridPage(page, two_sections.address).open()
    left, right = two_sections.sections()
    box = handle(grid, left[0])
    assert box["width"] >= 24 and box["height"] >= 24
    finger = Finger(page)
    finger.down(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    # No rest: what moves at once elsewhere scrolls.
    finger.move(*grid.centre(left[2]))
    poll(lambda: grid.is_shown(".ghost"), 30, "it is in hand")
    finger.move(finger.place[0] + 1, finger.place[1], steps=1)
    poll(lambda: grid.gap_is_near(*grid.centre(left[0])) and grid.cell(left[1])["x"] < 20, 30, "the others made room")
    finger.up()
    expected = [left[1], left[2], left[0], *left[3:]]
    poll(lambda: two_sections.sections() == [expected, right], 30, "it is kept")
    assert grid.offset == 0


def test_a_tapped_handle_opens_what_can_be_done(new_page, two_sections):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, two_sections.address).open()
    box = handle(grid, two_sections.sections()[0][1])
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    poll(lambda: grid.is_shown(".rating"), 30, "the menu is open")
    assert page.get_by_role("menuitem", name="Move to…").count() == 1


def test_a_mouse_and_a_collection_in_a_fixed_order_have_no_handles(new_page, colours):
    grid = GridPage(new_page(), colours.address).open("material-colours")
    assert not grid.is_shown(".handle")
    fixed = next(c["id"] for c in colours.ask("GET", "/api/v1/collections").json["collections"] if not c["capabilities"]["move"])
    grid = GridPage(new_page(width=390, height=780, has_touch=True, is_mobile=True), colours.address).open(fixed)
    assert len(grid.seen()) > 4 and not grid.is_shown(".handle")

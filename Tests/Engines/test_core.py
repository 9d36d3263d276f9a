"""The core of the page in every engine: open, scroll, arrange, look closer, return. By the browser's own input."""

import pytest
from grid_checks import (
    a_drag_is_seen_and_kept,
    a_narrower_window_keeps_the_place,
    ends_whole_and_without_blanks,
    escape_cancels_a_drag,
    keys_reach_both_ends,
    notches_are_100_px,
)
from grid_page import GridPage
from large_picture import Picture
from running import poll


def test_it_opens_with_every_picture_in_view(grid, photos):
    seen = grid.seen()
    assert all(cell["isShown"] and cell["isLoaded"] and cell["state"] == "ready" for cell in seen)
    flat = [item for items in photos.sections() for item in items]
    assert len(seen) > 20 and [cell["id"] for cell in seen] == flat[: len(seen)]
    assert grid.headers()[0] == "First"


def test_no_cell_is_blank_after_a_scroll_to_the_end(grid):
    ends_whole_and_without_blanks(grid, "Second 40.png")


def test_a_notch_of_the_wheel_is_100_px_anywhere_in_a_thousand_million(tall):
    height = tall.get("contentHeight")
    notches_are_100_px(tall, [0, 19_950, height // 2, height - 25_000], within=0.25)


def test_the_last_of_ten_million_is_reached_by_keys_and_whole(tall):
    keys_reach_both_ends(tall, 10_000_000)


def test_a_drag_is_seen_kept_and_patched_in_another_tab(new_page, photos):
    other = GridPage(new_page(), photos.address).open()
    grid = GridPage(new_page(), photos.address).open()
    expected = a_drag_is_seen_and_kept(grid, photos)
    other.page.bring_to_front()
    poll(lambda: other.order()[:20] == expected, 15, "the other tab has it")
    grid.page.bring_to_front()
    grid.page.reload()
    grid.settle()
    assert grid.order()[:20] == expected
    assert all(cell["isShown"] and cell["isLoaded"] for cell in grid.seen())


def test_escape_cancels_a_drag(grid, photos):
    escape_cancels_a_drag(grid, photos, over=photos.sections()[0][9])


def test_an_item_is_moved_by_keys_and_the_move_is_undone(grid, photos):
    first = photos.sections()[0]
    grid.focus(first[0])
    grid.press("t")
    grid.hears("Picked up First 1.png")
    grid.press("ArrowRight", "ArrowRight", "Enter")
    expected = [first[1], first[2], first[0], *first[3:]]
    poll(lambda: photos.sections()[0] == expected, 15, "it is kept")
    poll(lambda: grid.order()[:20] == expected[:20], 15, "it is seen")
    grid.press("Control+z")
    poll(lambda: photos.sections()[0] == first, 15, "the old order is kept")
    poll(lambda: grid.order()[:20] == first[:20], 15, "the old order is seen")


def test_ctrl_and_shift_select(grid):
    cells, keyboard = grid.seen(), grid.page.keyboard
    for key, number in [("Control", 1), ("Shift", 4)]:
        keyboard.down(key)
        grid.click(cells[number]["id"])
        keyboard.up(key)
    assert grid.parts(".cell.selected:not([hidden])", "e.dataset.item") == [cell["id"] for cell in cells[1:5]]
    grid.press("Escape")
    assert grid.parts(".cell.selected:not([hidden])", "e.dataset.item") == []


def test_a_picture_opens_large_goes_on_and_returns_to_its_cell(grid):
    item = grid.seen()[4]
    grid.click(item["id"])
    picture = Picture(grid).shows(item["label"])
    assert picture.place == "5 of 110"
    picture.stands(540)
    grid.press("ArrowRight")
    picture.shows("First 6.png")
    grid.press("ArrowLeft")
    picture.shows("First 5.png")
    grid.page.mouse.move(640, 400)
    grid.page.mouse.wheel(0, -600)
    poll(lambda: picture.box["width"] > 1400, 5, "the wheel zooms")
    before = picture.box["x"]
    grid.page.mouse.down()
    grid.page.mouse.move(540, 400, steps=4)
    grid.page.mouse.up()
    poll(lambda: picture.box["x"] < before - 50, 5, "the mouse pans")
    grid.press("Control+0")
    picture.stands(540)
    grid.press("Escape")
    picture.has_closed()
    assert grid.focused() == item["id"]
    assert "#" not in grid.page.evaluate("location.href")


def test_back_closes_the_picture(grid):
    grid.focus(grid.seen()[6]["id"]).press("Enter")
    picture = Picture(grid).shows("First 7.png")
    assert "#picture=" in grid.page.evaluate("location.hash")
    grid.page.go_back()
    picture.has_closed()
    assert "#" not in grid.page.evaluate("location.href")


def test_a_page_that_is_left_and_returned_to_is_where_it_was_and_live(engine, grid, photos):
    grid.scroll_to(600)
    order = [cell["id"] for cell in grid.seen()]
    assert len(order) > 20
    grid.page.evaluate("addEventListener('pageshow', (event) => { globalThis.wasKept = event.persisted; })")
    grid.page.goto("about:blank")
    poll(lambda: photos.ask("GET", "/api/v1/stats").json["viewers"] == 0, 10, "its viewer has left")
    assert photos.move(order[-1], [1, 0]).status == 200
    engine.back(grid.page)
    # From the browser's back/forward cache, so that it is the very page that was left, or by a reload.
    poll(lambda: grid.page.evaluate("globalThis.wasKept === true") == engine.keeps_pages, 10, "the page is there")
    poll(lambda: order[-1] not in [cell["id"] for cell in grid.settle().seen()], 15, "what others did meanwhile is seen")
    assert grid.offset == 600
    assert photos.move(order[3], [1, 0]).status == 200
    poll(lambda: order[3] not in [cell["id"] for cell in grid.seen()], 15, "what others do is seen")
    assert not grid.is_shown(".banner.shown")


def test_a_resized_window_keeps_the_picture_under_the_eye(grid):
    a_narrower_window_keeps_the_place(grid)


def test_nothing_sticks_out_of_a_narrow_window(new_page, photos):
    grid = GridPage(new_page(width=460, height=740), photos.address).open()
    assert grid.page.evaluate("document.documentElement.scrollWidth") == 460
    assert all(cell["x"] >= 0 and cell["x"] + cell["width"] <= 460 for cell in grid.seen())
    assert len({round(cell["x"]) for cell in grid.seen()}) >= 3


def test_a_finger_scrolls(engine, grid, photos):
    if not engine.finger_scrolls:
        pytest.skip(f"{engine.name}'s driver cannot")
    before = photos.sections()
    finger = engine.finger(grid.page)
    finger.down(600, 600)
    finger.move(600, 300, steps=10)
    finger.up()
    poll(lambda: grid.offset > 150, 15, "it scrolled")
    assert not grid.is_shown(".ghost")
    grid.settle()
    assert photos.sections() == before


def test_a_long_press_picks_an_item_up(engine, grid, photos):
    if not engine.has_touch:
        pytest.skip(f"{engine.name}'s driver cannot")
    first = photos.sections()[0]
    finger = engine.finger(grid.page)
    finger.down(*grid.centre(first[0]))
    poll(lambda: grid.is_shown(".ghost"), 15, "it is in hand")
    finger.move(*grid.centre(first[2]), steps=8)
    poll(lambda: grid.gap_is_near(*finger.place), 15, "the others made room")
    finger.up()
    expected = [first[1], first[2], first[0], *first[3:]]
    poll(lambda: photos.sections()[0] == expected, 15, "it is kept")
    assert grid.offset == 0

"""Whatever the page remembers is an item, not a place: others come before it, and it goes along."""

import pytest
from grid_page import GRID, GridPage
from running import poll

POSTED = "/api/v1/collections/posted"


@pytest.fixture(scope="module")
def house(start_shared_server):
    return start_shared_server()


@pytest.fixture
def posted(house):
    items = [{"id": f"item {i}", "title": f"Item {i}"} for i in range(400)]
    sections = [{"id": "all", "title": "All", "items": items}]
    answer = house.ask("POST", "/api/v1/collections", {"id": "posted", "title": "Posted", "sections": sections})
    assert answer.status == 201, answer.body
    yield house
    assert house.ask("DELETE", POSTED).status == 204


def arrive(grid, server, count=5):
    """Others post items before all that are there."""
    version = server.ask("GET", POSTED).json["version"]
    items = [{"at": [0, n], "item": {"id": f"new {version} {n}", "title": f"New {n}"}} for n in range(count)]
    assert server.ask("POST", POSTED + "/batch", {"inserts": items}).status == 200
    poll(lambda: grid.get("session.presenter.store.version") > version, 15, "they are here")
    grid.settle()
    poll(grid.is_still, 15, "all have arrived")


def selected(grid):
    """What is selected among that which is loaded."""
    return grid.parts(".cell.selected:not([hidden])", "e.dataset.item")


def numbers(first, last):
    return sorted(f"item {n}" for n in range(first, last + 1))


def test_shift_selects_from_the_item_that_was_clicked(page, posted):
    grid = GridPage(page, posted.address).open("posted")
    page.keyboard.down("Control")
    grid.click("item 3")
    page.keyboard.up("Control")
    arrive(grid, posted)
    page.keyboard.down("Shift")
    grid.click("item 6")
    assert sorted(selected(grid)) == numbers(3, 6)
    # And what it selected beyond is given back, though the place has changed once more.
    arrive(grid, posted)
    grid.click("item 4")
    page.keyboard.up("Shift")
    assert sorted(selected(grid)) == numbers(3, 4)


def test_shift_goes_on_in_the_result_of_a_search(page, posted):
    grid = GridPage(page, posted.address).open("posted")
    page.keyboard.down("Control")
    grid.click("item 12")
    page.keyboard.up("Control")
    page.evaluate(f"{GRID}.query = {{ search: 'Item 1' }}")
    poll(lambda: grid.settle().order()[:3] == ["item 1", "item 10", "item 11"], 15, "it is found")
    page.keyboard.down("Shift")
    grid.click("item 14")
    page.keyboard.up("Shift")
    assert sorted(selected(grid)) == numbers(12, 14)


def test_a_frame_keeps_what_it_holds_while_others_arrive(new_page, posted):
    page = new_page(width=900, height=700)
    grid = GridPage(page, posted.address).open("posted")
    grid.scroll_to(400)
    cells = grid.seen()
    row = [c for c in cells if c["y"] > 60][0]
    begin = next(c for c in cells if c["y"] > row["y"] + 5)
    # From the gap between two rows.
    page.mouse.move(begin["x"] + 30, begin["y"] - 2)
    page.mouse.down()
    page.mouse.move(begin["x"] + 2 * begin["width"], begin["y"] + begin["height"] / 2, steps=6)
    poll(lambda: len(selected(grid)) >= 2, 10, "the frame holds some")
    held = sorted(selected(grid))
    arrive(grid, posted, 3 * round(900 / begin["width"]))
    page.mouse.move(begin["x"] + 2 * begin["width"], begin["y"] + begin["height"] / 2 + 3, steps=2)
    page.mouse.up()
    grid.settle()
    assert sorted(selected(grid)) == held


def test_the_focus_stays_on_an_item_that_is_far_away(page, posted):
    grid = GridPage(page, posted.address).open("posted")
    grid.focus("item 2")
    page.mouse.move(600, 400)
    for _ in range(12):
        page.mouse.wheel(0, 400)
    poll(lambda: grid.settle().offset > 2000, 30, "it is far away")
    arrive(grid, posted)
    grid.press("ArrowRight")
    poll(lambda: grid.settle().focused() == "item 2", 15, lambda: f"back at it, not at {grid.focused()}")
    grid.press("ArrowRight")
    poll(lambda: grid.focused() == "item 3", 15, "and on from it")


def test_a_menu_acts_on_the_item_that_it_was_opened_over(page, posted):
    grid = GridPage(page, posted.address).open("posted")
    grid.click("item 4", button="right")
    arrive(grid, posted, 2)
    page.get_by_role("menuitem", name="Select", exact=True).click()
    assert selected(grid) == ["item 4"]


def test_a_cell_that_is_used_again_is_not_hidden_from_screen_readers(page, posted):
    """What vanishes is hidden from them; its node shows another item afterwards."""
    grid = GridPage(page, posted.address).open("posted")
    for _ in range(3):
        version = posted.ask("GET", POSTED).json["version"]
        assert posted.ask("POST", POSTED + "/batch", {"deletes": [[0, n] for n in range(8)]}).status == 200
        poll(lambda: grid.get("session.presenter.store.version") > version, 15, "they are gone")
        poll(grid.is_still, 15, "all have vanished")
        grid.settle()
    page.mouse.move(600, 400)
    for offset in (800, 1600, 2400, 0):
        grid.scroll_to(offset)
        hidden = grid.parts(".cell:not([hidden], .leaving)[aria-hidden]", "e.dataset.item")
        assert hidden == []

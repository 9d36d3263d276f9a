"""One way to judge: the quick bar, going on after a mark, and keys of one's own."""

import pytest
from grid_page import GridPage
from large_picture import Picture
from pictures import write_folder
from running import poll


@pytest.fixture
def server(start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"Left": 8}))
    server.opened()
    items = server.sections()[0]
    path = f"/api/v1/collections/{server.collection()}/marks"
    server.ask("POST", path, {"items": items[:2], "flag": "pick"})
    server.ask("POST", path, {"items": items[2:3], "flag": "reject"})
    for stars, item in enumerate(items[:6]):
        server.ask("POST", path, {"items": [item], "stars": stars})
    return server


def shows(grid, *numbers):
    poll(lambda: [cell["label"].split(",")[0] for cell in grid.seen()] == [f"Left {n}.png" for n in numbers], 15, f"{numbers} are shown")


def test_one_key_shows_all_picks_unmarked_and_rejects_in_turn(grid):
    page = grid.page
    page.keyboard.press("q")
    bar = page.locator(".quick-bar")
    bar.wait_for()
    shows(grid, *range(1, 9))
    pressed = lambda: bar.locator(".choices [aria-pressed=true]").inner_text()
    assert pressed() == "All"
    top = grid.box("collection-grid")["top"] if grid.box("collection-grid") else page.locator("collection-grid").bounding_box()["y"]
    for words, numbers in [("Picks", (1, 2)), ("Unmarked", (4, 5, 6, 7, 8)), ("Rejects", (3,)), ("All", range(1, 9))]:
        page.keyboard.press("q")
        shows(grid, *numbers)
        assert pressed() == words
        assert page.locator("collection-grid").bounding_box()["y"] == top, "the bar says it: no chip moves the pictures"
    # It is there at the next visit, with what the address asks for.
    page.keyboard.press("q")
    shows(grid, 1, 2)
    page.reload()
    grid.settle()
    bar.wait_for()
    shows(grid, 1, 2)
    poll(lambda: pressed() == "Picks", 10)
    bar.get_by_role("button", name="Close the quick bar").click()
    page.locator(".chips .chip").wait_for()
    assert bar.count() == 0


def test_the_third_star_is_three_and_more_in_one_click(grid):
    page = grid.page
    page.get_by_role("button", name="Quick bar").click()
    bar = page.locator(".quick-bar")
    bar.wait_for()
    bar.get_by_role("button", name="3 stars and more").click()
    shows(grid, 4, 5, 6)
    bar.get_by_role("button", name="Unmarked").click()
    shows(grid, 4, 5, 6)
    bar.get_by_role("button", name="Rejects").click()
    poll(lambda: grid.seen() == [], 10, "both count")
    bar.get_by_role("button", name="3 stars and more").click()
    shows(grid, 3)


def test_on_a_phone_in_korean_the_bar_has_room_for_itself(new_page, server):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True, locale="ko-KR", color_scheme="dark")
    grid = GridPage(page, server.address).open()
    page.locator(".quick-button").tap()
    bar = page.locator(".quick-bar")
    bar.get_by_role("button", name="미표시").tap()
    shows(grid, 4, 5, 6, 7, 8)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert bar.get_by_role("button", name="별 3개 이상").bounding_box()["x"] < 390


def test_going_on_after_a_mark_is_a_switch_that_is_seen(grid, server):
    page, items = grid.page, grid.order()
    page.keyboard.press("q")
    switch = page.locator(".quick-bar .go-on")
    switch.click()
    assert switch.get_attribute("aria-pressed") == "true"
    grid.focus(items[6]).press("p")
    poll(lambda: grid.focused() == items[7], 10, "the next has the focus")
    grid.press("Shift+x")
    poll(lambda: grid.cell(items[7])["label"].endswith("Rejected"), 10)
    assert grid.focused() == items[7], "Shift stays"
    # In the large picture it is the same switch, for clicks as well.
    grid.focus(items[0]).press("Enter")
    picture = Picture(grid).shows("Left 1.png")
    assert picture.part(".go-on", "e.getAttribute('aria-pressed')") == "true"
    page.get_by_role("button", name="Reject", exact=True).click()
    picture.shows("Left 2.png")
    grid.press("4")
    picture.shows("Left 3.png")
    page.locator(".lightbox .go-on").click()
    assert switch.get_attribute("aria-pressed") == "false"
    grid.press("5")
    poll(lambda: picture.part(".star[aria-pressed=true]", "e.getAttribute('aria-label')") == "5 stars", 10)
    assert picture.title == "Left 3.png"
    page.reload()
    grid.settle()
    poll(lambda: page.locator(".quick-bar .go-on").get_attribute("aria-pressed") == "false", 10, "it is kept")


def test_a_key_is_changed_kept_and_refused_where_it_is_taken(grid, server):
    page, items = grid.page, grid.order()
    page.get_by_role("button", name="Keys (?)").click()
    sheet = page.locator(".key-sheet")
    sheet.wait_for()
    sheet.get_by_role("button", name="Change keys").click()
    pick = sheet.get_by_role("button", name="Pick: P")
    pick.click()
    page.keyboard.press("f")
    poll(lambda: "F is taken: Full screen" in sheet.inner_text(), 10, sheet.inner_text)
    page.keyboard.press("j")
    sheet.get_by_role("button", name="Pick: J").wait_for()
    sheet.get_by_role("button", name="Done").click()
    assert "Pick" in sheet.inner_text()
    sheet.get_by_role("button", name="Close").click()
    grid.focus(items[7]).press("p")
    grid.press("j")
    poll(lambda: grid.cell(items[7])["label"].endswith(", Picked"), 10, "the new key picks")
    page.reload()
    grid.settle()
    grid.focus(items[6]).press("j")
    poll(lambda: grid.cell(items[6])["label"].endswith(", Picked"), 10, "it is kept")
    grid.focus(items[6]).press("ContextMenu")
    assert "J" in page.locator(".cell-menu kbd:visible").all_inner_texts()
    page.keyboard.press("Escape")
    # The letter that is free now may be another one's; all of them return at once.
    page.keyboard.press("?")
    sheet.get_by_role("button", name="Change keys").click()
    sheet.get_by_role("button", name="Filter: F").click()
    page.keyboard.press("p")
    sheet.get_by_role("button", name="Filter: P").wait_for()
    sheet.get_by_role("button", name="Reset all").click()
    sheet.get_by_role("button", name="Pick: P").wait_for()
    sheet.get_by_role("button", name="Filter: F").wait_for()


def test_hearts_are_offered_by_the_demo_that_has_nothing_else(grid, server):
    grid.focus(grid.order()[0]).press("Enter")
    picture = Picture(grid).shows("Left 1.png")
    assert grid.parts(".lightbox .rate", "1") == []
    assert picture.part(".flag.pick", "e.getAttribute('aria-pressed')") == "true"

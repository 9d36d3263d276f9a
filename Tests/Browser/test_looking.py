"""Space looks at a picture: while it is held, or until it is pressed again."""

from grid_page import GridPage
from large_picture import Picture
from running import poll

PHOTOS = {"First": 30}


def titles(server):
    return [item["title"] for item in server.ask("GET", f"/api/v1/collections/{server.collection()}/items").json["items"]]


def test_space_looks_until_it_is_pressed_again_and_the_arrows_go_on(grid, server):
    names, items = titles(server), grid.order()
    order = server.sections()
    picture = Picture(grid)
    grid.focus(items[1]).press("Space")
    picture.shows(names[1])
    grid.press("ArrowRight", "ArrowRight")
    picture.shows(names[3])
    grid.press("Space")
    picture.has_closed()
    poll(lambda: grid.focused() == items[3], 10, "the focus is where the look ended")
    assert server.sections() == order, "nothing was picked up"
    # And again: what Space opens, Space closes.
    grid.press("Space")
    picture.shows(names[3])
    grid.press("Escape")
    picture.has_closed()


def test_a_look_ends_when_the_key_is_let_go(grid, server):
    names = titles(server)
    picture, keyboard = Picture(grid), grid.page.keyboard
    # What shows pictures is here before the key is timed.
    grid.focus(grid.order()[0]).press("Enter")
    picture.shows(names[0])
    grid.press("Escape")
    picture.has_closed()
    keyboard.down("Space")
    picture.shows(names[0])
    began = grid.page.evaluate("performance.now()")
    # The keyboard repeats a key that is held.
    keyboard.down("Space")
    keyboard.press("ArrowRight")
    picture.shows(names[1])
    poll(lambda: grid.page.evaluate("performance.now()") > began + 400, 10)
    assert picture.is_open
    keyboard.up("Space")
    picture.has_closed()
    poll(lambda: grid.focused() == grid.order()[1], 10)


def test_in_a_picture_that_enter_opened_space_goes_on(grid, server):
    names = titles(server)
    picture = Picture(grid)
    grid.focus(grid.order()[0]).press("Enter")
    picture.shows(names[0])
    grid.press("Space")
    picture.shows(names[1])
    grid.press("Shift+Space")
    picture.shows(names[0])


def test_the_first_item_that_is_picked_up_shows_the_keys(new_page, server):
    page = new_page(width=390, height=780, locale="ko-KR")
    grid = GridPage(page, server.address).open()
    words = lambda: grid.part(".toast.shown .toast-words", "e.textContent") or ""
    grid.focus(grid.order()[0]).press("t")
    poll(lambda: "Enter 키로 놓고" in words(), 10, "the keys are shown")
    box = grid.box(".toast")
    assert 0 <= box["left"] and box["right"] <= 390
    grid.press("Escape")
    grid.hears("옮기기를 취소했습니다")
    poll(lambda: "Enter 키로" not in words(), 15, "it has gone")
    grid.focus(grid.order()[1]).press("t")
    grid.hears("First 2.png")
    assert "Enter 키로" not in words(), "once is enough"

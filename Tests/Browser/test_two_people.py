"""Two people, and a program, at one collection: each takes back what they did themselves."""

import signal
import time

import pytest
from grid_page import GridPage
from large_picture import Picture
from pictures import write_folder
from running import poll


@pytest.fixture
def server(start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"Left": 8, "Right": 5}))
    server.opened()
    return server


@pytest.fixture
def people(new_page, server):
    """Two browsers."""
    return [GridPage(new_page(), server.address).open() for _ in range(2)]


def attributes(server, item):
    return server.ask("GET", f"/api/v1/collections/{server.collection()}/items/{item}").json["attributes"]


def toast(grid):
    return grid.page.locator(".toast.shown")


def test_ctrl_z_takes_back_ones_own_move_and_says_which(people, server):
    anna, ben = people
    left, right = server.sections()
    anna.drag(left[0], over=left[2])
    poll(lambda: ben.order()[:3] == [left[1], left[2], left[0]], 15, "Ben sees Anna's move")
    ben.drag(left[5], over=left[4])
    assert server.ask("POST", f"/api/v1/collections/{server.collection()}/moves", {"item": right[0], "to": [1, 2]}).status == 200
    anna.press("Control+z")
    anna.hears("Undid your move of Left 1.png.")
    assert server.sections() == [left[:4] + [left[5], left[4]] + left[6:], [right[1], right[2], right[0]] + right[3:]]
    anna.press("Control+z")
    anna.hears("You have nothing to undo here.")
    assert toast(anna).get_by_role("button").inner_text().startswith("Undo the newest change: move of Right 1.png, ")
    # What was offered is what is done, also after others.
    ben.press("Control+z")
    ben.hears("Undid your move of Left 6.png.")
    toast(anna).get_by_role("button").click()
    anna.hears("Undid the move of Right 1.png.")
    assert server.sections() == [left, right]
    ben.press("Control+Shift+z")
    ben.hears("Redid your move of Left 6.png.")


def test_the_button_of_a_message_takes_back_its_own_change_below_others(people, server):
    anna, ben = people
    left = server.sections()[0]
    anna.drag(left[0], over=left[2])
    ben.drag(left[6], over=left[5])
    toast(anna).get_by_role("button", name="Undo", exact=True).click()
    anna.hears("Undid your move of Left 1.png.")
    assert server.sections()[0] == left[:5] + [left[6], left[5]] + left[7:]


def test_two_tabs_of_a_browser_are_one_person_also_after_a_kill(new_page, server):
    grid = GridPage(new_page(), server.address).open()
    left = server.sections()[0]
    grid.drag(left[0], over=left[2])
    # What a browser keeps belongs to an address.
    server.port = int(server.address.rsplit(":", 1)[1])
    server.restart(signal.SIGKILL)
    tab = grid.page.context.new_page()
    other = GridPage(tab, server.address).open()
    other.focus(left[4])
    other.press("Control+z")
    other.hears("Undid your move of Left 1.png.")
    assert server.sections()[0] == left
    tab.close()


def test_what_is_gone_is_refused_in_words_and_the_one_before_is_offered(people, server, tmp_path):
    anna, _ = people
    left = server.sections()[0]
    anna.drag(left[5], over=left[4])
    anna.drag(left[0], over=left[2])
    (tmp_path / "photos" / "Left" / "Left 1.png").unlink()
    server.ask("POST", f"/api/v1/collections/{server.collection()}/refresh")
    poll(lambda: left[0] not in server.sections()[0], 20, "it is gone")
    anna.press("Control+z")
    anna.hears("Your move of")
    poll(lambda: toast(anna).get_by_role("button").inner_text() == "Undo the move of Left 6.png", 10, "the one before")
    assert server.sections()[0].index(left[5]) < server.sections()[0].index(left[4]), "it is not taken unasked"
    toast(anna).get_by_role("button").click()
    anna.hears("Undid your move of Left 6.png.")
    assert server.sections()[0] == left[1:]


def test_the_menu_names_the_newest_change_of_others(people, server):
    anna, ben = people
    left = server.sections()[0]
    ben.focus(left[3])
    ben.press("4")
    poll(lambda: attributes(server, left[3]) == {"stars": 4}, 10, "marked")
    anna.click(left[0], button="right")
    entry = anna.page.get_by_role("menuitem", name="Undo the newest change: marks on Left 4.png")
    entry.click()
    anna.hears("Undid the marks on Left 4.png.")
    assert attributes(server, left[3]) == {}
    ben.click(left[0], button="right")
    ben.page.get_by_role("menuitem", name="Copy name").wait_for()
    assert ben.page.get_by_role("menuitem", name="Undo the newest change").count() == 0, "there is none"


def test_the_large_picture_goes_to_what_it_takes_back(people, server):
    anna, ben = people
    left = server.sections()[0]
    anna.click(left[0])
    large = Picture(anna)
    large.shows("Left 1.png")
    anna.press("Shift+X")
    large.shows("Left 2.png")
    ben.focus(left[4])
    ben.press("3")
    poll(lambda: attributes(server, left[4]) == {"stars": 3}, 10, "Ben marks another")
    anna.press("Control+z")
    large.shows("Left 1.png")
    assert (attributes(server, left[0]), attributes(server, left[4])) == ({}, {"stars": 3})
    assert anna.part(".lightbox .toast", "e.textContent").startswith("Undid your marks on Left 1.png.")
    anna.press("Control+Shift+z")
    poll(lambda: attributes(server, left[0]) == {"flag": "reject"}, 10, "done again")


def test_a_mark_that_takes_the_picture_out_of_the_result_keeps_its_undo(new_page, server):
    page = new_page()
    grid = GridPage(page, server.address).open()
    left = server.sections()[0]
    grid.page.locator(".filter-button").click()
    grid.page.get_by_label("Hide rejected").check()
    grid.settle()
    grid.click(left[1])
    large = Picture(grid)
    large.shows("Left 2.png")
    grid.press("x")
    large.shows("Left 3.png")
    message = page.locator(".lightbox .toast.shown")
    assert message.locator(".toast-words").inner_text() == "Left 2.png: Rejected."
    message.get_by_role("button", name="Undo").click()
    large.shows("Left 2.png")
    assert attributes(server, left[1]) == {}


def test_a_deleted_album_says_so_where_it_is_shown_and_shows_no_cells(new_page, server):
    items = server.sections()[0]
    album = server.ask("POST", "/api/v1/albums", {"title": "Wall"}).json["id"]
    addition = {"collection": server.collection(), "items": items[:3]}
    assert server.ask("POST", f"/api/v1/collections/{album}/additions", addition).status == 200
    grid = GridPage(new_page(), server.address).open(album)
    assert len(grid.seen()) == 3
    assert server.ask("DELETE", f"/api/v1/collections/{album}").status == 204
    poll(lambda: grid.part(".message h2", "e.textContent") == "This album was deleted", 20, "it says so")
    assert grid.part(".scroller", "getComputedStyle(e).visibility") == "hidden"
    assert grid.part(".message", "getComputedStyle(e).visibility") == "visible"


def test_an_album_that_is_brought_back_is_shown_again_by_itself(new_page, server):
    items = server.sections()[0]
    album = server.ask("POST", "/api/v1/albums", {"title": "Wall"}).json["id"]
    addition = {"collection": server.collection(), "items": items[:3]}
    assert server.ask("POST", f"/api/v1/collections/{album}/additions", addition).status == 200
    grid = GridPage(new_page(), server.address).open(album)
    shown = grid.seen()
    assert server.ask("DELETE", f"/api/v1/collections/{album}").status == 204
    poll(lambda: grid.part(".message h2", "e.textContent") == "This album was deleted", 20, "it says so")
    # It is still said after the collection was asked for again in vain.
    time.sleep(12)
    assert "This album was deleted" in grid.page.evaluate("document.querySelector('collection-grid').shadowRoot.textContent")
    assert server.ask("POST", f"/api/v1/albums/{album}/restore").status == 200
    poll(lambda: grid.part(".scroller", "getComputedStyle(e).visibility") == "visible" and grid.seen() == shown, 5, "the album is back")

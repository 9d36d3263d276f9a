"""Sections of an album: made, named, moved, deleted, by hand and by keys; what stands before the first one has a name too."""

import pytest
from grid_page import GridPage
from pictures import write_folder
from running import poll


@pytest.fixture(scope="module")
def shared(start_shared_server, module_path):
    server = start_shared_server(write_folder(module_path / "photos", {"": 12}))
    server.opened()
    return server


@pytest.fixture
def album(shared):
    items = [item for _, section in shared.order() for item in section][:8]
    album = shared.ask("POST", "/api/v1/albums", {"title": "Wall"}).json["id"]
    assert shared.ask("POST", f"/api/v1/collections/{album}/additions", {"collection": shared.collection(), "items": items}).status == 200
    yield album
    assert shared.ask("DELETE", f"/api/v1/collections/{album}").status == 204


@pytest.fixture
def grid(page, shared, album):
    grid = GridPage(page, shared.address).open(album)
    grid.album = album
    grid.sections = lambda: [(s["title"], s["itemCount"]) for s in shared.ask("GET", f"/api/v1/collections/{album}/sections").json["sections"]]
    return grid


def make_section(grid, title, first, count):
    """Of so many items from the first one on, by the bar of the selection."""
    grid.focus(grid.order()[first]).press("Control+Space", *["Shift+ArrowRight"] * (count - 1))
    grid.part(".selection-bar .album", "e.click()")
    grid.page.get_by_role("menuitem", name="New section…").click()
    grid.page.keyboard.type(title)
    grid.press("Enter")
    poll(lambda: title in [name for name, _ in grid.sections()], 10, lambda: f"it is made; {grid.spoken()}")
    poll(lambda: title in grid.settle().headers(), 10, "it is shown")


def choose(grid, header, entry):
    grid.page.locator(".header", has_text=header).get_by_role("button", name="Section…").click()
    grid.page.get_by_role("menuitem", name=entry).click()


def test_the_outline_is_there_with_the_first_section_and_what_is_before_it_can_be_named(grid):
    outline = grid.page.locator(".bar .outline-button")
    assert not outline.is_visible()
    make_section(grid, "Church", 5, 3)
    outline.wait_for()
    assert grid.headers() == ["Untitled", "Church"]
    choose(grid, "Untitled", "Rename section…")
    grid.page.keyboard.type("At home")
    grid.press("Enter")
    grid.hears("The section is named “At home”.")
    poll(lambda: grid.headers() == ["At home", "Church"], 10, "it has a name")
    grid.press("Control+z")
    poll(lambda: grid.headers() == ["Untitled", "Church"], 10, "and none again")


def test_a_new_section_comes_after_that_of_its_items_and_sections_move(grid):
    make_section(grid, "Last", 6, 2)
    make_section(grid, "Middle", 0, 2)
    assert grid.sections() == [("", 4), ("Middle", 2), ("Last", 2)]
    choose(grid, "Last", "Move up")
    grid.hears("“Last” is section 2 of 3.")
    poll(lambda: grid.settle().headers() == ["Untitled", "Last", "Middle"], 10, "it is above")
    poll(grid.is_still, 10, "all have arrived")
    # By keys: from the menu of a cell.
    last = grid.order()[-1]
    grid.focus(last).press("ContextMenu")
    grid.page.get_by_role("menuitem", name="Section…").press("Enter")
    grid.page.get_by_role("menuitem", name="Move up").press("Enter")
    poll(lambda: grid.settle().headers() == ["Untitled", "Middle", "Last"], 10, "it is where it was")
    assert [name for name, _ in grid.sections()] == ["", "Middle", "Last"]
    grid.press("ContextMenu")
    grid.page.get_by_role("menuitem", name="Section…").press("Enter")
    grid.page.get_by_role("menuitem", name="Move up").wait_for()
    grid.press("Escape")
    assert grid.focused() == last


def test_a_section_is_deleted_without_its_pictures_and_undo_brings_it_back(grid):
    make_section(grid, "Church", 5, 3)
    order = grid.order()
    choose(grid, "Church", "Delete section, keep its pictures")
    grid.hears("Deleted the section “Church”.")
    poll(lambda: grid.sections() == [("", 8)] and not grid.page.locator(".bar .outline-button").is_visible(), 10, "it is gone")
    poll(lambda: grid.settle().order() == order, 10, "all pictures are there")
    grid.page.locator(".toast button").click()
    poll(lambda: grid.sections() == [("", 5), ("Church", 3)], 10, "it is back")


def test_a_person_who_may_only_look_has_no_menu_of_sections(new_page, shared, album):
    grid = GridPage(new_page(), shared.address).open(album)
    make_section(grid_of(grid, shared, album), "Church", 5, 3)
    assert len(grid.parts(".section-menu", "e")) == 2
    grid.page.evaluate("document.querySelector('collection-grid').setAttribute('readonly', '')")
    poll(lambda: grid.settle().headers() and grid.parts(".section-menu", "e") == [], 15, "no menus")


def grid_of(grid, shared, album):
    grid.sections = lambda: [(s["title"], s["itemCount"]) for s in shared.ask("GET", f"/api/v1/collections/{album}/sections").json["sections"]]
    return grid


def test_a_new_section_is_one_change(grid):
    make_section(grid, "Church", 2, 2)
    assert grid.sections() == [("", 6), ("Church", 2)]
    assert not any("selection" in line for line in grid.spoken()), grid.spoken()
    grid.press("Control+z")
    poll(lambda: grid.sections() == [("", 8)], 10, "undone as a whole")

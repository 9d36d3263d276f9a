"""Searches that people save: under a name, opened again from the filter panel or the list of collections."""

from urllib.parse import quote

import pytest
from accessibility import complaints
from grid_page import GridPage
from library import LIBRARY, finds, go, open_filter, post_library
from playwright.sync_api import expect

PATH = f"/api/v1/collections/{LIBRARY}/queries"


@pytest.fixture(scope="module")
def library(start_shared_server):
    server = start_shared_server("--items", 1)
    server.opened()
    post_library(server)
    return server


@pytest.fixture
def grid(page, library):
    yield go(GridPage(page, library.address), "where=camera:X100V&sort=-taken")
    for saved in library.ask("GET", PATH).json["queries"]:
        assert library.ask("DELETE", f"{PATH}/{quote(saved['name'], safe='')}").status == 204


def titles(library):
    return [saved["title"] for saved in library.ask("GET", PATH).json["queries"]]


def save(grid, title=None):
    panel = grid.page.get_by_role("complementary", name="Filter")
    panel.get_by_role("button", name="Save this search").click()
    field = panel.get_by_label("Name of the search")
    proposed = field.input_value()
    if title:
        field.fill(title)
    field.press("Enter")
    # It is listed once the server has it.
    expect(panel.get_by_role("button", name=title or proposed, exact=True)).to_be_visible()
    return proposed


def test_a_search_is_saved_opened_and_replaced(grid, library):
    page = grid.page
    panel = open_filter(grid)
    assert save(grid) == "Camera: X100V"
    assert library.ask("GET", PATH).json["queries"] == [{
        "name": "Camera: X100V", "title": "Camera: X100V",
        "query": {"where": {"field": "camera", "in": ["X100V"]}, "sort": [{"field": "taken", "descending": True}]}}]
    entry = panel.get_by_role("button", name="Camera: X100V", exact=True)
    expect(entry).to_have_attribute("aria-current", "true")
    expect(entry).to_be_focused()
    expect(panel.get_by_role("button", name="Save this search")).to_have_count(0)
    # Something else, and back by the name.
    go(grid, "search=city")
    panel = open_filter(grid)
    entry = panel.get_by_role("button", name="Camera: X100V", exact=True)
    expect(entry).not_to_have_attribute("aria-current", "true")
    entry.click()
    finds(grid, 20)
    assert "where=camera:X100V&sort=-taken" in page.url
    # What is set since takes its place: the field proposes it, the button says so.
    panel.get_by_role("checkbox", name="Canon EOS R5, 20").check()
    finds(grid, 40)
    panel.get_by_role("button", name="Save this search").click()
    assert panel.get_by_label("Name of the search").input_value() == "Camera: X100V"
    panel.get_by_role("button", name="Replace").click()
    expect(panel.get_by_role("button", name="Camera: X100V", exact=True)).to_have_attribute("aria-current", "true")
    saved = library.ask("GET", PATH).json["queries"]
    assert [s["query"]["where"]["in"] for s in saved] == [["X100V", "Canon EOS R5"]]


def test_it_is_renamed_and_deleted_by_keys_and_undo_brings_it_back(grid, library):
    page = grid.page
    panel = open_filter(grid)
    save(grid, "여행 A/B")
    page.keyboard.press("Tab")
    expect(panel.get_by_role("button", name="Rename 여행 A/B")).to_be_focused()
    page.keyboard.press("Enter")
    field = panel.get_by_label("Name of the search")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    assert panel.is_visible() and titles(library) == ["여행 A/B"], "Escape leaves the field, not the panel"
    panel.get_by_role("button", name="Rename 여행 A/B").press("Enter")
    page.keyboard.type("제주")
    page.keyboard.press("Enter")
    expect(panel.get_by_role("button", name="제주", exact=True)).to_be_focused()
    assert titles(library) == ["제주"]
    panel.get_by_role("button", name="Delete 제주").press("Enter")
    expect(panel.get_by_role("button", name="Save this search")).to_be_focused()
    assert titles(library) == []
    page.get_by_role("button", name="Undo").click()
    expect(panel.get_by_role("button", name="제주", exact=True)).to_be_visible()
    assert titles(library) == ["제주"]


def test_the_list_of_collections_has_it_below_its_collection(grid, library):
    page = grid.page
    open_filter(grid)
    save(grid, "By X100V")
    picker = page.get_by_role("combobox", name="Collection")
    expect(picker.locator("option", has_text="By X100V")).to_have_count(1)
    go(grid)
    finds(grid, 60)
    picker.select_option(label="\u2003By X100V")
    finds(grid, 20)
    assert page.url.endswith("where=camera:X100V&sort=-taken")
    assert page.locator(".title .picked").inner_text() == "Library"


def test_a_filter_that_the_panel_cannot_express_is_a_chip_and_in_the_address(grid, library):
    page = grid.page
    query = {"where": {"all": [{"not": {"field": "camera", "exists": True}}, {"field": "taken", "exists": False}]}}
    assert library.ask("PUT", f"{PATH}/script", {"title": "By a script", "query": query}).status == 201
    open_filter(grid).get_by_role("button", name="By a script", exact=True).click()
    finds(grid, 2)
    expect(page.locator(".chips")).to_contain_text("Custom filter")
    page.reload()
    finds(grid.settle(), 2)
    page.get_by_role("button", name="Remove Custom filter").click()
    finds(grid, 6)
    page.get_by_role("button", name="Remove No date").click()
    finds(grid, 60)


@pytest.mark.parametrize("size", [(1280, 860), (390, 844)])
def test_axe_finds_nothing_in_the_list_and_the_field(new_page, library, grid, size):
    assert library.ask("PUT", f"{PATH}/best", {"title": "The best", "query": {"search": "sea"}}).status == 201
    page = new_page(bypass_csp=True, width=size[0], height=size[1])
    narrow = go(GridPage(page, library.address), "where=camera:X100V")
    panel = open_filter(narrow)
    panel.get_by_role("button", name="The best", exact=True).wait_for()
    panel.get_by_role("button", name="Save this search").click()
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]

"""The filter panel: what is clicked stays under the pointer, and stars are chosen by one click."""

import pytest
from grid_page import GridPage
from pictures import write_folder
from running import poll


@pytest.fixture(scope="module")
def server(start_shared_server, module_path):
    server = start_shared_server(write_folder(module_path / "photos", {"Left": 12, "Right": 8}))
    server.opened()
    items = [cell["id"] for cell in server.ask("GET", f"/api/v1/collections/{server.collection()}/items").json["items"]]
    for marks, these in (({"flag": "pick"}, items[:4]), ({"stars": 4}, items[:3]), ({"stars": 2}, items[3:5]), ({"stars": 3}, items[5:6])):
        assert server.ask("POST", f"/api/v1/collections/{server.collection()}/marks", {"items": these, **marks}).status == 200
    return server


@pytest.fixture
def grid(page, server):
    grid = GridPage(page, server.address).open()
    grid.press("f")
    page.locator("[data-field=stars] .option").first.wait_for()
    return grid


def option(grid, field, words):
    return grid.page.locator(f"[data-field={field}] .option", has_text=words)


def stars(grid):
    return grid.page.locator("[data-field=stars] .option .words").all_text_contents()


def found(grid, count):
    poll(lambda: grid.settle().get("itemCount") == count, 15, lambda: f"{count} are found, not {grid.get('itemCount')}")


def test_what_was_clicked_is_still_under_the_pointer(grid):
    page = grid.page
    box = option(grid, "flag", "Picked").bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(*place)
    found(grid, 4)
    page.locator(".chips .chip").wait_for()
    page.locator(".filter-panel .save").wait_for()
    assert option(grid, "flag", "Picked").bounding_box() == box
    page.mouse.click(*place)
    found(grid, 20)
    assert option(grid, "flag", "Picked").bounding_box() == box
    # A field above it has fewer values now.
    option(grid, "stars", "2 stars").click()
    found(grid, 2)
    # The counts are asked for after what is found, and the panel is drawn with them.
    poll(lambda: option(grid, "flag", "Picked").bounding_box() == box, 10, "the option is where it was")


def test_stars_are_listed_from_five_to_one_and_one_click_asks_for_three_and_more(grid):
    page = grid.page
    expected = ["5 stars", "4 stars", "3 stars", "2 stars", "1 star", "No stars"]
    assert stars(grid) == expected
    third = page.get_by_role("button", name="3 stars and more", exact=True)
    third.click()
    found(grid, 4)
    assert page.locator(".chips .chip").text_content() == "Stars: 3 stars and more"
    assert third.get_attribute("aria-pressed") == "true" and stars(grid) == expected
    page.reload()
    grid.settle().equip()
    found(grid, 4)
    grid.press("f")
    third.click()
    found(grid, 20)
    assert page.locator(".chips .chip").count() == 0


def test_saved_searches_have_no_heading_before_there_is_one(grid):
    assert not grid.page.locator(".filter-panel .saved").is_visible()


def test_on_a_phone_the_panel_is_below_pictures_as_wide_as_the_screen(new_page, server):
    page = new_page(width=390, height=844)
    grid = GridPage(page, server.address).open()
    page.locator(".filter-button").click()
    page.locator("[data-field=stars] .option").first.wait_for()
    page.locator(".filter-panel .at-least button").nth(2).click()
    page.locator(".chips .chip").wait_for()
    view, chips = (page.locator(part).bounding_box() for part in ("collection-grid", ".chips"))
    panel = page.locator(".filter-panel").bounding_box()
    assert (view["x"], view["width"], chips["x"]) == (0, 390, 0)
    assert panel["y"] >= view["y"] + view["height"] - 1, "it covers none of them"

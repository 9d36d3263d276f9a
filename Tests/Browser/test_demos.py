"""What each demo is there to show."""

import pytest
from grid_page import GRID, GridPage
from running import poll


@pytest.fixture
def demos(start_server):
    server = start_server("--demo-latency", "20-40")
    poll(lambda: all(c["open"] for c in server.ask("GET", "/api/v1/collections").json["collections"]), 60, "all are open")
    return server


@pytest.fixture
def grid(demos, page):
    return GridPage(page, demos.address)


def friends(demos):
    return [i for _, items in demos.order("friends") for i in items]


def test_friends_update_moves_three_and_reloads_one_in_one_batch(grid, demos):
    grid.open("friends")
    before = friends(demos)
    version = demos.ask("GET", "/api/v1/collections/friends").json["version"]
    grid.page.get_by_role("button", name="Update").click()
    expected = [before[3], before[0], before[1], before[2], *before[4:]]
    poll(lambda: friends(demos) == expected, 10, "the batch is made")
    assert demos.ask("GET", "/api/v1/collections/friends").json["version"] == version + 1
    poll(lambda: grid.settle().order()[:4] == expected[:4], 10, "and shown")


def test_friends_come_at_random_places_and_the_last_one_leaves(grid, demos):
    grid.open("friends")
    before = friends(demos)
    grid.page.get_by_role("button", name="Insert").click()
    poll(lambda: len(friends(demos)) == len(before) + 1, 10, "one more")
    new, = set(friends(demos)) - set(before)
    poll(lambda: new in grid.settle().order(), 10, "it is shown")
    after = friends(demos)
    grid.page.get_by_role("button", name="Delete").click()
    poll(lambda: friends(demos) == after[:-1], 10, "the last one has left")


def test_a_contradictory_batch_is_refused_with_its_reason_and_changes_nothing(grid, demos):
    grid.open("friends")
    before = friends(demos)
    grid.page.get_by_role("button", name="Contradict").click()
    said = grid.page.locator(".friends-bar output")
    poll(lambda: "Refused" in said.inner_text(), 10, "the refusal is shown")
    assert len(said.inner_text()) > 60, said.inner_text()
    assert friends(demos) == before


def test_the_mosaic_is_shown_as_one(grid):
    grid.open("mosaic")
    assert grid.page.evaluate(f"{GRID}.getAttribute('layout')") == "mosaic"
    assert len(grid.seen()) > 5
    grid.open("friends")
    assert grid.page.evaluate(f"{GRID}.getAttribute('layout')") == "column"


def test_a_rated_emoji_is_rated_after_a_restart(grid, demos):
    grid.open("emoji-rater")
    x, y = grid.centre("1f600")
    grid.page.mouse.click(x, y, button="right")
    grid.page.locator("[role=menuitemradio]").first.click()
    poll(lambda: demos.ask("GET", "/api/v1/collections/emoji-rater/items/1f600").json["attributes"].get("rating") == "like", 10,
         "it is rated")
    demos.restart()
    grid.address = demos.address
    demos.opened(2)
    grid.open("emoji-rater")
    poll(lambda: "grinning face" in grid.cell("1f600")["label"] and grid.cell("1f600")["label"] != "grinning face", 10,
         "the rating is shown")


def test_favourites_are_two_lists_with_two_policies_that_scroll_together(grid, demos):
    grid.open("favourite-photos")
    both = "[...document.querySelectorAll('collection-grid')]"
    poll(lambda: grid.page.evaluate(f"{both}.length === 2 && {both}.every((g) => g.isIdle)"), 30, "both are there")
    policies = {v["collection"]: v["policy"] for v in demos.ask("GET", "/api/v1/viewers").json["viewers"]}
    assert policies == {"favourite-photos": "none", "favourite-photos-twin": "predictive"}
    grid.page.evaluate(f"{GRID}.offset = 2400")
    poll(lambda: grid.page.evaluate(f"{both}.every((g) => Math.abs(g.offset - 2400) < 1)"), 15, "both have scrolled")
    assert grid.page.locator(".comparison-label").count() == 2
    assert "blank" in grid.page.locator(".comparison-label").first.inner_text()
    grid.open("friends")
    assert grid.page.evaluate(f"{both}.length") == 1

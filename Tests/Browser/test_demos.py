"""What each demo is there to show."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from grid_page import GRID, PAGE_MODULE, GridPage
from running import poll


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
    poll(lambda: "Not done." in said.inner_text(), 10, "the refusal is shown")
    assert "section 0 has 12 items" in said.inner_text() and "Nothing was changed." in said.inner_text()
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
    grid.page.get_by_role("menuitemradio", name="Like", exact=True).click()
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


def test_prefetching_leaves_far_less_of_the_same_ride_blank(start_server, new_page):
    server = start_server("--demo-latency", "250-250")
    poll(lambda: server.ask("GET", "/api/v1/collections/favourite-photos-twin").json.get("open"), 60, "it is open")
    # The same 120 paintings come again and again: these are those of the first rows, which then wait for the origin alone.
    paint = lambda number: server.ask(
        "GET", f"/api/v1/collections/favourite-photos-twin/items/landscape-{1920 + number}/image?w=160").status
    with ThreadPoolExecutor(4) as painters:
        assert set(painters.map(paint, range(1, 41))) == {200}
    # A column each: so few pictures that a busy machine has them in time too, when it begins in time.
    grid = GridPage(new_page(width=760, height=700), server.address)
    grid.page.goto(server.address + "/?collection=favourite-photos")
    grid.page.evaluate(f"{GRID}.setAttribute('density', 300)")
    both = "[...document.querySelectorAll('collection-grid')]"
    poll(lambda: grid.page.evaluate(f"{both}.length === 2 && {both}.every((g) => g.isIdle)"), 60, "both are there")
    comparison = PAGE_MODULE + ".then(({ extras }) => extras.comparison.%s)"
    grid.page.locator(".comparison-play").click()
    poll(lambda: not grid.page.evaluate(comparison % "isRiding"), 120, "the ride is over")
    without, ahead = grid.page.evaluate(comparison % "blanks")
    assert without > 0.02 and ahead < 0.7 * without, (without, ahead)
    assert grid.get("offset") > 1000


@pytest.mark.parametrize("locale,word,hands", [("en-US", "Swipe", "wheel"), ("ko-KR", "밀어", "휠")])
def test_the_tour_speaks_of_fingers_where_there_is_no_wheel(demos, new_page, locale, word, hands):
    text = lambda page: page.locator(".tour p").inner_text()
    for is_phone in (True, False):
        page = new_page(width=390, height=844, has_touch=is_phone, is_mobile=is_phone, locale=locale)
        GridPage(page, demos.address).open("friends")
        page.locator(".tour-button").click()
        poll(lambda: page.locator(".tour p").count(), 20, "the first step")
        assert (word in text(page)) == is_phone and (hands in text(page)) == (not is_phone)
        # No step of a phone's asks for a key.
        for _ in range(6 if is_phone else 0):
            page.locator(".tour .next").click()
            assert not any(key in text(page) for key in ("Ctrl", "Press R", "R 키"))


RECORD = """(() => {
  window.animated = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...more) {
    animated.push({ item: this.dataset.item, from: frames[0], to: frames[frames.length - 1] });
    return animate.call(this, frames, ...more);
  };
})()"""


def test_a_friend_appears_from_above_and_leaves_by_shrinking_and_the_others_travel(grid, demos):
    grid.page.add_init_script(RECORD)
    grid.open("friends")
    assert grid.page.evaluate("animated.length") == 0
    first = friends(demos)[0]
    item = {"id": "friend-50", "title": "Zoe", "kind": "friend"}
    demos.ask("POST", "/api/v1/collections/friends/batch", {"inserts": [{"at": [0, 0], "item": item}]})
    poll(lambda: "friend-50" in grid.settle().order(), 10, "it is shown")
    played = grid.page.evaluate("animated.splice(0)")
    appeared = next(a for a in played if a["item"] == "friend-50")
    assert appeared["from"]["transform"] == "scale(1.5)" and appeared["from"]["opacity"] == 0
    travelled = next(a for a in played if a["item"] == first)
    assert travelled["from"]["transform"].startswith("translate(") and travelled["to"]["transform"] == "none"
    demos.ask("POST", "/api/v1/collections/friends/batch", {"deletes": [[0, 0]]})
    poll(lambda: "friend-50" not in grid.settle().order(), 10, "it has left")
    left = next(a for a in grid.page.evaluate("animated") if a["item"] == "friend-50")
    assert left["to"]["transform"] == "scale(.5)" and left["to"]["opacity"] == 0


def test_nothing_moves_for_those_who_want_less_motion(demos, new_page):
    grid = GridPage(new_page(reduced_motion="reduce"), demos.address)
    grid.page.add_init_script(RECORD)
    grid.open("friends")
    grid.page.get_by_role("button", name="Insert").click()
    poll(lambda: len(grid.settle().order()) == 13, 10, "it is shown")
    assert grid.page.evaluate("animated.length") == 0


def node_of(grid, item):
    return grid.node(item, "e.id")


def test_a_reconfigured_cell_keeps_its_node(grid, demos):
    grid.open("friends")
    item = friends(demos)[2]
    before = {i: node_of(grid, i) for i in friends(demos)[:6]}
    answer = demos.ask(
        "PATCH", f"/api/v1/collections/friends/items/{item}", {"attributes": {"initials": "!!"}},
        {"Content-Type": "application/merge-patch+json"})
    assert answer.status == 200
    poll(lambda: grid.node(item, "e.querySelector('.friend-face').textContent") == "!!", 10, "the new content is shown")
    assert {i: node_of(grid, i) for i in before} == before


def test_each_kind_of_item_has_cells_of_its_own_kind_and_look(grid):
    for collection, kind, display in [("material-colours", "colour", "block"), ("emoji-rater", "emoji", "grid"), ("friends", "friend", "flex")]:
        grid.open(collection)
        assert set(grid.parts(".cell:not([hidden])", r"e.className.match(/kind-(\S+)/)[1]")) == {kind}
        assert set(grid.parts(".cell:not([hidden]) .body", "getComputedStyle(e).display")) == {display}, "its style sheet is loaded"


@pytest.mark.parametrize("locale,first,last", [("en-US", "Scroll slowly", "Pull the plug"), ("ko-KR", "천천히 스크롤하기", "연결 끊기")])
def test_the_tour_has_seven_steps_that_point_at_the_dashboard(demos, new_page, locale, first, last):
    grid = GridPage(new_page(locale=locale), demos.address)
    grid.open("friends")
    grid.page.locator(".tour-button").click()
    title = grid.page.locator(".tour h2")
    poll(lambda: title.count() and title.inner_text() == first, 10, "the first step")
    seen, pointed = [], []
    marked = "document.querySelector('.dashboard .tour-target')?.className.replace(' tour-target', '') ?? null"
    for step in range(7):
        seen.append(title.inner_text())
        pointed.append(poll(lambda: grid.page.evaluate(marked), 20, "the step points at something"))
        box = grid.page.locator(".tour-target").bounding_box()
        assert box["y"] < 800 and box["y"] + box["height"] > 0, "that is in sight"
        if step == 3:
            # The focus is in the tour: the keys that it asks for go to the grid all the same.
            poll(lambda: grid.get("itemCount") == 100_000, 20, "the long list")
            grid.settle().page.keyboard.press("Control+End")
            poll(lambda: grid.offset > 100_000, 15, "it jumped")
        if step < 6:
            grid.page.locator(".tour .next").click()
    assert len(set(seen)) == 7 and seen[-1] == last
    assert pointed == ["near", "time", "near", "whole", "card patches", "time", "plug"]
    grid.page.locator(".tour .next").click()
    assert grid.page.locator(".tour").count() == 0 and grid.page.locator(".tour-target").count() == 0

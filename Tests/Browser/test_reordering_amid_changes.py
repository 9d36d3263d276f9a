"""What becomes of a drag while others change the collection: it goes on, or ends with a reason."""

import pytest
from grid_page import GridPage, has_no_worker
from pictures import write_folder
from running import poll


def delete(server, paths):
    answer = server.ask("POST", "/api/v1/collections/posted/batch", {"deletes": [list(p) for p in paths]})
    assert answer.status == 200, answer.body


def insert(server, paths):
    """Posts new items to places after the insertion."""
    items = [{"at": list(p), "item": {"id": f"new {p}", "title": f"New {p}"}} for p in paths]
    answer = server.ask("POST", "/api/v1/collections/posted/batch", {"inserts": items})
    assert answer.status == 200, answer.body


@pytest.fixture(scope="module")
def empty(start_shared_server, module_path):
    return start_shared_server(data=module_path / "data of posted")


@pytest.fixture
def posted(empty):
    """A collection that may be changed in every way: two sections, made by request."""
    server = empty
    sections = [{"id": name, "title": name, "items": [{"id": f"{name} {i}", "title": f"{name} {i}"} for i in range(1, n + 1)]}
                for name, n in (("Left", 7), ("Right", 5))]
    answer = server.ask("POST", "/api/v1/collections", {"id": "posted", "title": "Posted", "sections": sections})
    assert answer.status == 201, answer.body
    yield server
    assert server.ask("DELETE", "/api/v1/collections/posted").status in (200, 204)


def test_the_menu_of_an_item_that_is_deleted_returns_the_focus_to_its_place(page, posted):
    grid = GridPage(page, posted.address).open("posted")
    left, _ = posted.sections("posted")
    grid.focus(left[1]).press("ContextMenu")
    assert grid.is_shown(".cell-menu")
    delete(posted, [(0, 1)])
    poll(lambda: left[1] not in grid.order(), 15, "it is gone")
    grid.settle()
    page.keyboard.press("Escape")
    poll(lambda: grid.focused() == left[2], 10, lambda: f"its neighbour has the focus, not {grid.focused()}")


def test_a_drag_outlives_a_change_by_others(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    left, right = two_sections.sections()
    grid.carry(left[0])
    page.mouse.move(*grid.centre(left[2]), steps=5)
    poll(lambda: grid.gap_is_near(*grid.centre(left[0])), 15, "the others made room")
    assert two_sections.move(right[0], [1, 4]).status == 200
    poll(lambda: grid.order().index(right[0]) > grid.order().index(right[4]), 15, "the other move is seen")
    assert grid.is_shown(".ghost")
    page.mouse.up()
    poll(lambda: not grid.is_shown(".ghost"), 15, "it has landed")
    expected = [[left[1], left[2], left[0], *left[3:]], [*right[1:], right[0]]]
    poll(lambda: two_sections.sections() == expected, 15, "both moves are kept")


@pytest.mark.parametrize("hand", ["mouse", "keys"])
def test_a_drag_ends_with_a_reason_when_its_item_is_deleted(page, posted, hand):
    grid = GridPage(page, posted.address).open("posted")
    left, right = posted.sections("posted")
    if hand == "mouse":
        grid.carry(left[1])
        page.mouse.move(*grid.centre(left[4]), steps=5)
        poll(lambda: grid.gap_is_near(*grid.centre(left[1])), 30, "the others made room")
    else:
        grid.focus(left[1]).press("t")
        grid.hears("Picked up")
        grid.press("ArrowRight")
        grid.hears("Moved to position 3")
    delete(posted, [(0, 1)])
    poll(lambda: "Left 2 is no longer" in page.locator(".toast.shown").inner_text(timeout=30_000), 30, "the reason is seen")
    grid.hears("Move cancelled. Left 2 is no longer in the collection.")
    poll(lambda: not grid.is_shown(".ghost") and not grid.is_shown(".reordering"), 30, "nothing is in hand")
    if hand == "mouse":
        page.mouse.up()
    grid.settle()
    expected = [[i for i in left if i != left[1]], right]
    assert posted.sections("posted") == expected
    poll(lambda: grid.order() == expected[0] + expected[1], 30, "the others closed up")
    # The hand is free for another.
    grid.drag(left[0], over=left[3])
    poll(lambda: posted.sections("posted")[0].index(left[0]) > 0, 30, "the next move is kept")


def test_a_drag_ends_with_a_reason_when_a_refresh_takes_its_item_away(page, start_server, tmp_path):
    folder = write_folder(tmp_path / "photos", {"Left": 7, "Right": 5})
    server = start_server(folder)
    server.opened()
    grid = GridPage(page, server.address).open()
    left, right = server.sections()
    grid.carry(left[2])
    page.mouse.move(*grid.centre(right[1]), steps=5)
    (folder / "Left" / "Left 3.png").unlink()
    assert server.ask("POST", f"/api/v1/collections/{server.collection()}/refresh").status in (200, 202)
    grid.hears("Move cancelled. Left 3.png is no longer in the collection.", 30)
    poll(lambda: not grid.is_shown(".ghost"), 30, "nothing is in hand")
    page.mouse.up()
    grid.settle()
    assert server.sections() == [[i for i in left if i != left[2]], right]


def test_a_drag_hangs_beside_its_neighbour_while_others_come_and_go(page, posted):
    grid = GridPage(page, posted.address).open("posted")
    left, right = posted.sections("posted")
    grid.focus(left[0]).press("t")
    grid.hears("Picked up")
    for place in (2, 3, 4):
        grid.press("ArrowRight")
        grid.hears(f"Moved to position {place} ")
    # It hangs behind the fourth. Two come before, one goes.
    insert(posted, [(0, 1), (0, 2)])
    delete(posted, [(0, 3)])
    carried = left[0]
    poll(lambda: "new (0, 1)" in grid.order() and left[1] not in grid.order(), 30, "the changes are seen")
    poll(lambda: grid.order().index(carried) == grid.order().index(left[3]) + 1, 30,
         lambda: f"behind its neighbour: {grid.order()}")
    grid.press("Enter")
    grid.hears("Dropped")
    expected = ["new (0, 1)", "new (0, 2)", left[2], left[3], carried, *left[4:]]
    poll(lambda: posted.sections("posted") == [expected, right], 30, "it landed there")


def hold_version(page):
    """From now on the page learns of no other version: its range events stay without an answer. Answers what lets them go."""
    held, is_held = [], [True]
    page.route("**/api/v1/viewers/*/range", lambda route: held.append(route) if is_held[0] else route.continue_())

    def release():
        is_held[0] = False
        for route in held:
            route.continue_()

    return release


@pytest.mark.parametrize("count", [1, 2])
def test_what_is_dropped_on_a_page_that_is_behind_lands_by_its_neighbours(page, posted, count):
    has_no_worker(page)
    grid = GridPage(page, posted.address).open("posted")
    left, right = posted.sections("posted")
    picked = left[:count]
    if count > 1:
        for item in picked:
            grid.focus(item).press("Control+Space")
        grid.hears(f"{count} selected")
    release = hold_version(page)
    # The page does not show these yet: all of its places are three too low.
    insert(posted, [(0, 0), (0, 1), (0, 2)])
    grid.carry(left[0])
    page.mouse.move(*grid.centre(left[4]), steps=8)
    poll(lambda: grid.gap_is_near(*grid.centre(left[0])) and grid.cell(left[4])["x"] < grid.cell(left[0])["x"], 30,
         "it hangs behind the fifth")
    page.mouse.up()
    # Many are named by their places: the page has to know the version first, and follows it.
    if count > 1:
        release()
    poll(lambda: posted.sections("posted")[0].index(left[0]) > posted.sections("posted")[0].index(left[4]), 30, "it is kept")
    new = [f"new (0, {i})" for i in range(3)]
    rest = [i for i in left if i not in picked]
    at = rest.index(left[4]) + 1
    expected = new + rest[:at] + picked + rest[at:]
    assert posted.sections("posted") == [expected, right]
    if count == 1:
        release()
    poll(lambda: grid.order()[: len(expected)] == expected, 30, "it is seen")
    poll(lambda: not grid.is_shown(".ghost"), 30, "it has landed")

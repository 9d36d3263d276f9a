"""What is looked at stays where it is, in every frame, whatever others change; what changes in view is animated."""

import pytest
from grid_page import GRID, ROOT, GridPage
from running import poll

POSTED = "/api/v1/collections/posted"


@pytest.fixture(scope="module")
def house(start_shared_server):
    return start_shared_server()


@pytest.fixture
def posted(house):
    sections = [{"id": name, "title": name, "items": [{"id": f"{name} {i}"} for i in range(count)]}
                for name, count in (("Above", 400), ("Seen", 600))]
    answer = house.ask("POST", "/api/v1/collections", {"id": "posted", "title": "Posted", "sections": sections})
    assert answer.status == 201, answer.body
    yield house
    assert house.ask("DELETE", POSTED).status == 204


def batch(server, **changes):
    answer = server.ask("POST", POSTED + "/batch", changes)
    assert answer.status == 200, answer.body


CHANGES = {
    "inserts": {"inserts": [{"at": [0, n], "item": {"id": f"new {n}"}} for n in range(50)]},
    "deletes": {"deletes": [[0, n] for n in range(70)]},
    "moves": {"moves": [{"from": [1, 590 + n], "to": [0, n]} for n in range(9)]},
    "a section": {"insertSections": [{"at": 0, "section": {"id": "first", "title": "First", "items": [{"id": "one"}]}}]},
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_above_the_view_moves_nothing_in_it_in_any_frame(page, posted, what):
    grid = GridPage(page, posted.address).open("posted")
    grid.scroll_to(grid.get("contentHeight") / 2)
    item = grid.seen()[len(grid.seen()) // 2]
    version = posted.ask("GET", POSTED).json["version"]
    # Looks when the browser has placed everything and is about to draw.
    page.evaluate(f"""(id) => {{
      window.places = [];
      const look = () => {{
        const cell = [...{ROOT}.querySelectorAll('.cell:not([hidden])')].find((c) => c.dataset.item === id);
        window.places.push(cell?.getBoundingClientRect().top ?? NaN);
        requestAnimationFrame(look);
      }};
      new ResizeObserver(look).observe(document.body);
    }}""", item["id"])
    height = grid.get("contentHeight")
    batch(posted, **CHANGES[what])
    assert posted.ask("GET", POSTED).json["version"] == version + 1
    poll(lambda: grid.get("contentHeight") != height, 30, "the change is seen")
    grid.settle()
    places = poll(lambda: len(page.evaluate("window.places")) > 2 and page.evaluate("window.places"), 10, "frames are drawn")
    assert all(abs(y - item["y"]) < 1 for y in places), places


def test_five_hundred_changed_cells_are_animated_only_where_they_are_seen_and_a_change_amid_it_goes_on(page, posted):
    page.add_init_script("""
      window.animated = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, ...more) {
        animated.push({ item: this.dataset.item, y: this.getBoundingClientRect().top, frames });
        return animate.call(this, frames, ...more);
      };""")
    grid = GridPage(page, posted.address).open("posted")
    page.evaluate(f"{GRID}.setAttribute('density', '64')")
    grid.settle()
    poll(lambda: grid.is_still(), 30, "nothing moves")
    near = page.evaluate(f"animated.splice(0), {ROOT}.querySelectorAll('.cell:not([hidden])').length")
    order = posted.sections("posted")[0]
    # The first 250 swap places with the next 250.
    swap = [{"from": [1, 0 + n], "to": [1, 250 + n]} for n in range(250)] + [{"from": [1, 250 + n], "to": [1, n]} for n in range(250)]
    top = [{"from": [0, n], "to": [0, (n + 200) % 400]} for n in range(400)]
    batch(posted, moves=swap + top)
    expected = order[200:] + order[:200]
    poll(lambda: page.evaluate("animated.length") > 0, 30, "they begin to travel")
    # Once more, while they are on their way.
    batch(posted, moves=[{"from": [0, n], "to": [0, 399 - n]} for n in range(400)])
    expected = expected[::-1]
    poll(lambda: grid.settle().order()[:50] == expected[:50], 30, "the newest order is seen")
    poll(lambda: grid.is_still(), 30, "all have arrived")
    assert posted.sections("posted")[0] == expected
    played = page.evaluate("animated.length")
    # Of each change what is near the view, before or after; of 900 moved items most never are.
    assert 0 < played <= 4 * near, (played, near)
    cells = grid.seen()
    places = {(round(c["x"]), round(c["y"])) for c in cells}
    assert len(places) == len(cells), "each at a place of its own"

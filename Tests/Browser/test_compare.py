"""Comparing two to four pictures: by keys, by the bar and the menu, by mouse and by fingers."""

from grid_page import GridPage
from running import poll

PHOTOS = {"First": 60, "Second": 5}


class Comparison:
    def __init__(self, grid):
        self.grid, self.page = grid, grid.page

    @property
    def is_open(self):
        return self.grid.part(".lightbox.compare", "e.open") or False

    def titles(self):
        return self.grid.parts(".pane .title", "e.textContent")

    def active(self):
        return self.grid.part(".pane.active .title", "e.textContent")

    def boxes(self):
        return self.grid.parts(".pane-view", "e.getBoundingClientRect().toJSON()")

    def scales(self):
        return self.grid.parts(".pane .box", "new DOMMatrix(getComputedStyle(e).transform).a")

    def places(self):
        return self.grid.parts(".pane .box", "(({e, f}) => [Math.round(e), Math.round(f)])(new DOMMatrix(getComputedStyle(e).transform))")

    def shows(self, *titles):
        poll(lambda: self.is_open and self.titles() == list(titles), 20, f"{titles} are compared")
        poll(lambda: self.grid.parts(".pane .large.shown", "e.complete && e.naturalWidth > 0") == [True] * len(titles), 20, "all are sharp")
        return self

    def has_closed(self):
        poll(lambda: not self.is_open, 10, "it has closed")


def select(grid, count):
    cells = grid.seen()[1 : count + 1]
    grid.page.keyboard.down("Control")
    for cell in cells:
        grid.click(cell["id"])
    grid.page.keyboard.up("Control")
    return cells


def stars(server, item):
    return server.ask("GET", f"/api/v1/collections/{server.collection()}/items/{item}").json.get("attributes", {})


def test_c_compares_what_is_selected_and_escape_returns_to_the_same_place(grid):
    offset = grid.scroll_to(100).offset
    cells = select(grid, 3)
    grid.press("c")
    comparison = Comparison(grid).shows(*[cell["label"] for cell in cells])
    boxes = comparison.boxes()
    assert len({round(box["top"]) for box in boxes}) == 1, "side by side"
    assert len({round(box["width"]) for box in boxes}) == 1
    grid.press("Escape")
    comparison.has_closed()
    grid.settle()
    assert grid.offset == offset
    assert grid.part(".selection-bar .count", "e.textContent") == "3 selected"
    assert grid.focused() is not None


def test_each_is_marked_by_itself_and_the_arrows_go_from_one_to_the_next(grid, server):
    cells = select(grid, 2)
    grid.page.locator(".selection-bar button.compare").click()
    comparison = Comparison(grid).shows(*[cell["label"] for cell in cells])
    assert comparison.active() == cells[0]["label"]
    grid.press("4")
    grid.press("ArrowRight")
    assert comparison.active() == cells[1]["label"]
    grid.press("x")
    poll(lambda: stars(server, cells[1]["id"]).get("flag") == "reject", 10, "the second is rejected")
    assert stars(server, cells[0]["id"]) == {"stars": 4}
    pressed = lambda: grid.parts(".pane .star[aria-pressed=true], .pane .flag[aria-pressed=true]", "e.getAttribute('aria-label')")
    poll(lambda: pressed() == ["4 stars", "Reject"], 10, "the marks are shown")
    # Another window takes them away.
    server.ask("POST", f"/api/v1/collections/{server.collection()}/marks", {"items": [c["id"] for c in cells], "stars": 0, "flag": None})
    poll(lambda: pressed() == [], 10, "the change arrives")


def test_they_are_zoomed_and_panned_together(grid):
    cells = select(grid, 4)
    grid.press("c")
    comparison = Comparison(grid).shows(*[cell["label"] for cell in cells])
    boxes = comparison.boxes()
    assert len({round(box["left"]) for box in boxes}) == 2 and len({round(box["top"]) for box in boxes}) == 2, "two by two"
    box = boxes[3]
    x, y = box["left"] + box["width"] / 2 + 40, box["top"] + box["height"] / 2
    grid.page.mouse.move(x, y)
    grid.page.mouse.wheel(0, -500)
    poll(lambda: comparison.scales()[0] > 2 and len({round(scale, 3) for scale in comparison.scales()}) == 1, 10, "all are zoomed")
    assert comparison.active() == cells[3]["label"]
    poll(lambda: sum(grid.parts(".pane .box", "e.getAnimations().length")) == 0, 10, "they have come to rest")
    before = comparison.places()
    grid.page.mouse.down()
    grid.page.mouse.move(x - 30, y - 10, steps=4)
    grid.page.mouse.up()
    after = comparison.places()
    moved = {(b[0] - a[0], b[1] - a[1]) for b, a in zip(after, before)}
    # A few px pass before it is a drag.
    assert len(moved) == 1 and all(-30 <= x <= -20 and -10 <= y < 0 for x, y in moved), moved
    grid.page.get_by_role("button", name="Show all of them").click()
    poll(lambda: comparison.scales() == [1] * 4, 10, "whole again")


def test_the_menu_offers_it_and_too_many_are_refused_in_words(grid):
    cells = select(grid, 2)
    grid.click(cells[0]["id"], button="right")
    grid.page.get_by_role("menuitem", name="Compare the 2 selected").click()
    comparison = Comparison(grid).shows(*[cell["label"] for cell in cells])
    grid.press("c")
    comparison.has_closed()
    grid.press("Control+a")
    assert grid.part(".selection-bar button.compare", "getComputedStyle(e).display") == "none"
    grid.press("c")
    grid.hears("Select two to four pictures to compare.")
    assert not comparison.is_open


def test_on_a_phone_one_is_above_the_other_and_fingers_zoom_both(new_page, server):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, server.address).open()
    cells = grid.seen()[:2]
    grid.select_by_finger(cells[0]["id"])
    page.touchscreen.tap(*grid.centre(cells[1]["id"]))
    page.locator(".selection-bar button.compare").tap()
    comparison = Comparison(grid).shows(*[cell["label"] for cell in cells])
    first, second = comparison.boxes()
    assert first["left"] == second["left"] and second["top"] >= first["bottom"]
    x, y = first["left"] + first["width"] / 2, first["top"] + first["height"] / 2
    page.touchscreen.tap(x, y)
    page.touchscreen.tap(x, y)
    poll(lambda: comparison.scales()[0] > 1.2 and comparison.scales()[0] == comparison.scales()[1], 10, "both are zoomed")

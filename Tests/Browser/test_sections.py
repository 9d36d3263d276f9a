"""Sections fold and unfold, and the outline leads to them."""

from grid_page import GridPage
from library import search
from running import poll

PHOTOS = {"First": 30, "Second": 40, "Third": 60}


def fold(grid, title):
    grid.page.get_by_role("button", name=title, exact=True).click()
    return grid


def header(grid, title, what):
    found = grid.parts(".header", f"[e.querySelector('.title').textContent, {what}]")
    return next((value for name, value in found if name == title), None)


def is_folded(grid, title):
    return header(grid, title, "e.querySelector('.fold').ariaExpanded") == "false"


def becomes(grid, title, folded=True):
    poll(lambda: is_folded(grid, title) == folded, 15, f"{title} {'folded' if folded else 'open'}")
    return grid.settle()


def sections_seen(grid):
    return {cell["label"].split(" ")[0] for cell in grid.seen()}


def test_a_click_on_a_header_folds_its_section_where_it_is_and_another_opens_it(grid):
    grid.scroll_to(420)
    top = header(grid, "First", "e.getBoundingClientRect().top")
    becomes(fold(grid, "First"), "First")
    assert "First" not in sections_seen(grid) and "Second" in sections_seen(grid)
    assert abs(header(grid, "First", "e.getBoundingClientRect().top") - top) < 1, "it stays under the pointer"
    assert header(grid, "First", "e.querySelector('.count').textContent") == "30"
    assert grid.get("itemCount") == 100
    grid.hears("First folded.")
    becomes(fold(grid, "First"), "First", False)
    assert grid.get("itemCount") == 130
    assert "First" in sections_seen(grid)


def test_what_is_folded_stays_so_over_a_reload_and_a_search(grid, page):
    becomes(fold(grid, "First"), "First")
    page.reload()
    grid.settle()
    assert is_folded(grid, "First") and grid.get("itemCount") == 100
    search(grid, "Second 1")
    poll(lambda: grid.headers() == ["Second"], 15, "found")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    poll(lambda: grid.get("itemCount") == 100, 15, "folded still")


def test_keys_fold_and_go_past_what_is_folded(grid):
    second = next(cell for cell in grid.settle().cells() if cell["label"] == "First 30.png")
    becomes(fold(grid, "Second"), "Second")
    grid.focus(second["id"]).press("ArrowRight")
    poll(lambda: grid.cell(grid.focused() or "")["label"] == "Third 1.png", 10, "past the folded section")
    grid.press("Control+a")
    assert grid.part(".selection-bar .count", "e.textContent") == "90 selected"
    grid.press("Escape")
    grid.press("{")
    poll(lambda: grid.get("itemCount") == 0 and all(is_folded(grid, title) for title in PHOTOS), 15, "all are folded")
    assert grid.part(".frame", "e.dataset.state") == "ready"
    assert grid.headers() == list(PHOTOS)
    fold(grid, "Third")
    becomes(grid, "Third", False)
    assert sections_seen(grid) == {"Third"}
    grid.focus(grid.seen()[0]["id"]).press("]")
    poll(lambda: grid.get("itemCount") == 130, 15, "all are open")


def test_an_item_is_dragged_over_a_folded_section(grid, server):
    becomes(fold(grid, "First"), "First")
    becomes(fold(grid, "Second"), "Second")
    fold(grid, "First")
    becomes(grid, "First", False)
    grid.scroll_to(10_000)
    grid.scroll_to(max(0, grid.offset - 10_000))
    first, last = grid.seen()[0], next(cell for cell in grid.cells() if cell["label"] == "First 5.png")
    grid.drag(first["id"], last["id"])
    collection = server.collection()
    order = [item["title"] for item in server.ask("GET", f"/api/v1/collections/{collection}/items?limit=6").json["items"]]
    assert order[:5] == ["First 2.png", "First 3.png", "First 4.png", "First 5.png", "First 1.png"]


def test_the_outline_finds_a_section_and_opens_it(grid, page):
    becomes(fold(grid, "Third"), "Third")
    grid.focus(grid.seen()[0]["id"]).press("g")
    options = lambda: [option.inner_text().split() for option in page.get_by_role("listbox", name="Section").get_by_role("option").all()]
    poll(lambda: options() == [["First", "30"], ["Second", "40"], ["Third", "60"]], 10, "all are listed")
    page.keyboard.type("thi")
    poll(lambda: options() == [["Third", "60"]], 5, "narrowed down")
    page.keyboard.press("Enter")
    poll(lambda: grid.cell(grid.focused() or "")["label"] == "Third 1.png", 15, "its first has the focus")
    assert not is_folded(grid, "Third")


def test_the_outline_puts_the_header_at_the_top(grid, page):
    grid.press("g")
    poll(lambda: grid.is_shown(".sheet[open]"), 10, "it asks where to go")
    page.keyboard.type("Second")
    grid.press("Enter")
    top = grid.box(".scroller")["top"]
    poll(lambda: abs((header(grid, "Second", "e.getBoundingClientRect().top") or 0) - top) < 2, 15, "its header is at the top")
    assert grid.node(grid.focused(), "e.getAttribute('aria-label')") == "Second 1.png"


def test_what_is_folded_is_counted(grid, page):
    count = lambda: page.locator(".bar .count").text_content()
    counts = lambda: {title: header(grid, title, "e.querySelector('.count').textContent") for title in ("First", "Second", "Third")}
    grid.press("{")
    poll(lambda: grid.get("itemCount") == 0 and count() == "130 items", 15, lambda: f"{count()}")
    assert counts() == {"First": "30", "Second": "40", "Third": "60"}
    # Groups of a result too, and what of them a search finds.
    page.evaluate("document.querySelector('collection-grid').find({ group: { field: 'folder' } })")
    grid.settle().press("{")
    poll(lambda: counts() == {"First": "30", "Second": "40", "Third": "60"} and count() == "130 items", 15,
         lambda: f"{counts()}, {count()}")
    grid.press("g")
    poll(lambda: grid.parts(".sheet[open] [role=option] .count", "e.textContent") == ["30", "40", "60"], 10, "the outline knows them too")


def test_on_a_phone_a_button_opens_the_outline(new_page, server):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, server.address).open()
    # No button is pushed out of the window by it.
    assert page.locator(".tools button").evaluate_all("all => Math.max(...all.map((b) => b.getBoundingClientRect().right))") <= 390
    page.get_by_role("button", name="Outline: go to a section (G)").tap()
    page.get_by_role("option", name="Third").tap()
    poll(lambda: grid.cell(grid.focused() or "")["label"] == "Third 1.png", 15, "its first has the focus")


def test_on_a_phone_a_tap_folds(new_page, server):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, server.address).open()
    page.get_by_role("button", name="First", exact=True).tap()
    becomes(grid, "First")
    assert "Second" in sections_seen(grid)

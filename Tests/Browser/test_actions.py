"""What people may do in a grid of another site: as much as its page says, by keys, menus, the bar and the large picture."""

import pytest
from embedding import GRID
from grid_page import GridPage
from pictures import write_folder
from running import poll

BARE = GRID.replace(' actions="select move mark albums export refresh"', "")


@pytest.fixture(scope="module")
def server(start_shared_server, module_path, site):
    server = start_shared_server(write_folder(module_path / "shop", {"Left": 12}), "--cors-origin", site.address)
    server.opened()
    return server


def open_grid(page, site, server, actions=None):
    html = BARE if actions is None else BARE.replace("></collection-grid>", f' actions="{actions}"></collection-grid>')
    page.goto(site.page(html, server.address, server.collection()))
    return GridPage(page, server.address).settle().equip()


def menu_of(grid, item):
    grid.page.mouse.click(*grid.centre(item), button="right")
    poll(lambda: grid.is_shown(".cell-menu"), 10)
    words = grid.parts(".cell-menu button", "e.getAttribute('aria-label')")
    grid.page.keyboard.press("Escape")
    return words


def bar_of(grid):
    return grid.parts(".selection-bar button", "e.hidden ? null : e.classList[0]")


def changes(server):
    return server.ask("GET", f"/api/v1/collections/{server.collection()}").json["version"]


def test_visitors_of_a_shop_look_and_choose_and_change_nothing(page, site, server):
    asked = []
    page.on("request", lambda request: asked.append((request.method, request.url.split("/api/v1")[-1])))
    grid = open_grid(page, site, server)
    first, second = grid.order()[:2]
    version = changes(server)
    words = menu_of(grid, first)
    assert "Open" in words and "Select" in words
    assert not {word for word in words if any(part in word for part in ("star", "Pick", "Reject", "Like", "abel", "Move", "album"))}, words
    grid.focus(first)
    for key in ("1", "p", "x", "u", "l", "a", "m", "t", "r", "Escape", "Control+z"):
        page.keyboard.press(key)
    assert page.locator("collection-grid dialog[open]").count() == 0
    page.mouse.move(*grid.centre(first))
    page.mouse.down()
    page.mouse.move(*grid.centre(second), steps=6)
    page.mouse.up()
    page.keyboard.press("Escape")
    # What is theirs: they select, and open.
    grid.focus(first)
    page.keyboard.press("Control+Space")
    poll(lambda: grid.get("selection.count") == 1, 10)
    assert [name for name in bar_of(grid) if name] == ["clear", "all", "export"]
    page.keyboard.press("Escape")
    page.mouse.click(*grid.centre(second))
    poll(lambda: grid.get("openItem") == second, 10)
    poll(lambda: grid.part(".lightbox .large.shown", "e.naturalWidth > 0"), 20, "the large picture")
    for key in ("3", "p", "a"):
        page.keyboard.press(key)
    assert not grid.is_shown(".lightbox .marks button:not([hidden])")
    page.keyboard.press("Escape")
    assert changes(server) == version
    assert [url for method, url in asked if method != "GET" and not any(end in url for end in ("/viewers", "/range", "/leave"))] == []


def test_a_page_says_what_else_they_may(page, site, server):
    grid = open_grid(page, site, server, "move select")
    first, second = grid.order()[:2]
    words = menu_of(grid, first)
    assert any("Move" in word for word in words) and not any("album" in word or "Pick" in word or "Export" in word for word in words)
    with server.keeping_order():
        grid.focus(first)
        page.keyboard.press("t")
        poll(lambda: grid.part(".frame.reordering", "true"), 10, "it is picked up")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")
        poll(lambda: server.sections()[0][:2] == [second, first], 10, "it is moved")
        page.evaluate("document.querySelector('collection-grid').actions = 'mark'")
        grid.settle()
        words = menu_of(grid, first)
        assert "Pick" in words and not any("Move" in word or "Select" in word for word in words)
        page.mouse.move(*grid.centre(first))
        assert grid.part(".cell.pointed .check", "getComputedStyle(e).display") in ("none", None)
        page.keyboard.press("Control+a")
        assert grid.get("selection.count") == 0


def test_where_only_marks_are_allowed_keys_give_them_at_the_large_picture_too(page, site, server):
    grid = open_grid(page, site, server, "mark")
    item = grid.order()[3]
    grid.focus(item).press("Enter")
    poll(lambda: grid.part(".lightbox .large.shown", "e.naturalWidth > 0"), 20, "the large picture")
    stars = lambda: grid.part(".lightbox-marks .stars", "e.textContent")
    page.keyboard.press("3")
    poll(lambda: stars() == "★★★☆☆", 10, "three stars")
    page.keyboard.press("Control+z")
    poll(lambda: stars() == "☆☆☆☆☆", 10, "undone")


def test_looking_alone_can_be_all(page, site, server):
    grid = open_grid(page, site, server, "")
    assert menu_of(grid, grid.order()[0])[0] == "Open"
    page.keyboard.press("Control+a")
    assert grid.get("selection.count") == 0


def test_the_servers_own_page_allows_everything(page, server):
    grid = GridPage(page, server.address).open()
    words = menu_of(grid, grid.order()[0])
    assert {"Open", "Pick", "Reject", "Select"} <= set(words) and any("album" in word for word in words)


def test_a_page_changes_the_menu(page, site, server):
    grid = open_grid(page, site, server)
    page.evaluate("""document.querySelector('collection-grid').addEventListener('itemmenu', (event) => {
      event.entries = [...event.entries.filter(({ name }) => name === 'open'), { words: 'Add to basket', act: () => (document.title = event.item.title) }];
    })""")
    first = grid.order()[0]
    assert menu_of(grid, first) == ["Open", "Add to basket"]
    page.mouse.click(*grid.centre(first), button="right")
    page.get_by_role("menuitem", name="Add to basket").click()
    poll(lambda: page.title() == grid.page.evaluate("document.title") and page.title() != "Shop", 10)
    page.evaluate("document.querySelector('collection-grid').addEventListener('itemmenu', (event) => event.preventDefault())")
    page.mouse.click(*grid.centre(first), button="right")
    assert not grid.is_shown(".cell-menu")


def test_parts_are_styled_by_the_page(page, site, server):
    style = "<style>collection-grid::part(check) { inset-block-start: 40px; } collection-grid::part(header-title) { color: rgb(1, 2, 3); }" \
            "collection-grid::part(bar) { background: rgb(4, 5, 6); }</style>"
    page.goto(site.page(BARE + style, server.address, server.collection()))
    grid = GridPage(page, server.address).settle().equip()
    page.evaluate("document.querySelector('collection-grid').selectAll()")
    poll(lambda: grid.part(".cell.selected .check", "getComputedStyle(e).top") == "40px", 10)
    assert grid.part(".header .title", "getComputedStyle(e).color") in ("rgb(1, 2, 3)", None)
    assert grid.part(".selection-bar", "getComputedStyle(e).backgroundColor") == "rgb(4, 5, 6)"

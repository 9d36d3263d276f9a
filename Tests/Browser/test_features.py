"""What is loaded after the first screen: large pictures, menus, dialogs, carrying. Used before it is here, and while it cannot be had."""

import re
from urllib.parse import unquote

import pytest
from grid_page import GridPage, Held, asks_singly
from pictures import write_folder
from running import poll

# The module and its style sheet, from the sources and in a bundle.
FEATURES = re.compile(r"/(features/features|(embedded-)?features-\w+)\.js$|/features\.css$|/lightbox\.css$")
KOREAN = re.compile(r"/(ko|embedded-ko|ko-\w+|embedded-ko-\w+)\.js$")


@pytest.fixture(scope="module")
def server(start_shared_server, module_path):
    server = start_shared_server(write_folder(module_path / "shop", {"Left": 12}))
    server.opened()
    return server


@pytest.fixture(scope="module")
def long(start_shared_server, module_path):
    server = start_shared_server(write_folder(module_path / "long", {"": 400}), data=module_path / "long data")
    server.opened()
    return server


def offered(grid):
    """The words and the button of the message on screen."""
    return grid.part(".toast.shown", "[e.querySelector('.toast-words').textContent, e.querySelector('button').textContent]") or ["", ""]


def try_again(grid):
    grid.page.locator("collection-grid .toast button").click()


def test_what_is_wanted_before_it_is_loaded_comes_when_it_is(page, server):
    held = Held(page, FEATURES)
    grid = GridPage(page, server.address)
    page.goto(server.address)
    page.locator(".cell").first.wait_for()
    held.wait()
    first, second = server.sections()[0][:2]
    grid.click(first)
    poll(lambda: grid.get("openItem") == first, 10, "it is about to be opened")
    assert not grid.is_shown(".lightbox")
    held.release()
    poll(lambda: grid.part(".lightbox .large.shown", "e.naturalWidth > 0"), 20, "the large picture")
    page.keyboard.press("Escape")
    poll(lambda: not grid.is_shown(".lightbox"), 10)
    with server.keeping_order():
        grid.settle().drag(first, second)
        poll(lambda: server.sections()[0][:2] == [second, first], 10, "the drop is kept")


def test_while_the_line_is_broken_the_grid_says_so_and_tries_again_when_it_is_told_to(page, new_page, server):
    page.route(FEATURES, lambda route: route.abort())
    page.goto(server.address)
    grid = GridPage(page, server.address).settle()
    first, second = grid.order()[:2]
    grid.click(first)
    poll(lambda: "could not be loaded" in offered(grid)[0] and offered(grid)[1] == "Try again", 10, "the reader is told")
    assert grid.get("openItem") is None and not grid.is_shown(".lightbox")
    try_again(grid)
    poll(lambda: "could not be loaded" in offered(grid)[0], 10, "it is told again")
    page.unroute(FEATURES)
    try_again(grid)
    poll(lambda: grid.part(".lightbox .large.shown", "e.naturalWidth > 0"), 20, "the large picture")
    page.keyboard.press("Escape")
    poll(lambda: grid.get("openItem") is None, 10)
    grid.settle().click(second, button="right")
    poll(lambda: grid.is_shown(".cell-menu"), 10, "the menu")
    # The browser says each refused file in the console.
    new_page.errors.clear()


def hold_pictures(page, order, free=0):
    """From now on, only the pictures of so many first items come."""

    def answer(route):
        item = unquote(re.search("/items/([^/]+)/image", route.request.url)[1])
        if order.index(item) < free:
            route.continue_()

    asks_singly(page)
    page.route("**/image?*", answer)


def test_they_come_once_the_pictures_in_view_are_there_whatever_is_loaded_around_it(page, new_page, long):
    in_view = len(GridPage(page, long.address).open().seen())
    page = new_page()
    hold_pictures(page, long.sections()[0], free=in_view)
    with page.expect_request(FEATURES, timeout=30_000):
        page.goto(long.address)
    grid = GridPage(page, long.address)
    assert not grid.get("isIdle") and all(cell["isLoaded"] for cell in grid.seen())


def test_they_wait_for_the_pictures_in_view_until_the_reader_goes_on(new_page, long):
    page = new_page(clock=True)
    hold_pictures(page, long.sections()[0])
    asked = []
    page.on("request", lambda request: FEATURES.search(request.url) and asked.append(request.url))
    page.goto(long.address)
    page.locator(".cell").first.wait_for()
    # Of the ten seconds after which they are loaded anyway.
    page.clock.run_for(3000)
    page.evaluate("true")
    assert asked == []
    with page.expect_request(FEATURES, timeout=30_000):
        page.evaluate("""() => {
          const scroller = document.querySelector('collection-grid').shadowRoot.querySelector('.scroller');
          const step = () => (scroller.scrollTop += 10) < 1000 && requestAnimationFrame(step);
          step();
        }""")


@pytest.mark.parametrize("keys, part", [(["Shift+F10"], ".cell-menu"), (["g"], "dialog.sheet"), (["m"], "dialog.sheet"), (["l"], "dialog.labels")])
def test_keys_wait_for_what_they_open(page, server, keys, part):
    held = Held(page, FEATURES)
    grid = GridPage(page, server.address)
    page.goto(server.address)
    page.locator(".cell").first.wait_for()
    held.wait()
    grid.focus(server.sections()[0][0]).press(*keys)
    assert not grid.is_shown(part)
    held.release()
    poll(lambda: grid.is_shown(part), 10, f"{keys} open {part}")


def test_without_the_readers_words_the_page_is_in_english_and_works(new_page, server):
    page = new_page(locale="ko-KR")
    page.route(KOREAN, lambda route: route.abort())
    grid = GridPage(page, server.address).open()
    assert page.locator("html").get_attribute("lang") == "en" and grid.seen()
    page.unroute(KOREAN)
    page.reload()
    grid.settle()
    assert page.locator("html").get_attribute("lang") == "ko"
    new_page.errors.clear()

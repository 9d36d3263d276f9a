"""Leaving a page whose pictures are slow to come: reloading it, returning to it, and what is left at the server."""

import pytest
from grid_page import GRID, GridPage, Held
from pictures import write_folder
from running import poll
from web_origin import SilentOrigin


@pytest.fixture
def slow(start_server, tmp_path):
    """A server whose pictures come from an origin that answers far too late. Each test has its own: a viewer of a window that was closed
    before it could take its leave is there for another minute."""
    origin = SilentOrigin()
    listing = tmp_path / "list.csv"
    listing.write_text("\n".join(["url", *(f"{origin.address}/{n}.jpg" for n in range(400))]))
    server = start_server("--urls", listing, "--allow-private")
    server.opened()
    yield server
    origin.stop()


def asks_for_pictures(grid):
    """Until cells are shown and requests for their pictures are held. Chromium keeps requests of a page that was left for 30 s."""
    grid.page.locator(".cell").first.wait_for(timeout=10_000)
    poll(lambda: grid.parts(".cell img.picture[src]", "e.src"), 10, "pictures are requested")


def test_a_reload_does_not_wait_for_pictures_that_are_slow_to_come(page, slow):
    grid = GridPage(page, slow.address)
    page.goto(slow.address, wait_until="commit")
    for _ in range(4):
        asks_for_pictures(grid)
        page.reload(wait_until="commit", timeout=10_000)
    asks_for_pictures(grid)


def test_a_reload_under_the_large_picture_does_not_wait_either(page, slow):
    grid = GridPage(page, slow.address)
    page.goto(slow.address, wait_until="commit")
    for _ in range(2):
        asks_for_pictures(grid)
        grid.click(grid.seen()[1]["id"])
        poll(lambda: grid.part(".lightbox .large[src]", "e.src"), 10, "the large picture is requested")
        page.goto(slow.address, wait_until="commit", timeout=10_000)
    asks_for_pictures(grid)


def test_no_request_of_a_page_that_was_left_is_held(page, slow):
    grid = GridPage(page, slow.address)
    page.goto(slow.address, wait_until="commit")
    asks_for_pictures(grid)
    stats = lambda: slow.ask("GET", "/api/v1/stats").json
    poll(lambda: stats()["loads"]["running"] > 0, 10, "the server loads")
    page.goto("about:blank")
    poll(lambda: stats()["viewers"] == 0, 30, "its viewer has ended")
    poll(lambda: stats()["server"]["sleeping"] == 0, 30, "its requests have ended")


def test_a_page_that_is_kept_while_it_is_left_comes_back_live(page, start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"": 80}))
    server.opened()
    grid = GridPage(page, server.address).open().scroll_to(600)
    order = [c["id"] for c in grid.seen()]
    # What a browser says that keeps the page in its back/forward cache. (The headless shell has none; tests of the engines have a browser with one.)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    poll(lambda: server.ask("GET", "/api/v1/stats").json["viewers"] == 0, 10, "its viewer has left")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    poll(lambda: server.ask("GET", "/api/v1/stats").json["viewers"] == 1, 10, "another viewer is there")
    grid.settle()
    assert [c["id"] for c in grid.seen()] == order and grid.offset == 600
    assert server.move(order[3], [0, 79]).status == 200
    poll(lambda: order[3] not in [c["id"] for c in grid.seen()], 15, "what others do is seen")
    assert not grid.is_shown(".banner.shown")


def test_pictures_that_were_under_way_when_the_page_was_left_come_after_the_return(page, start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"": 80}))
    server.opened()
    grid = GridPage(page, server.address)
    held = Held(page, "**/image?**")
    page.goto(server.address)
    asks_for_pictures(grid)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    assert not grid.parts(".cell img.picture[src]", "e.src"), "nothing is fetched any longer"
    held.release()
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    poll(lambda: len(grid.parts(".cell img.picture.shown", "e.src")) >= len(grid.seen()) > 10, 20, "all in view are shown")


def test_a_collection_that_was_left_draws_and_fetches_no_more(page, start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"": 400}))
    server.opened()
    album = server.ask("POST", "/api/v1/albums", {"title": "Empty"}).json["id"]
    grid = GridPage(page, server.address).open()
    held = Held(page, "**/image?**")
    page.evaluate(f"{GRID}.offset = 3000")
    held.wait()
    page.evaluate(f"""() => {{
        globalThis.frames = 0;
        const request = requestAnimationFrame;
        globalThis.requestAnimationFrame = (work) => {{ globalThis.frames++; return request(work); }};
    }}""")
    page.evaluate(f"{GRID}.setAttribute('collection', '{album}')")
    poll(lambda: grid.get("itemCount") == 0, 15, "the empty one is shown")
    grid.settle()
    asked = []
    page.on("request", lambda request: "/image?" in request.url and asked.append(request.url))
    held.release()
    # What was on its way has come, and nothing follows it.
    page.evaluate("new Promise((done) => setTimeout(done, 500))")
    before = page.evaluate("frames")
    page.evaluate("new Promise((done) => setTimeout(done, 500))")
    assert page.evaluate("frames") - before < 5
    assert not asked

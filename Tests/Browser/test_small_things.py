"""What is expected and small: words in line with their cells, one sign for all lists, the slide show, the note of what is prepared, an app to install."""

import json
import os
import re

import pytest
from grid_page import GridPage
from large_picture import Picture
from pictures import write_folder, write_png
from running import poll
from slow_folders import held_server

# Pictures that are prepared: few, since on a busy machine preparing gives way to everything else.
PREPARED = 8


@pytest.fixture(scope="module")
def photos(start_shared_server, module_path):
    server = start_shared_server(write_folder(module_path / "photos", {"First": 8, "Second": 30}))
    server.opened()
    return server


@pytest.mark.parametrize("width,touch", [(390, True), (820, True), (1280, False)])
def test_headers_begin_where_their_cells_do(new_page, photos, width, touch):
    grid = GridPage(new_page(width=width, has_touch=touch, is_mobile=touch), photos.address).open()
    title, cell = grid.box(".header .title"), grid.seen()[0]
    assert abs(title["x"] - cell["x"]) < 1


@pytest.mark.parametrize("locale", ["en-GB", "ko-KR"])
@pytest.mark.parametrize("width", [320, 390, 480, 560, 640, 730, 820, 1440])
def test_nothing_in_the_bar_lies_over_anything_else_or_beyond_it(new_page, photos, width, locale):
    grid = GridPage(new_page(width=width, locale=locale), photos.address).open()
    shown = """() => [...document.querySelectorAll('.bar :is(.title, .count, button, .search-box, input[type=range])')].filter((e) => !e.closest('.search-box') || e.matches('.search-box'))
      .map((e) => ({ name: e.className, ...e.getBoundingClientRect().toJSON() })).filter(({ width, height }) => width > 1 && height > 1)"""

    def wrong():
        parts = sorted(grid.page.evaluate(shown), key=lambda part: part["left"])
        assert len(parts) > 5, parts
        over = [(a["name"], b["name"]) for a, b in zip(parts, parts[1:]) if a["right"] > b["left"] + 0.5]
        return over + [part["name"] for part in parts if part["left"] < 0 or part["right"] > width]

    # Buttons come with what is loaded later.
    poll(lambda: wrong() == [], 10, wrong)
    grid.page.evaluate("document.querySelector('collection-grid').density = 8")
    poll(lambda: wrong() == [], 10, wrong)


def test_lists_to_choose_from_look_alike(page, photos):
    grid = GridPage(page, photos.address).open()
    grid.press("s")
    page.get_by_label("Sort by").wait_for()
    grid.press("Escape", "d")
    page.locator(".dashboard select").first.wait_for()
    grid.press("s")
    page.get_by_label("Sort by").wait_for()
    # Not those that only lie over their words.
    looks = page.evaluate("[...document.querySelectorAll('select')].map((e) => getComputedStyle(e)).filter((e) => e.opacity === '1').map((e) => e.appearance)")
    assert len(looks) > 4 and set(looks) == {"none"}, "none has the browser's own sign"
    # The signs are there: a mask whose picture is found.
    signs = page.evaluate("""[...document.querySelectorAll('.arrange-form label:has(select), .dashboard .switch:has(select)')].map((e) => {
      const style = getComputedStyle(e, '::after');
      return [style.maskImage, parseFloat(style.width)];
    })""")
    assert len(signs) >= 3 and all(width > 10 for _, width in signs)
    for address in {image.removeprefix('url("').removesuffix('")').replace('\\"', '"') for image, _ in signs}:
        assert page.evaluate("""(address) => new Promise((done) => {
          const image = new Image();
          [image.onload, image.onerror] = [() => done(true), () => done(false)];
          image.src = address;
        })""", address), "the page's policy lets it in, from a file or in the style sheet"


def test_a_slide_show_goes_on_by_itself_until_somebody_does_something(new_page, photos):
    page = new_page(clock=True)
    grid = GridPage(page, photos.address).open()
    grid.focus(grid.seen()[0]["id"]).press("Enter")
    picture = Picture(grid).shows("First 1.png")
    grid.press("s")
    poll(lambda: grid.part(".lightbox .play", "e.ariaLabel") == "Stop the slide show (S)", 5, "it runs")
    for number in (2, 3):
        def next_is_shown():
            page.clock.run_for(1000)
            return picture.title == f"First {number}.png"
        poll(next_is_shown, 30, f"the slide show shows number {number}")
        picture.shows(f"First {number}.png")
    grid.press("ArrowLeft")
    picture.shows("First 2.png")
    assert grid.part(".lightbox .play", "e.ariaLabel") == "Slide show (S)"
    page.clock.run_for(60_000)
    assert picture.title == "First 2.png"


@pytest.fixture
def preparing(tmp_path):
    """A server that prepares pictures, and holds at the last of them until its gate is removed."""
    root = tmp_path / "photos"
    first = write_png(root / "000.png", 1, 600, 400)
    for number in range(1, PREPARED):
        os.link(first, root / f"{number:03}.png")
    kind, gate = held_server(tmp_path, f"{PREPARED - 1:03}.png")
    server = kind(root, "--prepare", "all", data=tmp_path / "data")
    server.opened()
    yield server, gate
    gate.unlink(missing_ok=True)
    server.stop()


@pytest.mark.parametrize("locale,words", [("en-US", "Preparing pictures: "), ("ko-KR", "사진 준비 중: ")])
def test_the_page_says_how_far_pictures_are_prepared_and_is_silent_at_the_end(new_page, preparing, locale, words):
    server, gate = preparing
    page = new_page(locale=locale)
    page.goto(server.address)
    note = page.locator(".prepared")
    poll(lambda: note.is_visible() and words in note.inner_text(), 30, "it says how far it is")
    gate.unlink()
    poll(lambda: server.opened()["prepared"]["done"] == PREPARED, 120, "all are prepared")
    poll(lambda: note.is_hidden(), 30, "and is silent then")


def test_the_share_of_prepared_pictures_goes_in_one_direction(new_page, photos):
    """What is looked at adds to the whole, so that the server's own share may become less."""
    page = new_page(clock=True)
    prepared = {"done": 31, "total": 100}

    def answer(route):
        found = route.fetch()
        body = found.json()
        for collection in body.get("collections", [body]):
            collection["prepared"] = prepared
        route.fulfill(response=found, json=body)

    page.route(re.compile(r"/api/v1/collections(/[^/?]+)?$"), answer)
    GridPage(page, photos.address).open()
    note = page.locator(".prepared")
    poll(lambda: note.inner_text() == "Preparing pictures: 31 %", 15, "it says how far it is")
    for done, total, words in [(40, 400, "31 %"), (200, 400, "50 %"), (201, 900, "50 %"), (899, 900, "99 %")]:
        prepared.update(done=done, total=total)
        with page.expect_response(re.compile(r"/api/v1/collections/[^/?]+$")):
            page.clock.run_for(5000)
        page.wait_for_function("(words) => document.querySelector('.prepared').textContent.endsWith(words)", arg=words)


def test_it_can_be_installed_as_an_app(page, start_server):
    server = start_server("--items", 3, "--token", "of-sixteen-letters-or-more")
    page.goto(f"{server.address}/?token=of-sixteen-letters-or-more")
    # As a browser does, with the cookie.
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == [] and found["url"] == f"{server.address}/manifest.webmanifest"
    manifest = json.loads(found["data"])
    assert manifest["name"] == "Lookahead" and manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        answer = page.request.get(f"{server.address}/{icon['src']}")
        assert answer.ok and answer.headers["content-type"] == icon["type"]
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []

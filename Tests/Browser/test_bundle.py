"""The page as `Scripts/page` bundles it: few files, and each asked for once."""

import gzip
import re
import subprocess
import urllib.request

import pytest
from embedding import FIRST_CELL, GRID, Site
from grid_page import GridPage
from running import ROOT, poll

BUILD = re.compile(r"/build-[0-9a-f]{16}/")


@pytest.fixture(scope="module")
def server(start_shared_server, bundle):
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LOOKAHEAD_PUBLIC", str(bundle))
        server = start_shared_server("--items", 5000)
    server.opened()
    return server


def requests_of(page):
    """The addresses that the page asks the server for from now on, without pictures and events."""
    found = []
    page.on("request", lambda request: found.append(request.url))
    return found


def test_the_page_opens_with_few_files_and_later_asks_for_none_of_them(page, server):
    first = requests_of(page)
    page.goto(server.address)
    GridPage(page, server.address).settle().equip()
    files = [url for url in first if "/api/" not in url]
    # With what comes after the first screen.
    assert len(files) <= 24, files
    assert [url for url in files if url.endswith((".js", ".css")) and not BUILD.search(url)] == []
    again = page.context.new_page()
    received = []
    again.on("response", lambda response: received.append(response))
    GridPage(again, server.address).open()
    kept = [response.url for response in received if BUILD.search(response.url)]
    asked = again.evaluate("""() => performance.getEntriesByType('resource')
        .filter((entry) => entry.name.includes('/build-') && entry.transferSize > 0).map((entry) => entry.name)""")
    assert kept and asked == []


def test_everything_a_module_loads_later_is_there(page, server):
    """The dashboard with its style, the shared worker, the symbols within style sheets."""
    missing = []
    # Of files only: the dashboard may ask for a viewer that has just left.
    page.on("response", lambda response: response.status >= 400 and "/api/" not in response.url and missing.append(response.url))
    grid = GridPage(page, server.address).open()
    page.keyboard.press("d")
    poll(lambda: page.locator("aside").is_visible(), 10, "the dashboard is beside")
    poll(lambda: page.evaluate("[...document.styleSheets].some((sheet) => sheet.href.endsWith('/dashboard.css'))"), 10)
    order = grid.order()
    # Heard through the shared worker.
    assert server.move(order[0], [0, 3]).status == 200
    poll(lambda: grid.order()[:4] == [*order[1:4], order[0]], 10, "the move is seen")
    page.goto(f"{server.address}/dashboard/")
    # With a viewer to watch, or a notice that there is none.
    poll(lambda: page.locator("main.dashboard").is_visible() or page.locator(".notice").inner_text(), 10, "the dashboard alone")
    assert missing == []


def test_another_page_embeds_the_grid_by_an_address_that_stays(page, server):
    # A page of the same server with nothing in it.
    page.route("**/another.html", lambda route: route.fulfill(content_type="text/html", body="<!doctype html><title>Another</title>"))
    page.goto(f"{server.address}/another.html")
    names = page.evaluate("import('/grid/collection-grid.js').then((module) => Object.keys(module))")
    assert "CollectionGrid" in names
    page.evaluate("""(collection) => {
      const grid = document.createElement('collection-grid');
      grid.style.cssText = 'display: block; width: 600px; height: 400px';
      grid.setAttribute('collection', collection);
      document.body.append(grid);
    }""", server.collection())
    grid = GridPage(page, server.address).settle()
    shown = grid.order()[:6]
    assert len(shown) == 6 and shown == server.sections()[0][:6]
    assert max(cell["x"] + cell["width"] for cell in grid.seen()) <= 608


def test_a_bundle_made_again_of_the_same_page_is_the_same(bundle, module_path):
    subprocess.run([ROOT / "Scripts/page", module_path / "again"], check=True)
    names = lambda folder: sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
    assert names(module_path / "again") == names(bundle)


@pytest.mark.parametrize("locale,most_files,words", [("en-GB", 4, "Copy name"), ("ko-KR", 5, "이름 복사")])
def test_on_another_site_the_grid_takes_few_requests_and_bytes_to_its_first_cell(
        new_page, start_shared_server, bundle, module_path, locale, most_files, words):
    """Besides the questions that browsers ask before requests to other origins (preflights)."""
    with Site() as site, pytest.MonkeyPatch.context() as environment:
        environment.setenv("LOOKAHEAD_PUBLIC", str(bundle))
        server = start_shared_server("--items", 500, "--cors-origin", site.address, data=module_path / f"embedded {locale}")
        server.opened()
        page = new_page(locale=locale)
        page.add_init_script(FIRST_CELL)
        page.goto(site.page(GRID, server.address, server.collection()))
        page.wait_for_function("window.firstCell !== undefined")
        asked = page.evaluate("performance.getEntriesByType('resource').map((entry) => [entry.name, entry.startTime < window.firstCell])")
        before = [url for url, is_before in asked if is_before and url.startswith(server.address) and not re.search("/image|/sections|/events", url)]
        files = [url for url in dict.fromkeys(before) if "/api/" not in url]
        assert len(files) <= most_files and len(set(before)) <= 8, before
        compressed = sum(len(gzip.compress(urllib.request.urlopen(url).read(), 6)) for url in files)
        assert compressed <= 60_000, compressed
        # The rest comes once what is in view is there, as one module, one style sheet, and the rest of the words in the reader's language.
        grid = GridPage(page, server.address).equip()
        every = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
        late = [url for url in every if url.startswith(server.address) and url.endswith((".js", ".css")) and url not in files]
        assert sorted(url.rsplit(".", 1)[1] for url in late) == ["css", "js", "js"], late
        page.mouse.click(*grid.centre(grid.order()[0]), button="right")
        page.get_by_role("menuitem", name=words).wait_for()

"""What a program gets wrong is told to the program, and costs nobody the grid."""

import json

import pytest
from embedding import GRID
from grid_page import GridPage
from pictures import write_folder
from running import poll


@pytest.fixture(scope="module")
def server(start_shared_server, module_path, site):
    server = start_shared_server(write_folder(module_path / "shop", {"Left": 40}), "--cors-origin", site.address)
    server.opened()
    return server


@pytest.fixture
def grid(page, site, server):
    page.goto(site.page(GRID, server.address, server.collection()))
    grid = GridPage(page, server.address).settle()
    grid.warnings = []
    page.on("console", lambda message: message.type == "warning" and grid.warnings.append(message.text))
    return grid


CALLS = [
    ("grid.scrollToItem(NaN)", "RangeError"), ("grid.scrollToItem(-1)", "RangeError"), ("grid.scrollToItem(1.5)", "RangeError"),
    ("grid.scrollToItem('sku-5')", "TypeError"), ("grid.offset = 'abc'", "TypeError"), ("grid.offset = NaN", "RangeError"),
    ("grid.select('sku-1')", "TypeError"), ("grid.select([1, 2])", "TypeError"), ("grid.values = 'sku-1'", "TypeError"),
    ("grid.showItem(5)", "TypeError"), ("grid.find('hello')", "TypeError"), ("grid.find([])", "TypeError"), ("grid.query = 'hello'", "TypeError"),
    ("grid.layout = { cellHeight: '300' }", "TypeError"), ("grid.layout = { cellHeight: 9000 }", "RangeError"), ("grid.layout = ['list']", "TypeError"),
    ("grid.layout = { kind: 'gird' }", "TypeError"), ("grid.item(5)", "TypeError"), ("grid.indexOf()", "TypeError"),
    ("grid.itemAt('a')", "TypeError"), ("grid.itemAt(NaN, 1)", "TypeError"),
    ("registerCell('x')", "TypeError"), ("registerCell({})", "TypeError"), ("registerCell('x', { make() {} })", "TypeError"),
    ("registerCell('x', { configure() {} })", "TypeError"),
]


@pytest.mark.parametrize("call,kind", CALLS, ids=[call for call, _ in CALLS])
def test_a_wrong_argument_is_refused_and_the_grid_stays(grid, server, call, kind):
    said = grid.page.evaluate(f"""async () => {{
      const grid = document.querySelector('collection-grid');
      const {{ registerCell }} = await import('{server.address}/grid/collection-grid.js');
      window.failed = [];
      grid.addEventListener('error', (event) => failed.push(event.code));
      try {{ await ({call}); }} catch (error) {{ return [error.name, error.message]; }}
      return undefined;
    }}""")
    assert said and said[0] == kind and said[1].startswith("<collection-grid>: "), said
    assert grid.settle().seen() and grid.page.evaluate("failed") == [] and grid.get("query") is None


def test_an_index_or_a_place_beyond_the_end_is_the_end(grid):
    page = grid.page
    page.evaluate("document.querySelector('collection-grid').scrollToItem(1e9)")
    end = lambda: page.evaluate("(({ offset, contentHeight }) => contentHeight - offset)(document.querySelector('collection-grid'))")
    poll(lambda: end() < 1000, 10, "the last item")
    grid.scroll_to(0)
    page.evaluate("document.querySelector('collection-grid').offset = Infinity")
    poll(lambda: end() < 1000, 10, "the end")
    assert grid.settle().seen()


@pytest.mark.parametrize("attribute,value,named", [
    ("policy", "fast", "predictive"), ("layout", "gird", "justified"), ("actions", "moev select", "move"),
])
def test_an_attribute_that_means_nothing_is_passed_over_with_a_word(grid, attribute, value, named):
    page = grid.page
    page.evaluate("document.querySelector('collection-grid').addEventListener('layoutchange', ({ layout }) => (window.layout = layout))")
    page.evaluate(f"document.querySelector('collection-grid').setAttribute('{attribute}', '{value}')")
    poll(lambda: any(value.split()[0] in text and named in text for text in grid.warnings), 10, grid.warnings)
    grid.settle()
    assert grid.seen() and grid.part(".frame", "e.dataset.layout") == "column"
    if attribute == "layout":
        assert page.evaluate("layout") == "column"


def test_a_query_that_is_refused_rejects_and_the_one_that_is_shown_stays(grid):
    page = grid.page
    page.evaluate("document.querySelector('collection-grid').addEventListener('querychange', ({ state, query, problem }) => "
                  "(window.said ??= []).push([state, query, problem?.message, problem?.pointer]))")
    find = lambda query: page.evaluate(
        "(query) => document.querySelector('collection-grid').find(query).then(() => 'shown', (problem) => [problem.status, problem.message, problem.pointer])", query)
    wide = {"where": {"field": "name", "in": [grid.titles()[3].split(",")[0]]}}
    assert find(wide) == "shown"
    shown = grid.get("itemCount")
    assert 0 < shown < 40
    for query in ({"serch": "Left"}, {"sort": [{"field": "nope"}]}):
        status, message, pointer = find(query)
        assert status in (400, 422) and message and pointer, (message, pointer)
        assert grid.get("query") == wide and grid.get("itemCount") == shown
        assert page.evaluate("said.at(-1)") == ["refused", query, message, pointer]
    # By the property it is refused in silence but for the event.
    page.evaluate("document.querySelector('collection-grid').query = { serch: 'x' }")
    poll(lambda: page.evaluate("said.filter(([state]) => state === 'refused').length") == 3 and grid.get("query") == wide, 10)
    assert find(None) == "shown" and grid.get("itemCount") == 40


def test_a_token_where_the_server_has_none_shows_the_collection(page, site, server):
    page.goto(site.page(GRID, server.address, ""))
    page.evaluate(f"Object.assign(document.querySelector('collection-grid'), {{ token: 'x', collection: '{server.collection()}' }})")
    grid = GridPage(page, server.address).settle()
    assert grid.seen() and all(cell["isShown"] for cell in grid.seen())


def test_a_refusal_of_the_server_reaches_the_programmer(new_page, site, server):
    page = new_page()
    new_page.errors.clear()
    problem = {"status": 422, "detail": "must be a number of pixels", "pointer": "/width", "type": "about:blank", "title": "Unprocessable Content"}
    page.route("**/viewers", lambda route: route.fulfill(
        status=422, content_type="application/problem+json", body=json.dumps(problem),
        headers={"Access-Control-Allow-Origin": "*"}) if route.request.method == "POST" else route.continue_())
    page.goto(site.page("<script>addEventListener('error', (event) => event.detail && (window.said = [event.detail, event.pointer]), true)</script>" + GRID,
                        server.address, server.collection()))
    poll(lambda: page.evaluate("window.said"), 20)
    assert page.evaluate("said") == ["must be a number of pixels", "/width"]
    poll(lambda: any("must be a number of pixels /width" in error for error in new_page.errors), 10, "in the console, too")
    new_page.errors.clear()


def test_one_bad_event_costs_that_event(new_page, site, server):
    """A browser that gets a line that is no event's asks for everything, and goes on."""
    page = new_page()
    page.add_init_script("""window.sources = []; window.EventSource = class extends EventSource {
      constructor(...given) { super(...given); sources.push(this); }
    };""")
    page.goto(site.page(GRID, server.address, server.collection()))
    grid = GridPage(page, server.address).settle()
    poll(lambda: page.evaluate("sources.length") > 0, 10)
    for data in ("{oops", '{"viewer": "VIEWER", "cells": 5}'):
        viewer = grid.get("viewer")
        page.evaluate("(data) => sources.at(-1).dispatchEvent(new MessageEvent('cells', { data }))", data.replace("VIEWER", viewer))
    with server.keeping_order():
        first, second = server.sections()[0][:2]
        server.move(first, [0, 1])
        poll(lambda: grid.order()[:2] == [second, first], 10, "what comes after it is heard")
    assert len(new_page.errors) == 1 and "not iterable" in new_page.errors[0], "the programmer is told"
    new_page.errors.clear()


def test_a_cell_without_a_place_costs_no_other(page, site, server):
    def without(route):
        answer = route.fetch()
        body = answer.json()
        for cells in [body.get("range", {}).get("cells", []), body.get("cells", [])]:
            if len(cells) > 2:
                del cells[1]["frame"]
        route.fulfill(response=answer, json=body)

    for path in ("**/viewers", "**/range"):
        page.route(path, without)
    page.goto(site.page(GRID, server.address, server.collection()))
    grid = GridPage(page, server.address)
    poll(lambda: len(grid.seen()) > 4, 20, "the others")
    assert server.sections()[0][1] not in grid.order()


def test_two_copies_of_the_module_share_what_programs_register(page, site, server):
    """As the server's module and that of the package: the first defines the element, cells may be registered by the second."""
    posted = {"id": "two", "title": "Two", "sections": [{"id": "s", "title": "S", "items": [{"id": "a", "title": "A", "kind": "mine"}]}]}
    server.ask("DELETE", "/api/v1/collections/two")
    assert server.ask("POST", "/api/v1/collections", posted).status == 201
    page.goto(site.page(GRID, server.address, ""))
    page.evaluate("""async ([address]) => {
      const second = await import(`${address}/grid/cells/registrations.js?second`).catch(() => import(`${address}/grid/collection-grid.js?second`));
      second.registerCell('mine', {
        make: (body) => body.appendChild(document.createElement('b')), configure: (b, cell) => (b.textContent = `mine: ${cell.item.title}`),
      });
      document.querySelector('collection-grid').collection = 'two';
    }""", [server.address])
    grid = GridPage(page, server.address).settle()
    assert grid.parts(".cell b", "e.textContent") == ["mine: A"]


def test_a_sentence_of_the_sources_own_reaches_the_person_in_its_language(new_page, site, server):
    """The page has no words for the code of a source that somebody else wrote."""
    refusal = {"status": 403, "title": "Forbidden", "detail": "Sold out products stay.", "code": "sold-out"}
    for locale, language in (("ko-KR", "en"), ("en-GB", None)):
        page = new_page(locale=locale)
        page.route("**/movements", lambda route: route.fulfill(
            status=403, content_type="application/problem+json", body=json.dumps(refusal), headers={"Access-Control-Allow-Origin": site.address}))
        page.goto(site.page(GRID, server.address, server.collection()))
        grid = GridPage(page, server.address).settle().equip()
        grid.focus(grid.order()[0])
        page.keyboard.press("t")
        poll(lambda: "Sold out products stay." in (grid.part(".toast-words", "e.textContent") or ""), 15, "it is said")
        spans = grid.parts(".toast-words [lang]", "[e.lang, e.textContent]")
        assert spans == ([[language, "Sold out products stay."]] if language else []), spans
        assert "\u2068" not in grid.part(".toast-words", "e.textContent")


def test_an_older_server_is_named_as_the_older_one(new_page, site, server):
    page = new_page()
    problem = {"status": 422, "title": "Unprocessable Content", "detail": "is no member here", "pointer": "/pictureDelay"}
    page.route("**/viewers", lambda route: route.fulfill(
        status=422, content_type="application/problem+json", body=json.dumps(problem), headers={
            "Access-Control-Allow-Origin": site.address, "Access-Control-Expose-Headers": "Lookahead-Version", "Lookahead-Version": "0.0.9"}))
    page.goto(site.page("<script>addEventListener('error', (event) => event.code && (window.code = event.code), true)</script>" + GRID,
                        server.address, server.collection()))
    grid = GridPage(page, server.address)
    poll(lambda: "is older than the grid" in (grid.part(".message", "e.innerText") or ""), 20, "which is older")
    assert page.evaluate("code") == "grid-server-unfit"
    new_page.errors.clear()


def test_a_page_of_a_build_that_is_gone_offers_to_reload(new_page, start_server, tmp_path, bundle, monkeypatch):
    """The server was updated under an open page: what the page loads late is there no more."""
    monkeypatch.setenv("LOOKAHEAD_PUBLIC", str(bundle))
    server = start_server(write_folder(tmp_path / "photos", {"": 6}))
    server.opened()
    page = new_page()
    page.route("**/features*", lambda route: route.fulfill(status=404, body=""))
    page.goto(server.address)
    grid = GridPage(page, server.address).settle()
    grid.focus(grid.order()[0])
    page.keyboard.press("t")
    poll(lambda: "has been updated" in (grid.part(".toast-words", "e.textContent") or ""), 20, "it says so")
    page.unroute("**/features*")
    with page.expect_navigation():
        page.locator("collection-grid .toast button").click()
    new_page.errors.clear()

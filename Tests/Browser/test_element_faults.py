"""What may happen to an embedded grid while it is open: another version, tickets and tokens that end, collections that go, origins that are not let in."""

import json

import pytest
from embedding import GRID
from grid_page import GridPage
from pictures import write_folder
from running import poll
from web_origin import WebOrigin

LISTENER = """<script>
  window.codes = [];
  document.addEventListener('error', (event) => event.code && codes.push([event.code, event.message]), true);
</script>"""
SMALL = "<style>collection-grid { height: 300px; }</style>"
TOKENS = ["the-first-token-of-this-test", "the-second-token-of-this-test"]


@pytest.fixture
def start(start_server, tmp_path, site):
    """Starts a server of 60 pictures on a port that it keeps: `start(*options)`."""

    def start(*options):
        server = start_server(write_folder(tmp_path / "shop", {"Left": 60}), "--cors-origin", site.address, *options, data=tmp_path / "data")
        server.port = int(server.address.rsplit(":", 1)[1])
        return server

    return start


@pytest.fixture
def embed(page, site, new_page):
    def embed(server, collection, token="", in_page=page):
        in_page.goto(site.page(LISTENER + SMALL + GRID, server.address, collection))
        if token:
            in_page.evaluate(f"document.querySelector('collection-grid').token = '{token}'")
        grid = GridPage(in_page, server.address).settle()
        # Until it had its token it said so.
        in_page.evaluate("codes.length = 0")
        grid.codes = lambda: [code for code, _ in in_page.evaluate("codes")]
        grid.says = lambda: (grid.part(".unopened", "e.innerText") or "") + (grid.part(".frame .message:not([hidden])", "e.innerText") or "")
        return grid

    yield embed
    # The browser says in its console what it did not let through.
    new_page.errors.clear()


def ask_as(server, token):
    return lambda method, path, body=None: server.ask(method, path, body, {"Authorization": f"Bearer {token}"})


def first_shown(grid):
    return next((cell["id"] for cell in grid.seen()), None)


class AnotherVersion(WebOrigin):
    """A server on the same port that answers other things, and lets the site in."""

    def __init__(self, port, site, status, body):
        self.headers = {"Access-Control-Allow-Origin": site, "Access-Control-Allow-Headers": "*, Authorization, Content-Type",
                        "Access-Control-Allow-Methods": "*, PATCH", "Content-Type": "application/json", "Connection": "close"}
        self.status, self.body = status, json.dumps(body).encode()
        super().__init__(port)
        handler = self.server.RequestHandlerClass
        handler.do_POST = handler.do_PATCH = handler.do_OPTIONS = handler.do_DELETE = handler.do_GET

    def answer(self, path, _):
        return self.status, self.headers, self.body


@pytest.mark.parametrize("status,body", [
    (404, {"type": "about:blank", "title": "Not Found", "status": 404}),
    (200, {"viewer": {"name": "0123"}, "collection": {"id": "x", "count": 60}, "items": []}),
], ids=["other routes", "other answers"])
def test_a_server_of_another_version_is_named_and_the_right_one_is_found_again(embed, start, site, status, body):
    server = start()
    grid = embed(server, server.collection()).scroll_to(600)
    shown = first_shown(grid)
    server.stop()
    other = AnotherVersion(server.port, site.address, status, body)
    try:
        poll(lambda: "grid-server-unfit" in grid.codes(), 40, lambda: f"{grid.codes()}")
        poll(lambda: "another version" in grid.says() and server.address in grid.says(), 10, "in words")
    finally:
        other.stop()
    server.start()
    poll(lambda: grid.seen() and not grid.says(), 40, "it is found without a reload")
    assert first_shown(grid.settle()) == shown, "where it was"


def test_a_ticket_that_is_refused_is_replaced(embed, start, page):
    """As after hours of sleep, when the page's clock does not know that the ticket has ended."""
    server = start("--token", TOKENS[0])
    ask = ask_as(server, TOKENS[0])
    collection = poll(lambda: next((c["id"] for c in ask("GET", "/api/v1/collections").json["collections"] if c.get("open")), None), 60)
    given = []

    def give(route):
        given.append(route)
        if len(given) > 1:
            return route.continue_()
        answer = {"ticket": "68000000-" + 64 * "0", "seconds": 7000}
        return route.fulfill(status=201, json=answer, headers={"Access-Control-Allow-Origin": "*"})

    page.route("**/api/v1/tickets", lambda route: route.continue_() if route.request.method == "OPTIONS" else give(route))
    grid = embed(server, collection, TOKENS[0])
    poll(lambda: len(grid.seen()) > 5 and all(cell["isShown"] and cell["isLoaded"] for cell in grid.seen()), 30, "pictures")
    first, second = grid.order()[:2]
    assert ask("POST", f"/api/v1/collections/{collection}/moves", {"item": first, "to": [0, 1]}).status == 200
    poll(lambda: grid.order()[:2] == [second, first], 20, "events")
    assert len(given) == 2, "one more was enough"


def test_a_ticket_is_renewed_in_time_and_nothing_is_blank(embed, start, new_page):
    server = start("--token", TOKENS[0])
    ask = ask_as(server, TOKENS[0])
    collection = poll(lambda: next((c["id"] for c in ask("GET", "/api/v1/collections").json["collections"] if c.get("open")), None), 60)
    page = new_page(clock=True)
    asked = []
    page.on("request", lambda request: request.url.endswith("/tickets") and request.method == "POST" and asked.append(request.url))
    grid = embed(server, collection, TOKENS[0], page)
    assert len(asked) == 1
    page.clock.fast_forward("03:00:00")
    viewer = grid.get("viewer")
    page.evaluate("""() => {
      window.blank = 0;
      const grid = document.querySelector('collection-grid');
      const look = () => { blank = Math.max(blank, grid.shadowRoot.querySelectorAll('.cell').length === 0 ? 1 : 0); requestAnimationFrame(look); };
      look();
    }""")
    for offset in (500, 1500, 2500):
        grid.scroll_to(offset)
        poll(lambda: all(cell["isShown"] and cell["isLoaded"] for cell in grid.seen()), 30, "pictures go on")
    poll(lambda: len(asked) == 2, 10, "with another ticket")
    assert grid.get("viewer") == viewer and page.evaluate("blank") == 0 and grid.codes() == []


def test_a_token_that_ends_is_replaced_and_the_grid_goes_on_where_it_was(embed, start):
    server = start("--token", TOKENS[0])
    ask = ask_as(server, TOKENS[0])
    collection = poll(lambda: next((c["id"] for c in ask("GET", "/api/v1/collections").json["collections"] if c.get("open")), None), 60)
    grid = embed(server, collection, TOKENS[0])
    grid.page.evaluate("document.querySelector('collection-grid').selectAll()")
    grid.scroll_to(600)
    shown = first_shown(grid)
    server.stop()
    server.arguments[server.arguments.index(TOKENS[0])] = TOKENS[1]
    server.start()
    poll(lambda: "token-refused" in grid.codes(), 40, lambda: f"{grid.codes()}")
    poll(lambda: "does not accept this page’s token" in grid.says(), 10)
    grid.page.evaluate(f"document.querySelector('collection-grid').token = '{TOKENS[1]}'")
    grid.settle(30)
    poll(lambda: grid.seen() and all(cell["isShown"] and cell["isLoaded"] for cell in grid.seen()), 30, "pictures go on")
    assert first_shown(grid) == shown and not grid.says()
    poll(lambda: grid.get("selection.count") == 60, 10, "what was selected is")
    ask = ask_as(server, TOKENS[1])
    last = grid.seen()[1]["id"]
    assert ask("POST", f"/api/v1/collections/{collection}/moves", {"item": last, "to": [0, 0]}).status == 200
    poll(lambda: last not in [cell["id"] for cell in grid.seen()], 20, "events go on")


def test_an_origin_that_is_let_in_no_longer_keeps_what_it_shows_and_goes_on(embed, start, site):
    server = start()
    grid = embed(server, server.collection()).scroll_to(600)
    shown = first_shown(grid)
    place = server.arguments.index(site.address)
    server.stop()
    server.arguments[place] = "https://another.example"
    server.start()
    poll(lambda: grid.codes() == ["connection-lost"], 20, lambda: f"{grid.codes()}")
    assert first_shown(grid) == shown and grid.part(".banner.shown", "e.textContent").startswith("Connection lost")
    # A grid that is opened now is told more: nothing else is known of the server.
    grid.page.evaluate("""() => {
      const grid = document.querySelector('collection-grid');
      const other = grid.cloneNode();
      other.id = 'other';
      document.body.append(other);
    }""")
    poll(lambda: "grid-server-unreachable" in grid.codes(), 20)
    assert f"does not let pages of {site.address} in" in grid.page.evaluate("document.querySelector('#other').shadowRoot.querySelector('.unopened').innerText")
    server.stop()
    server.arguments[place] = site.address
    server.start()
    poll(lambda: grid.part(".banner.shown", "true") is None and grid.get("isIdle"), 30, "it goes on")
    assert first_shown(grid) == shown
    poll(lambda: grid.page.evaluate("document.querySelector('#other').isIdle"), 30, "the other has opened")


def post_birds(server, titles=("Wren", "Robin", "Lark")):
    items = [{"id": title.lower(), "title": title} for title in titles]
    posted = {"id": "birds", "title": "Birds", "sections": [{"id": "s", "title": "S", "items": items}]}
    assert server.ask("POST", "/api/v1/collections", posted).status == 201


def test_a_collection_that_is_deleted_while_it_is_shown_is_missed_in_words_and_found_again(embed, start, new_page):
    server = start()
    post_birds(server)
    page = new_page(clock=True)
    grid = embed(server, "birds", in_page=page)
    assert len(grid.seen()) == 3
    assert server.ask("DELETE", "/api/v1/collections/birds").status == 204
    poll(lambda: grid.codes() == ["collection-missing"], 20, lambda: f"{grid.codes()}")
    poll(lambda: grid.says() == "This collection was deleted", 10, lambda: grid.says())
    post_birds(server, ("Wren", "Owl"))
    page.clock.fast_forward(11_000)
    poll(lambda: grid.order() == ["wren", "owl"] and not grid.says(), 30, "it is there again")
    assert set(grid.codes()) == {"collection-missing"}


SLOTS = """<style>collection-grid { height: 300px; }</style>
<collection-grid server="{server}" collection="{collection}"><p slot="empty">No birds.</p><p slot="failed">Birds are away.</p></collection-grid>
<script type="module" src="{server}/grid/collection-grid.js"></script>"""


def test_the_pages_own_words_stand_in_the_place_of_the_messages(page, site, start, new_page):
    server = start()
    post_birds(server, ("Wren",))
    page.goto(site.page(LISTENER + SLOTS, server.address, "birds"))
    grid = GridPage(page, server.address).settle()
    empty, failed = page.locator("[slot=empty]"), page.locator("[slot=failed]")
    assert not empty.is_visible() and not failed.is_visible()
    batch = {"version": 1, "deletes": [[0, 0]]}
    assert server.ask("POST", "/api/v1/collections/birds/batch", batch).status == 200
    poll(lambda: empty.is_visible() and not failed.is_visible(), 20, "nothing is left")
    assert "Nothing" not in (grid.part(".frame .message", "e.innerText") or "")
    assert server.ask("POST", "/api/v1/collections/birds/undo").status == 200
    poll(lambda: not empty.is_visible() and grid.order() == ["wren"], 20, "it is back")
    assert server.ask("DELETE", "/api/v1/collections/birds").status == 204
    poll(lambda: failed.is_visible() and not empty.is_visible(), 20, "it is gone")
    page.evaluate("document.querySelector('collection-grid').collection = 'nothing-of-this-name'")
    poll(lambda: failed.is_visible(), 20, "nor is there another")
    new_page.errors.clear()


def test_a_page_of_an_origin_that_is_not_let_in_shows_what_is_between_the_tags(page, site, start_server, tmp_path, new_page):
    server = start_server("--items", 20, "--cors-origin", "https://another.example", data=tmp_path / "data")
    html = GRID.replace("></collection-grid>", '><a href="{server}/">The pictures are here</a></collection-grid>')
    page.goto(site.page(html, server.address, server.collection()))
    link = page.get_by_role("link", name="The pictures are here")
    assert link.is_visible() and page.evaluate("customElements.get('collection-grid') === undefined")
    # Where the page is let in, the grid stands in the place of the link.
    server.stop()
    server.arguments[server.arguments.index("https://another.example")] = site.address
    server.port = int(server.address.rsplit(":", 1)[1])
    server.start()
    page.reload()
    GridPage(page, server.address).settle()
    assert not link.is_visible()
    new_page.errors.clear()

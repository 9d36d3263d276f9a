"""The grid in pages of other origins: those that the server names, and strangers."""

import re

import pytest
from embedding import GRID, Site
from grid_page import GridPage
from pictures import write_folder
from running import poll

TOKEN = "a-token-for-tests-of-embedding"

# Directives that docs/embedding.md names, and nothing else.
STRICT = ("default-src 'none'; script-src {server}; style-src {server}; connect-src {server}; img-src {server} data:; "
          "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'")


@pytest.fixture(scope="module")
def server(start_shared_server, module_path, site):
    server = start_shared_server(write_folder(module_path / "shop", {"Left": 30}), "--cors-origin", site.address)
    server.opened()
    return server


@pytest.fixture
def embed(page, site, server):
    """Opens a page of the site: `embed(html)`, with the server's address and its collection put in."""

    def embed(html=GRID, server=server, headers={}, settles=True):
        address = site.page(html, server.address, server.shown, headers)
        page.goto(address)
        grid = GridPage(page, server.address)
        return grid.settle() if settles else grid

    server.shown = server.collection()
    return embed


def images(grid):
    return grid.parts("img.picture.shown", "[e.naturalWidth, e.crossOrigin]")


def test_three_lines_show_a_collection_on_another_site(embed, server):
    with server.keeping_order():
        grid = embed()
        seen = grid.seen()
        assert len(seen) > 5 and all(cell["isShown"] and cell["isLoaded"] for cell in seen)
        assert 400 < grid.get("clientHeight") < 800, "it has a height of its own"
        first, second = server.sections()[0][:2]
        server.move(first, [0, 1])
        poll(lambda: grid.order()[:2] == [second, first], 10, "a change arrives")
        grid.page.mouse.click(*grid.centre(first))
        poll(lambda: grid.part(".lightbox .large.shown", "e.naturalWidth > 0"), 20, "the large picture")
        grid.page.keyboard.press("Escape")
        poll(lambda: grid.get("openItem") is None, 10)


def test_a_strict_policy_of_the_page_need_allow_only_what_is_documented(embed, server):
    """What a policy refuses is an error in the console, and fails the test."""
    grid = embed(headers={"Content-Security-Policy": STRICT.replace("{server}", server.address),
                          "Cross-Origin-Embedder-Policy": "require-corp"})
    assert grid.seen() and all(cell["isShown"] for cell in grid.seen())
    grid.page.mouse.click(*grid.centre(grid.order()[0]))
    poll(lambda: grid.part(".lightbox .large.shown", "e.naturalWidth > 0"), 20, "the large picture")


@pytest.fixture(scope="module")
def guarded(start_shared_server, module_path, site):
    """A server with a token."""
    server = start_shared_server(
        write_folder(module_path / "guarded", {"Left": 12}), "--cors-origin", site.address, "--token", TOKEN,
        data=module_path / "guarded data")
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    collections = lambda: server.ask("GET", "/api/v1/collections", headers=bearer).json["collections"]
    server.shown = poll(lambda: next((c["id"] for c in collections() if c.get("open", True)), None), 60)
    return server


def test_a_token_opens_a_server_and_is_in_no_address(embed, guarded, page):
    asked = []
    page.on("request", lambda request: asked.append(request))
    grid = embed(server=guarded, settles=False)
    poll(lambda: "token" in (grid.part(".unopened", "e.innerText") or ""), 20, "the element says what is missing")
    page.evaluate(f"document.querySelector('collection-grid').token = '{TOKEN}'")
    grid.settle()
    assert grid.seen() and all(cell["isShown"] and cell["isLoaded"] for cell in grid.seen())
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    first, second = grid.order()[:2]
    path = f"/api/v1/collections/{guarded.shown}/moves"
    assert guarded.ask("POST", path, {"item": first, "to": [0, 1]}, headers=bearer).status == 200
    poll(lambda: grid.order()[:2] == [second, first], 10, "a change arrives, so events do")
    assert not [request.url for request in asked if TOKEN in request.url]
    pictures = [request.url for request in asked if "/image?" in request.url]
    assert pictures and all("ticket=" in url for url in pictures)
    # The address of a picture is of no use elsewhere.
    alone = pictures[0].removeprefix(guarded.address)
    assert guarded.ask("GET", alone).status == 401
    assert guarded.ask("GET", alone, headers={"Origin": "http://stranger.example"}).status == 401
    # A link sends no token: the page fetches what is saved.
    page.mouse.click(*grid.centre(first), button="right")
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Download").click()
    assert download.value.suggested_filename.endswith((".jpg", ".png")) and download.value.path().stat().st_size > 100
    page.evaluate("document.querySelector('collection-grid').token = 'a wrong one'")
    poll(lambda: "token" in (grid.part(".unopened", "e.innerText") or ""), 20, "it is refused")


def test_marks_and_exports_work_on_another_site_only_with_the_token(embed, guarded, page):
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    grid = embed(server=guarded, settles=False)
    page.evaluate(f"document.querySelector('collection-grid').token = '{TOKEN}'")
    first = grid.settle().order()[0]
    path = f"/api/v1/collections/{guarded.shown}"
    stars = lambda: guarded.ask("GET", f"{path}/items?limit=1", headers=bearer).json["items"][0].get("attributes", {}).get("stars")
    grid.focus(first).press("4")
    poll(lambda: stars() == 4, 10, "it is marked")
    page.keyboard.press("Control+a")
    page.locator("collection-grid .selection-bar .export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Download list (CSV)").click()
    assert len(download.value.path().read_text().splitlines()) == 13
    # What such a page may ask for with a ticket, and with nothing.
    ticket = next(re.search(r"ticket=([^&]+)", url)[1] for url in asked if "ticket=" in url)
    for more in ("", f"ticket={ticket}"):
        statuses = page.evaluate("""async ([root, more]) => {
          const marks = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"items": [], "stars": 1}' };
          const addresses = [[`${root}/marks?${more}`, marks], [`${root}/export?as=csv&${more}`], [`${root}/labels?${more}`]];
          return Promise.all(addresses.map(([address, request]) => fetch(address, request).then(({ status }) => status)));
        }""", [guarded.address + path, more])
        assert statuses == [401, 401, 401], more
    grid.focus(first).press("0")
    poll(lambda: not stars(), 10, "the mark is gone")


def test_the_page_may_be_framed_by_the_site_alone(page, site, server):
    frame = '<iframe src="{server}/?collection={collection}" width="900" height="600"></iframe>'
    page.goto(site.page(frame, server.address, server.collection()))
    shown = page.frame_locator("iframe").locator("collection-grid .cell").first
    shown.wait_for(timeout=20_000)
    policy = server.ask("GET", "/").headers["Content-Security-Policy"]
    assert f"frame-ancestors {site.address};" in policy


STRANGE = """<!doctype html><title>Stranger</title><script>
  window.got = (async () => {
    const got = [];
    const attempt = async (name, work) => { try { await work(); got.push(name); } catch {} };
    const loaded = (tag, set) => new Promise((resolve, reject) => {
      const node = document.createElement(tag);
      set(node);
      [node.onload, node.onerror] = [resolve, reject];
      document.body.append(node);
    });
    const { server, image } = window.target;
    for (const path of ['/', '/api/v1/collections', '/api/v1/openapi.json', '/healthz', '/metrics', image]) {
      await attempt(`fetch ${path}`, () => fetch(server + path));
      await attempt(`no-cors ${path}`, () => fetch(server + path, { mode: 'no-cors' }));
    }
    for (const mode of [null, 'anonymous']) {
      await attempt(`img ${mode}`, () => loaded('img', (node) => { node.crossOrigin = mode; node.src = server + image; }));
      await attempt(`css ${mode}`, () => loaded('link', (node) => {
        Object.assign(node, { rel: 'stylesheet', crossOrigin: mode, href: server + '/grid/grid.css' });
      }));
      await attempt(`script ${mode}`, () => loaded('script', (node) => { node.crossOrigin = mode; node.src = server + '/page/page.js'; }));
    }
    await attempt('module', () => import(server + '/grid/collection-grid.js'));
    await attempt('post', () => fetch(server + '/api/v1/collections', { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }));
    await attempt('events', () => new Promise((resolve, reject) => {
      const source = new EventSource(server + '/api/v1/events?viewer=0000000000000000&after=0');
      [source.onopen, source.onerror] = [resolve, reject];
    }));
    return got;
  })();
</script><body></body>"""


def test_a_strangers_page_gets_nothing(new_page, server):
    item = server.sections()[0][0]
    image = f"/api/v1/collections/{server.collection()}/items/{item}/image?w=240"
    assert server.ask("GET", image).status == 200
    page = new_page()
    with Site() as stranger:
        target = f"<script>window.target = {{server: '{server.address}', image: '{image}'}}</script>"
        page.goto(stranger.page(target + STRANGE, server.address, ""))
        assert page.evaluate("window.got") == []
        page.goto(stranger.page('<iframe src="{server}/"></iframe>', server.address, ""))
        assert page.frames[1].url.startswith("chrome-error:")
    # The browser says each refusal in the console.
    new_page.errors.clear()


@pytest.fixture(scope="module")
def below(start_shared_server, module_path, site):
    server = start_shared_server(
        write_folder(module_path / "below", {"Left": 8}), "--cors-origin", site.address, "--base-path", "/my/photos",
        data=module_path / "below data")
    assert server.address.endswith("/my/photos")
    server.shown = server.collection()
    return server


def test_everything_is_below_the_path_of_a_proxy(page, embed, below):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    GridPage(page, below.address).open()
    page.keyboard.press("d")
    poll(lambda: page.locator("aside").is_visible(), 10, "the dashboard")
    grid = embed(server=below)
    assert all(cell["isLoaded"] for cell in grid.seen())
    ours = [url for url in asked if url.startswith(below.address.removesuffix("/my/photos")) and not url.startswith("data:")]
    assert len(ours) > 20 and [url for url in ours if not url.startswith(below.address + "/")] == []
    for path in ["", "/dashboard"]:
        assert page.request.get(below.address + path).url == f"{below.address}{path}/"

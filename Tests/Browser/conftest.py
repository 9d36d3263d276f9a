"""A real Chromium for the tests of the page."""

import json
import subprocess

import pytest
from browsers import chromium
from embedding import Site
from grid_page import GridPage
from pictures import write_folder
from playwright.sync_api import Error, sync_playwright
from running import ROOT, poll


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield browser
        browser.close()


# Most tests are about cells in columns, whose places they know. Photos are justified for who has chosen nothing.
COLUMNS = "try { localStorage.layout ??= 'column' } catch {}"


def new_context(browser, options):
    context = browser.new_context(**options)
    context.add_init_script(COLUMNS)
    return context


class Windows:
    """Windows without pages, kept from test to test: what a browser has read once it need not read again."""

    def __init__(self, browser):
        self.browser, self.idle = browser, {}

    def take(self, options):
        """One that no other test uses, with nothing stored in it."""
        idle = self.idle.setdefault(json.dumps(options, sort_keys=True), [])
        return idle.pop() if idle else new_context(self.browser, options)

    def give_back(self, context, options):
        context.set_offline(False)
        for page in context.pages:
            try:
                page.evaluate("localStorage.clear()")
            except Error:
                # A page that shows nothing has no storage.
                pass
            page.close()
        self.idle[json.dumps(options, sort_keys=True)].append(context)


@pytest.fixture(scope="module")
def site():
    """Another site than the server's, for pages that embed the grid."""
    with Site() as site:
        yield site


@pytest.fixture(scope="session")
def bundle(tmp_path_factory):
    """What `Scripts/page` makes: the page's files as users get them, and the documentation."""
    folder = tmp_path_factory.mktemp("bundle") / "page"
    subprocess.run([ROOT / "Scripts/page", folder], check=True)
    return folder


@pytest.fixture(scope="session")
def npm_project(tmp_path_factory):
    """A project outside of the clone in which the npm package of the grid is installed."""
    folder = tmp_path_factory.mktemp("npm") / "project"
    folder.mkdir()
    subprocess.run([ROOT / "Scripts/package-npm", folder], check=True, stdout=subprocess.DEVNULL)
    (tarball,) = folder.glob("lookahead-grid-*.tgz")
    (folder / "package.json").write_text('{"name": "shop", "private": true, "type": "module"}')
    subprocess.run(["npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", tarball], cwd=folder, check=True)
    return folder


@pytest.fixture(scope="session")
def windows(browser):
    return Windows(browser)


@pytest.fixture
def new_page(windows, start_server):
    """
    Opens pages with a window of their own: `new_page(width=360, …)`. None may have said an error at the end. With `clock=True`
    its clock can be put forward.
    """
    # Servers of the test are asked for first, so that they end last: a page whose server ends while it still loads says an error.
    taken, with_clock, errors = [], [], []

    def open_page(width=1280, height=800, clock=False, **options):
        options["viewport"] = {"width": width, "height": height}
        context = new_context(windows.browser, options) if clock else windows.take(options)
        context.set_default_timeout(30_000)
        if clock:
            # The clock stays with the window: no other test shall have it.
            context.clock.install()
            with_clock.append(context)
        else:
            taken.append((context, options))
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(f"{error}"))
        page.on("console", lambda message: heard(message))
        return page

    def heard(message):
        # Chromium reports every refused or cut request there; what the page makes of them is tested by itself.
        if message.type == "error" and "Failed to load resource" not in message.text:
            errors.append(message.text)

    open_page.errors = errors
    yield open_page
    for context, options in taken:
        windows.give_back(context, options)
    for context in with_clock:
        context.close()
    assert errors == []


@pytest.fixture
def page(new_page):
    return new_page()


@pytest.fixture(scope="module")
def photos(request, start_shared_server, module_path):
    """A server of the pictures that a module describes: how many each folder has, in its `PHOTOS`."""
    server = start_shared_server(write_folder(module_path / "photos", request.module.PHOTOS))
    server.opened()
    return server


@pytest.fixture
def server(photos):
    """The same, in its own order for each test. Modules that need another one have their own."""
    with photos.keeping_order():
        yield photos


@pytest.fixture
def grid(page, server):
    return GridPage(page, server.address).open()


@pytest.fixture(scope="module")
def left_and_right(start_shared_server, module_path):
    server = start_shared_server(write_folder(module_path / "left and right", {"Left": 7, "Right": 5}))
    server.opened()
    return server


@pytest.fixture
def two_sections(left_and_right):
    """Seven pictures and five, in their own order."""
    with left_and_right.keeping_order():
        yield left_and_right


@pytest.fixture(scope="module")
def shared_demos(start_shared_server, module_path):
    server = start_shared_server("--demo-latency", "20-40", data=module_path / "data of demos")
    poll(lambda: all(c["open"] for c in server.ask("GET", "/api/v1/collections").json["collections"]), 60, "all are open")
    return server


@pytest.fixture
def demos(shared_demos):
    """The demos with short latencies. Whatever a test does to the friends is undone."""
    items = lambda: shared_demos.ask("GET", "/api/v1/collections/friends/items").json
    before, section = items(), shared_demos.snapshot("friends")["sections"][0]["id"]
    yield shared_demos
    if items() != before:
        assert shared_demos.ask("DELETE", "/api/v1/collections/friends").status in (200, 204)
        kept = [{name: item[name] for name in ("id", "title", "kind", "attributes")} for item in before["items"]]
        friends = {"id": "friends", "title": "Friends", "sections": [{"id": section, "title": "Friends", "items": kept}]}
        assert shared_demos.ask("POST", "/api/v1/collections", friends).status == 201


@pytest.fixture(scope="module")
def colours(start_shared_server, module_path):
    """The demos, of which the colours are put in order."""
    server = start_shared_server("--demo", data=module_path / "data of colours")
    poll(lambda: all(c["open"] for c in server.ask("GET", "/api/v1/collections").json["collections"]), 60)
    return server


@pytest.fixture(scope="session")
def numbers(start_numbers):
    return start_numbers(300_000)

"""The engines, each started once, and pages in them."""

import pytest
from chromium import Chromium
from firefox import Firefox
from grid_page import GRID, GridPage
from pictures import write_folder
from running import poll
from webkit import WebKit


@pytest.fixture(scope="session", params=[Chromium, Firefox, WebKit], ids=lambda kind: kind.name)
def engine(request, tmp_path_factory):
    engine = request.param(tmp_path_factory.mktemp(request.param.name))
    yield engine
    engine.close()


@pytest.fixture(scope="session")
def idle_pages():
    """Pages by engine, kept from test to test: a new window costs WebKit four seconds."""
    return {}


@pytest.fixture
def new_page(engine, idle_pages):
    """Opens pages: `new_page(width=460, …)`. None may have reported an error at the end, and nothing stays stored."""
    idle, opened = idle_pages.setdefault(engine.name, []), []

    def open_page(width=1280, height=800):
        page = idle.pop() if idle else engine.new_page()
        opened.append(page)
        page.set_viewport_size({"width": width, "height": height})
        return page

    yield open_page
    errors = engine.errors()
    for page in opened:
        engine.release(page)
        page.evaluate("localStorage.clear(), sessionStorage.clear()")
        page.goto("about:blank")
        idle.append(page)
    assert errors == []


@pytest.fixture
def page(new_page):
    return new_page()


@pytest.fixture(scope="module")
def photos_in_sections(start_shared_server, module_path):
    server = start_shared_server(write_folder(module_path / "photos", {"First": 70, "Second": 40}))
    server.opened()
    return server


@pytest.fixture
def photos(photos_in_sections):
    with photos_in_sections.keeping_order():
        yield photos_in_sections


@pytest.fixture
def grid(page, photos):
    return GridPage(page, photos.address).open()


@pytest.fixture(scope="session")
def ten_million(start_numbers):
    return start_numbers(10_000_000)


@pytest.fixture
def tall(page, ten_million):
    """Ten million large cells: many times taller than an element may be in any engine."""
    grid = GridPage(page, ten_million.address).open()
    page.evaluate(f"{GRID}.setAttribute('density', '400')")
    poll(lambda: grid.settle().get("contentHeight") > 1_000_000_000, 15, "the large cells are there")
    return grid

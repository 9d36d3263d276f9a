"""The page at the far end of a line: pictures come together, in few round trips."""

import re
from urllib.parse import urlsplit

import pytest
from delay_proxy import line
from grid_page import GRID, GridPage, has_no_worker
from pictures import write_folder
from running import Server, poll

TRIP_MS = 150


@pytest.fixture(scope="module")
def far(tmp_path_factory):
    """The address of a server behind a line with a round trip."""
    folder = tmp_path_factory.mktemp("far")
    server = Server(write_folder(folder / "photos", {"": 400}), "--allow-host", "127.0.0.1", data=folder / "data")
    server.opened()
    with line(urlsplit(server.address).port, TRIP_MS) as port:
        yield f"http://127.0.0.1:{port}"
    server.stop()


class Requests:
    """What the page asks for from now on."""

    def __init__(self, page):
        self.single, self.together = [], []
        page.on("request", self.note)

    def note(self, request):
        if request.url.endswith("/images"):
            self.together.append(request.post_data_json["items"])
        elif "/image?w=" in request.url:
            self.single.append(request.url)

    def forget(self):
        self.single, self.together = [], []


@pytest.fixture
def grid(page, far):
    has_no_worker(page)
    grid = GridPage(page, far).open()
    # Round trips are known from here on.
    grid.scroll_to(300)
    return grid.settle()


def shown(grid):
    cells = grid.seen()
    return cells and all(cell["isShown"] and cell["isLoaded"] for cell in cells) and {cell["id"] for cell in cells}


def test_pictures_come_together_and_what_came_is_not_asked_for_again(grid):
    requests = Requests(grid.page)
    grid.scroll_to(6000)
    grid.settle()
    there = poll(lambda: shown(grid), 15, "all pictures are shown")
    assert requests.together and max(map(len, requests.together)) > 2
    assert len(requests.single) < sum(map(len, requests.together)) / 4
    # Those are in the browser's cache.
    single = {item for item in there if any(item in url for url in requests.single)}
    grid.scroll_to(0)
    grid.settle()
    requests.forget()
    grid.scroll_to(6000)
    grid.settle()
    assert poll(lambda: shown(grid), 15, "they are shown again") == there
    again = {item for items in requests.together for item in items}
    assert not again & there - single


def test_the_page_tells_how_soon_pictures_come(grid):
    told = []
    grid.page.on("request", lambda request: told.append(request.post_data_json) if request.url.endswith("/range") else None)
    for offset in (2000, 4000, 6000):
        grid.scroll_to(offset)
        grid.settle()
        poll(lambda: shown(grid), 15, "all pictures are shown")
    delays = [event["pictureDelay"] for event in told[-3:]]
    assert min(delays) >= TRIP_MS and max(delays) < 10_000


def test_the_ghost_and_the_large_picture_begin_with_what_came_together(grid):
    requests = Requests(grid.page)
    grid.scroll_to(6000)
    there = poll(lambda: shown(grid), 15, "all pictures are shown")
    together = {item for items in requests.together for item in items}
    inner = [cell["id"] for cell in grid.seen()][10:-10]
    item = next(item for item in inner if item in there & together and not any(item in url for url in requests.single))
    requests.forget()
    grid.carry(item)
    poll(lambda: grid.part(".ghost img.picture", "e.naturalWidth > 0"), 10, "the ghost has the picture")
    grid.press("Escape")
    poll(lambda: not grid.is_shown(".ghost"), 10, "it is put back")
    # The large one is never answered.
    grid.page.route(re.compile(r"/image\?w=(?!160&)"), lambda route: None)
    grid.click(item)
    poll(lambda: grid.part(".lightbox .slide[aria-hidden=false] img.small", "e.naturalWidth > 0 && e.currentSrc.startsWith('blob:')"), 10, "the small one is there")
    assert not [url for url in requests.single if item in url and "w=160&" in url]


def test_where_what_comes_together_cannot_be_shown_pictures_come_by_themselves(grid):
    # As where a page's policy forbids addresses of its own making.
    grid.page.evaluate("URL.createObjectURL = () => 'data:image/png,nothing'")
    requests = Requests(grid.page)
    grid.scroll_to(6000)
    poll(lambda: shown(grid), 20, "all pictures are shown")
    assert requests.single and requests.together
    requests.forget()
    grid.scroll_to(9000)
    poll(lambda: shown(grid), 20, "all pictures are shown")
    assert requests.single and not requests.together


def test_a_server_that_knows_no_batches_is_asked_once_more_for_each(grid):
    grid.page.route("**/images", lambda route: route.fulfill(status=404, body="no route"))
    requests = Requests(grid.page)
    grid.scroll_to(6000)
    poll(lambda: shown(grid), 20, "all pictures are shown")
    assert 1 <= len(requests.together) <= 3 and requests.single
    assert grid.page.evaluate(f"{GRID}.isIdle") or grid.settle()

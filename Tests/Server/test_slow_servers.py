"""Pictures from servers that are silent or busy."""

import pytest
from running import poll
from test_scheduling import Viewer
from web_origin import SilentOrigin, WebOrigin


@pytest.fixture
def silent(start_server, tmp_path):
    """An origin that answers nothing, and a server on it."""
    origin = SilentOrigin()
    listing = tmp_path / "list.txt"
    listing.write_text("".join(f"{origin.address}/{n}.png\n" for n in range(40)))
    server = start_server("--urls", listing, "--allow-private", "--loaders", 4, "--no-previews")
    server.opened()
    yield origin, server
    origin.stop()


def running(server):
    return server.ask("GET", "/api/v1/stats").json["loads"]["running"]


def test_loads_from_a_silent_server_end_soon_after_the_last_viewer_has_left(silent):
    origin, server = silent
    first, second = Viewer(server), Viewer(server)
    for viewer in (first, second):
        viewer.see(0)
    poll(lambda: len(origin.asked) >= 4 and running(server) == 4, 10, "all loaders wait for the origin")
    server.ask("DELETE", f"/api/v1/viewers/{first.name}")
    # What another one wants goes on.
    assert running(server) == 4
    server.ask("DELETE", f"/api/v1/viewers/{second.name}")
    # A silent server is given up after 15 s; nobody waits for that.
    poll(lambda: running(server) == 0, 5, "no load goes on")


class BusyOrigin(WebOrigin):
    """Sends everyone away once, and says when to come back."""

    def __init__(self, picture):
        self.picture = picture
        super().__init__()

    def answer(self, path, headers):
        return (503, {"Retry-After": "1"}, b"") if len(self.asked) == 1 else (200, {}, self.picture)


def test_a_server_that_says_when_to_come_back_is_asked_again(start_server, real_pictures, tmp_path):
    origin = BusyOrigin(real_pictures[0].read_bytes())
    listing = tmp_path / "list.txt"
    listing.write_text(f"{origin.address}/1.jpg\n")
    try:
        server = start_server("--urls", listing, "--allow-private")
        collection = server.collection()
        item = server.snapshot()["sections"][0]["items"][0]["id"]
        answer = server.ask("GET", f"/api/v1/collections/{collection}/items/{item}/image?w=160")
        assert answer.status == 200 and len(origin.asked) == 2
    finally:
        origin.stop()

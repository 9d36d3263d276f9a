"""How often pictures are read at an origin that counts: once, however they are scrolled past."""

import random
import struct
import threading
import time
import zlib

import pytest
from running import poll
from test_scheduling import HEIGHT, ROW, Viewer
from web_origin import SilentOrigin, WebOrigin

COUNT = 4000


def noise(seed, side=160):
    """A PNG that does not compress, as photographs do not."""
    rows = b"".join(b"\0" + random.Random(seed * 1000 + y).randbytes(side * 3) for y in range(side))

    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")


class CountingOrigin(WebOrigin):
    """Pictures by number, four at once, each after a few milliseconds."""

    def __init__(self):
        self.pictures, self.slots, self.missing = [noise(n) for n in range(8)], threading.Semaphore(4), set()
        super().__init__()

    def answer(self, path, headers):
        number = int(path.strip("/").split(".")[0])
        with self.slots:
            time.sleep(random.Random(number).uniform(0.005, 0.05))
        return (404, {}, b"") if number in self.missing else (200, {}, self.pictures[number % len(self.pictures)])

    @property
    def requests_per_picture(self):
        asked = list(self.asked)
        return len(asked) / len(set(asked))


@pytest.fixture
def origin():
    origin = CountingOrigin()
    yield origin
    origin.stop()


@pytest.fixture
def server(origin, start_server, tmp_path):
    listing = tmp_path / "list.txt"
    listing.write_text("".join(f"{origin.address}/{n}.png\n" for n in range(COUNT)))
    server = start_server("--urls", listing, "--allow-private", "--loaders", 4)
    server.opened()
    return server


def fling(viewer, y, velocity, decay=2.0, interval=0.05):
    """Glides to its end, as a touch screen does."""
    while abs(velocity) > 60:
        y = max(0, y + velocity * interval)
        velocity *= 1 - decay * interval
        viewer.see(y, "decelerating", velocity)
        time.sleep(interval)
    viewer.see(y)
    return y


def test_each_picture_is_downloaded_once_with_its_preview(server, origin):
    viewer = Viewer(server)
    viewer.wait_until_full(0)
    began = [(s["id"], s.get("preview", False)) for s in viewer.steps if s["step"] == "loadBegan"]
    assert origin.requests_per_picture == 1, origin.asked
    # Once it was learned that a preview costs what the picture does, pictures are loaded, and previews come out of them.
    # One in sixteen goes on trying its preview.
    assert sum(is_preview for _, is_preview in began[16:]) <= len(began[16:]) / 4, began


def test_a_fling_and_its_way_back_ask_hardly_a_picture_twice(server, origin):
    viewer = Viewer(server)
    viewer.wait_until_full(0)
    y = 0
    for velocity in (6000, 9000, -7000, 12_000, -15_000):
        y = fling(viewer, y, velocity)
    viewer.wait_until_full(y)
    assert len(set(origin.asked)) > 200
    print(f"{len(origin.asked)} requests of {len(set(origin.asked))} pictures, {y / HEIGHT:.0f} views")
    assert origin.requests_per_picture <= 1.05, origin.requests_per_picture


def test_sizes_that_are_wanted_at_once_share_a_download(start_server, tmp_path):
    count, widths = 8, (96, 320, 1280)
    origin = SilentOrigin(lambda path: noise(1))
    listing = tmp_path / "list.txt"
    listing.write_text("".join(f"{origin.address}/{n}.png\n" for n in range(count)))
    statuses = []
    try:
        server = start_server("--urls", listing, "--allow-private", "--loaders", count * len(widths))
        collection = server.collection()
        items = server.ask("GET", f"/api/v1/collections/{collection}/items").json["items"]

        def ask(item, width):
            path = f"/api/v1/collections/{collection}/items/{item['id']}/image?w={width}"
            statuses.append(server.ask("GET", path).status)

        asking = [threading.Thread(target=ask, args=(item, width)) for item in items for width in widths]
        for thread in asking:
            thread.start()
        poll(lambda: server.ask("GET", "/api/v1/stats").json["loads"]["running"] == len(asking), 20, "all are under way")
        poll(lambda: len(origin.asked) >= count, 10, "the origin is asked for each")
        # A load that runs has yet to find the read that it shares, which nothing reports.
        time.sleep(0.5)
        origin.speak()
        for thread in asking:
            thread.join()
    finally:
        origin.stop()
    assert statuses == [200] * len(asking)
    assert sorted(origin.asked) == [f"/{n}.png" for n in range(count)]


def test_metrics_count_reads(server, origin):
    viewer = Viewer(server)
    viewer.wait_until_full(20 * ROW)

    def reads():
        text = server.ask("GET", "/metrics").body.decode()
        return next(float(line.split()[-1]) for line in text.splitlines() if line.startswith("lookahead_cache_originals"))
    poll(lambda: reads() == len(origin.asked), 10, "each download is counted")

"""Scrolling over a bad line: 100,000 addresses of photos, whose server has them near by, seen from far away; beside a plain grid that
shows the same server's small pictures over the same line."""

import http.server
from contextlib import contextmanager
from functools import partial
from threading import Thread
from urllib.parse import urlsplit

from chromium_client import replay
from delay_proxy import line
from figures import percentile
from live_traces import ITEMS, make_traces, scroll_bar_drags, share
from opening import make_photos
from plain_grid import replay_plain
from running import Server

# Round trip in ms, Mbit/s.
LINES = [(100, 5), (300, 1.6)]
# Of those that pass by: glides, a wheel and a trackpad.
TRACES = 4
PHOTOS = 24


class Quiet(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass


@contextmanager
def photo_origin(folder):
    """The address of a web server of photos of 1600 px."""
    photos = make_photos(folder / "line-photos", PHOTOS)
    files = [path.relative_to(photos) for path in sorted(photos.rglob("*.jpg"))]
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=photos)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield [f"http://127.0.0.1:{server.server_port}/{str(path).replace(' ', '%20')}" for path in files]
        server.shutdown()


def replay_over_line(folder, listing, traces, trip, mbit, is_plain):
    server = Server("--urls", listing, "--allow-private", "--allow-host", "127.0.0.1", data=folder / f"line-{trip}-{is_plain}")
    try:
        collection = server.collection()
        with line(urlsplit(server.address).port, trip, mbit) as port:
            address = f"http://127.0.0.1:{port}"
            if is_plain:
                return replay_plain(address, collection, traces, ITEMS)
            return replay(f"{address}/?collection={collection}", traces)
    finally:
        server.stop()


def measure_slow_line(folder, row):
    passing = make_traces(folder / "line-traces")[0][:TRACES]
    hands = {"glides, a wheel, a trackpad": passing, "3 s after the scroll bar": [scroll_bar_drags()]}
    listing = folder / "line.csv"
    with photo_origin(folder) as addresses:
        listing.write_text("\n".join(["id,url", *(f"{n},{addresses[n % PHOTOS]}?{n}" for n in range(1, ITEMS + 1))]) + "\n")
        for trip, mbit in LINES:
            for hand, traces in hands.items():
                ours, plain = (replay_over_line(folder, listing, traces, trip, mbit, is_plain) for is_plain in (False, True))
                blank, empty, theirs = share(ours, "blank"), share(ours, "empty"), share(plain, "blank")
                row(f"{trip} ms, {mbit:g} Mbit/s, {hand}: blank of full pictures; a plain grid", f"{blank:.1f} %", f"{theirs:.1f} %",
                    f"{blank / theirs:.2f}")
                row("… without any pixels; a plain grid, which has no previews", f"{empty:.1f} %", f"{theirs:.1f} %", f"{empty / theirs:.2f}")
                fills = [fill for result in ours for fill in result["fills"]]
                if fills:
                    row(f"… filled after a stop, of {len(fills)}, median (p95)", f"{percentile(fills, .5):.2f} s ({percentile(fills, .95):.2f})")

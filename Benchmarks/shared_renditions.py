"""Two servers that share prepared pictures in one SeaweedFS: how often each original is read, and what the store costs."""

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from statistics import median

from faults import Line
from pictures import png
from running import Server, poll
from seaweed import Seaweed
from web_origin import WebOrigin

PICTURES = int(os.environ.get("SHARING_BENCH_PICTURES", 10_000))
# As many as a server loads at once by itself.
READERS = 4


class Origin(WebOrigin):
    """So many small pictures. Painted once: what is measured is not the origin."""

    def __init__(self):
        self.kinds = [png(number, 320, 213) for number in range(100)]
        super().__init__()

    def answer(self, path, headers):
        return 200, {"Content-Type": "image/png"}, self.kinds[int(path.strip("/")) % 100]


def measure_sharing(folder, row):
    seaweed, origin = Seaweed(), Origin()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        keys = folder / "keys"
        keys.write_text(f"aws_access_key_id = {Seaweed.KEY}\naws_secret_access_key = {Seaweed.SECRET}\n")
        listing = folder / "list.csv"
        listing.write_text("url,id\n" + "".join(f"{origin.address}/{n},{n}\n" for n in range(PICTURES)))
        sharing = ["--rendition-store", seaweed.bucket("measured"), "--rendition-key-file", keys]
        alone, one, two, three = (
            Server("--urls", listing, "--allow-private", *options, data=folder / name)
            for name, options in {"alone": [], "one": sharing, "two": sharing, "three": sharing}.items())
        try:
            measure(origin, alone, [one, two], three, row)
        finally:
            for server in [alone, one, two, three]:
                server.stop()
    finally:
        origin.stop()
        seaweed.remove()


def measure(origin, alone, both, later, row):
    collection = alone.collection()
    assert all(server.collection() == collection for server in [*both, later])
    own = look(alone, collection)
    origin.asked.clear()
    threads = [threading.Thread(target=look, args=(server, collection)) for server in both]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.monotonic() - began
    reads, different = len(origin.asked), len(set(origin.asked))
    poll(lambda: all(figure(server, "queued_bytes") == 0 for server in both), 120, "all are put")
    dropped = sum(figure(server, "dropped_total") for server in both)
    assert different == PICTURES
    row(f"2 servers and one S3 store, {PICTURES:,} pictures seen on both at the same time: reads of originals", f"{reads:,}",
        goal=f"{PICTURES:,}")
    row("… pictures a second, both together; other: one server alone", f"{2 * PICTURES / seconds:,.0f}", f"{PICTURES / sum(own) * READERS:,.0f}")
    row("… pictures that were not put, because the store did not keep up", f"{dropped:,.0f}")
    origin.asked.clear()
    waits = look(later, collection)
    row("a third server later: reads of originals", f"{len(origin.asked):,}", goal="0")
    row("… ms a picture, median; other: read and made by a server alone", f"{1000 * median(waits):.1f}", f"{1000 * median(own):.1f}")


def look(server, collection):
    """Asks for every picture, a few at a time. Returns the seconds that each took."""
    lines = threading.local()

    def see(number):
        if not hasattr(lines, "line"):
            lines.line = Line(server).connection
        began = time.monotonic()
        lines.line.request("GET", f"/api/v1/collections/{collection}/items/{number}/image?w=160")
        answer = lines.line.getresponse()
        body = answer.read()
        assert answer.status == 200, body
        return time.monotonic() - began
    with ThreadPoolExecutor(READERS) as readers:
        return list(readers.map(see, range(PICTURES)))


def figure(server, name):
    lines = server.ask("GET", "/metrics").body.decode().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"lookahead_shared_{name} "))

"""Data that are prefetched as pictures are, and live values: the real program, asked over HTTP as a page asks it.

The source's contents take 5 ms a call and 20 µs an item (`--item-contents`)."""

import http.client
import json
import multiprocessing
import os
import random
import re
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from figures import percentile
from range_events import LAYOUT
from running import Server

ITEMS = int(os.environ.get("OWN_DATA_BENCH_ITEMS", 500_000))
ROUNDS = int(os.environ.get("OWN_DATA_BENCH_ROUNDS", 15))
COLLECTION = "/api/v1/collections/items"
TILES = "/api/v1/collections/tiles"
JSON = {"Content-Type": "application/json"}


class Page:
    """A viewer as a page has it: its range events, and its stream of events, read as fast as it comes."""

    def __init__(self, server, collection, policy="predictive", **settings):
        self.host = re.match(r"https?://([^/]+)", server.address)[1]
        self.requests = http.client.HTTPConnection(self.host)
        self.count = 0
        made = self.ask("POST", f"{collection}/viewers", {**LAYOUT, "policy": policy, **settings})
        self.viewer, self.version, self.height = made["viewer"], made["version"], made["contentSize"][1]
        # When each item's content was there, and the bytes of events by name.
        self.ready, self.bytes, self.events = {}, {}, {}
        self.sequence = 0
        self.changed = threading.Condition()
        self.stream = http.client.HTTPConnection(self.host)
        self.stream.request("GET", f"/api/v1/viewers/{self.viewer}/events")
        self.answer = self.stream.getresponse()
        threading.Thread(target=self.listen, daemon=True).start()

    def ask(self, method, path, body=None):
        self.count += 1
        self.requests.request(method, path, json.dumps(body) if body is not None else None, JSON)
        answer = self.requests.getresponse()
        text = answer.read()
        assert answer.status < 300, (answer.status, text[:300])
        return json.loads(text) if text else None

    def listen(self):
        name, size = "", 0
        try:
            while line := self.answer.readline():
                size += len(line)
                if line.startswith(b"event:"):
                    name = line[6:].strip().decode()
                elif line.startswith(b"data:"):
                    self.take(name, json.loads(line[5:]))
                elif line in (b"\n", b"\r\n") and name:
                    self.bytes[name] = self.bytes.get(name, 0) + size
                    self.events[name] = self.events.get(name, 0) + 1
                    name, size = "", 0
        except (OSError, ValueError, AttributeError):
            pass

    def take(self, name, data):
        if name != "cells":
            return
        now = time.monotonic()
        with self.changed:
            for cell in data["cells"]:
                if cell["state"] == "ready" and "item" in cell:
                    self.ready.setdefault(cell["id"], now)
            self.changed.notify_all()

    def look(self, y, velocity=0.0, phase="settled", have=None):
        self.sequence += 1
        event = {"seq": self.sequence, "time": time.monotonic() * 1000, "version": self.version,
                 "rect": [0, y, 1280, 800], "velocity": [0, velocity], "phase": phase}
        if have:
            event["have"] = have
        answer = self.ask("POST", f"/api/v1/viewers/{self.viewer}/range", event)
        now = time.monotonic()
        with self.changed:
            for cell in answer["cells"]:
                if cell["state"] == "ready":
                    self.ready.setdefault(cell["item"]["id"], now)
        return answer

    def wait(self, ids, seconds=30):
        """Until all of these have their contents."""
        end = time.monotonic() + seconds
        with self.changed:
            while not all(i in self.ready for i in ids):
                left = end - time.monotonic()
                assert left > 0, f"{sum(i not in self.ready for i in ids)} contents did not come"
                self.changed.wait(left)

    def close(self):
        self.ask("DELETE", f"/api/v1/viewers/{self.viewer}")
        self.stream.sock and self.stream.sock.close()


def in_view(answer):
    first, last = answer["visible"]
    return [c["item"]["id"] for c in answer["cells"] if first <= c["index"] <= last]


def jump(page, y):
    """Seconds until everything in view is there."""
    began = time.monotonic()
    ids = in_view(page.look(y, phase="jump"))
    page.wait(ids)
    return max(max(page.ready[i] for i in ids), began) - began


def glide(server, policy, speed=6000.0, decay=1.6, seconds=3.0):
    """The share of data cells in view without their contents, over the frames of one push through the collection."""
    page = Page(server, COLLECTION, policy)
    start = page.height * random.random() * 0.8
    first = page.look(start)
    page.wait(in_view(first))
    cells = sorted(first["cells"], key=lambda c: c["index"])
    columns = sum(c["frame"][1] == cells[0]["frame"][1] for c in cells)
    row = cells[columns]["frame"][1] - cells[0]["frame"][1]
    top = cells[0]["frame"][1] - (cells[0]["index"] // columns) * row
    window, missing, shown, sent = first["window"], 0, 0, 0.0
    began = time.monotonic()
    while (now := time.monotonic() - began) < seconds:
        velocity = speed * 2.718281828 ** (-decay * now)
        y = start + (speed - velocity) / decay
        if now - sent >= 0.05:
            sent = now
            have = window
            window = page.look(y, velocity, "decelerating", have)["window"]
        rows = range(int((y - top) // row), int((y + 800 - top) // row) + 1)
        ids = [str(r * columns + c + 1) for r in rows for c in range(columns)]
        missing += sum(i not in page.ready for i in ids)
        shown += len(ids)
        time.sleep(max(0, 0.0167 - (time.monotonic() - began - now)))
    page.close()
    return missing / shown


def latencies(server, seconds, pause=0.004):
    """What other requests take, in ms: the collections' list, on one connection."""
    connection = http.client.HTTPConnection(re.match(r"https?://([^/]+)", server.address)[1])
    took, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        connection.request("GET", COLLECTION)
        connection.getresponse().read()
        took.append((time.monotonic() - began) * 1000)
        time.sleep(pause)
    return took


@contextmanager
def jumps_and_pages(server):
    """Others at a server: other processes, because a thread that decodes a page would hold this one's clock up."""
    processes = multiprocessing.get_context("fork")
    stop = processes.Event()

    def jumps():
        page = Page(server, COLLECTION)
        while not stop.is_set():
            jump(page, page.height * random.random() * 0.95)
            time.sleep(0.05)
        page.close()

    def pages():
        connection = http.client.HTTPConnection(re.match(r"https?://([^/]+)", server.address)[1])
        while not stop.is_set():
            connection.request("GET", f"{COLLECTION}/items?limit=1000&offset={random.randrange(ITEMS - 1000)}")
            connection.getresponse().read()
            time.sleep(0.05)

    others = [processes.Process(target=work, daemon=True) for work in (jumps, pages)]
    for other in others:
        other.start()
    yield
    stop.set()
    for other in others:
        other.join(20)


def beside(server, twin, row, seconds=6):
    """Other requests alone, beside jumps and pages of contents, and beside the same at a second server, in turns: that is what the processors
    cost that all of these processes share."""
    alone, loaded, shared = [], [], []
    for _ in range(4):
        alone += latencies(server, seconds / 2)
        for busy, took in ((server, loaded), (twin, shared)):
            with jumps_and_pages(busy):
                took += latencies(server, seconds / 2)
    without, beside, elsewhere = (percentile(took, 0.99) for took in (alone, loaded, shared))
    row("other requests' p99 beside jumps and pages, ms; other: without them", f"{beside:.1f}", f"{without:.1f}",
        f"{beside / without:.2f}", "≤ 1.2 ×")
    row("… other: beside jumps and pages at a second server on the same processors", f"{beside:.1f}", f"{elsewhere:.1f}",
        f"{beside / elsewhere:.2f}")


class Values:
    """A request that shows values line by line as long as it lasts."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection(re.match(r"https?://([^/]+)", server.address)[1])
        self.connection.putrequest("POST", f"{TILES}/values")
        self.connection.putheader("Content-Type", "application/x-ndjson")
        self.connection.putheader("Transfer-Encoding", "chunked")
        self.connection.endheaders()

    def show(self, item, value):
        line = json.dumps({"items": {item: {"value": value}}}).encode() + b"\n"
        self.connection.send(b"%x\r\n%s\r\n" % (len(line), line))

    def end(self):
        self.connection.send(b"0\r\n\r\n")
        answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status == 200, text
        return json.loads(text)["shown"]


def measure_values(server, row):
    lines = [{"title": "Tiles"}, {"section": "all"}] + [{"id": f"t{n}", "kind": "tile"} for n in range(2000)]
    body = "\n".join(map(json.dumps, lines))
    connection = http.client.HTTPConnection(re.match(r"https?://([^/]+)", server.address)[1])
    connection.request("POST", f"{TILES}/import", body, {"Content-Type": "application/x-ndjson"})
    assert connection.getresponse().read() is not None
    # 50 values a second, all of tiles in view.
    page = Page(server, TILES, layout={"kind": "column", "minColumnWidth": 60, "cellHeight": 60})
    shown = in_view(page.look(0))
    time.sleep(1)
    requests, values = page.count, Values(server)
    count = 500
    for number in range(count):
        values.show(random.choice(shown), number)
        time.sleep(0.02)
    time.sleep(0.5)
    assert values.end() == count
    row(f"50 live values a second, {len(shown)} tiles in view: bytes a value and viewer",
        f"{page.bytes.get('values', 0) / count:.0f}", goal="≤ 250")
    row("… requests a value and viewer; events", f"{(page.count - requests) / count:.2f}",
        f"{page.events.get('values', 0) / count:.2f}", goal="0")
    page.close()
    # 100 viewers, of which 5 see the tiles.
    pages = [Page(server, TILES, layout={"kind": "list", "rowHeight": 40}) for _ in range(100)]
    for number, page in enumerate(pages):
        page.look(0 if number < 5 else 40_000)
    time.sleep(3)
    idle = processor_seconds(server)
    time.sleep(10)
    idle = processor_seconds(server) - idle
    values, before = Values(server), processor_seconds(server)
    count = 500
    for number in range(count):
        values.show(f"t{number % 10}", number)
        time.sleep(0.02)
    used = processor_seconds(server) - before - idle
    values.end()
    got = sum(page.events.get("values", 0) for page in pages)
    row("a value for 100 viewers of which 5 see it: processor time of the server, ms in all; events a value",
        f"{used / count * 1000:.3f}", f"{got / count:.2f}", goal="≤ 0.1")
    for page in pages:
        page.close()


def processor_seconds(server):
    """To the nanosecond: what is measured is less than the kernel's ticks."""
    threads = Path(f"/proc/{server.process.pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def measure_own_data(folder, row):
    from own_data_page import measure_values_page
    from own_data_rows import measure_rows, megabytes

    server = Server("--items", ITEMS, "--item-contents", data=folder / "own-data")
    try:
        server.opened()
        row(f"{ITEMS:,} items whose contents take 5 ms a call and 20 µs an item: resident memory when they are open, MB",
            f"{megabytes(server.process):.0f}")
        page = Page(server, COLLECTION)
        jump(page, 0)
        middle = [jump(page, page.height / 2 + n * 9000) * 1000 for n in range(ROUNDS)]
        row(f"jump to the middle: contents of the view there, ms, median of {ROUNDS} (longest)",
            f"{median(middle):.0f} ({max(middle):.0f})", goal="≤ 50")
        page.close()
        shares = {policy: [glide(server, policy) for _ in range(5)] for policy in ("none", "predictive")}
        ours, none = (sum(shares[p]) / len(shares[p]) for p in ("predictive", "none"))
        row("glide: % of data cells in view without contents; other: policy none", f"{ours * 100:.2f}",
            f"{none * 100:.2f}", f"{ours / none:.2f}" if none else "–", "≤ 0.25 ×")
        connection = http.client.HTTPConnection(re.match(r"https?://([^/]+)", server.address)[1])
        took = []
        for _ in range(ROUNDS):
            began = time.monotonic()
            connection.request("GET", f"{COLLECTION}/items?limit=1000&offset={random.randrange(ITEMS - 1000)}")
            items = json.loads(connection.getresponse().read())["items"]
            took.append((time.monotonic() - began) * 1000)
            assert len(items) == 1000 and all(i["title"] for i in items)
        row(f"1,000 items by GET …/items, ms, median of {ROUNDS} (longest)", f"{median(took):.0f} ({max(took):.0f})",
            goal="≤ 60")
        twin = Server("--items", ITEMS, "--item-contents", data=folder / "own-data-twin")
        try:
            twin.opened()
            beside(server, twin, row)
        finally:
            twin.stop()
        measure_values(server, row)
        measure_values_page(server, row)
        row("resident memory at the end, MB", f"{megabytes(server.process):.0f}")
    finally:
        server.stop()
    measure_rows(folder, row)

"""Marking 200,000 selected items of ten million, over HTTP: the answer, the other viewer, the disk."""

import json
import os
import random
import threading
import time
import urllib.request
from statistics import median

from live_queries import ITEM, ask_cells, timed, viewer_of
from running import Server

ITEMS = int(os.environ.get("MARKS_BENCH_ITEMS", 10_000_000))
SELECTED = 200_000
MINIMAL = {"Prefer": "return=minimal"}


def measure_marks(folder, row, rounds=15):
    os.environ.setdefault("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1")
    server = Server("--items", ITEMS, data=folder / "marks")
    try:
        server.opened()
        viewer = viewer_of(server)
        ask_cells(server, viewer["viewer"], viewer["version"], 1)
        patches = Patches(server, viewer["viewer"])
        near = [[0, SELECTED - 1]]
        answered, shown = run(server, patches, rounds, lambda _: near)
        row(f"{ITEMS:,} items: {SELECTED:,} neighbours are given stars, bytes of the request", f"{len(request(1, near, 1))}", goal="≤ 200")
        row("… answered, durable, ms, median (longest)", f"{median(answered):.0f} ({max(answered):.0f})", goal="≤ 50")
        row("… one patch of what it holds at another viewer, ms, median (longest)", f"{median(shown):.0f} ({max(shown):.0f})", goal="≤ 100")
        undone = [timed(lambda: server.ask("POST", f"{ITEM}/undo", {}, MINIMAL)) for _ in range(5)]
        row("… undone, ms, median of 5 (longest)", f"{median(undone):.0f} ({max(undone):.0f})")
        chance = random.Random(1)

        def apart(_):
            step = ITEMS // 10_000
            return [[0, 19], *([first, first + 19] for first in (n * step + chance.randrange(100, step - 20) for n in range(9_999)))]

        answered, shown = run(server, patches, 5, apart)
        row(f"the same in 10,000 ranges all over, answered, ms, median (longest)", f"{median(answered):.0f} ({max(answered):.0f})")
        row("… at another viewer", f"{median(shown):.0f} ({max(shown):.0f})")
        assert not patches.resets, "a viewer had to start over"
    finally:
        server.stop()


def request(version, ranges, stars):
    return json.dumps({"version": version, "ranges": ranges, "stars": stars}, separators=(",", ":"))


def run(server, patches, rounds, ranges):
    """Times of the answers, and until the patch was read from another viewer's stream."""
    answered, shown = [], []
    for number in range(rounds):
        version = server.ask("GET", ITEM).json["version"]
        body = json.loads(request(version, ranges(number), number % 5 + 1))
        patches.arrived.clear()
        began = time.monotonic()
        answer = server.ask("POST", f"{ITEM}/marks", body, MINIMAL)
        answered.append((time.monotonic() - began) * 1000)
        assert answer.status == 200 and answer.json["to"] == version + 1, answer.body
        assert patches.arrived.wait(10), f"no patch of {version + 1}"
        shown.append((patches.at - began) * 1000)
        # A checkpoint may follow.
        time.sleep(1)
    return answered, shown


class Patches:
    """The patches of a viewer's stream."""

    def __init__(self, server, viewer, resets=False):
        """`resets`: whether these count as news, too."""
        self.events = (b"event: patch", b"event: reset") if resets else (b"event: patch",)
        self.arrived, self.at, self.resets = threading.Event(), 0.0, 0
        self.stream = urllib.request.urlopen(f"{server.address}/api/v1/viewers/{viewer}/events", timeout=600)
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.stream:
            if line.startswith(b"event: reset"):
                self.resets += 1
            if line.startswith(self.events):
                self.at = time.monotonic()
                self.arrived.set()

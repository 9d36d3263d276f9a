"""Putting 200,000 selected items of ten million into an album, over HTTP: the answer, the other viewer, the log, the memory."""

import json
import os
import time
from pathlib import Path
from statistics import median

from live_queries import timed
from marks import MINIMAL, SELECTED, Patches
from running import Server

ITEMS = int(os.environ.get("ALBUMS_BENCH_ITEMS", 10_000_000))


def measure_albums(folder, row, rounds=5):
    os.environ.setdefault("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1")
    server = Server("--items", ITEMS, data=folder / "albums")
    try:
        server.opened()
        body = {"collection": "items", "version": 1, "ranges": [[0, SELECTED - 1]]}
        row(f"{ITEMS:,} items: {SELECTED:,} are put into an album, bytes of the request", f"{len(json.dumps(body))}", goal="≤ 200")
        answered, shown, grown, log = [], [], [], []
        for number in range(rounds):
            album = server.ask("POST", "/api/v1/albums", {"title": f"Album {number}"}).json["id"]
            path = f"/api/v1/collections/{album}"
            viewer = server.ask("POST", f"{path}/viewers", {"layout": {"kind": "column"}, "width": 1280, "height": 800}).json
            news = Patches(server, viewer["viewer"], resets=True)
            memory, size = resident(server), stored(folder)
            began = time.monotonic()
            answer = server.ask("POST", f"{path}/additions", body, MINIMAL)
            answered.append((time.monotonic() - began) * 1000)
            assert answer.status == 200 and answer.json["to"] == 2, answer.body
            assert news.arrived.wait(10), "no news of the album"
            shown.append((news.at - began) * 1000)
            grown.append((resident(server) - memory) / 1e6)
            log.append((stored(folder) - size) / 1e6)
            time.sleep(1)
        row("… answered, durable, ms, median (longest)", f"{median(answered):.0f} ({max(answered):.0f})")
        row("… another viewer of the album starts over, ms, median (longest)", f"{median(shown):.0f} ({max(shown):.0f})")
        row("… on disk, MB (with the write-ahead log)", f"{median(log):.1f}")
        row("… resident memory, MB", f"{median(grown):.0f}")
        undone = [timed(lambda: server.ask("POST", f"{path}/{way}", {}, MINIMAL)) for way in ["undo", "redo"] * 2]
        row("… undone and redone, ms, median of 4 (longest)", f"{median(undone):.0f} ({max(undone):.0f})")
    finally:
        server.stop()


def resident(server):
    """Resident memory of the program, in bytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) * 1024


def stored(folder):
    return sum(file.stat().st_size for file in (folder / "albums").rglob("*") if file.is_file())

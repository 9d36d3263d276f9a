"""A folder of RAW files and JPEG beside each other: the first folded view, range events in it, and a file that comes, beside the open order."""

import os
import time
from statistics import median, quantiles

from range_events import LAYOUT, ask_range
from running import Server, poll

ITEMS = int(os.environ.get("STACKS_BENCH_ITEMS", 2_000_000))
FOLDERS = 100
FOLDED = {**LAYOUT, "query": {"stacks": "folded"}}


def write_pairs(folder, count):
    """Names of two files: what they hold is not read for this."""
    jpeg, raw = folder.with_name("one.jpg"), folder.with_name("one.dng")
    jpeg.write_bytes(b"\xff\xd8\xff\xd9")
    raw.write_bytes(b"II*\0")
    for number in range(count // 2):
        place = folder / f"{number % FOLDERS:03}"
        if number < FOLDERS:
            place.mkdir(parents=True)
        # A file has so many names at most.
        if number % 30_000 == 29_999:
            jpeg.rename(jpeg.with_name(f"{number}.jpg"))
            raw.rename(raw.with_name(f"{number}.dng"))
            jpeg.write_bytes(b"\xff\xd8\xff\xd9")
            raw.write_bytes(b"II*\0")
        os.link(jpeg, place / f"IMG_{number}.JPG")
        os.link(raw, place / f"IMG_{number}.DNG")


def measure_stacks(folder, row):
    photos = folder / "photos"
    photos.mkdir()
    write_pairs(photos, ITEMS)
    server = Server(photos, "--watch", data=folder / "stacks")
    try:
        poll(lambda: server.opened().get("itemCount") == ITEMS, 900, "everything is listed")
        viewers = f"/api/v1/collections/{server.collection()}/viewers"

        def first_view(body):
            began = time.monotonic()
            viewer = server.ask("POST", viewers, {**body, "range": {"seq": 1, "rect": [0, 0, 1280, 800]}}).json
            assert viewer["range"]["cells"], viewer
            return viewer, time.monotonic() - began

        _, open_first = first_view(LAYOUT)
        folded, folded_first = first_view(FOLDED)
        assert folded["itemCount"] == ITEMS // 2 and folded["folded"] == ITEMS // 2, folded
        row(f"{ITEMS:,} files, {ITEMS // 2:,} pairs: the first view, s, folded; other: open", f"{folded_first:.2f}", f"{open_first:.2f}",
            goal="≤ 1.0 s more")
        _, again = first_view(FOLDED)
        row("… folded, for the next one who looks, ms", f"{again * 1e3:.0f}")
        turns = {"open": [], "folded": []}
        pairs = {name: [first_view(body)[0] for _ in range(8)] for name, body in (("open", LAYOUT), ("folded", FOLDED))}
        for number in range(1_500):
            for name, times in turns.items():
                viewer = pairs[name][number % 8]
                began = time.monotonic()
                ask_range(server, viewer["viewer"], number + 2, number * 997 % 100_000 * 100, version=viewer["version"])
                times.append((time.monotonic() - began) * 1e3)
        p99 = {name: quantiles(times, n=100)[98] for name, times in turns.items()}
        row("… a range event anywhere in it, ms, p99 (median), folded; other: open",
            f"{p99['folded']:.2f} ({median(turns['folded']):.2f})", f"{p99['open']:.2f} ({median(turns['open']):.2f})",
            f"{p99['folded'] / p99['open']:.2f} ×", goal="≤ 1.1 ×")
        measure_arrivals(server, photos, row)
    finally:
        server.stop()


def measure_arrivals(server, photos, row):
    """The other half of a file that was alone, in one folder of thousands."""
    result = server.ask("POST", f"/api/v1/collections/{server.collection()}/queries", {"stacks": "folded"}).json
    folded = f"/api/v1/collections/{result['id']}"
    times = []
    for number in range(7):
        before = server.ask("GET", folded).json
        (photos / "000" / f"NEW_{number}.JPG").write_bytes(b"\xff\xd8\xff\xd9")
        poll(lambda: server.ask("GET", folded).json["itemCount"] == before["itemCount"] + 1, 60, "a file comes")
        began = time.monotonic()
        (photos / "000" / f"NEW_{number}.DNG").write_bytes(b"II*\0")
        poll(lambda: server.ask("GET", folded).json["folded"] == before["folded"] + 1, 60, "its other half comes")
        times.append((time.monotonic() - began) * 1e3)
    row("… the other half of a file comes: folded, ms, median (longest)", f"{median(times):.0f} ({max(times):.0f})")

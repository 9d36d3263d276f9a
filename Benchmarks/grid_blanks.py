"""How much of the page is blank while it is scrolled: 100,000 items in 8 columns, pictures of 20–200 ms by 4 loaders, in Chromium."""

import os
from pathlib import Path

from chromium_client import replay
from figures import percentile
from live_traces import ITEMS, SECONDS, make_traces, read_trace, scroll_bar_drags, share
from plain_grid import replay_plain
from prefetch_live import serve

# Pictures have file sizes: the cost of a load is known within 30 %.
SIZES = "--demo-sizes"


def find_traces(folder):
    """Traces that were recorded (GRID_BENCH_TRACE_FOLDER), else made up."""
    recorded = os.environ.get("GRID_BENCH_TRACE_FOLDER")
    return [read_trace(path) for path in sorted(Path(recorded).glob("*.jsonl"))] if recorded else make_traces(folder)[0]


def replay_grid(folder, name, traces, *more, previews=True):
    """What the page leaves blank. A server for each, because a server keeps in memory what it has loaded."""
    server = serve(folder, name, previews, *more)
    try:
        return replay(f"{server.address}/?collection={server.collection()}", traces)
    finally:
        server.stop()


def replay_plain_grid(folder, name, traces, clears):
    """What a plain windowing grid leaves blank here, cancelling pictures or not."""
    server = serve(folder, name, previews=False)
    try:
        return replay_plain(server.address, server.collection(), traces, ITEMS, clears=clears)
    finally:
        server.stop()


def measure_blanks(folder, row):
    traces = find_traces(folder / "grid-traces")
    results = replay_grid(folder, "grid-blanks", traces)
    sized = replay_grid(folder, "grid-blanks-sizes", traces, SIZES)
    blank, known = share(results, "blank"), share(sized, "blank")
    plain = share(replay_plain_grid(folder, "plain-blanks", traces, clears=True), "blank")
    never = share(replay_plain_grid(folder, "plain-blanks-never", traces, clears=False), "blank")
    # Others were measured where a plain grid left 18.2 %: 11 of these is the goal.
    row(f"Chromium, {len(results)} traces of {SECONDS:g} s: blank of full pictures; a plain grid without prefetching",
        f"{blank:.1f} %", f"{plain:.1f} %", f"{blank / plain:.2f}", goal="≤ 11 %; ≤ 0.60 of plain")
    row("… of a plain grid that cancels nothing, as windowing libraries", f"{blank:.1f} %", f"{never:.1f} %", f"{blank / never:.2f}")
    row("… without any pixels", f"{share(results, 'empty'):.2f} %", goal="≤ 1.5 %")
    row("… where files' sizes predict what loads will cost: blank (without any pixels)",
        f"{known:.1f} % ({share(sized, 'empty'):.2f} %)", f"{plain:.1f} %", f"{known / plain:.2f}")
    fills = [fill for result in results for fill in result["fills"]]
    row(f"… filled after a stop, of {len(fills)}, p95 (median)",
        f"{percentile(fills, .95):.2f} s ({percentile(fills, .5):.2f})", goal="≤ 1.2 s")


def measure_scrubs(folder, row):
    """What is blank after the thumb of the scroll bar was released. The plain grid shows full pictures only."""
    drags = [scroll_bar_drags()]
    plain = share(replay_plain_grid(folder, "plain-scrubs", drags, clears=True), "blank")
    never = share(replay_plain_grid(folder, "plain-scrubs-never", drags, clears=False), "blank")

    def measure(what, name, *more, previews=True, goal=""):
        results = replay_grid(folder, name, drags, *more, previews=previews)
        blank, empty = share(results, "blank"), share(results, "empty")
        row(f"{what}: blank of full pictures (without any pixels); plain", f"{blank:.1f} % ({empty:.1f} %)", f"{plain:.1f} %",
            f"{blank / plain:.2f}", goal=goal)
        return blank

    blank = measure("Chromium, 3 s after a drag of the scroll bar, previews first", "scrubs", goal="≤ 18 % (where plain leaves 18)")
    measure("… sizes of files known", "scrubs-sizes", SIZES)
    measure("… full pictures only", "scrubs-full", previews=False)
    measure("… full pictures only, sizes of files known", "scrubs-full-sizes", SIZES, previews=False, goal="≤ 18 %")
    row("… previews first; plain, cancelling nothing", f"{blank:.1f} %", f"{never:.1f} %", f"{blank / never:.2f}")

"""How much of the page is blank while it is scrolled: 100,000 items in 8 columns, pictures of 20–200 ms by 4 loaders, in Chromium."""

import os
from pathlib import Path

from chromium_client import replay
from figures import percentile
from live_traces import ITEMS, SECONDS, make_traces, read_trace, scroll_bar_drags, share
from plain_grid import replay_plain
from prefetch_live import serve


def find_traces(folder):
    """Traces that were recorded (GRID_BENCH_TRACE_FOLDER), else made up."""
    recorded = os.environ.get("GRID_BENCH_TRACE_FOLDER")
    return [read_trace(path) for path in sorted(Path(recorded).glob("*.jsonl"))] if recorded else make_traces(folder)[0]


def replay_grid(folder, name, traces, drags, *more):
    """What the page leaves blank."""
    server = serve(folder, name, True, *more)
    try:
        address = f"{server.address}/?collection={server.collection()}"
        return replay(address, traces), replay(address, drags)
    finally:
        server.stop()


def replay_plain_grid(folder, traces, drags, clears):
    """What a windowing grid of others would leave blank here, calling pictures off or not: % of the traces, of the drags."""
    # A server for each: what one has loaded lies in its memory.
    server = serve(folder, f"plain-grid-{clears}", previews=False)
    try:
        collection = server.collection()
        return [share(replay_plain(server.address, collection, some, ITEMS, clears=clears), "blank") for some in (traces, drags)]
    finally:
        server.stop()


def measure_blanks(folder, row):
    traces = find_traces(folder / "grid-traces")
    drags = [scroll_bar_drags()]
    results, dragged = replay_grid(folder, "grid-blanks", traces, drags)
    # As files have sizes: what a load will cost is known within 30 %.
    sized, sized_dragged = replay_grid(folder, "grid-blanks-sizes", traces, drags, "--demo-sizes")
    plain, plain_dragged = replay_plain_grid(folder, traces, drags, clears=True)
    never, never_dragged = replay_plain_grid(folder, traces, drags, clears=False)
    blank = share(results, "blank")
    # Others were measured where a plain grid left 18.2 %: 11 of these is the goal.
    row(f"Chromium, {len(results)} traces of {SECONDS:g} s: blank of full pictures; a plain grid without prefetching",
        f"{blank:.1f} %", f"{plain:.1f} %", f"{blank / plain:.2f}", goal="≤ 11 %; ≤ 0.60 of plain")
    row("… of a plain grid that calls nothing off, as windowing libraries", f"{blank:.1f} %", f"{never:.1f} %", f"{blank / never:.2f}")
    row("… without any pixels", f"{share(results, 'empty'):.2f} %", goal="≤ 1.5 %")
    row("… where files' sizes tell what loads will cost: blank (without any pixels)",
        f"{share(sized, 'blank'):.1f} % ({share(sized, 'empty'):.2f} %)", f"{plain:.1f} %", f"{share(sized, 'blank') / plain:.2f}")
    fills = [fill for result in results for fill in result["fills"]]
    row(f"… filled after a stop, of {len(fills)}, p95 (median)",
        f"{percentile(fills, .95):.2f} s ({percentile(fills, .5):.2f})", goal="≤ 1.2 s")
    after = share(dragged, "blank")
    row(f"… blank in the 3 s after a scroll-bar drag (ours without any pixels: {share(dragged, 'empty'):.1f} %); plain, calling off",
        f"{after:.1f} %", f"{plain_dragged:.1f} %", f"{after / plain_dragged:.2f}", goal="≤ 18 %")
    known = share(sized_dragged, "blank")
    row(f"… where files' sizes tell what loads will cost (without any pixels: {share(sized_dragged, 'empty'):.1f} %)",
        f"{known:.1f} %", f"{plain_dragged:.1f} %", f"{known / plain_dragged:.2f}", goal="≤ 18 %")
    row("… plain, calling nothing off", f"{after:.1f} %", f"{never_dragged:.1f} %", f"{after / never_dragged:.2f}")

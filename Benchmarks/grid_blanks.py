"""How much of the page is blank while it is scrolled: 100,000 items in 8 columns, pictures of 20–200 ms by 4 loaders, in Chromium."""

import json
import os
import subprocess
from pathlib import Path

from chromium_client import replay
from prefetch_live import ITEMS, serve, share
from running import BINARY

COLUMNS = 8
# Kinds of motion that pass over more than anybody can see.
SCRUBS = {"scrub", "drag"}


def read_trace(path, seconds):
    """The first seconds of a trace, with times in s; the head's name of its kind."""
    head, *frames = [json.loads(line) for line in path.read_text().splitlines()]
    assert head["columns"] == COLUMNS and head["items"] == ITEMS, f"{path} was recorded in another grid"
    return {"kind": head.get("kind", "recorded"),
            "frames": [{**frame, "t": frame["t"] / 1000} for frame in frames if frame["t"] <= seconds * 1000]}


def find_traces(folder, count, seconds):
    """Traces that were recorded (GRID_BENCH_TRACE_FOLDER), else made up: so many that pass by, and up to three that scrub."""
    recorded = os.environ.get("GRID_BENCH_TRACE_FOLDER")
    if recorded is None:
        folder.mkdir()
        subprocess.run([str(BINARY), "simulate", "--synthetic", str(4 * count), "--seed", "1", "--policy", "none",
                        "--write", str(folder)], check=True, capture_output=True, timeout=1800)
    paths = sorted(Path(recorded or folder).glob("*.jsonl"), key=lambda p: (len(p.name.split("-")[0]), p.name))
    traces = [read_trace(path, seconds) for path in paths]
    passing = [trace for trace in traces if trace["kind"] not in SCRUBS]
    scrubbing = [trace for trace in traces if trace["kind"] in SCRUBS]
    return passing[:count], scrubbing[: min(3, count)]


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


def measure_blanks(folder, row):
    count = int(os.environ.get("GRID_BENCH_TRACES", 10))
    seconds = float(os.environ.get("GRID_BENCH_SECONDS", 15))
    passing, scrubbing = find_traces(folder / "grid-traces", count, seconds)
    server = serve(folder, "grid-blanks", previews=True)
    try:
        address = f"{server.address}/?collection={server.collection()}"
        results = replay(address, passing, COLUMNS)
        scrubs = replay(address, scrubbing, COLUMNS)
    finally:
        server.stop()
    what = f"{len(results)} traces of {seconds:g} s"
    row(f"Chromium, {what}: blank of full pictures", f"{share(results, 'blank'):.1f} %", goal="≤ 11 %")
    row("… without any pixels", f"{share(results, 'empty'):.2f} %", goal="≤ 1.5 %")
    fills = [fill for result in results for fill in result["fills"]]
    row(f"… filled after a stop, of {len(fills)}, p95 (median)",
        f"{percentile(fills, .95):.2f} s ({percentile(fills, .5):.2f})", goal="≤ 1.2 s")
    if scrubs:
        row(f"Chromium, {len(scrubs)} traces of {seconds:g} s that scrub: blank (without any pixels)",
            f"{share(scrubs, 'blank'):.1f} % ({share(scrubs, 'empty'):.1f})", goal="≤ 18 %")

"""The traces that are replayed in real time: the same by a script, by the page in Chromium, and on the simulator's clock."""

import json
import subprocess
from pathlib import Path

from running import BINARY

ITEMS = 100_000
COLUMNS = 8
SECONDS = 15.0
# Of `simulate --synthetic 50 --seed 1`: a stretch that holds every kind of hand but the scroll bar's, and is as hard as the
# mix that the figures of other grids were taken with (nothing loaded ahead leaves 18.1 % blank).
PASSING = range(8, 18)
# One that scrubs; two of the fifty do.
SCRUBBING = 7
SCRUBBING_SHARE = 2 / 50


def read_trace(path, seconds=SECONDS):
    """The first seconds of a trace: its head, its frames with times in s."""
    head, *frames = [json.loads(line) for line in Path(path).read_text().splitlines()]
    assert head["columns"] == COLUMNS and head["items"] == ITEMS, f"{path} was recorded in another grid"
    kept = [{"v": 0, **frame, "t": frame["t"] / 1000} for frame in frames if frame["t"] <= seconds * 1000]
    return {"head": head, "kind": head.get("kind", "recorded"), "frames": kept, "path": Path(path)}


def cut(path, seconds=SECONDS):
    """Leaves the first seconds of a trace's file."""
    head, *frames = path.read_text().splitlines()
    path.write_text("\n".join([head, *(line for line in frames if json.loads(line)["t"] <= seconds * 1000)]) + "\n")
    return path


def make_traces(folder):
    """Those that pass by, and the one that scrubs, as files in a new folder."""
    folder.mkdir()
    subprocess.run([str(BINARY), "simulate", "--synthetic", str(PASSING.stop), "--seed", "1", "--policy", "none", "--write",
                    str(folder)], check=True, capture_output=True, timeout=1800)
    numbered = {int(path.name.split("-")[0]): path for path in folder.glob("*.jsonl")}
    return [read_trace(cut(numbered[n])) for n in PASSING], read_trace(cut(numbered[SCRUBBING]))


def scroll_bar_drags(count=3, height=168 * ITEMS / COLUMNS - 1008, rest=3.0):
    """The thumb is drawn over a third of the collection in 1.2 s and released; what counts is the rest after it."""
    frames = []
    time, at = 0.0, 0.02 * height
    for number in range(count):
        target = height * (0.35 + 0.3 * number) if number % 2 == 0 else 0.1 * height
        start = at
        for step in range(72):
            part = (step + 1) / 72
            at = start + (target - start) * part * part * (3 - 2 * part)
            frames.append({"t": time, "y": at, "v": 0, "phase": "scrubbing", "counts": False})
            time += 1 / 60
        for _ in range(int(rest * 60)):
            frames.append({"t": time, "y": at, "v": 0, "phase": "settled", "counts": True})
            time += 1 / 60
    return {"kind": "scroll-bar", "frames": frames}


def rest_before(trace, seconds=3.0):
    """The same after a rest that does not count: a page is opened and looked at before anybody scrolls."""
    rest = [{**trace["frames"][0], "t": number / 60, "v": 0, "phase": "settled", "counts": False} for number in range(int(seconds * 60))]
    return {**trace, "frames": rest + [{**frame, "t": frame["t"] + seconds} for frame in trace["frames"]]}


def write_trace(trace, path):
    """As a file of the simulator's. Returns the trace with its path."""
    head = {"trace": 1, "kind": trace["kind"], "items": ITEMS, "columns": COLUMNS, "rowHeight": 168, "viewportHeight": 1008}
    frames = [{**frame, "t": frame["t"] * 1000} for frame in trace["frames"]]
    path.write_text("".join(json.dumps(line) + "\n" for line in [head, *frames]))
    return {**trace, "path": path}


def counted_seconds(trace):
    """How much of a trace is measured."""
    frames = trace["frames"]
    return sum(after["t"] - frame["t"] for frame, after in zip(frames, frames[1:]) if frame.get("counts", True))


def share(results, name):
    """% of the cells in view, over time."""
    return 100 * sum(r[name] for r in results) / sum(r["visible"] for r in results)


def mixed(passing, scrubbing):
    """A figure of the whole mix, from those of what passes by and of what scrubs."""
    return (1 - SCRUBBING_SHARE) * passing + SCRUBBING_SHARE * scrubbing

"""Lookahead beside other grids on an origin that nobody tuned: `Scripts/bench peers`.

GRID_BENCH_QUICK=1: one glide each, in 2 to 3 minutes. GRID_BENCH_HANDS and GRID_BENCH_GRIDS choose some (names below, with
commas). GRID_BENCH_RESULTS: a file that keeps what was measured, so that a long measurement can be made in pieces; the tables are of
all that is in it. GRID_BENCH_CHARTS: a folder for the charts. GRID_BENCH_SLOWDOWN: the page's processor so many times slower.
GRID_BENCH_HERTZ=120: twice as many frames. GRID_BENCH_NICE: the server's priority, 19 to see the page's own share.
GRID_BENCH_SLOWER=1: the iOS glides of ours and of the plain grid, once with each of these three.
"""

import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/Support"), str(ROOT / "Benchmarks")]
import charts  # noqa: E402
import packages  # noqa: E402
import replay  # noqa: E402
from live_traces import ITEMS, counted_seconds, read_trace, rest_before, scroll_bar_drags, write_trace  # noqa: E402
from running import BINARY, Server  # noqa: E402

OURS = {"ours": "Lookahead", "ours-full": "Lookahead, `--no-previews`"}
GRIDS = [*OURS, *packages.TITLES]
TITLES = {**OURS, **packages.TITLES}
# What no browser and no server costs, from the simulator.
BOUNDS = {"oracle": "simulated, the best possible: all is known beforehand",
          "none": "simulated, nothing is known beforehand: loads what is in view, stops what leaves"}
# Of `simulate --synthetic 50 --seed 1`: ten in a row that hold every kind of hand.
TRACES = range(7, 17)
HANDS = {"ios": "glide (iOS)", "released": "scroll bar, let go", "scrub": "scroll bar, held", "android": "glide (Android)", "wheel": "wheel",
         "trackpad": "trackpad", "drag": "slow drag", "keys": "keys", "touch": "real touch", "mouse": "real wheel"}
# What GRID_BENCH_SLOWER measures.
SLOWER = {"SLOWDOWN": "4", "HERTZ": "120", "NICE": "19"}


def option(name, default=""):
    return os.environ.get(f"GRID_BENCH_{name}", default)


class Origin:
    """The slow picture server, in a process of its own."""

    def __init__(self, folders):
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("origin.py")), *(f"{name}={path}" for name, path in folders.items())],
            stdout=subprocess.PIPE, text=True)
        self.address = f"http://127.0.0.1:{self.process.stdout.readline().strip()}"

    def ask(self, path):
        with urllib.request.urlopen(self.address + path, timeout=30) as answer:
            return answer.read()

    def counts(self):
        return json.loads(self.ask("/counts"))

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


def write_list(path, address):
    with open(path, "w") as file:
        file.write("id,url\n")
        file.writelines(f"{n},{address}/p/{n}.png\n" for n in range(1, ITEMS + 1))
    return path


def make_traces(folder):
    folder.mkdir()
    subprocess.run([str(BINARY), "simulate", "--synthetic", str(TRACES.stop), "--seed", "1", "--policy", "none", "--write", str(folder)],
                   check=True, capture_output=True, timeout=1800)
    numbered = {int(path.name.split("-")[0]): path for path in folder.glob("*.jsonl")}
    traces = {number: read_trace(numbered[number]) for number in TRACES}
    traces[0] = scroll_bar_drags() | {"kind": "released"}
    return {number: write_trace(rest_before(trace), folder / f"measured-{number}.jsonl") for number, trace in traces.items()}


def plan(traces):
    """(name, hand) in the order in which they are measured: every grid in turn for each."""
    chosen = [(f"{trace['kind']}-{number}", trace) for number, trace in traces.items()] + [("touch-0", "touch"), ("mouse-0", "mouse")]
    if option("QUICK"):
        return [next(pair for pair in chosen if pair[0].startswith("ios"))]
    hands = option("HANDS").split(",") if option("HANDS") else list(HANDS)
    return [pair for pair in chosen if pair[0].split("-")[0] in hands]


def bounds(traces):
    """What a page leaves blank on which nothing but loads takes time: rows of results, from the simulator.

    Over the same traces, on a view of the same size, four loads at once of as long as the origin takes.
    """
    rows = []
    for number, trace in traces.items():
        said = subprocess.run([str(BINARY), "simulate", "--trace", str(trace["path"]), "--loaders", "4", "--load", "20-200",
                               "--delay", "1", "--policy", "none"], check=True, capture_output=True, text=True, timeout=600).stdout
        # In the unit of the others: cells by seconds, of which each sees as many at a time.
        seconds = counted_seconds(trace)
        for name in BOUNDS:
            blank = next(line.split()[1] for line in said.splitlines() if line.startswith(f"{name} "))
            rows.append({"grid": name, "hand": f"{trace['kind']}-{number}", "blank": float(blank) / 100 * seconds, "visible": seconds})
    return rows


def measure_one(browser, origin, folder, name, hand, number):
    """One grid, one hand, from cold: another server, another context of the browser."""
    options = {"slowdown": float(option("SLOWDOWN", "1")), "interval": 1000 / float(option("HERTZ", "60"))}
    origin.ask("/reset")
    if name not in OURS:
        def open_page(page):
            page.goto(f"{origin.address}/grids/{name}.html")
            replay.poll(lambda: page.evaluate("window.contestant !== undefined"), 60, f"{name} is there")
        result = replay.run(browser, open_page, hand, **options)
    else:
        arguments = ["--urls", folder / "list.csv", "--allow-private", *(["--no-previews"] if name == "ours-full" else [])]
        server = Server(*arguments, data=folder / f"data-{number}")
        try:
            if option("NICE"):
                os.setpriority(os.PRIO_PROCESS, server.process.pid, int(option("NICE")))
            address = f"{server.address}/?collection={server.collection()}"
            result = replay.run(browser, lambda page: replay.prepare_ours(page, address), hand, **options)
        finally:
            server.stop()
    return {**result, **origin.counts()}


def measure(folder):
    """(results, bounds): a row for each grid and hand, and what the simulator says of the same hands."""
    from playwright.sync_api import sync_playwright

    wheels = packages.install(ROOT / ".build/peers")
    origin = Origin(wheels)
    kept = Path(option("RESULTS") or folder / "results.jsonl")
    grids = option("GRIDS").split(",") if option("GRIDS") else GRIDS
    try:
        write_list(folder / "list.csv", origin.address)
        traces = make_traces(folder / "traces")
        todo = plan(traces)
        simulated = bounds({number: trace for number, trace in traces.items() if (f"{trace['kind']}-{number}", trace) in todo})
        with sync_playwright() as tools, kept.open("a") as file:
            browser = tools.chromium.launch(executable_path="/usr/bin/chromium", args=[
                "--no-sandbox", "--disable-dev-shm-usage", *(["--disable-frame-rate-limit"] if option("HERTZ") else [])])
            for at, (name, hand) in enumerate(todo):
                # Another one begins each time: whoever comes first finds another machine than the last.
                turn = at % len(grids)
                for number, grid in enumerate(grids[turn:] + grids[:turn]):
                    try:
                        result = measure_one(browser, origin, folder, grid, hand, f"{at}-{number}")
                    except replay.NoFrames:
                        print(f"  {name}, {grid}: the browser stopped drawing; once more", file=sys.stderr)
                        result = measure_one(browser, origin, folder, grid, hand, f"{at}-{number}-again")
                    file.write(json.dumps({"grid": grid, "hand": name, **result}) + "\n")
                    file.flush()
                    print(f"  {name}, {grid}: {percent(result['blank'], result['visible'])} blank, "
                          f"{percent(result['late'], result['frames'])} late", file=sys.stderr)
            browser.close()
    finally:
        origin.stop()
    return [json.loads(line) for line in kept.read_text().splitlines()], simulated


def compare(folder):
    results, simulated = measure(folder)
    for line in tables(results, simulated):
        print(line)
    if option("CHARTS"):
        target = Path(option("CHARTS"))
        target.mkdir(parents=True, exist_ok=True)
        charts.draw(results, target, TITLES, HANDS)


def compare_slower(folder):
    # A file of results would mix the three.
    os.environ |= {"GRID_BENCH_GRIDS": "ours,plain", "GRID_BENCH_HANDS": "ios", "GRID_BENCH_RESULTS": ""}
    print("| two iOS glides | blank, % | plain grid | late frames, % | plain grid | main thread, ms a frame | plain grid |")
    print("|---" * 7 + "|")
    for name, value in SLOWER.items():
        variable = f"GRID_BENCH_{name}"
        os.environ[variable] = value
        part = folder / name
        part.mkdir()
        results, _ = measure(part)
        del os.environ[variable]
        ours, plain = ([row for row in results if row["grid"] == grid] for grid in ("ours", "plain"))
        cells = [figure(rows) for figure in (blank, late, main_thread) for rows in (ours, plain)]
        print(f"| `{variable}={value}` | " + " | ".join(cells) + " |", flush=True)


def total(rows, name):
    return sum(row[name] for row in rows)


def blank(rows):
    return percent(total(rows, "blank"), total(rows, "visible"))


def late(rows):
    return percent(total(rows, "late"), total(rows, "frames"))


def main_thread(rows):
    return spent(rows, "main")


def spent(rows, thread):
    """ms a frame, without what the watching takes."""
    return f"{sum(row['threads'][thread] - row['watching'] for row in rows) / max(1, total(rows, 'drawn')):.2f}"


def percent(part, whole):
    return f"{100 * part / whole:.1f}" if whole else "–"


def tables(results, simulated):
    """Two: what is blank, by hand, and what it costs."""
    grids = [grid for grid in GRIDS if any(r["grid"] == grid for r in results)]
    kinds = [kind for kind in HANDS if any(r["hand"].startswith(kind + "-") for r in results)]
    # The ten traces; what is blank after the scroll bar is let go is a measurement of its own.
    synthetic = [kind for kind in kinds if kind not in [*replay.HANDS, "released"]]
    of = lambda grid, kinds: [r for r in [*results, *simulated] if r["grid"] == grid and r["hand"].split("-")[0] in kinds]

    yield "| without the full picture, % of the cells' time in view | " + " | ".join(
        [*(HANDS[kind] for kind in kinds), "traces together", "÷ plain"]) + " |"
    yield "|---" * (len(kinds) + 3) + "|"
    part_blank = lambda rows: total(rows, "blank") / max(1e-9, total(rows, "visible"))
    for grid in [*grids, *BOUNDS]:
        shares = [blank(of(grid, some)) for some in [*([kind] for kind in kinds), synthetic]]
        ratio = part_blank(of(grid, synthetic)) / max(1e-9, part_blank(of("plain", synthetic)))
        yield f"| {TITLES.get(grid) or BOUNDS[grid]} | " + " | ".join(shares) + f" | {ratio:.2f} |"
    yield ""
    yield ("| traces together | no pixels, % | late frames, % | … real input | main thread, ms a frame | … glides (iOS) | renderer, ms a frame "
           "| filled after a stop, p95 (median), s | requests a picture |")
    yield "|---" * 9 + "|"
    for grid in grids:
        rows, real = of(grid, synthetic), of(grid, replay.HANDS)
        fills = sorted(fill for row in rows for fill in row["fills"])
        filled = f"{fills[int(len(fills) * .95)]:.2f} ({fills[len(fills) // 2]:.2f})" if fills else "–"
        empty = percent(total(rows, "empty"), total(rows, "visible"))
        threads = [spent(rows, "main"), spent(of(grid, ["ios"]), "main"), spent(rows, "renderer")]
        yield (f"| {TITLES[grid]} | {empty} | {late(rows)} | {late(real)} | {' | '.join(threads)} | {filled} "
               f"| {total(rows, 'asked') / max(1, total(rows, 'distinct')):.2f} |")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="lookahead-bench-", dir=os.environ.get("TMPDIR")) as name:
        (compare_slower if option("SLOWER") else compare)(Path(name))

"""Measures the program from outside and prints one table, for docs/benchmarks.md. Scripts/bench builds what it needs and starts it."""

import concurrent.futures
import contextlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/Support"))
from faults import processor_seconds  # noqa: E402
from figures import percentile  # noqa: E402
from lines import Line  # noqa: E402
from range_events import measure_ranges, receive_view, viewer  # noqa: E402
from running import BINARY, Server  # noqa: E402

CORES = os.cpu_count()
rows = []


def row(what, ours, other="", ratio="", goal=""):
    rows.append([str(cell) for cell in (what, ours, other, ratio, goal)])
    print(f"  {what}: {ours} {other} {ratio}", file=sys.stderr)


# Thumbnails


def copied_pictures(folder, copies):
    """A folder of real pictures, each of them `copies` times."""
    found = [p for p in Path("/usr/share/backgrounds").rglob("*") if p.suffix in {".jpg", ".png", ".webp"} and p.is_file()]
    folder.mkdir()
    for number in range(copies):
        for picture in found:
            shutil.copyfile(picture, folder / f"{number} {picture.name}")
    return folder


def measure_thumbnails(folder, rounds=3, copies=6):
    photos = copied_pictures(folder / "thumbnails", copies)
    files = sorted(map(str, photos.iterdir()))
    ours, theirs = [], []
    for number in range(rounds):
        output = folder / f"vips-{number}"
        output.mkdir()
        began = time.monotonic()
        # One process a core is its fastest.
        subprocess.run(["xargs", "-0", "-P", str(CORES), "-n", "8", "vipsthumbnail", "--size", "320x", "--rotate",
                        "-o", str(output) + "/%s.jpg[Q=80]"], input="\0".join(files), text=True, check=True,
                       env={**os.environ, "VIPS_CONCURRENCY": "1"})
        theirs.append(len(files) / (time.monotonic() - began))
        ours.append(serve_thumbnails(folder, photos, number, len(files)))
    row(f"thumbnails of 320 px a second, {len(files)} files; other: vipsthumbnail, {CORES} at once",
        f"{median(ours):.1f}", f"{median(theirs):.1f}", f"{median(ours) / median(theirs):.2f}", "≥ 0.90")


def measure_filter(folder, rounds=7, copies=2):
    """Decoding with the decoders' filter of system calls and without it, in turns."""
    library, program = folder / "unfiltered.so", folder / "unfiltered"
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", library, ROOT / "Benchmarks/unfiltered.c"], check=True)
    program.write_text(f'#!/bin/sh\nLD_PRELOAD={library} exec {BINARY} "$@"\n')
    program.chmod(0o755)
    photos = copied_pictures(folder / "filter", copies)
    count, rates = len(list(photos.iterdir())), {BINARY: [], program: []}
    for number in range(rounds):
        # The first round warms the file cache, and is not counted.
        for decoder, found in rates.items():
            seconds = []

            def look(server):
                # The server ends idle decoders: those that it waited for are counted with it.
                ended = Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()[13:15]
                seconds.append(sum(map(int, ended)) / os.sysconf("SC_CLK_TCK"))
                for child in [c for t in Path(f"/proc/{server.process.pid}/task").glob("*/children") for c in t.read_text().split()]:
                    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                        seconds.append(processor_seconds(child))
                        state = re.search(r"^Seccomp:\s+(\d)", Path(f"/proc/{child}/status").read_text(), re.M)[1]
                        assert state == ("2" if decoder == BINARY else "0"), "the filter is not as it was asked for"

            serve_thumbnails(folder, photos, f"{decoder.name}-{number}", count, "--decoder", decoder, look=look)
            if number:
                found.append(count / sum(seconds))
    filtered, unfiltered = map(median, rates.values())
    row(f"thumbnails of 320 px in a second of their decoders' processor time, {count} files, median of {rounds - 1}; "
        "other: decoders without their filter of system calls",
        f"{filtered:.2f}", f"{unfiltered:.2f}", f"{filtered / unfiltered:.3f}", "≥ 0.97")


def serve_thumbnails(folder, photos, number, count, *arguments, look=lambda server: None):
    server = Server(photos, "--disk-cache", 0, "--loaders", CORES * 2, *arguments, data=folder / f"data-thumbnails-{number}")
    try:
        collection = server.collection()
        items = [i for _, part in server.order(collection) for i in part]
        assert len(items) == count

        def load(item):
            with urllib.request.urlopen(
                    f"{server.address}/api/v1/collections/{collection}/items/{item}/image?w=320", timeout=120) as answer:
                assert len(answer.read()) > 200

        began = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(CORES * 2) as threads:
            list(threads.map(load, items))
        reached = count / (time.monotonic() - began)
        look(server)
        return reached
    finally:
        server.stop()


# A large folder


def make_large_folder(folder, count=100_000, sections=200):
    """Hard links to a few small JPEG files; file systems allow some ten thousand links to each."""
    large = folder / "large"
    originals = []
    source = next(Path("/usr/share/backgrounds/mate/nature").glob("*.jpg"))
    for number in range(10):
        original = folder / f"original-{number}.jpg"
        subprocess.run(["vipsthumbnail", str(source), "--size", f"{400 + number}x", "-o", f"{original}[Q=70]"], check=True)
        originals.append(original)
    for section in range(sections):
        part = large / f"Section {section}"
        part.mkdir(parents=True)
        for number in range(count // sections):
            os.link(originals[number % len(originals)], part / f"IMG_{number:05}.jpg")
    return large


def first_screen(server, began):
    """The time until every cell in view has its picture, as a page would ask for it."""
    collection = server.collection()
    opened = time.monotonic() - began
    receive_view(server, viewer(server, collection)["viewer"], 0)
    return opened, time.monotonic() - began


def memory(server):
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return {name: int(re.search(rf"{name}:\s*(\d+) kB", status)[1]) / 1024 for name in ("VmRSS", "VmHWM")}


def measure_large_folder(folder, rounds=3):
    large = make_large_folder(folder)
    screens, opens, again, resident, peak = [], [], [], [], []
    for number in range(rounds + 1):
        data = folder / f"data-large-{number}"
        began = time.monotonic()
        server = Server(large, data=data, cache=folder / f"cache-large-{number}")
        opened, screen = first_screen(server, began)
        server.stop()
        began = time.monotonic()
        server.start()
        second = first_screen(server, began)[1]
        server.stop()
        server.start()
        server.opened()
        figures = memory(server)
        server.stop()
        # The first round warms the disk.
        if number > 0:
            opens.append(opened)
            screens.append(screen)
            again.append(second)
            resident.append(figures["VmRSS"])
            peak.append(figures["VmHWM"])
    row("100,000 files, warm disk: start to the collection being open", f"{median(opens):.2f} s")
    row("… to the first screen of pictures, never seen before", f"{median(screens):.2f} s", goal="< 2 s")
    row("… the same when the order is known", f"{median(again):.2f} s", goal="< 2 s")
    row("… memory with no picture loaded (peak)", f"{median(resident):.0f} MB ({median(peak):.0f} MB)", goal="< 150 MB")


# Prefetching


def measure_layouts():
    lines = subprocess.run([os.environ["LAYOUT_BENCHMARK"]], capture_output=True, text=True, timeout=600, check=True).stdout
    for name, frame, items in re.findall(r"^([\w ]+): frame of an index ([\d.]+) µs, items of a rect ([\d.]+) µs$", lines, re.M):
        goal = "≤ 2 µs each" if name in ("column", "mosaic") else ""
        row(f"layout {name} at 10M items: frame of an index, items of a rect", f"{frame} µs, {items} µs", goal=goal)


def measure_prefetch():
    """The simulator's table with its goals, and what one range event costs in the scheduler."""
    command = [str(BINARY), "simulate", "--synthetic", "50", "--seed", "1", "--check"]
    table = subprocess.run(command, capture_output=True, text=True, timeout=1800)
    print(table.stdout, table.stderr, file=sys.stderr)
    for name, figure, goal in re.findall(r"^(?:met|MISSED) +(.+): ([-\d.]+) \(([≥≤] [-\d.]+)\)$", table.stdout, re.M):
        row(f"simulated, 50 traces: {name}", figure, goal=goal)
    costs = subprocess.run([os.environ["PREFETCH_BENCHMARK"]], capture_output=True, text=True, timeout=600, check=True)
    for name, middle, late in re.findall(r"^(.+): median ([\d.]+) µs, p99 ([\d.]+) µs", costs.stdout, re.M):
        row(f"one range event in the scheduler (p99): {name}", f"{middle} µs ({late} µs)", goal="≤ 50 µs (≤ 200 µs)")


# The order over HTTP


def moves_over_http(server, count, moves=2000):
    """Times of random moves of a collection of numbered items, and the sizes of their answers."""
    line, chance = Line(server), random.Random(1)
    times, sizes = [], []
    for number in range(moves):
        move = {"item": str(chance.randint(1, count)), "to": [0, chance.randrange(count)]}
        seconds, body = line.ask("POST", "/api/v1/collections/items/moves", json.dumps(move).encode())
        # The first ones warm the way.
        if number >= 100:
            times.append(seconds * 1e3)
            sizes.append(len(body))
    return times, sizes


def measure_order_over_http(folder, count=10_000_000):
    # In memory SQLite does the same work as on a disk, but the flush at the end of a commit costs nothing. The same on the
    # disk is measured beside it.
    memory_folder = Path(tempfile.mkdtemp(prefix="lookahead-bench-", dir="/dev/shm"))
    try:
        began = time.monotonic()
        server = Server("--items", count, data=memory_folder / "data", cache=folder / "cache-order")
        longest = 0
        while not server.ask("GET", "/api/v1/collections").json["collections"][0]["open"]:
            asked = time.monotonic()
            server.ask("GET", "/api/v1/collections")
            longest = max(longest, time.monotonic() - asked)
            time.sleep(0.01)
        row(f"{count:,} items: start to open, never seen before", f"{time.monotonic() - began:.1f} s")
        row("… the longest that the list of collections took meanwhile", f"{longest * 1e3:.0f} ms")
        times, sizes = moves_over_http(server, count)
        row("… one random move, p50, nothing flushed to a disk", f"{percentile(times, 0.5):.2f} ms", goal="≤ 1 ms")
        row("… p99", f"{percentile(times, 0.99):.2f} ms")
        row("… its patch, the longest", f"{max(sizes)} bytes", goal="≤ 300 bytes")
        row("… memory", f"{memory(server)['VmRSS']:.0f} MB")
        began = time.monotonic()
        server.stop(signal.SIGTERM)
        row("… stopped", f"{time.monotonic() - began:.2f} s")
        began = time.monotonic()
        server.start()
        server.opened()
        row("… start to open, the order known", f"{time.monotonic() - began:.1f} s")
        server.stop()
        server = Server("--items", count, data=memory_folder / "other", cache=folder / "cache-order")
        time.sleep(1)
        began = time.monotonic()
        server.stop(signal.SIGTERM)
        row("… stopped while it is being read", f"{time.monotonic() - began:.2f} s")
    finally:
        shutil.rmtree(memory_folder)
    server = Server("--items", 1_000_000, data=folder / "data-order", cache=folder / "cache-order")
    server.opened()
    times, _ = moves_over_http(server, 1_000_000, 500)
    row("1,000,000 items: one random move, p50, flushed to this disk", f"{percentile(times, 0.5):.2f} ms")
    snapshots, growth = [], []
    for _ in range(5):
        # Resets the peak to what is resident now.
        Path(f"/proc/{server.process.pid}/clear_refs").write_text("5")
        before = memory(server)["VmRSS"]
        seconds, body = Line(server).ask("GET", "/api/v1/collections/items/snapshot")
        growth.append(memory(server)["VmHWM"] - before)
        snapshots.append(seconds)
        assert body.count(b'"id"') == 1_000_001
    row(f"… the snapshot, {len(body) / 1e6:.0f} MB", f"{median(snapshots):.2f} s", goal="≤ 1 s")
    row("… memory that it takes at its peak", f"{max(growth):.1f} MB", goal="constant")
    server.stop()


def measure_order():
    """The order from inside; prints a table of its own."""
    subprocess.run([os.environ["ORDER_BENCHMARK"]], stdout=sys.stderr, check=False)


def measure_query():
    """Queries from inside, then the same in SQLite and DuckDB; prints lines of its own."""
    subprocess.run([os.environ["QUERY_BENCHMARK"]], stdout=sys.stderr, check=False)
    subprocess.run([sys.executable, str(ROOT / "Benchmarks/query_peers.py")], stdout=sys.stderr, check=True)


def measure_door():
    """Crowds at the door: the timed parts of Scripts/soak, which prints a table of its own."""
    subprocess.run(
        [sys.executable, str(ROOT / "Tests/Soak/soak.py"), "moves", "slow", "streams", "peers", "reader", "deadlines", "scale"],
        env={**os.environ, "LOOKAHEAD_BINARY": str(BINARY)}, check=True)


def main():
    bare_program = sys.argv[1]
    chosen = sys.argv[2:] or ["range", "thumbnails", "folder", "order-http", "order", "prefetch", "layout"]
    with tempfile.TemporaryDirectory(prefix="lookahead-bench-", dir=os.environ.get("TMPDIR")) as name:
        folder = Path(name)
        if "start" in chosen:
            from starting import measure_start
            measure_start(folder, row)
        if "range" in chosen:
            measure_ranges(folder, row, bare_program)
        if "thumbnails" in chosen:
            measure_thumbnails(folder)
        if "filter" in chosen:
            measure_filter(folder)
        if "folder" in chosen:
            measure_large_folder(folder)
        if "order-http" in chosen:
            measure_order_over_http(folder)
        if "order" in chosen:
            measure_order()
        if "query" in chosen:
            measure_query()
        if "layout" in chosen:
            measure_layouts()
        if "prefetch" in chosen:
            measure_prefetch()
        if "door" in chosen:
            measure_door()
        if "own-data" in chosen:
            from own_data import measure_own_data
            measure_own_data(folder, row)
        if "queries" in chosen:
            from live_queries import measure_live_queries
            measure_live_queries(folder, row)
        if "import" in chosen:
            from importing import measure_imports
            measure_imports(folder, row)
        if "marks" in chosen:
            from marks import measure_marks
            measure_marks(folder, row)
        if "stacks" in chosen:
            from stacks import measure_stacks
            measure_stacks(folder, row)
        if "albums" in chosen:
            from albums import measure_albums
            measure_albums(folder, row)
        if "zip" in chosen:
            from archives import measure_archives
            measure_archives(folder, row)
        if "prefetch-live" in chosen:
            from prefetch_live import measure_live
            measure_live(folder, row)
        if "watch" in chosen:
            from watching import measure_watching
            measure_watching(folder, row)
        if "prepare" in chosen:
            from preparing import measure_preparing
            measure_preparing(folder, row)
        if "measures" in chosen:
            from measures import measure_measures
            measure_measures(folder, row)
        if "metadata" in chosen:
            from metadata import measure_metadata
            measure_metadata(folder, row)
        if "resting" in chosen:
            from resting import measure_resting
            measure_resting(folder, row)
        if "cluster" in chosen:
            from several_servers import measure_cluster
            measure_cluster(folder, row)
        if "sharing" in chosen:
            from shared_renditions import measure_sharing
            measure_sharing(folder / "sharing", row)
        if "failing" in chosen:
            from failing_states import measure_failing_states
            measure_failing_states(folder, row)
        if "cull" in chosen:
            from cull import measure_cull
            measure_cull(folder, row)
        if "wall" in chosen:
            from wall import measure_wall
            measure_wall(folder, row)
        if "zoom" in chosen:
            from zoom import measure_zoom
            measure_zoom(folder, row)
        if "wheels" in chosen:
            from recorded_wheels import measure_wheels
            measure_wheels(folder / "wheels", row)
        if "opening" in chosen:
            from opening import measure_opening
            measure_opening(folder, row)
        if "slow-line" in chosen:
            from slow_line import measure_slow_line
            measure_slow_line(folder, row)
        if "http2" in chosen:
            from http2 import measure_http2
            measure_http2(folder, row)
        if any(name == "grid" or name.startswith("grid-") for name in chosen):
            from grid_page import measure_grid
            measure_grid(folder, row, {name.removeprefix("grid-") for name in chosen if name.startswith("grid-")})
    print(f"\n| measured on {CORES} cores | Lookahead | other | ratio | goal |\n|---|---|---|---|---|")
    for cells in rows:
        print("| " + " | ".join(cells) + " |")


main()

"""Kills, cut lines, clocks that jump, and what a durable move costs."""

import os
import signal
import statistics
import sys
import threading
import time

from faults import Line, cut_moves, jump_clock, kill_round, under_a_clock
from figures import percentile
from report import row
from running import Server, poll


def kill(folder, options):
    """kill -9 at random moments under four writers; then the first answer at a million items."""
    server = Server("--items", 2000, data=folder / "kill")
    answered = 0
    try:
        collection = server.collection()
        for number in range(options.rounds):
            answered += kill_round(server, collection, 2000, seed=options.seed + number)[0]
            if number % 50 == 49:
                print(f"  {number + 1} kills, {answered} changes answered", file=sys.stderr)
    finally:
        server.stop()
    row(f"kill -9, {options.rounds} times under 4 writers: acknowledged changes lost or made twice",
        f"0 of {answered:,}", "0")
    server = Server("--items", 1_000_000, data=folder / "kill-large")
    try:
        collection = server.collection()
        server.ask("POST", f"/api/v1/collections/{collection}/moves", {"item": "7", "to": [0, 900_000]})
        times = []
        for _ in range(5):
            server.process.send_signal(signal.SIGKILL)
            server.process.wait(30)
            began = time.monotonic()
            server.start()
            poll(lambda: server.ask("GET", f"/api/v1/collections/{collection}/items?limit=1").status == 200, 60)
            times.append(time.monotonic() - began)
    finally:
        server.stop()
    row("first answer after a kill, 1 million items", f"{statistics.median(times):.2f} s", "< 1 s")


def cuts(folder, options):
    """Lines that are cut and reset during moves, which are repeated under their keys."""
    server = Server("--items", 500, data=folder / "cuts")
    try:
        cut_moves(server, server.collection(), options.rounds, seed=options.seed)
    finally:
        server.stop()
    row(f"{options.rounds} moves over lines that are cut, repeated by their keys: lost or made twice", "0", "0")


def clock(folder, options):
    """A wall clock that is set forward and back by years."""
    file = folder / "clock"
    file.write_text("+0")
    offsets = [f"{(-1) ** number * (number + 1) * 400:+d}d" for number in range(min(options.rounds, 12))]
    with under_a_clock(file) as Jumping:
        server = Jumping("--items", 100, data=folder / "clock-data")
        try:
            jump_clock(server, file, offsets)
        finally:
            server.stop()
    row(f"a clock set {len(offsets)} times, by up to 13 years: viewers, movements and changes lost", "0", "0")


def moves(folder, options):
    """Durable moves, each timed: 500 a second, and as many as 16 writers get. In turns without backups, with one after another, and
    beside the bare disk, whose own p99 is the limit of theirs."""
    turns = {"": ("--backups", 0), ", backups running": ("--backups", 2, "--backup-interval", 0)}
    for rate, goal in [(500, "500/s, p99 ≤ 10 ms"), (None, "")]:
        found, bare = {name: [] for name in turns}, []
        for number in range(5):
            bare += bare_flushes(folder / f"bare-{rate}-{number}", options.seconds / 20, rate)
            for index, (name, backups) in enumerate(turns.items()):
                data = folder / f"moves-{rate}-{number}-{index}"
                found[name].append(timed_moves(data, options.seconds / 5, backups, rate))
        row(f"the disk alone, {f'{rate} times a second' if rate else 'without a pause'}: 16 KiB written and flushed, p50 / p99",
            f"{percentile(sorted(bare), 0.5):.1f} / {percentile(sorted(bare), 0.99):.1f} ms")
        without, backed_up = (statistics.median(reached for reached, _ in runs) for runs in found.values())
        for name, runs in found.items():
            waits = sorted(wait for _, waits in runs for wait in waits)
            row(f"durable moves{name}: {statistics.median(reached for reached, _ in runs):,.0f} a second, p50 / p99",
                f"{percentile(waits, 0.5):.1f} / {percentile(waits, 0.99):.1f} ms", goal)
        if not rate:
            row("… a second with backups ÷ without", f"{backed_up / without:.3f}", "≥ 0.95")


def bare_flushes(path, seconds, rate):
    """The wait for each of one flushed write after another at the end of a file, in ms: what a commit does to the disk at the least."""
    waits = []
    with open(path, "wb", buffering=0) as file:
        began = time.monotonic()
        while (passed := time.monotonic() - began) < seconds:
            if rate:
                time.sleep(max(0, len(waits) / rate - passed))
            sent = time.monotonic()
            file.write(b"x" * 16_384)
            os.fdatasync(file.fileno())
            waits.append((time.monotonic() - sent) * 1000)
    return waits


def timed_moves(data, seconds, arguments, rate=None, writers=16):
    """The moves a second that were reached, and the wait of each in ms."""
    server = Server("--items", 100_000, *arguments, data=data)
    try:
        path = f"/api/v1/collections/{server.collection()}/moves"
        waits, lock = [], threading.Lock()
        began = time.monotonic()

        def work(number):
            line, own = Line(server), []
            while (passed := time.monotonic() - began) < seconds:
                if rate:
                    time.sleep(max(0, len(own) * writers / rate - passed))
                sent = time.monotonic()
                status, _ = line.ask("POST", path, {"item": str(number * 500 + len(own) % 500 + 1), "to": [0, number * 1000]})
                own.append((time.monotonic() - sent) * 1000)
                assert status == 200
            with lock:
                waits.extend(own)

        crowd = [threading.Thread(target=work, args=(number,)) for number in range(writers)]
        for thread in crowd:
            thread.start()
        for thread in crowd:
            thread.join()
        reached = len(waits) / (time.monotonic() - began)
        made = list((data / "backups").glob("*.sqlite")) if data.joinpath("backups").exists() else []
        assert bool(made) == (arguments[1] > 0), "the backups ran, or did not"
        return reached, waits
    finally:
        server.stop()

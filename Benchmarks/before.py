"""This build beside that of an earlier commit, in turns: moves, commits, opening, on SQLite. `Scripts/bench before REV` builds both."""

import os
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/Support"))
from lines import Line  # noqa: E402
from running import BINARY, Server  # noqa: E402

ITEMS = int(os.environ.get("BEFORE_BENCH_ITEMS", 1_000_000))
ROUNDS = int(os.environ.get("BEFORE_BENCH_ROUNDS", 7))


class Program(Server):
    """An earlier one does not know every option."""

    defaults = {}

    def __init__(self, path, *arguments, data):
        self.program = [str(path)]
        super().__init__(*arguments, data=data)


def moves(server, count, seed):
    """The times of random moves, in ms."""
    line, chance = Line(server), random.Random(seed)
    return [line.move(chance, ITEMS) * 1e3 for _ in range(count)]


def ticks(server):
    """The processor time of a process until now, in s."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(programs, folder, count, figures):
    """Rounds on one kind of file system. `figures` gets for each name the figures of both programs."""
    servers = {}
    for name, path in programs.items():
        servers[name] = Program(path, "--items", ITEMS, data=folder / name)
        servers[name].opened()
        moves(servers[name], 200, 0)
    for number in range(ROUNDS):
        # Whoever goes first finds the machine as the other left it.
        for name in sorted(servers, reverse=number % 2 == 1):
            before = ticks(servers[name])
            figures["moves"][name] += moves(servers[name], count, number)
            figures["processor"][name].append((ticks(servers[name]) - before) / count * 1e3)
    for number in range(ROUNDS):
        for name in sorted(servers, reverse=number % 2 == 1):
            server = servers[name]
            server.stop()
            began, spent = time.monotonic(), None
            server.start()
            server.opened()
            figures["opening"][name].append(time.monotonic() - began)
            spent = ticks(server)
            figures["opening processor"][name].append(spent)
    for server in servers.values():
        server.stop()


def main():
    revision, path = sys.argv[1:]
    programs = {"now": BINARY, "before": Path(path).resolve()}
    empty = lambda: {what: {name: [] for name in programs} for what in ["moves", "processor", "opening", "opening processor"]}
    in_memory, flushed = empty(), empty()
    memory_folder = Path(tempfile.mkdtemp(prefix="lookahead-bench-", dir="/dev/shm"))
    disk_folder = Path(tempfile.mkdtemp(prefix="lookahead-bench-", dir=os.environ.get("TMPDIR")))
    try:
        measure(programs, memory_folder, 2000, in_memory)
        measure(programs, disk_folder, 300, flushed)
    finally:
        shutil.rmtree(memory_folder)
        shutil.rmtree(disk_folder)
    print(f"\n| {ITEMS:,} items on SQLite, {ROUNDS} rounds in turns, medians | now | {revision} | ratio | goal |\n|---|---|---|---|---|")
    for what, figures, unit, digits in [
        ("one random move over HTTP, nothing flushed to a disk, ms", in_memory["moves"], 1, 4),
        ("… processor of the server, ms", in_memory["processor"], 1, 4),
        ("one random move over HTTP, flushed to this disk, ms", flushed["moves"], 1, 3),
        ("start → open, ms", in_memory["opening"], 1e3, 0),
        ("… processor of the server, ms", in_memory["opening processor"], 1e3, 0),
    ]:
        now, before = median(figures["now"]) * unit, median(figures["before"]) * unit
        print(f"| {what} | {now:.{digits}f} | {before:.{digits}f} | {now / before:.3f} | ≤ 1.03 |")


main()

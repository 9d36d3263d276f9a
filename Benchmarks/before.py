"""This build beside that of an earlier commit, in turns: range events, moves, opening on SQLite, queries, the scheduler, and memory.
`Scripts/bench before REV` builds both."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/Support"))
from lines import Line  # noqa: E402
from live_queries import filled  # noqa: E402
from range_events import LAYOUT  # noqa: E402
from running import BINARY, Server  # noqa: E402

ITEMS = int(os.environ.get("BEFORE_BENCH_ITEMS", 1_000_000))
ROUNDS = int(os.environ.get("BEFORE_BENCH_ROUNDS", 7))
# Those whose memory is measured.
MANY = int(os.environ.get("BEFORE_BENCH_MANY", 10_000_000))
PATH = "/api/v1/collections/items"
# Viewers of one connection: each of them stays below the number of range events that it may send in a second.
VIEWERS = 40


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


def ranges(server, count, seed):
    """The times of range events of viewers that scroll down, in ms."""
    line, chance = Line(server), random.Random(seed)
    viewers = [[server.ask("POST", f"{PATH}/viewers", LAYOUT).json["viewer"], chance.randrange(1_000_000), None] for _ in range(VIEWERS)]
    version, times = server.ask("GET", PATH).json["version"], []
    for number in range(count):
        viewer = viewers[number % VIEWERS]
        event = {"seq": number // VIEWERS + 1, "time": number // VIEWERS * 16.7, "version": version, "rect": [0, viewer[1], 1280, 800],
                 "velocity": [0, 2400], "phase": "dragging", **({"have": viewer[2]} if viewer[2] else {})}
        seconds, body = line.ask("POST", f"/api/v1/viewers/{viewer[0]}/range", json.dumps(event).encode())
        viewer[1], viewer[2] = viewer[1] + 40, json.loads(body)["window"]
        times.append(seconds * 1e3)
    for name, _, _ in viewers:
        server.ask("DELETE", f"/api/v1/viewers/{name}")
    return times


def queries(server, number):
    """The times of new queries until their first cells are there, in ms, by what they do. A result is kept for a minute: each round asks
    something else."""
    documents = {
        "filtered and sorted": {"where": {"field": "rating", "in": ["like", f"none {number}"]}, "sort": [{"field": "taken", "descending": True}],
                                "group": {"field": "taken", "by": "month"}},
        "searched": {"search": f"sea {number}"},
    }
    times = {}
    for name, query in documents.items():
        began = time.monotonic()
        viewer = server.ask("POST", f"{PATH}/viewers", {**LAYOUT, "query": query}).json
        event = {"seq": 1, "time": 0, "version": viewer["version"], "rect": [0, 0, 1280, 800], "velocity": [0, 0], "phase": "settled"}
        answer = server.ask("POST", f"/api/v1/viewers/{viewer['viewer']}/range", event)
        assert answer.status == 200, answer.body
        times[name] = (time.monotonic() - began) * 1e3
        server.ask("DELETE", f"/api/v1/viewers/{viewer['viewer']}")
        # No more than a client may ask for.
        time.sleep(0.3)
    return times


def in_turns(names, rounds=None):
    """Pairs of a round and a program. Whoever goes first finds the machine as the other left it."""
    for number in range(ROUNDS if rounds is None else rounds):
        for name in sorted(names, reverse=number % 2 == 1):
            yield number, name


def measure(programs, folder, count, note):
    """Moves and opening, on one kind of file system. `note` takes a figure's name, a program, and figures."""
    servers = {}
    for name, path in programs.items():
        servers[name] = Program(path, "--items", ITEMS, data=folder / name)
        servers[name].opened()
        moves(servers[name], 200, 0)
    for number, name in in_turns(servers):
        before = ticks(servers[name])
        note("moves", name, moves(servers[name], count, number))
        note("processor", name, [(ticks(servers[name]) - before) / count * 1e3])
    for number, name in in_turns(servers):
        before = ticks(servers[name])
        note("ranges", name, ranges(servers[name], count, number))
        note("range processor", name, [(ticks(servers[name]) - before) / count * 1e3])
    for number, name in in_turns(servers):
        server = servers[name]
        server.stop()
        began = time.monotonic()
        server.start()
        server.opened()
        note("opening", name, [(time.monotonic() - began) * 1e3])
        note("opening processor", name, [ticks(server) * 1e3])
    for server in servers.values():
        server.stop()


def measure_queries(programs, folder, note):
    servers = {}
    for name, path in programs.items():
        servers[name] = Program(path, "--items", ITEMS, "--item-fields", data=folder / f"queries-{name}")
        servers[name].opened()
        filled(servers[name])
    for number, name in in_turns(servers):
        for what, took in queries(servers[name], number).items():
            note(what, name, [took])
    for server in servers.values():
        server.stop()


def measure_scheduler(benchmarks, note):
    """One range event in motion, plan and scheduler, in processor time."""
    for _, name in in_turns(benchmarks):
        lines = subprocess.run([benchmarks[name]], capture_output=True, text=True, timeout=600, check=True).stdout
        for case, middle in re.findall(r"^(.+): median ([\d.]+) µs", lines, re.M):
            note(f"scheduler: {case}", name, [float(middle)])


def measure_memory(programs, folder, note, rounds=2):
    for number, name in in_turns(programs, rounds):
        server = Program(programs[name], "--items", MANY, data=folder / f"many-{name}-{number}")
        server.opened()
        status = Path(f"/proc/{server.process.pid}/status").read_text()
        for field in ["VmRSS", "VmHWM"]:
            note(field, name, [int(re.search(rf"{field}:\s*(\d+) kB", status)[1]) / 1024])
        server.stop()
        shutil.rmtree(server.data)


def main():
    revision, path, *benchmarks = sys.argv[1:]
    programs = {"now": BINARY, "before": Path(path).resolve()}
    figures = {}

    def note_for(kind):
        return lambda what, name, found: figures.setdefault((kind, what), {}).setdefault(name, []).extend(found)

    memory_folder = Path(tempfile.mkdtemp(prefix="lookahead-bench-", dir="/dev/shm"))
    disk_folder = Path(tempfile.mkdtemp(prefix="lookahead-bench-", dir=os.environ.get("TMPDIR")))
    try:
        measure(programs, memory_folder, 2000, note_for("memory"))
        measure(programs, disk_folder, 300, note_for("disk"))
        measure_queries(programs, disk_folder, note_for("disk"))
        measure_scheduler(dict(zip(programs, benchmarks)), note_for("inside"))
        measure_memory(programs, disk_folder, note_for("disk"))
    finally:
        shutil.rmtree(memory_folder)
        shutil.rmtree(disk_folder)
    print(f"\n| {ITEMS:,} items on SQLite, {ROUNDS} rounds in turns, medians | now | {revision} | ratio | goal |\n|---|---|---|---|---|")
    inside = [(kind, what, f"one range event in the scheduler, µs of processor: {what.removeprefix('scheduler: ')}", 1)
              for kind, what in figures if kind == "inside"]
    for kind, what, title, digits in [
        ("memory", "ranges", "one range event over HTTP, ms", 4),
        ("memory", "range processor", "… processor of the server, ms", 4),
        ("memory", "moves", "one random move over HTTP, nothing flushed to a disk, ms", 4),
        ("memory", "processor", "… processor of the server, ms", 4),
        ("disk", "moves", "one random move over HTTP, flushed to this disk, ms", 3),
        ("memory", "opening", "start → open, ms", 0),
        ("memory", "opening processor", "… processor of the server, ms", 0),
        ("disk", "filtered and sorted", "a new query, filtered, sorted and grouped, to its first cells, ms", 1),
        ("disk", "searched", "a new search to its first cells, ms", 1),
        *inside,
        ("disk", "VmRSS", f"memory of {MANY:,} items that are open, MB", 0),
        ("disk", "VmHWM", "… at most until then, MB", 0),
    ]:
        found = figures[kind, what]
        now, before = median(found["now"]), median(found["before"])
        print(f"| {title} | {now:.{digits}f} | {before:.{digits}f} | {now / before:.3f} | {'≤ 1.00' if what.startswith('Vm') else '≤ 1.03'} |")


main()

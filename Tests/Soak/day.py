"""A day of a household, shortened: 24 hours of everything that clients do, each followed by a rest in which what is left over shows."""

import http.client
import json
import os
import random
import signal
import socket
import statistics
import struct
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from faults import Line, kill_round, memory
from figures import percentile
from mixed_crowd import mixed_crowd
from pictures import write_folder
from report import row
from running import ROOT, Server, poll

HOURS = 24
# A cache is filled and an allocator has its arenas by then.
WARM_UP_HOURS = 6
# In percent. Memory that goes down is no fault.
GROWTH_LIMIT = 2
# What "flat" means on a machine that others use too: at most so many times, or so many ms more where it is next to nothing.
WAIT_LIMIT, WAIT_ALLOWANCE = 1.25, 2
# Requests a second of each client: all hours have as many, however busy the machine is. How much memory an allocator keeps depends on how much
# is done at once.
RATE = 8
# Dispatch has at most one thread for each queue that is at work.
POOL_LIMIT = 16


class Probe(threading.Thread):
    """One polite client beside the crowd: how long it waits for each response, in ms."""

    def __init__(self, server):
        super().__init__()
        self.line, self.waits, self.is_over = Line(server), [], threading.Event()

    def run(self):
        while not self.is_over.wait(0.02):
            began = time.monotonic()
            try:
                status, _ = self.line.ask("GET", "/healthz/live")
            except (OSError, http.client.HTTPException):
                # The server closes a connection that rested for long: this machine was suspended. It connects again, or fails.
                self.line.connection.close()
                status, _ = self.line.ask("GET", "/healthz/live")
            assert status == 200
            self.waits.append((time.monotonic() - began) * 1000)

    def stop(self):
        self.is_over.set()
        self.join(60)
        self.line.connection.close()
        return percentile(sorted(self.waits), 0.99)


def descriptors(process):
    return len(os.listdir(f"/proc/{process}/fd"))


def threads(process):
    """Threads by kind. Those of Dispatch's pool come when queues and timers are busy at once, and go after seconds without work: how many there
    are at a moment says how busy the last seconds were. All others are the server's own, and stay."""
    own, pool = 0, 0
    for task in Path(f"/proc/{process}/task").iterdir():
        try:
            name = (task / "comm").read_text()
        except FileNotFoundError:
            continue
        # "com.apple.root.default-qos", of which the system keeps the last 15 letters.
        pool, own = (pool + 1, own) if "-qos" in name else (pool, own + 1)
    return own, pool


def held(process):
    """Resident memory in KiB, by what holds it: the allocator's blocks and stacks, and files such as the program itself."""
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:])
    whole, anonymous = (int(fields[name].split()[0]) for name in ("Rss", "Anonymous"))
    return {"anonymous": anonymous, "files": whole - anonymous}


def vanish(server, count=20):
    """Clients that are gone without a word before they have read their answer: their connections are reset. The crowd's viewers leave their streams."""
    for _ in range(count):
        line = Line(server)
        line.connection.request("GET", "/api/v1/collections")
        line.connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.connection.close()


def fill(server, changes=30_000, pictures=4_500):
    """Fills what is bounded and takes days to be full: the patches of the last 10,000 versions of each collection, and the pictures of all
    that the crowd looks at."""
    def work(number, collection, items):
        line, chance = Line(server), random.Random(number)
        path = f"/api/v1/collections/{collection['id']}"
        for _ in range(changes // 4):
            item = chance.choice(items)
            status, _ = line.ask(*chance.choice([
                ("POST", f"{path}/moves", {"item": item, "to": [0, chance.randrange(100)]}), ("POST", f"{path}/undo", {}),
                ("POST", f"{path}/marks", {"items": [item], "rating": chance.choice(["like", "dislike", None])})]))
            assert status < 500, status
        for item in items[number::4]:
            line.connection.request("GET", f"{path}/items/{item}/image?w=160")
            line.connection.getresponse().read()

    for collection in server.ask("GET", "/api/v1/collections").json["collections"]:
        items = []
        while len(items) < min(pictures, collection["itemCount"]):
            items += [i["id"] for i in server.ask("GET", f"/api/v1/collections/{collection['id']}/items?limit=500&offset={len(items)}").json["items"]]
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(lambda n: work(n, collection, items), range(4)))


def at_rest(server):
    """What there is of the server when nobody is there any more. Memory in KiB."""
    def is_left():
        figures = server.ask("GET", "/api/v1/stats").json
        return figures["server"]["connections"] <= 2 and figures["viewers"] == figures["loads"]["running"] == figures["loads"]["queued"] == 0

    poll(is_left, 120, "all clients have left, and who left without a word is given up")
    # Freed memory goes back to the system every 20 s, and Dispatch ends threads that had no work.
    time.sleep(24)
    process, figures = server.process.pid, server.ask("GET", "/api/v1/stats").json
    own, pool = threads(process)
    return {
        "memory": memory(process), **held(process), "descriptors": descriptors(process), "threads": own, "poolThreads": pool,
        "pictureCache": figures["caches"]["memoryBytes"] // 1024, "diskCache": figures["caches"]["diskBytes"] // 1024,
        "collections": len(figures["collections"]), "items": sum(c["itemCount"] for c in figures["collections"])}


def state(server):
    """What to know of a server when something has failed: whether it lives, and what it said last."""
    ended = server.process.poll()
    said = "".join(f"\n    {line.rstrip()}" for line in server.log[-20:])
    return f"  server {server.process.pid}: {'it runs' if ended is None else f'it ended with {ended}'}; its log ends with:{said}"


def day(folder, options):
    """24 hours in `options.day` seconds: at one server clients do everything at once, a second one is killed under writers each hour.

    Each hour is a line in .build/soak/day.jsonl, also when the day is stopped early: then the hours that there were are told."""
    photos = write_folder(folder / "photos", {"First": 300, "Second": 300, "Third": 100})
    record = ROOT / ".build/soak/day.jsonl"
    record.parent.mkdir(parents=True, exist_ok=True)
    record.write_text("")
    # A terminated soak tells its hours as an interrupted one does.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    began = time.monotonic()
    lived = Server(photos, "--items", 50_000, data=folder / "day")
    killed = Server("--items", 2000, data=folder / "day-killed")
    hours, requests, answered = [], 0, 0
    try:
        poll(lambda: all(c["open"] for c in lived.ask("GET", "/api/v1/collections").json["collections"]), 120)
        other = killed.collection()
        fill(lived)
        # An allocator's arenas grow until they hold what is ever done at once, which takes most of a day at a household's rate. One hour at full
        # speed has as many requests as the day, and more at once: whatever grows after it is not the allocator.
        before = mixed_crowd(lived, options.day / HOURS)
        print(f"  {before:,} requests at full speed; at rest {at_rest(lived)['memory']} KiB", file=sys.stderr, flush=True)
        began = time.monotonic()
        for hour in range(HOURS):
            probe = Probe(lived)
            probe.start()
            # A part of the hour is for the rest at its end.
            left = (began + options.day * (hour + 1) / HOURS) - time.monotonic()
            requests += mixed_crowd(lived, max(2, left * 0.6), RATE)
            vanish(lived)
            p99 = probe.stop()
            answered += kill_round(killed, other, 2000, seed=options.seed + hour)[0]
            hours.append({"hour": hour + 1, **at_rest(lived), "p99": round(p99, 2), "requests": requests})
            with record.open("a") as file:
                file.write(json.dumps(hours[-1]) + "\n")
            print("  hour {hour}: {memory} KiB ({anonymous} of the allocator and stacks, {files} of files), of it pictures {pictureCache} KiB; "
                  "{collections} collections with {items} items; {descriptors} descriptors, {threads} threads and {poolThreads} of Dispatch's pool, "
                  "p99 {p99} ms".format(**hours[-1]), file=sys.stderr, flush=True)
        # What was acknowledged is there after a kill too.
        order = {c["id"]: c["itemCount"] for c in lived.ask("GET", "/api/v1/collections").json["collections"]}
        lived.restart(signal.SIGKILL)
        assert {c["id"]: c["itemCount"] for c in lived.ask("GET", "/api/v1/collections").json["collections"]} == order
    except BaseException:
        print(f"{state(lived)}\n{state(killed)}", file=sys.stderr)
        tell(hours, requests, answered, time.monotonic() - began)
        raise
    finally:
        killed.stop()
        lived.stop()
    missed = tell(hours, requests, answered, time.monotonic() - began)
    assert not missed, f"beyond their goals: {', '.join(missed)}"


def tell(hours, requests, answered, seconds):
    """The rows. Returns what is beyond its goal."""
    warm = hours[WARM_UP_HOURS:]
    third = len(warm) // 3
    if third == 0:
        row(f"a day, stopped after {len(hours)} hours", "too few hours to judge", "24 hours")
        return ["the number of hours"]

    def medians(name):
        return [statistics.median(hour[name] for hour in part) for part in (warm[:third], warm[-third:])]

    def spread(name):
        return min(hour[name] for hour in warm), max(hour[name] for hour in warm)

    hour = WARM_UP_HOURS
    times = f"hours {hour + 1} to {hour + third} → {len(hours) - third + 1} to {len(hours)}"
    (first, last), caches, anonymous, waits = medians("memory"), medians("pictureCache"), medians("anonymous"), medians("p99")
    growth = (last / first - 1) * 100
    row(f"a day{'' if len(hours) == HOURS else f', stopped after {len(hours)} hours,'} in {seconds / 60:.0f} minutes, "
        f"{requests:,} requests of 13 clients at once: memory at rest, {times}",
        f"{first / 1024:.1f} → {last / 1024:.1f} MB ({growth:+.1f} %)", f"within {GROWTH_LIMIT} %")
    row("… of it pictures in the cache; the allocator's blocks and stacks",
        f"{caches[0] / 1024:.1f} → {caches[1] / 1024:.1f}; {anonymous[0] / 1024:.1f} → {anonymous[1] / 1024:.1f} MB")
    (fewest, most), own, pool = spread("descriptors"), spread("threads"), spread("poolThreads")
    row(f"… descriptors at rest after hour {hour}, fewest to most", f"{fewest} to {most}", "constant")
    row(f"… threads of its own at rest after hour {hour}, fewest to most", f"{own[0]} to {own[1]}", "constant")
    row("… threads of Dispatch's pool, which come with work and go after it", f"{pool[0]} to {pool[1]}", f"≤ {POOL_LIMIT}")
    row(f"… a polite client's p99 beside them, {times}", f"{waits[0]:.1f} → {waits[1]:.1f} ms",
        f"at most {WAIT_LIMIT:.2f} times, or {WAIT_ALLOWANCE} ms more")
    # A round of kills that loses something ends the day.
    row(f"… {len(hours)} kills of a second server under four writers: acknowledged changes lost or made twice", f"0 of {answered:,}", "0")
    goals = {
        "memory": growth <= GROWTH_LIMIT, "descriptors": fewest == most, "threads": own[0] == own[1], "the pool's threads": pool[1] <= POOL_LIMIT,
        "p99": waits[1] <= max(waits[0] * WAIT_LIMIT, waits[0] + WAIT_ALLOWANCE)}
    return [name for name, is_met in goals.items() if not is_met]

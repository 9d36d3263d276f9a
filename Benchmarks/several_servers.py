"""Several servers over one PostgreSQL that flushes, all on this machine: appends, patches at the others, writers on all, opening, kills."""

import bisect
import http.client
import json
import multiprocessing
import os
import random
import subprocess
import threading
import time
import urllib.request
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from figures import percentile
from killed_servers import measure_killed_servers
from postgres import Postgres
from running import Server, poll

ITEMS = int(os.environ.get("CLUSTER_BENCH_ITEMS", 10_000))
OPENED = int(os.environ.get("CLUSTER_BENCH_OPENED", 10_000_000))
# Which of the measurements; all without it.
PARTS = os.environ.get("CLUSTER_BENCH_PARTS", "appends patches polling writers opening kills").split()
ITEM = "/api/v1/collections/items"
LAYOUT = {"layout": {"kind": "column"}, "width": 800, "height": 600}


def measure_cluster(folder, row):
    postgres = Postgres(flushes=True)
    try:
        if "appends" in PARTS:
            measure_appends(postgres, folder, row)
        for count in [2, 4]:
            with Cluster(postgres, count, folder / f"cluster{count}") as servers:
                if "patches" in PARTS:
                    measure_patches(servers, row, rate=100)
                if "patches" in PARTS and count == 4:
                    measure_patches(servers, row, rate=1000)
                if "writers" in PARTS and count == 4:
                    measure_writers(servers, row)
        if "polling" in PARTS:
            with Cluster(postgres, 4, folder / "polling", "--poll-store") as servers:
                measure_patches(servers, row, rate=100, how=", by polling")
                measure_patches(servers, row, rate=1000, how=", by polling")
        if "opening" in PARTS:
            measure_opening(postgres, folder, row)
        if "kills" in PARTS:
            measure_killed_servers(postgres, folder / "killed", row)
    finally:
        postgres.remove()


class Cluster:
    """Servers on a database of their own."""

    def __init__(self, postgres, count, folder, *options):
        self.store = postgres.database(folder.name.replace("-", "_"))
        self.count, self.folder, self.options, self.servers = count, folder, options, []

    def __enter__(self):
        for number in range(self.count):
            server = Server("--items", ITEMS, "--store", self.store, *self.options, data=self.folder / str(number))
            self.servers.append(server)
            server.opened()
        return self.servers

    def __exit__(self, *_):
        for server in self.servers:
            server.stop()


class Client:
    """One connection that is kept."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=60)

    def move(self, chance, items=ITEMS):
        """A random move. Answers its version, and the time that it took in seconds."""
        body = json.dumps({"item": str(chance.randrange(1, items)), "to": [0, chance.randrange(items)]})
        began = time.monotonic()
        self.connection.request("POST", ITEM + "/moves", body, {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status == 200, text
        return json.loads(text)["to"], time.monotonic() - began


def measure_appends(postgres, folder, row, rounds=6, count=1000):
    """One client, one change after another: bare appends, the store's, and whole requests, in turns."""
    bare_program = folder / "append"
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "libpq"], capture_output=True, text=True, check=True)
    subprocess.run(["gcc", "-O2", "-o", bare_program, Path(__file__).with_name("append.c"), *flags.stdout.split()], check=True)

    def run(program, name):
        done = subprocess.run([program, postgres.database(name), str(count)], capture_output=True, text=True, check=True)
        # The first ones warm the way.
        return [float(line) / 1000 for line in done.stdout.split()][count // 10:]

    requests, ours, bare, chance = [], [], [], random.Random(1)
    with Cluster(postgres, 1, folder / "alone") as [server]:
        client = Client(server)
        for number in range(rounds):
            bare += run(bare_program, f"bare{number}")
            ours += run(os.environ["APPEND_BENCHMARK"], f"store{number}")
            requests += [client.move(chance)[1] * 1000 for _ in range(count)]
    figures = lambda times: f"{median(times):.3f} / {percentile(times, 0.99):.2f}"
    row("one append in PostgreSQL, durable, ms, p50 / p99; other: its statements alone, by libpq",
        figures(ours), figures(bare), f"{median(bare) / median(ours):.2f}", "≥ 0.80")
    row("… a whole move over HTTP", figures(requests))


class Arrivals:
    """When a viewer of a server received each version. A process of its own: many patches a second are work."""

    def __init__(self, server):
        answer = server.ask("POST", f"{ITEM}/viewers", LAYOUT)
        ours, theirs = multiprocessing.Pipe()
        self.pipe, self.times = ours, None
        address = f"{server.address}/api/v1/viewers/{answer.json['viewer']}/events"
        self.process = multiprocessing.Process(target=listen, args=(address, theirs), daemon=True)
        self.process.start()
        assert ours.recv() == "listening"

    def collect(self, newest):
        """Waits until it has the newest version."""
        self.pipe.send(newest)
        assert self.pipe.poll(30), "it has the newest version"
        self.times = self.pipe.recv()
        self.process.join(10)

    def of(self, version):
        return self.times[bisect.bisect_left(self.times, (version,))][1]


def listen(address, pipe):
    stream = urllib.request.urlopen(address, timeout=600)
    times, newest = [], None
    pipe.send("listening")

    def wait():
        nonlocal newest
        newest = pipe.recv()
        if times and times[-1][0] >= newest:
            pipe.send(times)

    threading.Thread(target=wait, daemon=True).start()
    for line in stream:
        if line.startswith(b"data:") and b'"to":' in line:
            times.append((json.loads(line[5:])["to"], time.monotonic()))
            if newest is not None and times[-1][0] >= newest:
                return pipe.send(times)


def move_at_a_rate(address, rate, count, seed, results):
    """Moves when they are due, whatever the ones before took. Gives the version of each and when it was due."""
    server, sent, lock = type("Address", (), {"address": address}), [], threading.Lock()
    due, began = iter(range(count)), time.monotonic()

    def write(seed):
        client, chance = Client(server), random.Random(seed)
        while True:
            with lock:
                number = next(due, None)
            if number is None:
                return
            at = began + number / rate
            time.sleep(max(0, at - time.monotonic()))
            # From when it was due: a late one is counted as late.
            sent.append((client.move(chance)[0], at))

    writers = [threading.Thread(target=write, args=[seed * 100 + number]) for number in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    results.put(sent)


def measure_patches(servers, row, rate, seconds=15, how=""):
    """Moves on one server at a steady rate: until the others' viewers have the patch."""
    others, results = [Arrivals(server) for server in servers[1:]], multiprocessing.Queue()
    # One process does not make a thousand requests a second beside anything else.
    processes = [multiprocessing.Process(target=move_at_a_rate, args=(servers[0].address, rate / 2, rate * seconds // 2, seed, results))
                 for seed in range(2)]
    for process in processes:
        process.start()
    sent = [one for _ in processes for one in results.get(timeout=seconds * 4 + 60)]
    newest = max(version for version, _ in sent)
    for arrivals in others:
        arrivals.collect(newest)
    took = [(arrivals.of(version) - at) * 1000 for version, at in sent for arrivals in others]
    row(f"{len(servers)} servers, {rate:,} moves a second on one{how}: due → patch at a viewer of each other, ms, p50 / p99",
        f"{median(took):.1f} / {percentile(took, 0.99):.1f}", goal=f"p99 ≤ {100 if rate > 100 or how else 50}")


def write_for(address, seconds, number, results):
    server = type("Address", (), {"address": address})
    took, lock = [], threading.Lock()
    end = time.monotonic() + seconds

    def write(seed):
        client, chance, mine = Client(server), random.Random(seed), []
        while time.monotonic() < end:
            mine.append(client.move(chance)[1])
        with lock:
            took.extend(mine)
    writers = [threading.Thread(target=write, args=[number * 100 + n]) for n in range(16)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    results.put(took)


def measure_writers(servers, row, seconds=10):
    """Sixteen writers on each server, as fast as they can, in one collection."""
    results = multiprocessing.Queue()
    processes = [multiprocessing.Process(target=write_for, args=(server.address, seconds, number, results))
                 for number, server in enumerate(servers)]
    before = servers[0].ask("GET", ITEM).json["version"]
    for process in processes:
        process.start()
    took = [one for _ in processes for one in results.get(timeout=seconds + 90)]
    for process in processes:
        process.join(30)
    version = lambda server: server.ask("GET", ITEM).json["version"]
    poll(lambda: len({version(server) for server in servers}) == 1, 20, "all have everything")
    assert len({str(server.order("items")) for server in servers}) == 1
    assert version(servers[0]) - before <= len(took)
    row(f"{len(servers)} servers × 16 writers in one collection: changes a second", f"{len(took) / seconds:,.0f}", goal="≥ 2,000")
    row("… answered, ms, p50 / p99 / longest",
        f"{median(took) * 1000:.0f} / {percentile(took, 0.99) * 1000:.0f} / {max(took) * 1000:.0f}", goal="≤ 1,000")


def measure_opening(postgres, folder, row, rounds=3):
    """Starting on a stored collection, in turns."""
    store = postgres.database("opening")
    servers = {name: Server("--items", OPENED, *options, data=folder / name)
               for name, options in {"SQLite": [], "PostgreSQL": ["--store", store]}.items()}
    times = {name: [] for name in servers}
    for server in servers.values():
        server.opened()
        server.stop()
    for _ in range(rounds):
        for name, server in servers.items():
            began = time.monotonic()
            server.start()
            server.opened()
            times[name].append(time.monotonic() - began)
            server.stop()
    shared, own = median(times["PostgreSQL"]), median(times["SQLite"])
    row(f"start → {OPENED:,} items open, s; other: SQLite", f"{shared:.2f}", f"{own:.2f}", f"{shared / own:.2f}", "≤ 1.20")

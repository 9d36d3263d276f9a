"""Several servers over one PostgreSQL that flushes, all on this machine: appends, patches at the others, writers on all, opening."""

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
from postgres import Postgres
from running import Server, poll

ITEMS = int(os.environ.get("CLUSTER_BENCH_ITEMS", 10_000))
OPENED = int(os.environ.get("CLUSTER_BENCH_OPENED", 1_000_000))
ITEM = "/api/v1/collections/items"
LAYOUT = {"layout": {"kind": "column"}, "width": 800, "height": 600}


def measure_cluster(folder, row):
    postgres = Postgres(flushes=True)
    try:
        append = folder / "append"
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "libpq"], capture_output=True, text=True, check=True)
        subprocess.run(["gcc", "-O2", "-o", append, Path(__file__).with_name("append.c"), *flags.stdout.split()], check=True)
        measure_appends(postgres, append, folder, row)
        for count in [2, 4]:
            with Cluster(postgres, count, folder / f"cluster{count}") as servers:
                measure_patches(servers, row)
                if count == 4:
                    measure_writers(servers, row)
        measure_opening(postgres, folder, row)
    finally:
        postgres.remove()


class Cluster:
    """Servers on a database of their own."""

    def __init__(self, postgres, count, folder, items=ITEMS):
        self.store = postgres.database(folder.name.replace("-", "_"))
        self.count, self.folder, self.items, self.servers = count, folder, items, []

    def __enter__(self):
        for number in range(self.count):
            server = Server("--items", self.items, "--store", self.store, data=self.folder / str(number))
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


def measure_appends(postgres, append, folder, row, rounds=5, count=400):
    """One client, one change after another; bare appends and ours in turns."""
    ours, bare, chance = [], [], random.Random(1)
    with Cluster(postgres, 1, folder / "alone") as [server]:
        client = Client(server)
        for number in range(rounds):
            done = subprocess.run(
                [append, postgres.database(f"bare{number}"), str(count)], capture_output=True, text=True, check=True)
            bare += [float(line) / 1000 for line in done.stdout.split()]
            ours += [client.move(chance)[1] * 1000 for _ in range(count)]
    row("one move over HTTP, durable in PostgreSQL, ms, p50 / p99; other: the two statements alone, by libpq",
        f"{median(ours):.2f} / {percentile(ours, 0.99):.2f}", f"{median(bare):.2f} / {percentile(bare, 0.99):.2f}",
        f"{median(bare) / median(ours):.2f}", "≥ 0.80")


class Arrivals:
    """When a viewer of a server received each version."""

    def __init__(self, server):
        self.times = []
        answer = server.ask("POST", f"{ITEM}/viewers", LAYOUT)
        self.stream = urllib.request.urlopen(f"{server.address}/api/v1/viewers/{answer.json['viewer']}/events", timeout=600)
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.stream:
            if line.startswith(b"data:") and b'"to":' in line:
                self.times.append((json.loads(line[5:])["to"], time.monotonic()))

    def of(self, version):
        return next((at for to, at in self.times if to >= version), None)


def measure_patches(servers, row, rate=100, seconds=15):
    """Moves on one server at a steady rate: until the others' viewers have the patch."""
    others = [Arrivals(server) for server in servers[1:]]
    sent, chance, clients = [], random.Random(2), [Client(servers[0]) for _ in range(8)]
    lock, end = threading.Lock(), time.monotonic() + seconds
    due = iter(range(rate * seconds))
    began = time.monotonic()

    def write(client):
        while True:
            with lock:
                number = next(due, None)
            if number is None:
                return
            at = began + number / rate
            time.sleep(max(0, at - time.monotonic()))
            # From when it was due: a late one is counted as late.
            version, _ = client.move(chance)
            sent.append((version, at))
    writers = [threading.Thread(target=write, args=[client]) for client in clients]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(end - time.monotonic() + 60)
    newest = max(version for version, _ in sent)
    poll(lambda: all(arrivals.of(newest) for arrivals in others), 20, "all have the newest")
    took = [(arrivals.of(version) - at) * 1000 for version, at in sent for arrivals in others]
    row(f"{len(servers)} servers, {rate} moves a second on one: due → patch at a viewer of each other, ms, p50 / p99",
        f"{median(took):.1f} / {percentile(took, 0.99):.1f}", goal="p99 ≤ 50")


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

"""Several servers over one database, killed under a page and under writers: the servers and the database, then the machine of a Patroni cluster's primary.
What was acknowledged is compared with the order that everybody has at the end."""

import http.client
import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

from faults import Line
from figures import percentile
from killed_page import kill_under_page
from patroni import Patroni
from postgres import Postgres
from report import row
from running import Server, poll

SERVERS, WRITERS, ITEMS = 4, 8, 2000
PATH = "/api/v1/collections/items"
SERVER_KILLS, DATABASE_KILLS, PRIMARY_KILLS = 100, 30, 4


class Writer(threading.Thread):
    """Makes random moves at one server. Each is repeated under its key, elsewhere when nobody answers, until it is acknowledged."""

    def __init__(self, crowd, number):
        super().__init__()
        self.crowd, self.server, self.name = crowd, crowd.servers[number % len(crowd.servers)], f"writer-{number}"
        self.chance, self.made, self.waits, self.lines = random.Random(number), {}, [], {}

    def run(self):
        while not self.crowd.is_over.is_set():
            key = f"{self.name}-{len(self.made) + 1}"
            body = {"item": str(self.chance.randrange(1, ITEMS)), "to": [0, self.chance.randrange(ITEMS)]}
            began = time.monotonic()
            self.made[key] = body, self.repeat(self.server, key, body)
            self.waits.append((began, time.monotonic()))

    def repeat(self, server, key, body):
        """The acknowledgement."""
        while True:
            try:
                status, answer = self.ask(server, key, body)
            except (OSError, http.client.HTTPException):
                self.lines.pop(server, None)
                server = self.chance.choice(self.crowd.servers)
                time.sleep(0.02)
                continue
            if status == 200:
                return answer
            # The database is away, or the server has just started and is still reading.
            assert status == 503, (key, status, answer)
            time.sleep(0.05)

    def ask(self, server, key, body):
        line = self.lines.get(server)
        if line is None or line.port != int(server.address.rsplit(":", 1)[1]):
            line = self.lines[server] = Line(server)
        return line.ask("POST", f"{PATH}/moves", body, {"Idempotency-Key": f'"{key}"'})


class Reader(threading.Thread):
    """Reads at one server all the time: how long each answer took, in seconds."""

    def __init__(self, server, is_over):
        super().__init__()
        self.line, self.is_over, self.waits = Line(server), is_over, []

    def run(self):
        while not self.is_over.wait(0.02):
            began = time.monotonic()
            status, answer = self.line.ask("GET", f"{PATH}/items?limit=20")
            assert status == 200 and len(answer["items"]) == 20, (status, answer)
            self.waits.append(time.monotonic() - began)


class Crowd:
    """Servers on one database, and writers at all of them."""

    def __init__(self, folder, store):
        self.servers = [Server("--items", ITEMS, "--store", store, "--wait-for-store", data=folder / str(number)) for number in range(SERVERS)]
        for server in self.servers:
            server.opened()
        self.order, self.version = items_of(self.servers[0]), version_of(self.servers[0])
        self.is_over, self.writers = threading.Event(), []

    @contextmanager
    def writing(self):
        self.writers = [Writer(self, number) for number in range(SERVERS * WRITERS)]
        for writer in self.writers:
            writer.start()
        try:
            yield
        finally:
            self.is_over.set()
            for writer in self.writers:
                writer.join(120)

    def acknowledged(self):
        return sum(len(writer.made) for writer in self.writers)

    def goes_on(self, least=20):
        """Waits until so many changes more are acknowledged."""
        before = self.acknowledged()
        poll(lambda: self.acknowledged() >= before + least, 90, "writing goes on")

    def check(self, start_another):
        """Every change is there once, in the order that its version says, on each server and on one that reads the database anew."""
        assert not any(writer.is_alive() for writer in self.writers), "a writer hangs"
        answers = [answer for writer in self.writers for _, answer in writer.made.values()]
        changed = sorted((answer for answer in answers if answer["to"] > answer["from"]), key=lambda answer: answer["to"])
        versions = [answer["to"] for answer in changed]
        head = max(versions)
        assert versions == list(range(self.version + 1, head + 1)), "a version is missing, or it was given twice"
        order = list(self.order)
        for answer in changed:
            for move in answer["moves"]:
                order.remove(move["item"])
                order.insert(move["to"][1], move["item"])
        for server in [*self.servers, start_another()]:
            poll(lambda: version_of(server) == head, 30, f"it has version {head}")
            assert items_of(server) == order, "not the order that the changes lead to"
        # A repetition is answered by what was made, also by a server that did not make it.
        for writer in self.writers:
            key, (body, answer) = next(reversed(writer.made.items()))
            assert writer.repeat(self.servers[hash(key) % SERVERS], key, body)["to"] == answer["to"], key
        assert version_of(self.servers[0]) == head, "a repetition made a change"
        return len(answers)

    def stop(self):
        for server in self.servers:
            server.stop()


def items_of(server):
    return [item for _, items in server.order("items") for item in items]


def version_of(server):
    return server.ask("GET", PATH).json["version"]


def cluster(folder, options):
    """The server of a page ten times; 100 servers and 30 databases killed under 32 writers at four servers, all at random; then Patroni's primary four times."""
    kill_under_page(folder / "page")
    kill_processes(folder / "cluster", options.seed)
    kill_primaries(folder / "patroni")


def kill_processes(folder, seed):
    postgres = Postgres(flushes=True)
    crowd = None
    try:
        store = postgres.database("cluster")
        crowd = Crowd(folder, store)
        failures = []

        def kill(times, kill_one):
            try:
                for _ in range(times):
                    crowd.goes_on()
                    kill_one()
            except BaseException as error:
                failures.append(error)

        def killing(number):
            chance, mine = random.Random(seed + number), crowd.servers[number::2]
            return lambda: chance.choice(mine).restart(signal.SIGKILL)

        def crash():
            postgres.crash()
            postgres.start()

        began = time.monotonic()
        with crowd.writing():
            killers = [threading.Thread(target=kill, args=args) for args in
                       [(SERVER_KILLS // 2, killing(0)), (SERVER_KILLS // 2, killing(1)), (DATABASE_KILLS, crash)]]
            for killer in killers:
                killer.start()
            for killer in killers:
                killer.join()
        if failures:
            raise failures[0]
        count = crowd.check(lambda: another(crowd, folder, store))
        row(f"{SERVER_KILLS} kills of {SERVERS} servers and {DATABASE_KILLS} of their PostgreSQL in {time.monotonic() - began:.0f} s, "
            f"under {SERVERS} × {WRITERS} writers: changes lost, made twice, or versions missing", f"0 of {count:,}", "0")
        row("… orders at the end on all servers, on one that started afterwards, and by the acknowledgements", "equal", "equal")
    except BaseException:
        tell_logs(crowd)
        raise
    finally:
        if crowd:
            crowd.stop()
        postgres.remove()


def another(crowd, folder, store):
    crowd.servers.append(Server("--items", ITEMS, "--store", store, data=folder / "another"))
    return crowd.servers[-1]


def kill_primaries(folder):
    patroni = Patroni()
    os.environ["PGPASSFILE"] = str(patroni.password_file())
    crowd, is_over = None, threading.Event()
    try:
        crowd = Crowd(folder, patroni.address)
        readers = [Reader(server, is_over) for server in crowd.servers]
        for reader in readers:
            reader.start()
        silences = []
        with crowd.writing():
            for number in range(PRIMARY_KILLS):
                crowd.goes_on(500)
                dead = patroni.primary()
                # By turns its connections are reset, or hang.
                dead.freeze() if number % 2 else dead.die()
                began = time.monotonic()
                crowd.goes_on(500)
                dead.die()
                # The first change that was asked for after the death, or was waiting.
                ends = sorted(end for writer in crowd.writers for _, end in list(writer.waits) if end > began - 1)
                silences.append(max(b - a for a, b in zip(ends, ends[1:])))
                print(f"  {dead.name} {'froze' if number % 2 else 'died'}: no change for {silences[-1]:.1f} s", file=sys.stderr)
                dead.start()
                poll(lambda: dead.ask("SELECT pg_is_in_recovery()") == "t" and patroni.standbys() >= 1, 120, "it is a standby again")
        is_over.set()
        for reader in readers:
            reader.join(60)
        count = crowd.check(lambda: another(crowd, folder, patroni.address))
        row(f"Patroni, three nodes, synchronous: the primary's machine killed or frozen {PRIMARY_KILLS} times under {SERVERS} × {WRITERS} writers: lost, made twice",
            f"0 of {count:,}", "0")
        row("… longest time without an acknowledged change, after each", ", ".join(f"{s:.1f} s" for s in silences), "≤ 20 s")
        waits = sorted(wait for reader in readers for wait in reader.waits)
        row(f"… {len(waits):,} readings meanwhile, none failed: p99, longest", f"{percentile(waits, 0.99) * 1000:.0f} ms, {waits[-1] * 1000:.0f} ms",
            "never stops")
    except BaseException:
        tell_logs(crowd)
        subprocess.run(["tail", "-n", "15", *[node.folder / "log" for node in patroni.nodes]], stdout=sys.stderr, check=False)
        raise
    finally:
        is_over.set()
        if crowd:
            crowd.stop()
        patroni.remove()


def tell_logs(crowd):
    for server in crowd.servers if crowd else []:
        print(f"  server {server.process.pid}: {server.process.poll()}; " + "".join(f"\n    {line.rstrip()}" for line in server.log[-8:]),
              file=sys.stderr)

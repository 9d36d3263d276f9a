"""What may happen to a server: kills, cut lines, crowds, slow and vanished clients. Short in Scripts/test, long in Scripts/soak."""

import asyncio
import contextlib
import http.client
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from running import BINARY, Server, poll

LAYOUT = {"layout": {"kind": "column"}, "width": 1280, "height": 800}


def memory(process, field="VmRSS"):
    """In KiB."""
    return int(next(line for line in open(f"/proc/{process}/status") if line.startswith(field)).split()[1])


def processor_seconds(process):
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Line:
    """One connection that is kept, as a browser keeps it."""

    def __init__(self, server, host="127.0.0.1", source=None):
        self.port = int(server.address.rsplit(":", 1)[1])
        self.connection = http.client.HTTPConnection(
            host, self.port, timeout=30, source_address=(source, 0) if source else None)

    def ask(self, method, path, body=None, headers=None):
        """Status and parsed answer; `OSError` or `http.client.HTTPException` when the line breaks."""
        headers = {"Content-Type": "application/json", **(headers or {})} if body is not None else headers or {}
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        content = answer.read()
        return answer.status, json.loads(content) if content else None


# Kills


class Writer(threading.Thread):
    """Moves random items under keys of its own, and notes what was answered and what was left open."""

    # Four of them leave fewer than 500 changes, which the server tells one by one; more it tells as one.
    most = 120

    def __init__(self, server, collection, count, seed):
        super().__init__()
        self.server, self.collection, self.count, self.seed = server, collection, count, seed
        self.chance = random.Random(seed)
        self.answered, self.open = {}, None

    def run(self):
        line = Line(self.server)
        number = 0
        while number < self.most:
            number += 1
            key = f"{self.seed}-{number}"
            body = {"item": str(self.chance.randint(1, self.count)), "to": [0, self.chance.randrange(self.count)]}
            self.open = (key, body)
            try:
                status, patch = line.ask("POST", f"/api/v1/collections/{self.collection}/moves", body,
                                         {"Idempotency-Key": key})
            except (OSError, http.client.HTTPException):
                return
            if status != 200:
                return
            self.answered[key] = (body, patch)
            self.open = None


def kill_round(server, collection, count, seed, writers=4, least=20):
    """Kills the server under writers, restarts it and checks the order against what was answered.

    Answers the number of changes answered, and the seconds from the start to the first answer of the order."""
    before = server.snapshot(collection)
    order = [i["id"] for i in before["sections"][0]["items"]]
    chance = random.Random(seed)
    crowd = [Writer(server, collection, count, f"{seed}-{number}") for number in range(writers)]
    for writer in crowd:
        writer.start()
    poll(lambda: sum(len(w.answered) for w in crowd) >= least, 30, "they write")
    time.sleep(chance.random() * 0.1)
    os.kill(server.process.pid, signal.SIGKILL)
    for writer in crowd:
        writer.join(30)
    server.process.wait(10)
    began = time.monotonic()
    server.start()
    server.opened()
    path = f"/api/v1/collections/{collection}"
    patches = server.ask("GET", f"{path}/patches?from={before['version']}").json["patches"]
    seconds = time.monotonic() - began
    # What was left open is asked again under its key: made now, or found made. Never twice.
    for writer in crowd:
        if writer.open:
            key, body = writer.open
            status, patch = Line(server).ask("POST", f"{path}/moves", body, {"Idempotency-Key": key})
            assert status == 200, (seed, status, patch)
            writer.answered[key] = (body, patch)
    patches = server.ask("GET", f"{path}/patches?from={before['version']}").json["patches"]
    by_version = {patch["to"]: patch for patch in patches}
    versions = [patch["to"] for writer in crowd for _, patch in writer.answered.values() if patch["to"] > patch["from"]]
    assert len(set(versions)) == len(versions), (seed, "two changes under one version")
    assert set(versions) == set(by_version), (seed, "lost, or made twice", set(versions) ^ set(by_version))
    for writer in crowd:
        for key, (body, patch) in writer.answered.items():
            # A repetition is answered with the first answer.
            if patch["to"] > patch["from"]:
                assert by_version[patch["to"]]["moves"] == patch["moves"], (seed, key)
                assert [(m["item"], m["to"]) for m in patch["moves"]] == [(body["item"], body["to"])], (seed, key)
    for version in sorted(by_version):
        for move in by_version[version]["moves"]:
            order.remove(move["item"])
            order.insert(move["to"][1], move["item"])
    after = server.snapshot(collection)
    assert [i["id"] for i in after["sections"][0]["items"]] == order, (seed, "not the order that the changes lead to")
    return sum(len(writer.answered) for writer in crowd), seconds


# A line that is cut


class CuttingProxy:
    """Passes bytes to the server and back, and cuts a connection after a number of bytes of requests or of answers."""

    def __init__(self, port):
        self.target = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.cuts = []
        self.closed = False
        threading.Thread(target=self.accept, daemon=True).start()

    def cut_next(self, side, count, reset):
        """The next connection ends when `count` bytes of `side` ("request" or "answer") have passed."""
        self.cuts.append((side, count, reset))

    def accept(self):
        while not self.closed:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            cut = self.cuts.pop(0) if self.cuts else None
            server = socket.create_connection(("127.0.0.1", self.target))
            for source, target, side in [(client, server, "request"), (server, client, "answer")]:
                threading.Thread(target=self.carry, args=(source, target, side, cut), daemon=True).start()

    def carry(self, source, target, side, cut):
        passed = 0
        try:
            while part := source.recv(65536):
                if cut and cut[0] == side and passed + len(part) >= cut[1]:
                    target.sendall(part[:cut[1] - passed])
                    for end in (source, target):
                        if cut[2]:
                            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                        # Wakes the other direction's thread, which keeps the socket open otherwise.
                        end.shutdown(socket.SHUT_RD if cut[2] else socket.SHUT_RDWR)
                        end.close()
                    return
                target.sendall(part)
                passed += len(part)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def close(self):
        self.closed = True
        self.listener.close()


def move_until_answered(port, host, path, body, key, tries=20):
    """A client that repeats a request under its key until it has heard an answer. `host`: as the server knows itself."""
    for _ in range(tries):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            connection.request("POST", path, json.dumps(body),
                               {"Content-Type": "application/json", "Idempotency-Key": key, "Host": host})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError):
            continue
        finally:
            connection.close()
    raise AssertionError("no answer at all")


def cut_moves(server, collection, count, seed):
    """So many moves over lines that are cut and reset in their midst, each repeated under its key until it is answered. Every
    one is made once. The collection has one section."""
    proxy = CuttingProxy(int(server.address.rsplit(":", 1)[1]))
    chance = random.Random(seed)
    path = f"/api/v1/collections/{collection}/moves"
    order = [i for _, items in server.order(collection) for i in items]
    version = server.snapshot(collection)["version"]
    for number in range(count):
        for _ in range(chance.randint(0, 3)):
            proxy.cut_next(chance.choice(["request", "answer"]), chance.randint(1, 400), chance.random() < 0.5)
        item = chance.choice(order)
        body = {"item": item, "to": [0, chance.choice([n for n in range(len(order)) if order[n] != item])]}
        status, patch = move_until_answered(proxy.port, f"127.0.0.1:{proxy.target}", path, body, f"cut {seed} {number}")
        assert status == 200, (seed, number, status)
        version += 1
        assert (patch["from"], patch["to"]) == (version - 1, version), (seed, number, "made twice, or not at all")
        order.remove(item)
        order.insert(body["to"][1], item)
    proxy.close()
    assert [i for _, items in server.order(collection) for i in items] == order, seed


# A disk that is full


def fill(path):
    """A file that takes all the room that is left on its disk."""
    with path.open("wb", buffering=0) as file:
        try:
            while file.write(b"x" * 4096):
                pass
        except OSError:
            pass


def on_a_small_disk(folder, *arguments):
    """A server whose data folder lies on a disk of 3 MB of its own."""
    disk, script = folder / "disk", folder / "serve"
    disk.mkdir()
    script.write_text(f'#!/bin/sh\nmount -t tmpfs -o size=3m none {disk}\nexec {BINARY} "$@"\n')
    script.chmod(0o755)

    class OnASmallDisk(Server):
        program = ["unshare", "-rm", str(script)]

    return OnASmallDisk(*arguments, data=disk / "data", cache=folder / "cache")


def inside(server):
    """The disk of such a server, as it sees it."""
    return Path(f"/proc/{server.process.pid}/root{server.data.parent}")


# A clock that jumps


def may_mount():
    """Whether a test can have mounts of its own."""
    return shutil.which("unshare") and subprocess.run(
        ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True).returncode == 0


def faketime():
    """The library that lies about the time; `None` where it is not installed."""
    return next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))), None)


@contextlib.contextmanager
def under_a_clock(file):
    """A kind of server whose wall clock is off by what `file` says, for example "+3650d". Time that only runs is left alone, as
    it is on a machine whose clock is set."""
    # The library makes what its processes share, and notes it in the environment, when it finds nothing there; Swift then finds the
    # program's arguments no more. So another process makes it.
    holder = subprocess.Popen(["faketime", "-f", "+0", "sh", "-c", 'echo "$FAKETIME_SHARED"; exec cat'],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    shared = holder.stdout.readline().strip()

    class Jumping(Server):
        program = ["env", f"LD_PRELOAD={faketime()}", f"FAKETIME_SHARED={shared}", f"FAKETIME_TIMESTAMP_FILE={file}",
                   "FAKETIME_NO_CACHE=1", "FAKETIME_DONT_FAKE_MONOTONIC=1", "DONT_FAKE_MONOTONIC=1", str(BINARY)]

    try:
        yield Jumping
    finally:
        holder.communicate(timeout=20)


def jump_clock(server, file, offsets):
    """Moves the clock back and forth under a viewer, a movement and changes. The order is kept, no viewer is lost."""
    file.write_text("+0")
    collection = server.collection()
    path = f"/api/v1/collections/{collection}"
    viewer = server.ask("POST", f"{path}/viewers", LAYOUT).json["viewer"]
    items = [i for _, items in server.order(collection) for i in items]
    movement = server.ask("POST", f"{path}/movements", {"item": items[0]}).json["movement"]
    said = server.ask("GET", "/healthz").headers["Date"]
    for number, offset in enumerate(offsets):
        file.write_text(offset)
        poll(lambda: server.ask("GET", "/healthz").headers["Date"][:16] != said[:16], 20, f"the clock says {offset}")
        said = server.ask("GET", "/healthz").headers["Date"]
        # Longer than the second after which those are looked for that were not heard of for a minute.
        time.sleep(1.5)
        answer = server.ask("PATCH", f"{path}/movements/{movement}", {"to": [0, number]})
        assert answer.status == 200, (offset, answer.body)
        event = {"seq": number + 1, "rect": [0, 0, 1280, 800], "version": 1}
        assert server.ask("POST", f"/api/v1/viewers/{viewer}/range", event).status == 200, offset
        assert server.move(items[5], (0, number), collection).status == 200, offset
    assert server.ask("POST", f"{path}/movements/{movement}/end").status == 200
    order = server.order(collection)
    server.restart(signal.SIGKILL)
    assert server.order(collection) == order


# Crowds


async def open_streams(server, viewers, count, sources=tuple(f"127.0.0.{number}" for number in range(2, 10))):
    """Opens event streams from several loopback addresses, and waits until each has begun."""
    port = int(server.address.rsplit(":", 1)[1])

    async def one(number):
        source = sources[number % len(sources)]
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
        path = f"/api/v1/viewers/{viewers[number % len(viewers)]}/events"
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: text/event-stream\r\n\r\n".encode())
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
        assert b" 200 " in head.split(b"\r\n")[0] + b" ", head
        return reader, writer

    streams = []
    for first in range(0, count, 200):
        streams += await asyncio.gather(*(one(n) for n in range(first, min(first + 200, count))))
    return streams


def may_cut_networks():
    """Whether a network of one's own is to be had here."""
    try:
        return subprocess.run(["unshare", "-rn", "ip", "link", "set", "lo", "up"], capture_output=True).returncode == 0
    except OSError:
        return False


def lose_peers(count):
    """The seconds until streams whose peers vanished silently are found."""
    program = Path(__file__).with_name("dead_peers.py")
    done = subprocess.run(["unshare", "-rn", sys.executable, str(program), str(count)], capture_output=True, text=True,
                          timeout=180)
    assert done.returncode == 0, done.stdout + done.stderr
    return float(done.stdout)


def viewers(server, collection, count):
    path = f"/api/v1/collections/{collection}/viewers"
    return [server.ask("POST", path, LAYOUT).json["viewer"] for _ in range(count)]


async def slow_clients(server, count, addresses=8):
    """Clients that send a request byte by byte, one a second, and never end it."""
    port = int(server.address.rsplit(":", 1)[1])
    head = f"POST /api/v1/collections HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nX: ".encode()

    async def one(number):
        try:
            source = f"127.0.0.{2 + number % addresses}"
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
            for byte in head + b"x" * 1000:
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(1)
        except OSError:
            pass

    await asyncio.gather(*(one(number) for number in range(count)))


def time_requests(server, seconds, path="/api/v1/collections", pause=0.005):
    """A normal client's waits, in ms."""
    line, waits = Line(server), []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        assert line.ask("GET", path)[0] == 200
        waits.append((time.monotonic() - began) * 1000)
        time.sleep(pause)
    return waits

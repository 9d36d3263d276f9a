"""The long fault tests and the figures of the door: Scripts/soak starts this. Prints one table; ends with 1 when a test fails."""

import argparse
import asyncio
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests"))
from faults import (Line, cut_moves, jump_clock, kill_round, memory, open_streams, percentile,  # noqa: E402
                    processor_seconds, slow_clients, time_requests, under_a_clock, viewers)
from running import BINARY, Server, poll  # noqa: E402

rows = []


def row(what, figure, goal=""):
    rows.append((what, figure, goal))
    print(f"  {what}: {figure} (goal: {goal})", file=sys.stderr)


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
    row(f"kill -9, {options.rounds} times under 4 writers: answered changes lost or made twice",
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
    """Lines that are cut and reset in the midst of moves, which are repeated under their keys."""
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
    """As many durable moves as 500 a second, each timed."""
    server = Server("--items", 100_000, data=folder / "moves")
    try:
        path = f"/api/v1/collections/{server.collection()}/moves"
        waits, lock = [], threading.Lock()

        def work(number, writers=16, rate=500):
            line, own = Line(server), []
            begin = time.monotonic()
            for step in range(options.seconds * rate // writers):
                due = begin + step * writers / rate
                time.sleep(max(0, due - time.monotonic()))
                sent = time.monotonic()
                status, _ = line.ask("POST", path, {"item": str(number * 100 + step % 90 + 1), "to": [0, 50_000]})
                assert status == 200, status
                own.append((time.monotonic() - sent) * 1000)
            with lock:
                waits.extend(own)

        began = time.monotonic()
        crowd = [threading.Thread(target=work, args=(number,)) for number in range(16)]
        for thread in crowd:
            thread.start()
        for thread in crowd:
            thread.join()
        rate = len(waits) / (time.monotonic() - began)
    finally:
        server.stop()
    row(f"durable moves: {rate:,.0f} a second, p50 / p99",
        f"{percentile(waits, 0.5):.1f} / {percentile(waits, 0.99):.1f} ms", "500/s, p99 < 10 ms")


def slow(folder, options):
    """1,000 clients that send a byte a second, beside a normal one."""
    server = Server("--items", 1000, data=folder / "slow")
    try:
        server.collection()
        alone = time_requests(server, 3)

        async def crowd():
            clients = asyncio.create_task(slow_clients(server, 1000))
            await asyncio.to_thread(poll, lambda: server.ask("GET", "/api/v1/stats").json["server"]["connections"] > 900,
                                    60)
            waits = await asyncio.to_thread(time_requests, server, options.seconds)
            clients.cancel()
            return waits

        waits = asyncio.run(crowd())
    finally:
        server.stop()
    row("1,000 slow clients: a normal client's p99 (alone)",
        f"{percentile(waits, 0.99):.1f} ms ({percentile(alone, 0.99):.1f} ms)", "< 50 ms")
    for name, mode in {"headers": ["-H"], "bodies": ["-B", "-s", "8192"],
                       "reading": ["-X", "-w", "1", "-y", "8", "-n", "5", "-z", "4"]}.items():
        waits = slow_by_tool(folder, options, mode)
        row(f"slowhttptest, 1,000 connections, slow {name}: a normal client's p99", f"{percentile(waits, 0.99):.1f} ms",
            "< 50 ms")


def slow_by_tool(folder, options, mode):
    """A normal client's waits beside slowhttptest."""
    server = Server("--items", 1000, data=folder / "slow-tool")
    try:
        url = f"{server.address}/api/v1/collections/{server.collection()}/snapshot"
        seconds = max(options.seconds, 8)
        command = ["slowhttptest", *mode, "-c", "1000", "-r", "500", "-i", "1", "-l", str(seconds + 4), "-p", "5", "-u", url]
        tool = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        poll(lambda: server.ask("GET", "/api/v1/stats").json["server"]["connections"] > 200, 30, "it has begun")
        waits = time_requests(server, seconds)
        output = tool.communicate(timeout=seconds + 60)[0]
        assert "Exit status" in output or "Hit test time limit" in output or "No open connections" in output, output
    finally:
        server.stop()
    return waits


def streams(folder, options):
    """5,000 idle event streams, twice; then the end with 1,000 open."""
    server = Server("--items", 1000, data=folder / "streams")
    process = server.process.pid
    names = viewers(server, server.collection(), 100)

    async def wave(count):
        before = memory(process)
        lines = await open_streams(server, names, count)
        await asyncio.sleep(2)
        after = memory(process)
        used = processor_seconds(process)
        await asyncio.sleep(30)
        share = (processor_seconds(process) - used) / 30
        for _, writer in lines:
            writer.close()
        await asyncio.to_thread(
            poll, lambda: server.ask("GET", "/api/v1/stats").json["server"]["sleeping"] == 0, 60, "they are let go")
        return before, after, share

    before, first, share = asyncio.run(wave(5000))
    _, second, _ = asyncio.run(wave(5000))
    row("5,000 idle event streams: memory each", f"{(first - before) / 5000:.1f} KiB", "≤ 32 KiB")
    row("… processor, with heartbeats", f"{share * 100:.2f} % of a core", "< 2 %")
    row("… memory after a second wave", f"{(second / first - 1) * 100:+.1f} %", "< +5 %")

    async def end():
        lines = await open_streams(server, names, 1000)
        began = time.monotonic()
        status = await asyncio.to_thread(server.stop, signal.SIGTERM)
        for _, writer in lines:
            writer.close()
        return status, time.monotonic() - began

    status, seconds = asyncio.run(end())
    row("SIGTERM with 1,000 open streams: status, time", f"{status}, {seconds:.2f} s", "0, ≤ 5 s")


def reader(folder, options):
    """A stream that nobody reads, under a flood of patches, beside a normal client."""
    server = Server("--items", 10_000, data=folder / "reader")
    try:
        collection = server.collection()
        names = viewers(server, collection, 20)
        alone = time_requests(server, 3)

        def flood(stop):
            line, number = Line(server), 0
            while not stop.is_set():
                number += 1
                line.ask("POST", f"/api/v1/collections/{collection}/moves",
                         {"item": str(number % 5000 + 1), "to": [0, 9000]})

        async def run():
            lines = await open_streams(server, names, 20)
            for _, writer in lines:
                writer.transport.pause_reading()
            stop = threading.Event()
            thread = threading.Thread(target=flood, args=(stop,))
            thread.start()
            before = memory(server.process.pid)
            waits = await asyncio.to_thread(time_requests, server, options.seconds)
            held = memory(server.process.pid) - before
            stop.set()
            await asyncio.to_thread(thread.join)
            for _, writer in lines:
                writer.close()
            return waits, held

        waits, held = asyncio.run(run())
    finally:
        server.stop()
    row("20 streams that nobody reads under a flood of moves: memory each", f"{max(0, held) / 20:.0f} KiB", "≤ 256 KiB")
    row("… another client's p99 (alone)", f"{percentile(waits, 0.99):.1f} ms ({percentile(alone, 0.99):.1f} ms)",
        "unchanged")


def deadlines(folder, options):
    """Requests that never come whole, answers that nobody reads and idle connections, by the clock."""
    server = Server("--items", 100_000, data=folder / "deadlines")
    port = int(server.address.rsplit(":", 1)[1])
    collection = server.collection()
    host = f"Host: 127.0.0.1:{port}\r\n"
    post = f"POST /api/v1/collections HTTP/1.1\r\n{host}Content-Type: application/json\r\n"
    get = f"GET /healthz HTTP/1.1\r\n{host}\r\n"

    async def dribble(first, rest=b"x", rested=False):
        """Sends `first`, then a byte each half second. With `rested` a whole request, and a rest, come before."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        if rested:
            writer.write(get.encode())
            await reader.readuntil(b"}")
            await asyncio.sleep(5)
        began = time.monotonic()
        writer.write(first)

        async def feed():
            while True:
                await asyncio.sleep(0.5)
                writer.write(rest)
                await writer.drain()

        feeding = asyncio.create_task(feed())
        try:
            while await reader.read(65536):
                pass
        except OSError:
            pass
        feeding.cancel()
        writer.close()
        return time.monotonic() - began

    async def slow_line():
        """A request line that takes most of a head's time; the headers get no more for it."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        began = time.monotonic()
        for part in (b"GET /heal", b"thz HTTP", b"/1.1\r\nX: "):
            writer.write(part)
            await asyncio.sleep(2.5)
        try:
            while await reader.read(65536):
                pass
        except OSError:
            pass
        writer.close()
        return time.monotonic() - began

    async def idle():
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(get.encode())
        await reader.readuntil(b"}")
        began = time.monotonic()
        await reader.read(65536)
        writer.close()
        return time.monotonic() - began

    def unread():
        """Megabytes that nobody reads: how long the server's end of the connection is there."""
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", port))
            line.sendall(f"GET /api/v1/collections/{collection}/snapshot HTTP/1.1\r\n{host}\r\n".encode())
            began = time.monotonic()
            # The server's side, as /proc/net/tcp names it: port to port.
            ends = f":{port:04X} 0100007F:{line.getsockname()[1]:04X} "
            poll(lambda: ends not in Path("/proc/net/tcp").read_text(), 120, "it is cut")
            return time.monotonic() - began

    async def all_of_them():
        return await asyncio.gather(
            dribble(post.encode() + b"X: "), slow_line(), dribble(b"GET /", rested=True),
            dribble(post.encode() + b"Content-Length: 1000\r\n\r\n"), asyncio.to_thread(unread), idle())

    names = [("headers that never end", 10), ("headers after a slow request line", 10),
             ("a request line that never ends, after a rest", 10), ("a body that never ends", 30),
             ("an answer that nobody reads", 30), ("a connection that rests", 75)]
    try:
        found = list(zip(names, asyncio.run(all_of_them())))
        for (name, limit), seconds in found:
            row(f"{name}: cut after", f"{seconds:.1f} s", f"{limit} ± 1 s")
        for (name, limit), seconds in found:
            assert abs(seconds - limit) <= 1, (name, seconds)
    finally:
        server.stop()


def scale(folder, options):
    """10 million items and 1,000 viewers that scroll."""
    began = time.monotonic()
    server = Server("--items", 10_000_000, data=folder / "scale")
    try:
        collection = poll(server.collection, 300)
        poll(lambda: server.ask("GET", f"/api/v1/collections/{collection}").json["open"], 300)
        row("10 million items: first start", f"{time.monotonic() - began:.1f} s")
        server.stop()
        began = time.monotonic()
        server.start()
        poll(lambda: server.ask("GET", f"/api/v1/collections/{collection}/items?limit=1").status == 200, 300)
        row("… a later start, to the first answer", f"{time.monotonic() - began:.1f} s")
        row("… memory", f"{memory(server.process.pid) / 1024:.0f} MB")
        names = viewers(server, collection, 1000)
        waits, lock = [], threading.Lock()

        def scroll(number, threads=16):
            own, line = [], Line(server)
            mine = names[number::threads]
            end = time.monotonic() + options.seconds
            step = 0
            while time.monotonic() < end:
                step += 1
                for index, name in enumerate(mine):
                    event = {"seq": step, "time": step * 16.7, "version": 1, "velocity": [0, 2400], "phase": "dragging",
                             "rect": [0, (number * 61 + index) * 500_000 + step * 40, 1280, 800]}
                    sent = time.monotonic()
                    status, _ = line.ask("POST", f"/api/v1/viewers/{name}/range", event)
                    assert status == 200, status
                    own.append((time.monotonic() - sent) * 1000)
                    time.sleep(0.01)
            with lock:
                waits.extend(own)

        crowd = [threading.Thread(target=scroll, args=(number,)) for number in range(16)]
        for thread in crowd:
            thread.start()
        for thread in crowd:
            thread.join()
        row(f"… 1,000 viewers scrolling, {len(waits) / options.seconds:,.0f} events/s with the load on the same cores: p50 / p99",
            f"{percentile(waits, 0.5):.1f} / {percentile(waits, 0.99):.1f} ms", "p99 < 50 ms")
        row("… memory with them", f"{memory(server.process.pid) / 1024:.0f} MB")
    finally:
        server.stop()


def interface(folder, options):
    """schemathesis with many cases, stateful."""
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "Tests/pytest.ini"), "-q",
               str(ROOT / "Tests/Server/test_interface.py")]
    status = subprocess.run(command, env={**os.environ, "SCHEMATHESIS_EXAMPLES": str(options.examples)}).returncode
    assert status == 0, "schemathesis found something"
    row(f"schemathesis, all checks, {options.examples} examples an operation: failures", "0", "0")


def fuzz(folder, options):
    """libFuzzer on the gate, the JSON reader and the replay of patches."""
    done = subprocess.run([str(ROOT / "Scripts/fuzz"), str(options.fuzz)], capture_output=True, text=True)
    print(done.stdout, done.stderr, file=sys.stderr)
    assert done.returncode == 0, "the fuzzer found something"
    row(f"libFuzzer, {options.fuzz} s: crashes and broken rules", "0", "0")


PARTS = {f.__name__: f for f in (kill, cuts, clock, moves, slow, streams, reader, deadlines, scale, interface, fuzz)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*", default=[], help=", ".join(PARTS))
    parser.add_argument("--rounds", type=int, default=1000, help="kills")
    parser.add_argument("--seconds", type=int, default=20, help="for each timed part")
    parser.add_argument("--examples", type=int, default=200, help="of schemathesis, an operation")
    parser.add_argument("--fuzz", type=int, default=600, help="seconds of fuzzing")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    assert BINARY.exists(), f"{BINARY} is missing"
    failed = False
    with tempfile.TemporaryDirectory(prefix="lookahead-soak-") as name:
        for part in options.parts or PARTS:
            print(part, file=sys.stderr)
            try:
                PARTS[part](Path(name), options)
            except Exception:
                traceback.print_exc()
                rows.append((part, "FAILED", ""))
                failed = True
    print("\n| test | figure | goal |\n|---|---|---|")
    for cells in rows:
        print("| " + " | ".join(cells) + " |")
    sys.exit(failed)


main()

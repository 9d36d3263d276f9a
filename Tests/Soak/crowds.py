"""Slow clients, idle event streams, streams that are never read, and a thousand viewers."""

import asyncio
import signal
import subprocess
import threading
import time

from faults import Line, lose_peers, memory, open_streams, processor_seconds, slow_clients, time_requests, viewers
from figures import percentile
from report import row
from running import Server, poll


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
    """5,000 idle event streams, in three waves; then the end with 1,000 open."""
    server = Server("--items", 1000, data=folder / "streams")
    process = server.process.pid
    names = viewers(server, server.collection(), 100)

    async def wave(seconds):
        before = memory(process)
        lines = await open_streams(server, names, 5000)
        await asyncio.sleep(2)
        after = memory(process)
        used = processor_seconds(process)
        await asyncio.sleep(seconds)
        share = (processor_seconds(process) - used) / seconds
        for _, writer in lines:
            writer.close()
        await asyncio.to_thread(
            poll, lambda: server.ask("GET", "/api/v1/stats").json["server"]["sleeping"] == 0, 60, "they are let go")
        # Freed memory goes back to the system every 20 s.
        await asyncio.sleep(24)
        return before, after, share, memory(process)

    # Two heartbeats.
    before, first, share, _ = asyncio.run(wave(30))
    _, second, _, rest = asyncio.run(wave(10))
    _, third, _, _ = asyncio.run(wave(10))
    row("5,000 idle event streams: memory each", f"{(first - before) / 5000:.1f} KiB", "≤ 32 KiB")
    row("… processor, with heartbeats", f"{share * 100:.2f} % of a core", "< 2 %")
    row("… memory in a second wave (a third), against the first",
        f"{(second / first - 1) * 100:+.1f} % ({(third / first - 1) * 100:+.1f} %)", "< +5 %")
    row("… memory when they have left, against none having come", f"{(rest - before) / 1024:+.0f} MB")

    async def end():
        lines = await open_streams(server, names, 1000)
        began = time.monotonic()
        status = await asyncio.to_thread(server.stop, signal.SIGTERM)
        for _, writer in lines:
            writer.close()
        return status, time.monotonic() - began

    status, seconds = asyncio.run(end())
    row("SIGTERM with 1,000 open streams: status, time", f"{status}, {seconds:.2f} s", "0, ≤ 5 s")


def peers(folder, options):
    """1,000 streams whose peers vanish without a word, in a network of their own."""
    row("1,000 streams whose peers vanish without a word: found within", f"{lose_peers(1000):.1f} s", "≤ 30 s")


def reader(folder, options):
    """Streams that are never read, under a flood of patches, beside a normal client; against the same flood without them."""
    (plain, waits), (held, beside) = (flood(folder / f"reader-{count}", count) for count in (0, 50))
    row("50 streams that nobody reads under a flood of moves: memory each, maximum",
        f"{max(0, held - plain) / 50:.0f} KiB", "≤ 256 KiB")
    row("… another client's p99 (the same flood without them)",
        f"{percentile(beside, 0.99):.1f} ms ({percentile(waits, 0.99):.1f} ms)", "unchanged")


def flood(data, count, moves=4000):
    """The memory at its highest, in KiB, and another client's waits, during moves beside unread streams."""
    server = Server("--items", 10_000, data=data)
    peak, waits, line = 0, [], Line(server)
    try:
        collection = server.collection()
        names = viewers(server, collection, 20)

        def move():
            mover = Line(server)
            for number in range(moves):
                body = {"item": str(number % 5000 + 1), "to": [0, 9000]}
                assert mover.ask("POST", f"/api/v1/collections/{collection}/moves", body)[0] == 200

        def watch(mover):
            nonlocal peak
            while mover.is_alive():
                began = time.monotonic()
                assert line.ask("GET", "/api/v1/collections")[0] == 200
                waits.append((time.monotonic() - began) * 1000)
                peak = max(peak, memory(server.process.pid))
                time.sleep(0.005)

        async def run():
            lines = await open_streams(server, names, count)
            for _, writer in lines:
                writer.transport.pause_reading()
            mover = threading.Thread(target=move)
            mover.start()
            await asyncio.to_thread(watch, mover)
            for _, writer in lines:
                writer.close()

        asyncio.run(run())
    finally:
        server.stop()
    return peak, waits


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

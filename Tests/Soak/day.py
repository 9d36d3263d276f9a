"""A day of a household, shortened: 24 hours of everything that clients do, each followed by a rest in which what is left over shows."""

import http.client
import os
import signal
import socket
import statistics
import struct
import sys
import threading
import time

from faults import Line, kill_round, memory
from figures import percentile
from mixed_crowd import mixed_crowd
from pictures import write_folder
from report import row
from running import Server, poll

HOURS = 24
# A cache is filled and an allocator has its arenas by then.
WARM_UP_HOURS = 6


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


def vanish(server, count=20):
    """Clients that open streams and are gone without a word: their connections are reset."""
    for _ in range(count):
        line = Line(server)
        line.connection.request("GET", "/api/v1/collections")
        line.connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.connection.close()


def at_rest(server):
    """Memory in KiB, descriptors and threads, when nobody is there any more."""
    def is_left():
        figures = server.ask("GET", "/api/v1/stats").json
        return figures["server"]["connections"] <= 2 and figures["viewers"] == figures["loads"]["running"] == figures["loads"]["queued"] == 0

    poll(is_left, 120, "all clients have left, and who left without a word is given up")
    # Freed memory goes back to the system every 20 s.
    time.sleep(24)
    process = server.process.pid
    return memory(process), descriptors(process), len(os.listdir(f"/proc/{process}/task"))


def state(server):
    """What to know of a server when something has failed: whether it lives, and what it said last."""
    ended = server.process.poll()
    said = "".join(f"\n    {line.rstrip()}" for line in server.log[-20:])
    return f"  server {server.process.pid}: {'it runs' if ended is None else f'it ended with {ended}'}; its log ends with:{said}"


def day(folder, options):
    """24 hours in `options.day` seconds: at one server clients do everything at once, a second one is killed under writers each hour."""
    photos = write_folder(folder / "photos", {"First": 300, "Second": 300, "Third": 100})
    lived = Server(photos, "--items", 50_000, data=folder / "day")
    killed = Server("--items", 2000, data=folder / "day-killed")
    hours, requests, answered = [], 0, 0
    began = time.monotonic()
    try:
        poll(lambda: all(c["open"] for c in lived.ask("GET", "/api/v1/collections").json["collections"]), 120)
        other = killed.collection()
        for hour in range(HOURS):
            probe = Probe(lived)
            probe.start()
            # A part of the hour is for the rest at its end.
            left = (began + options.day * (hour + 1) / HOURS) - time.monotonic()
            requests += mixed_crowd(lived, max(2, left * 0.6))
            vanish(lived)
            p99 = probe.stop()
            answered += kill_round(killed, other, 2000, seed=options.seed + hour)[0]
            hours.append((*at_rest(lived), p99))
            print("  hour {}: {:.1f} MB, {} descriptors, {} threads, p99 {:.1f} ms".format(
                hour + 1, hours[-1][0] / 1024, *hours[-1][1:]), file=sys.stderr)
        # What was acknowledged is there after a kill too.
        order = {c["id"]: c["itemCount"] for c in lived.ask("GET", "/api/v1/collections").json["collections"]}
        lived.restart(signal.SIGKILL)
        assert {c["id"]: c["itemCount"] for c in lived.ask("GET", "/api/v1/collections").json["collections"]} == order
    except BaseException:
        print(f"{state(lived)}\n{state(killed)}", file=sys.stderr)
        raise
    finally:
        killed.stop()
        lived.stop()
    tell(hours, requests, answered, time.monotonic() - began)


def tell(hours, requests, answered, seconds):
    warm = hours[WARM_UP_HOURS:]
    third = len(warm) // 3
    first, last = (statistics.median(hour[0] for hour in part) for part in (warm[:third], warm[-third:]))
    waits = [statistics.median(hour[3] for hour in part) for part in (warm[:third], warm[-third:])]
    row(f"a day in {seconds / 60:.0f} minutes, {requests:,} requests of 13 clients at once: memory at rest, hours 7 to 12 → 19 to 24",
        f"{first / 1024:.0f} → {last / 1024:.0f} MB ({(last / first - 1) * 100:+.1f} %)", "within 2 %")
    row("… descriptors at rest after hour 6, fewest to most", f"{min(h[1] for h in warm)} to {max(h[1] for h in warm)}", "constant")
    row("… threads at rest after hour 6, fewest to most", f"{min(h[2] for h in warm)} to {max(h[2] for h in warm)}", "constant")
    row("… a polite client's p99 beside them, hours 7 to 12 → 19 to 24", f"{waits[0]:.1f} → {waits[1]:.1f} ms", "flat")
    row(f"… {len(hours)} kills of a second server under four writers: acknowledged changes lost or made twice", f"0 of {answered:,}", "0")

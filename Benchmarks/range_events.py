"""Range events a second: wrk, with many viewers that scroll, against this program and against a bare handler."""

import os
import re
import subprocess
import time
import urllib.request
from pathlib import Path
from statistics import median

from running import Server, poll

LAYOUT = {"layout": {"kind": "column"}, "width": 1280, "height": 800}


def viewer(server, collection):
    return server.ask("POST", f"/api/v1/collections/{collection}/viewers", LAYOUT).json


def ask_range(server, name, seq, y, have=None, velocity=0.0, phase="settled", version=1):
    event = {"seq": seq, "time": seq * 16.7, "version": version, "rect": [0, y, 1280, 800],
             "velocity": [0, velocity], "phase": phase}
    if have:
        event["have"] = have
    return event, server.ask("POST", f"/api/v1/viewers/{name}/range", event)


def receive_view(server, name, y):
    """Reads every picture in view of a new viewer, as soon as it is ready."""
    seq = 0

    def ready():
        nonlocal seq
        seq += 1
        _, answer = ask_range(server, name, seq, y)
        first, last = answer.json["visible"]
        cells = [c for c in answer.json["cells"] if first <= c["index"] <= last]
        return cells if cells and all(c["state"] == "ready" for c in cells) else None

    for cell in poll(ready, 60, "every picture in view is ready"):
        with urllib.request.urlopen(server.address + cell["image"], timeout=30) as answer:
            answer.read()


def scroll_events(server, collection, count=400, steps=25):
    """Each viewer scrolls down and up again from a place of its own; range.lua fills in what it holds. As many viewers as keep
    each of them below 200 events a second."""
    names = [viewer(server, collection)["viewer"] for _ in range(count)]
    way = [(step * 40, 2400) for step in range(steps)] + [(step * 40, -2400) for step in range(steps - 2, 0, -1)]
    return [
        f'{name}\t{{"seq":SEQ,"time":1000,"version":1,"rect":[0,{number * 1500 + y},1280,800],"velocity":[0,{velocity}],'
        '"phase":"dragging","have":HAVE}'
        for y, velocity in way for number, name in enumerate(names)]


def wrk(address, events, first, seconds=6):
    command = ["wrk", "-t2", "-c64", f"-d{seconds}s", "-s", str(Path(__file__).with_name("range.lua")), address, "--",
               str(events), str(first)]
    output = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 60, check=True).stdout
    assert "Non-2xx" not in output and "Socket errors" not in output, output
    return float(re.search(r"Requests/sec:\s*([\d.]+)", output)[1]), bytes_read(output)


def bytes_read(output):
    """The mean size of an answer, its head included."""
    requests, size, unit = re.search(r"(\d+) requests in [\d.]+m?s, ([\d.]+)(\w+) read", output).groups()
    return float(size) * {"KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30}[unit] / int(requests)


def usual_answer(server, answer_bytes):
    """The body of an answer that is about as long as all were on average, head included."""
    name, have, found = viewer(server, server.collection())["viewer"], None, []
    for step in range(50):
        _, answer = ask_range(server, name, step, step * 40, have, 2400, "dragging")
        have = answer.json["window"]
        found.append((abs(len(f"HTTP/1.1 200 OK\r\n{answer.headers}") + len(answer.body) - answer_bytes), answer.body))
        # A page's pace.
        time.sleep(0.02)
    return min(found)[1]


def measure_ranges(folder, row, bare_program, rounds=5):
    server = Server("--items", 100_000, data=folder / "data-range")
    events = folder / "events"
    try:
        events.write_text("\n".join(scroll_events(server, server.collection())) + "\n")
        # The other side answers what this one does, so that the client has the same to read.
        (folder / "answer").write_bytes(usual_answer(server, wrk(server.address, events, 1000, seconds=3)[1]))
        size = (folder / "answer").stat().st_size
        port = 20_000 + os.getpid() % 20_000
        bare = subprocess.Popen([bare_program, str(port), str(os.cpu_count()), str(folder / "answer")], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, text=True)
        assert bare.stdout.readline() == "ready\n", "the bare handler did not start"
        ours, theirs = [], []
        for number in range(rounds):
            theirs.append(wrk(f"http://127.0.0.1:{port}", events, 1000)[0])
            ours.append(wrk(server.address, events, (number + 1) * 10_000_000)[0])
        bare.communicate("", timeout=10)
    finally:
        server.stop()
    row(f"range events a second, 64 connections, answers of {size} bytes; other: bare libmicrohttpd",
        f"{median(ours):,.0f}", f"{median(theirs):,.0f}", f"{median([a / b for a, b in zip(ours, theirs)]):.2f}", "≥ 0.50")

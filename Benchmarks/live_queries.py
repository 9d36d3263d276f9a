"""Live queries over HTTP, as pages and scripts ask them: the real program with millions of made-up items."""

import http.client
import json
import multiprocessing
import os
import random
import re
import threading
import time
import urllib.request
from collections import Counter
from pathlib import Path
from statistics import median

from figures import percentile
from range_events import LAYOUT
from running import Server, poll

ITEMS = int(os.environ.get("QUERY_BENCH_ITEMS", 10_000_000))
ITEM = "/api/v1/collections/items"
BEST_BY_MONTH = {"where": {"field": "rating", "in": ["like"]}, "sort": [{"field": "taken", "descending": True}],
                 "group": {"field": "taken", "by": "month"}}
# Several of each kind: what was asked once is not asked again within the minute.
OTHERS = {"another rating": [{"field": "rating", "in": ["dislike", f"none {n}"]} for n in range(5)],
          "since 2020": [{"field": "taken", "from": f"2020-01-0{n + 1}"} for n in range(5)]}
IN_USE = [BEST_BY_MONTH, {"sort": [{"field": "bytes"}]}, {"group": {"field": "camera"}}, {"search": "sea"},
          {"where": {"field": "taken", "from": "2020"}, "sort": [{"field": "title"}]}]
TYPED = ["sea bird 99", "mountain 4", "lake 123", "sunset 77 1"]


def measure_live_queries(folder, row):
    # As Scripts/run starts it.
    os.environ.setdefault("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1")
    server = Server("--items", ITEMS, "--item-fields", data=folder / "queries")
    try:
        server.opened()
        before = resident(server)
        row(f"{ITEMS:,} made-up items: seconds until the fields are read, in the background", f"{filled(server):.1f}")
        row("… memory for them, bytes an item", f"{(resident(server) - before) * 1024 / ITEMS:.0f}")
        cold = timed(lambda: first_screen(server, BEST_BY_MONTH))
        row("liked, by date, in months: first screen, ms; nothing in use", f"{cold:.0f}", goal="≤ 300")
        # Whoever asked looks at it, while the order of everything is made beside.
        time.sleep(3)
        for name, wheres in OTHERS.items():
            again = [timed(lambda where=where: first_screen(server, {**BEST_BY_MONTH, "where": where})) for where in wheres]
            row(f"… {name}, ms, median of {len(again)} (longest); the sort is in use", f"{median(again):.0f} ({max(again):.0f})", goal="≤ 100")
        keys = [took for text in TYPED for took in typed(server, text)]
        row(f"search while typing, ms a key, p50 / p95 of {len(keys)}", f"{median(keys):.0f} / {percentile(keys, 0.95):.0f}", goal="≤ 200")
        facets = [timed(lambda: server.ask("POST", f"{ITEM}/facets", {"fields": ["rating", "camera", "taken"]}))
                  for _ in range(3)]
        row("facets of three fields, ms", f"{median(facets):.0f}", goal="≤ 150")
        with_and_without(server, row)
        beside_a_flood(server, row)
    finally:
        server.stop()


def filled(server):
    began = time.monotonic()
    poll(lambda: server.ask("GET", f"{ITEM}/fields").json["complete"], 300, "the fields are read")
    return time.monotonic() - began


def resident(server):
    """The memory that the program uses, in KiB."""
    return int(re.search(r"VmRSS:\s*(\d+)", Path(f"/proc/{server.process.pid}/status").read_text())[1])


def timed(work):
    began = time.monotonic()
    answer = work()
    assert answer is None or answer.status < 300, answer.body
    return (time.monotonic() - began) * 1000


def viewer_of(server, query=None):
    answer = server.ask("POST", f"{ITEM}/viewers", {**LAYOUT, **({"query": query} if query else {})})
    assert answer.status == 201, answer.body
    return answer.json


def first_screen(server, query):
    """A viewer of a query, and its first cells."""
    viewer = viewer_of(server, query)
    return ask_cells(server, viewer["viewer"], viewer["version"], 1)


def ask_cells(server, name, version, seq, y=0):
    return server.ask("POST", f"/api/v1/viewers/{name}/range", {
        "seq": seq, "time": seq * 16.0, "version": version, "rect": [0, y, 1280, 800], "velocity": [0, 0], "phase": "settled"})


def typed(server, text):
    """The times of the keys of a word: each changes the viewer's query, and asks for its cells."""
    viewer, times = viewer_of(server), []

    def press(count):
        changed = server.ask("PATCH", f"/api/v1/viewers/{viewer['viewer']}", {"query": {"search": text[:count]}})
        assert changed.status == 200, changed.body
        return ask_cells(server, viewer["viewer"], changed.json["version"], count)

    for count in range(1, len(text) + 1):
        times.append(timed(lambda count=count: press(count)))
        # A quick hand; and no more than a client may ask for.
        time.sleep(0.1)
    return times


def with_and_without(server, row, count=2000):
    """Range events, moves and ratings, without any result and with five in use."""
    names = []
    for in_use in (0, len(IN_USE)):
        names = [viewer_of(server, query)["viewer"] for query in IN_USE[:in_use]]
        ranges, moves = scroll(server, count), shuffle(server, count)
        row(f"range event, ms p50 / p99, {in_use} results in use", f"{median(ranges):.2f} / {percentile(ranges, 0.99):.2f}",
            goal="≤ 1.2 × without" if in_use else "")
        row(f"move, ms p50 / p99, {in_use} results in use", f"{median(moves):.2f} / {percentile(moves, 0.99):.2f}",
            goal="≤ 1.2 × without" if in_use else "")
    took = ratings(server, names[0], 300)
    row("rating → patch at a viewer of the rated, ms p50 / p99, 5 results in use", f"{median(took):.1f} / {percentile(took, 0.99):.1f}", goal="≤ 50")


def beside_a_flood(server, row, count=1500, seconds=10):
    """Range events while another client sends a thousand different queries a second."""
    alone = scroll(server, count)
    row("range event, ms p50 / p99, nobody searches", f"{median(alone):.2f} / {percentile(alone, 0.99):.2f}")
    statuses = multiprocessing.Queue()
    other = multiprocessing.Process(target=flood, args=(int(server.address.rsplit(":", 1)[1]), seconds, statuses))
    other.start()
    time.sleep(1)
    crowded = scroll(server, count)
    found = Counter(statuses.get(timeout=60))
    other.join()
    row("… another client sends so many queries a second, of which so many are answered", f"{found.total() / seconds:.0f}, {found[201] / seconds:.1f}")
    row("… range event, ms p50 / p99, meanwhile", f"{median(crowded):.2f} / {percentile(crowded, 0.99):.2f}")


def flood(port, seconds, statuses, lines=128, per_second=1000):
    """As a client of its own, at another address: sends different queries at an even rate, as far as it is answered."""
    end, found = time.monotonic() + seconds, []

    def ask(number):
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=("127.0.0.2", 0))
        due = time.monotonic()
        while time.monotonic() < end:
            time.sleep(max(0, due - time.monotonic()))
            # What was not sent in time, since an answer took long, is not sent later.
            due = max(due + lines / per_second, time.monotonic())
            number += lines
            line.request("POST", f"{ITEM}/queries", json.dumps({"search": f"{number}"}), {"Content-Type": "application/json"})
            answer = line.getresponse()
            answer.read()
            found.append(answer.status)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(lines)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    statuses.put(found)


def scroll(server, count):
    viewer, chance, times = viewer_of(server), random.Random(1), []
    for seq in range(1, count + 1):
        version = server.ask("GET", ITEM).json["version"] if seq == 1 else version
        y = chance.randrange(1_000_000)
        times.append(timed(lambda: ask_cells(server, viewer["viewer"], version, seq, y)))
    return times


def shuffle(server, count):
    chance = random.Random(2)
    return [timed(lambda: server.ask("POST", f"{ITEM}/moves", {
        "item": str(chance.randrange(1, ITEMS)), "to": [0, chance.randrange(ITEMS - 1)]})) for _ in range(count)]


def ratings(server, viewer, count):
    """Until the event of a rating is read from another viewer's stream."""
    arrived, stream = threading.Event(), urllib.request.urlopen(f"{server.address}/api/v1/viewers/{viewer}/events", timeout=60)

    def listen():
        for line in stream:
            if line.startswith(b"event: patch") or line.startswith(b"event: reset"):
                arrived.set()

    threading.Thread(target=listen, daemon=True).start()
    chance, times = random.Random(3), []
    for number in range(count):
        item = str(chance.randrange(1, ITEMS))
        known = json.loads(server.ask("GET", f"{ITEM}/items/{item}").body)["attributes"].get("rating")
        arrived.clear()
        began = time.monotonic()
        answer = server.ask("PATCH", f"{ITEM}/items/{item}", {"attributes": {"rating": None if known == "like" else "like"}})
        assert answer.status == 200, answer.body
        assert arrived.wait(10), f"no event for rating {number}"
        times.append((time.monotonic() - began) * 1000)
    return times

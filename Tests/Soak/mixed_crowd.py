"""Clients that do everything at once: scroll, listen, load pictures, move, drag, undo, search, sort, rate, post and delete
collections, leave in the midst of it."""

import http.client
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from faults import LAYOUT, Line

PHASES = ["settled", "dragging", "scrubbing"]


def mixed_crowd(server, seconds, rate=None):
    """Runs the clients for so long, each as fast as it is answered, or with at most `rate` requests a second. Throws what any of them
    found wrong. Answers the number of requests."""
    end = time.monotonic() + seconds
    collections = [c["id"] for c in server.ask("GET", "/api/v1/collections").json["collections"]]
    kinds = [scroll] * 5 + [change] * 3 + [find] * 2 + [post, look, read]
    with ThreadPoolExecutor(len(kinds)) as threads:
        counts = list(threads.map(lambda n: kinds[n](Client(server, n, end, rate), collections), range(len(kinds))))
    return sum(counts)


# The server forgets a viewer that was silent for 60 s, and closes a connection that rested for 75 s.
PATIENCE = 50


class StoodStill(Exception):
    """This client, or the whole machine, rested for longer than the server waits for a viewer."""


class Client:
    """One line to the server, a source of chance, the time when it ends, and how many requests it makes a second at most."""

    def __init__(self, server, seed, end, rate=None):
        self.server, self.end, self.count = server, end, 0
        self.interval, self.due = 1 / rate if rate else 0, 0
        self.chance, self.line = random.Random(seed), Line(server)
        self.used, self.last = now(), "no request"

    def goes_on(self):
        return time.monotonic() < self.end

    def wait(self):
        """Until the next request is due. What a busy machine left undone is not made up for."""
        self.due = max(self.due + self.interval, now())
        time.sleep(max(0, self.due - now()))

    def ask(self, method, path, body=None, expected=None, headers=None):
        self.count += 1
        self.wait()
        rest = now() - self.used
        if rest > PATIENCE:
            self.line.connection.close()
        try:
            status, answer = self.line.ask(method, path, body, headers)
        except (http.client.HTTPException, OSError) as error:
            raise AssertionError(f"{method} {path}, {rest:.1f} s after {self.last}: {error!r}") from error
        if status == 404 and "/viewers/" in path:
            self.expects_viewer()
        self.used, self.last = now(), f"{method} {path}: {status}"
        assert status < 500 or status == 503, f"{method} {path}: {status} {answer}"
        assert expected is None or status == expected, f"{method} {path}: {status} {answer}"
        return answer

    def expects_viewer(self):
        """Called when a viewer is gone: throws `StoodStill` where the server had reason to forget it."""
        if now() - self.used > PATIENCE:
            raise StoodStill

    def picture(self, path):
        self.count += 1
        self.wait()
        self.line.connection.request("GET", path)
        self.line.connection.getresponse().read()


def now():
    """Seconds, on a clock that goes on while the machine is suspended, as the server's does."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def again(client, work):
    """Does `work` until the client's time is over."""
    while client.goes_on():
        try:
            work()
        except StoodStill:
            continue


def scroll(client, collections):
    again(client, lambda: scroll_once(client, collections))
    return client.count


def scroll_once(client, collections):
    """A viewer that jumps about, listens, shows pictures and goes."""
    chance = client.chance
    collection = chance.choice(collections)
    viewer = client.ask("POST", f"/api/v1/collections/{collection}/viewers", LAYOUT, 201)["viewer"]
    stream = listen(client, viewer)
    for number in range(1, chance.randrange(5, 40)):
        event = {"seq": number, "time": number * 16.0, "version": 1, "rect": [0, chance.randrange(100_000), 1280, 800],
                 "velocity": [0, chance.choice([0, 2000, 30_000])], "phase": chance.choice(PHASES)}
        cells = client.ask("POST", f"/api/v1/viewers/{viewer}/range", event, 200)["cells"]
        for cell in cells[:2]:
            client.picture(f"/api/v1/collections/{collection}/items/{cell['id']}/image?w=160")
        if chance.random() < 0.1:
            client.line.ask("PATCH", f"/api/v1/viewers/{viewer}", {"width": chance.randrange(300, 2000)},
                            {"Content-Type": "application/merge-patch+json"})
        if chance.random() < 0.05:
            # In the midst of its answer.
            stream.close()
            stream = listen(client, viewer)
    if chance.random() < 0.5:
        client.ask("DELETE", f"/api/v1/viewers/{viewer}")
    stream.close()


def listen(client, viewer):
    """An event stream that a thread of its own reads."""
    stream = http.client.HTTPConnection("127.0.0.1", client.line.port, timeout=60)
    stream.request("GET", f"/api/v1/viewers/{viewer}/events")
    answer = stream.getresponse()
    if answer.status == 404:
        client.expects_viewer()
    assert answer.status == 200, f"{answer.status} for the events of a viewer, after {client.last}"
    client.used = now()

    def read():
        try:
            while answer.read1(65_536):
                pass
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            # It was closed by the other thread.
            return

    threading.Thread(target=read, daemon=True).start()
    return stream


def change(client, collections):
    """Moves in every collection, drags, undo and refreshes, refused or not."""
    chance = client.chance
    while client.goes_on():
        path = f"/api/v1/collections/{chance.choice(collections)}"
        # A collection that is still being read answers 503.
        items = client.ask("GET", f"{path}/items?limit=100").get("items")
        if not items:
            continue
        item, version = chance.choice(items)["id"], 1
        client.ask("POST", f"{path}/moves", {"item": item, "to": [0, 0], "version": version})
        movement = (client.ask("POST", f"{path}/movements", {"item": item}) or {}).get("movement")
        if movement:
            client.ask("PATCH", f"{path}/movements/{movement}", {"to": [0, chance.randrange(5)]})
            client.ask(*chance.choice([("POST", f"{path}/movements/{movement}/end", {}), ("DELETE", f"{path}/movements/{movement}")]))
        client.ask("POST", f"{path}/{chance.choice(['undo', 'redo'])}", {})
        if chance.random() < 0.1:
            client.ask("POST", f"{path}/refresh", {})
        client.ask("GET", f"{path}/patches?since=0")
    return client.count


def find(client, collections):
    again(client, lambda: find_once(client, collections))
    return client.count


def find_once(client, collections):
    """Somebody who types, filters, sorts and rates in a viewer, counts values, and makes a sort the collection's own order."""
    chance = client.chance
    fields = ["title", "rating", "folder", "format"]
    path = f"/api/v1/collections/{chance.choice(collections)}"
    client.ask("GET", f"{path}/fields")
    viewer = client.ask("POST", f"{path}/viewers", LAYOUT, 201)["viewer"]
    stream = listen(client, viewer)
    for number in range(1, chance.randrange(3, 12)):
        query = {"search": "".join(chance.choices("aeinrst1", k=chance.randrange(1, 4)))}
        if chance.random() < 0.3:
            query = {"where": {"field": "rating", "in": ["like"]}}
        if chance.random() < 0.5:
            query["sort"] = [{"field": chance.choice(fields), "descending": chance.random() < 0.5}]
        if chance.random() < 0.2:
            query["group"] = {"field": "format"}
        client.ask("PATCH", f"/api/v1/viewers/{viewer}", {"query": chance.choice([query, None])}, None,
                   {"Content-Type": "application/merge-patch+json"})
        event = {"seq": number, "time": number * 16.0, "version": 1, "rect": [0, 0, 1280, 800], "velocity": [0, 0],
                 "phase": "settled"}
        for cell in client.ask("POST", f"/api/v1/viewers/{viewer}/range", event, 200)["cells"][:2]:
            client.ask("PATCH", f"{path}/items/{cell['id']}", {"attributes": {"rating": chance.choice(["like", "dislike", None])}}, None,
                       {"Content-Type": "application/merge-patch+json"})
        client.ask("POST", f"{path}/facets", {"fields": chance.choices(fields, k=2), "query": query})
        found = client.ask("POST", f"{path}/queries", query).get("id")
        if found:
            client.ask("GET", f"/api/v1/collections/{found}/items?limit=10")
        if chance.random() < 0.1:
            client.ask("POST", f"{path}/sort", {"sort": [{"field": "title"}]})
    if chance.random() < 0.5:
        client.ask("DELETE", f"/api/v1/viewers/{viewer}")
    stream.close()


def post(client, _):
    """Collections that come, at once or as lines, are used and go."""
    number = 0
    while client.goes_on():
        number += 1
        name = f"posted-{number}"
        sections = [{"id": "s", "items": [{"id": f"i{n}", "title": "x" * 100} for n in range(3_000)]}]
        client.ask("POST", "/api/v1/collections", {"id": name, "title": name, "sections": sections})
        scroll(Client(client.server, number, time.monotonic() + 0.1), [name])
        client.ask("DELETE", f"/api/v1/collections/{name}")
    return client.count


def look(client, _):
    """Whoever watches the server."""
    while client.goes_on():
        for path in ["stats", "viewers", "collections", "openapi.json", "settings"]:
            client.ask("GET", f"/api/v1/{path}", None, 200)
        client.picture("/metrics")
        client.ask("GET", "/healthz")
        client.picture("/")
        time.sleep(0.05)
    return client.count


def read(client, collections):
    again(client, lambda: read_once(client, collections))
    return client.count


def read_once(client, collections):
    """Who polls, and who breaks off while a request is arriving."""
    chance = client.chance
    viewer = client.ask("POST", f"/api/v1/collections/{chance.choice(collections)}/viewers", LAYOUT, 201)["viewer"]
    client.ask("GET", f"/api/v1/viewers/{viewer}/events?wait=50", None, 200, {"Accept": "application/json"})
    broken = http.client.HTTPConnection("127.0.0.1", client.line.port, timeout=60)
    broken.connect()
    head = f"POST /api/v1/collections HTTP/1.1\r\nHost: 127.0.0.1:{client.line.port}\r\nContent-Type: application/json\r\n"
    framing = chance.choice(["Content-Length: 3000000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n3\r\n{\"i", ": \r\n\r\n"])
    broken.sock.sendall((head + framing).encode() + b"x" * chance.randrange(3_000))
    broken.close()

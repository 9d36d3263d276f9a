"""The processor while sources fail: a viewer looks at what cannot be loaded, and once nobody does any more."""

import shutil
import socket
import threading
import time
import urllib.request
from contextlib import ExitStack, contextmanager, suppress

from faults import processor_seconds
from pictures import write_folder
from range_events import ask_range, viewer
from running import Server, poll
from web_origin import SilentOrigin, WebOrigin

COUNT = 400
# Until the first tries are over, and for which the processor is watched, in s.
SETTLE, WATCH = 10, 15


class BusyOrigin(WebOrigin):
    def answer(self, path, headers):
        return 429, {"Retry-After": "2"}, b"later"


class BrokenOrigin(WebOrigin):
    def answer(self, path, headers):
        return 200, {"Content-Type": "image/jpeg"}, b"\xff\xd8\xff\xe0" + b"\0" * 2000


def refusing():
    """An address at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return f"http://127.0.0.1:{server.getsockname()[1]}"


def listing(folder, name, address):
    path = folder / f"{name}.csv"
    path.write_text("\n".join(["url", *(f"{address}/{number}.jpg" for number in range(COUNT))]))
    return "--urls", path, "--allow-private"


@contextmanager
def looking(server, collection=None):
    """A viewer with its event stream, which has asked for what it sees."""
    made = viewer(server, collection or server.collection())
    name = made["viewer"]
    stream = urllib.request.urlopen(f"{server.address}/api/v1/viewers/{name}/events", timeout=120)

    def listen():
        with suppress(OSError, ValueError, AttributeError):
            for _ in stream:
                pass

    threading.Thread(target=listen, daemon=True).start()
    ask_range(server, name, 1, 0, version=made["version"])
    try:
        yield
    finally:
        server.ask("POST", f"/api/v1/viewers/{name}/leave")


def share(server):
    """Of a core, in percent."""
    time.sleep(SETTLE)
    began = processor_seconds(server.process.pid)
    time.sleep(WATCH)
    return (processor_seconds(server.process.pid) - began) / WATCH * 100


def measure_unplugged_demos(folder, row):
    """The demos' picture server without its plug: two collections are looked at, and the viewer of one leaves."""
    server = Server("--demo-latency", "20-40", data=folder / "data-unplugged")
    try:
        poll(lambda: all(c["open"] for c in server.ask("GET", "/api/v1/collections").json["collections"]), 60, "all are open")
        merge = {"Content-Type": "application/merge-patch+json"}
        assert server.ask("PATCH", "/api/v1/settings", {"origin": {"plugged": False}}, merge).status == 200
        with ExitStack() as both:
            both.enter_context(looking(server, "landscapes-endless"))
            with looking(server, "mosaic"):
                watched = share(server)
            left = share(server)
        row("the demos, their picture server unplugged: processor while two collections are looked at, and after one viewer left",
            f"{watched:.2f} %, {left:.2f} %", goal="≤ 1 %")
    finally:
        server.stop()


def measure_failing_states(folder, row):
    origins = {"that never answers": SilentOrigin(), "that answers 429": BusyOrigin(), "whose pictures are broken": BrokenOrigin()}
    states = {f"an origin {name}": listing(folder, str(number), origin.address) for number, (name, origin) in enumerate(origins.items())}
    states["an origin at which nobody listens"] = listing(folder, "refusing", refusing())
    states["a folder that is gone"] = (write_folder(folder / "gone", {"": 40}),)
    for number, (name, arguments) in enumerate(states.items()):
        server = Server(*arguments, data=folder / f"data-failing-{number}")
        try:
            server.opened()
            if name.startswith("a folder"):
                shutil.rmtree(folder / "gone")
            with looking(server):
                watched = share(server)
            poll(lambda: server.ask("GET", "/api/v1/stats").json["viewers"] == 0, 10, "nobody looks")
            row(f"{name}: processor while a viewer looks, and after it left", f"{watched:.2f} %, {share(server):.2f} %", goal="≤ 1 %")
        finally:
            server.stop()
    for origin in origins.values():
        origin.stop()
    measure_unplugged_demos(folder, row)

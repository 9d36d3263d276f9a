"""The scheduling as a client meets it: what is loaded after a drag of the scroll bar, what becomes of a source that fails."""

import json
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from running import poll

WIDTH, HEIGHT, COLUMNS, ROW = 1280, 1008, 8, 168
LAYOUT = {"layout": {"kind": "column", "minColumnWidth": 150, "cellHeight": 160, "spacing": 8, "inset": 0},
          "width": WIDTH, "height": HEIGHT}


class Viewer:
    """A viewer and its life-cycle steps, in their order."""

    def __init__(self, server):
        self.server = server
        self.name = server.ask("POST", f"/api/v1/collections/{server.collection()}/viewers", LAYOUT).json["viewer"]
        self.sequence, self.steps = 0, []
        path = f"/api/v1/viewers/{self.name}/events?lifecycle=1"
        self.line = urllib.request.urlopen(
            urllib.request.Request(server.address + path, headers={"Accept": "text/event-stream"}), timeout=60)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        try:
            for line in self.line:
                if line.startswith(b"data: "):
                    self.steps += json.loads(line[6:]).get("steps", [])
        except (OSError, ValueError, AttributeError):
            pass

    def see(self, y, phase="settled", velocity=0.0):
        self.sequence += 1
        return self.server.ask("POST", f"/api/v1/viewers/{self.name}/range", {
            "seq": self.sequence, "time": self.sequence * 16.0, "version": 1, "rect": [0, y, WIDTH, HEIGHT],
            "velocity": [0, velocity], "phase": phase}).json

    def wait_until_full(self, y):
        def is_full():
            answer = self.see(y)
            first, last = answer["visible"]
            return all(c["state"] == "ready" for c in answer["cells"] if first <= c["index"] <= last)
        poll(is_full, 30, "all in view is ready")

    def leave(self):
        self.server.ask("POST", f"/api/v1/viewers/{self.name}/leave")
        self.line.close()


def test_after_a_drag_across_everything_what_is_in_view_is_loaded_first(start_server):
    server = start_server("--items", 100_000, "--item-pictures", "--demo-latency", "60-60", "--loaders", 4,
                          "--no-previews")
    server.opened()
    viewer = Viewer(server)
    rows = 100_000 // COLUMNS
    for step in range(150):
        viewer.see(step * rows // 150 * ROW, "scrubbing", 200_000)
    target = rows // 3 * ROW
    visible = viewer.see(target)["visible"]
    wanted = set(range(visible[0], visible[1] + 1))
    assert len(wanted) == 48
    viewer.wait_until_full(target)

    def loaded():
        return {s["index"] for s in viewer.steps if s["step"] == "loadEnded" and s.get("index") in wanted}
    poll(lambda: loaded() == wanted, 30, "every load of the view was told")
    steps = viewer.steps
    began = [s.get("index") for s in steps if s["step"] == "loadBegan"]
    first = next(n for n, index in enumerate(began) if index in wanted)
    last = max(n for n, index in enumerate(began) if index in wanted)
    # From the first to the last of the view nothing else began, but what took a loader's turn as the last ones ran.
    assert len([i for i in began[first:last + 1] if i not in wanted]) == 0, began[first:last + 1]
    # And of the 7,200 cells that flew by hardly any was loaded: four loaders, 60 ms each.
    assert first < 150, f"{first} loads of what had gone by"
    viewer.leave()


class FailingOrigin:
    """Answers 503 until it is mended; remembers when it was asked."""

    def __init__(self, picture):
        self.picture, self.is_mended, self.asked, origin = picture, False, [], self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                origin.asked.append((time.monotonic(), self.path))
                self.send_response(200 if origin.is_mended else 503)
                body = origin.picture if origin.is_mended else b""
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def test_a_source_that_fails_is_left_alone_and_found_again(start_server, real_pictures, tmp_path):
    origin = FailingOrigin(real_pictures[0].read_bytes())
    listing = tmp_path / "list.txt"
    listing.write_text("\n".join(f"{origin.address}/{n}.jpg" for n in range(40)))
    try:
        server = start_server("--urls", listing, "--allow-private", "--loaders", 4, "--no-previews")
        server.opened()
        viewer = Viewer(server)
        viewer.see(0)
        poll(lambda: server.ask("GET", "/api/v1/stats").json["loads"]["retried"] >= 8, 30, "loads are tried again")
        # Eight failures one after another, and the source is left alone: 40 cells in view would else ask 120 times.
        asked = len(origin.asked)
        assert asked <= 24, f"{asked} requests to a source that fails"
        origin.is_mended = True

        def is_shown():
            states = {c["state"] for c in viewer.see(0)["cells"]}
            return states == {"ready"}
        poll(is_shown, 60, "what failed for now is loaded once the source is back")
        viewer.leave()
    finally:
        origin.stop()

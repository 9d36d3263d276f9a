"""The scheduling as a client meets it: what is loaded after a drag of the scroll bar, what becomes of a source that fails."""

import json
import threading
import urllib.request

from running import poll
from web_origin import WebOrigin

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
        # Ends with the server.
        line = urllib.request.urlopen(
            urllib.request.Request(server.address + path, headers={"Accept": "text/event-stream"}), timeout=60)
        threading.Thread(target=self._listen, args=(line,), daemon=True).start()

    def _listen(self, lines):
        try:
            for line in lines:
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


def test_after_a_drag_across_everything_what_is_in_view_is_loaded_first(start_server):
    server = start_server("--items", 100_000, "--item-pictures", "--demo-latency", "60-60", "--loaders", 4,
                          "--no-previews")
    server.opened()
    viewer = Viewer(server)
    rows = 100_000 // COLUMNS
    for step in range(150):
        viewer.see(step * rows // 150 * ROW, "scrubbing", 200_000)
    # A place that no step has shown.
    target = (rows // 3 + 40) * ROW
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
    # From the first to the last of the view nothing else began. Each of the four loaders tells by itself what it begins: what the three
    # others began before the first of the view may be told after it, and what they begin after the last before it.
    others = [i for i in began[first:last + 1] if i not in wanted]
    assert len(others) < 4, (others, began[first:last + 1])
    # And most of the 7,200 cells that flew by were never loaded.
    assert first < 3600, f"{first} loads of what had gone by"


class FailingOrigin(WebOrigin):
    """Answers 503 until it is mended."""

    def __init__(self, picture):
        self.picture, self.is_mended = picture, False
        super().__init__()

    def answer(self, path, headers):
        return (200, {}, self.picture) if self.is_mended else (503, {}, b"")


def test_a_source_that_fails_is_left_alone_and_found_again(start_server, real_pictures, tmp_path):
    origin = FailingOrigin(real_pictures[0].read_bytes())
    listing = tmp_path / "list.txt"
    listing.write_text("\n".join(f"{origin.address}/{n}.jpg" for n in range(40)))
    try:
        server = start_server("--urls", listing, "--allow-private", "--loaders", 4, "--no-previews")
        server.opened()
        viewer = Viewer(server)
        viewer.see(0)
        # Eight failures one after another, and the source is left alone; then one load at a time asks how it is. The other
        # cells in view would have asked long since.
        poll(lambda: server.ask("GET", "/api/v1/stats").json["loads"]["retried"] >= 9, 60, "one load asks again")
        assert len(origin.asked) <= 16, f"{len(origin.asked)} requests to a source that fails"
        origin.is_mended = True

        def is_shown():
            states = {c["state"] for c in viewer.see(0)["cells"]}
            return states == {"ready"}
        poll(is_shown, 60, "what failed for now is loaded once the source is back")
    finally:
        origin.stop()

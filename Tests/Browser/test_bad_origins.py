"""Origins that nobody tuned: one that answers far too late, or never, with half a picture, with another picture each time, or that sends everyone away
for a while. Cells say so, all others are shown, and no loader is held for longer than its time."""

import itertools
import time

from grid_page import GridPage
from pictures import png
from running import poll
from web_origin import WebOrigin

GOOD = 12
# Seconds after which the late one answers.
LATE = 45


class BadOrigin(WebOrigin):
    def __init__(self):
        self.count, self.first_busy = itertools.count(), None
        super().__init__()

    def answer(self, path, headers):
        name = path.strip("/").split(".")[0]
        number = next(self.count)
        if name in ("late", "never"):
            time.sleep(LATE if name == "late" else 300)
        if name == "half":
            whole = png(7, 360, 240)
            # It is announced whole, and the line is cut.
            return 200, {"Content-Type": "image/png", "Content-Length": str(len(whole)), "Connection": "close"}, whole[: len(whole) // 3]
        if name == "busy" and self.first_busy is None:
            self.first_busy = time.monotonic()
            return 429, {"Retry-After": "3"}, b""
        if name == "busy":
            assert time.monotonic() - self.first_busy > 2.9, "it was to be left alone for 3 s"
        return 200, {"Content-Type": "image/png"}, png(number if name == "other" else 3, 360, 240)


def face(grid, title):
    """What a cell shows: its words when it failed, `shown`, or `waiting`."""
    return grid.page.evaluate("""(title) => {
      const root = document.querySelector('collection-grid').shadowRoot;
      const cell = [...root.querySelectorAll('.cell:not([hidden])')].find((cell) => cell.getAttribute('aria-label').startsWith(title));
      const reason = cell.querySelector('.failure .reason');
      return reason ? reason.textContent : cell.querySelector('img.picture.shown') ? 'shown' : 'waiting';
    }""", title)


def test_cells_say_what_their_origin_does_and_all_others_are_shown(page, start_server, tmp_path):
    origin = BadOrigin()
    bad = ["late", "never", "half", "other", "busy"]
    listing = tmp_path / "list.csv"
    names = [*bad, *(f"good{n}" for n in range(GOOD))]
    listing.write_text("\n".join(["url,title", *(f"{origin.address}/{name}.png,{name}" for name in names)]))
    try:
        server = start_server("--urls", listing, "--allow-private", "--loaders", 4)
        server.opened()
        grid = GridPage(page, server.address)
        page.goto(server.address)
        page.locator(".cell").first.wait_for()
        faces = lambda: {name: face(grid, name) for name in names}
        # Two of the four loaders are held; what is good comes all the same, and long before those are given up.
        began = time.monotonic()
        poll(lambda: all(face(grid, f"good{n}") == "shown" for n in range(GOOD)), 14, "what is good is shown")
        poll(lambda: face(grid, "other") == face(grid, "busy") == "shown", 30, f"and what came in the end; {faces()}")
        poll(lambda: face(grid, "half") not in ("shown", "waiting"), 30, f"half a picture is said; {faces()}")
        # Each is given up at its deadline, not when the origin deigns to answer.
        for name in ("late", "never"):
            poll(lambda: "took too long" in face(grid, name), 90 - (time.monotonic() - began), f"{name} is given up; {faces()}")
        poll(lambda: server.ask("GET", "/api/v1/stats").json["loads"]["running"] == 0, 10, "no loader is held")
        # Once more, and not before it was time.
        assert origin.asked.count("/busy.png") == 2
    finally:
        origin.stop()


def test_a_picture_that_is_another_one_each_time_stays_what_it_was(page, start_server, tmp_path):
    origin = BadOrigin()
    listing = tmp_path / "list.csv"
    listing.write_text("\n".join(["url,title", *(f"{origin.address}/other.png?{n},Picture {n}" for n in range(6))]))
    try:
        server = start_server("--urls", listing, "--allow-private")
        server.opened()
        grid = GridPage(page, server.address).open()
        poll(lambda: all(cell["isShown"] for cell in grid.seen()), 30, "all are shown")
        sources = grid.parts("img.picture.shown", "e.currentSrc")
        asked = len(origin.asked)
        page.reload()
        grid.settle()
        poll(lambda: all(cell["isShown"] for cell in grid.seen()), 30, "all are shown again")
        assert grid.parts("img.picture.shown", "e.currentSrc") == sources
        assert len(origin.asked) == asked, "what was read once is not read again"
    finally:
        origin.stop()

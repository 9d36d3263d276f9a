"""Origins that nobody tuned: one that answers far too late, or never, with half a picture, with another picture each time, or that sends everyone away
for a while or for ever. Cells say so, all others are shown, and no loader is held for longer than its time."""

import itertools
import select
import threading
import time
from collections import defaultdict

import pytest
from grid_page import ROOT, GridPage, Held
from pictures import png
from running import poll
from web_origin import WebOrigin

GOOD = 12
# Seconds after which the late one answers, and after which the busy ones want to be asked again.
LATE, PAUSE = 45, 8
# Seconds: silence after which a request is given up (Downloader.Configuration), and a load's time for tries (half of LoadConfiguration's).
SILENCE, TRIES = 15, 30
# Seconds that a busy machine may add.
SLACK = 5

WORDS = {
    "late": "The picture’s server took too long to respond.",
    "never": "The picture’s server took too long to respond.",
    "half": "The picture is incomplete or damaged.",
    "cut": "The picture’s server broke off before the picture was complete.",
    "shut": "The picture’s server responded with status 429.",
}


class BadOrigin(WebOrigin):
    """`begun` has the times of the requests by name, `held` the seconds for which each was waited for that got no answer at once."""

    def __init__(self):
        self.count, self.begun, self.held, self.thread = itertools.count(), defaultdict(list), defaultdict(list), threading.local()
        super().__init__()
        origin = self

        class Handler(self.server.RequestHandlerClass):
            def handle(self):
                origin.thread.connection = self.connection
                super().handle()

        self.server.RequestHandlerClass = Handler

    def hold(self, name, seconds):
        """Answers nothing for as long, or until the other side hangs up."""
        began = time.monotonic()
        select.select([self.thread.connection], [], [], seconds)
        self.held[name].append(time.monotonic() - began)

    def answer(self, path, headers):
        name = path.strip("/").split(".")[0]
        self.begun[name].append(time.monotonic())
        if name in ("late", "never"):
            self.hold(name, LATE if name == "late" else 300)
        if name in ("half", "cut"):
            whole = png(7, 360, 240)
            part = whole[: len(whole) // 3]
            # The cut one is announced whole.
            return 200, {"Content-Type": "image/png", "Content-Length": str(len(whole if name == "cut" else part)), "Connection": "close"}, part
        if name == "shut" or name == "busy" and len(self.begun[name]) == 1:
            return 429, {"Retry-After": str(PAUSE)}, b""
        return 200, {"Content-Type": "image/png"}, png(next(self.count) if name == "other" else 3, 360, 240)


@pytest.fixture
def origin():
    origin = BadOrigin()
    yield origin
    origin.stop()


def face(grid, title):
    """What a cell shows: its words when it failed, `shown`, `loads` when it says so, or `nothing`."""
    return grid.page.evaluate("""(title) => {
      const root = document.querySelector('collection-grid').shadowRoot;
      const cell = [...root.querySelectorAll('.cell:not([hidden])')].find((cell) => cell.getAttribute('aria-label').startsWith(title));
      const reason = cell.querySelector('.failure .reason');
      if (reason) return reason.textContent;
      return cell.querySelector('img.picture.shown') ? 'shown' : cell.classList.contains('slow') ? 'loads' : 'nothing';
    }""", title)


def test_cells_say_what_their_origin_does_and_all_others_are_shown(page, origin, start_server, tmp_path):
    listing = tmp_path / "list.csv"
    names = [*WORDS, "other", "busy", *(f"good{n}" for n in range(GOOD))]
    listing.write_text("\n".join(["url,title", *(f"{origin.address}/{name}.png,{name}" for name in names)]))
    server = start_server("--urls", listing, "--allow-private", "--loaders", 4)
    server.opened()
    grid = GridPage(page, server.address)
    page.goto(server.address)
    page.locator(".cell").first.wait_for()
    faces = lambda *of: {name: face(grid, name) for name in of or names}
    waiting = ["late", "never", "busy", "shut"]
    poll(lambda: set(faces(*waiting).values()) == {"loads"}, PAUSE - 1, lambda: f"who waits says so; {faces()}")
    # Loaders are held; what is good comes all the same, and long before those are given up.
    poll(lambda: all(face(grid, name) == "shown" for name in names if name.startswith("good")), SILENCE - 1,
         lambda: f"what is good is shown; {faces()}")
    poll(lambda: faces("other", "busy") == {"other": "shown", "busy": "shown"}, 30,
         lambda: f"and what came in the end; {faces()}")
    # Each is given up at its deadline, not when the origin deigns to answer.
    poll(lambda: faces(*WORDS) == WORDS, TRIES + SLACK, lambda: f"the others say why not; {faces()}")
    poll(lambda: server.ask("GET", "/api/v1/stats").json["loads"]["running"] == 0, SLACK, "no loader is held")
    for name in ("late", "never"):
        poll(lambda: len(origin.held[name]) == len(origin.begun[name]), SLACK, f"{name} is waited for by nobody")
        assert max(origin.held[name]) < SILENCE + SLACK, origin.held
        assert origin.begun[name][-1] + origin.held[name][-1] - origin.begun[name][0] < TRIES + SLACK, origin.held
    # Once more, or twice, and not before it was time.
    assert (len(origin.begun["busy"]), len(origin.begun["shut"])) == (2, 3)
    for name in ("busy", "shut"):
        assert all(after - before > PAUSE - 0.1 for before, after in itertools.pairwise(origin.begun[name])), origin.begun


# By item, the mean colour of what a cell shows: of its preview, or of its picture. Each picture of an origin has another one.
COLOURS = f"""async (part) => Object.fromEntries(await Promise.all([...{ROOT}.querySelectorAll('.cell:not([hidden])')].map(async (cell) => {{
  let image = cell.querySelector('img.picture.shown');
  if (part === 'preview') {{
    image = new Image();
    image.src = getComputedStyle(cell.querySelector('.preview')).backgroundImage.slice(5, -2);
    await image.decode();
  }}
  const context = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d');
  context.drawImage(image, 0, 0);
  const {{ data }} = context.getImageData(0, 0, image.naturalWidth, image.naturalHeight);
  const sums = [0, 0, 0];
  data.forEach((value, index) => index % 4 < 3 && (sums[index % 4] += value));
  return [cell.dataset.item, sums.map((sum) => sum / (data.length / 4))];
}})))"""


def test_a_picture_that_is_another_one_each_time_stays_what_it_was(new_page, origin, start_server, tmp_path):
    listing = tmp_path / "list.csv"
    listing.write_text("\n".join(["url,title", *(f"{origin.address}/other.png?{n},Picture {n}" for n in range(6))]))
    server = start_server("--urls", listing, "--allow-private")
    server.opened()
    page = new_page()
    grid = GridPage(page, server.address)
    held = Held(page, "**/image?*")
    page.goto(server.address, wait_until="commit")
    page.locator(".cell").first.wait_for()
    poll(lambda: grid.parts(".cell:not([hidden])", "e.dataset.tier") == ["1"] * 6, 30, "previews alone are shown")
    previews = page.evaluate(COLOURS, "preview")
    held.release()

    def colours(grid):
        poll(lambda: len(grid.seen()) == 6 and all(cell["isShown"] for cell in grid.seen()), 30, "all are shown")
        return grid.page.evaluate(COLOURS, "picture")

    pictures = colours(grid)
    assert len({tuple(colour) for colour in pictures.values()}) == 6, "each read is another picture"
    for item, colour in pictures.items():
        assert previews[item] == pytest.approx(colour, abs=8), "a preview and its picture come of one read"
    page.reload()
    assert colours(grid.settle()) == pictures
    # One whose browser has kept nothing.
    assert colours(GridPage(new_page(), server.address).open()) == pictures
    assert len(origin.asked) == 6, "what was read once is not read again"

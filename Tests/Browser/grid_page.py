"""The page as tests see it: cells by what they show and where, never by how they are made."""

import math

from playwright.sync_api import Error, Page
from running import poll

GRID = "document.querySelector('collection-grid')"
# The inside of the grid: for scripts that run in the page. What one question answers is asked by the methods below.
ROOT = f"{GRID}.shadowRoot"

# The page's own module, wherever it is served from.
PAGE_MODULE = "import(document.querySelector('script[type=module]').src)"

# Cells that are seen, in reading order, with their place in the window.
CELLS = f"""() => [...{GRID}.shadowRoot.querySelectorAll('.cell:not([hidden]):not(.leaving):not(.ghost)')].map((cell) => {{
  const box = cell.getBoundingClientRect();
  return {{
    id: cell.dataset.item, state: cell.dataset.state, label: cell.getAttribute('aria-label'),
    x: box.left, y: box.top, width: box.width, height: box.height,
    isShown: !cell.querySelector('img.picture') || cell.querySelector('img.picture.shown') !== null,
    isLoaded: [...cell.querySelectorAll('img.picture')].every((i) => i.complete && i.naturalWidth > 0),
  }};
}}).sort((a, b) => Math.round(a.y) - Math.round(b.y) || a.x - b.x)"""

# Until what fades and grows into place has done so.
ANIMATIONS_FINISH = f"""() => Promise.all([document, {ROOT}].flatMap((tree) => tree.getAnimations())
  .filter((animation) => animation.effect.getComputedTiming().endTime < 10_000)
  .map((animation) => animation.finished.catch(() => {{}})))"""


def has_no_worker(page: Page):
    """Pages from now on make their requests themselves: Playwright sees none of a worker that pages share."""
    page.add_init_script("delete window.SharedWorker")


def asks_singly(page: Page):
    """From now on pages fetch each picture by itself: on a slow machine they take a server for one far away, and ask for many together."""
    page.route("**/images", lambda route: route.fulfill(status=404))


class Missing(dict):
    """Stands for a cell that is not drawn, or not yet: false, and nothing about it is equal or near to anything."""

    def __missing__(self, _):
        return math.nan


class GridPage:
    """A page with the grid. Lengths in CSS px."""

    def __init__(self, page: Page, address: str):
        self.page = page
        self.address = address

    def open(self, collection: str | None = None):
        self.page.goto(self.address + ("/" if collection is None else f"/?collection={collection}"))
        self.settle()
        # Whoever acts as quickly as a test does waits for what is loaded after the first screen.
        poll(lambda: self.page.evaluate(f"!{GRID}.session || {GRID}.session.features.loaded !== undefined"), 30, "all is loaded")
        return self

    def settle(self, seconds=20.0):
        """Until all in view is drawn and nothing is under way."""
        poll(lambda: self.get("isIdle"), seconds, "the page is idle")
        return self

    def equip(self):
        """Until what is loaded after the first screen is here: large pictures, menus, dialogs, carrying."""
        poll(lambda: self.get("session.features.loaded !== undefined"), 30, "all features are here")
        return self

    def get(self, name):
        return self.page.evaluate(f"{GRID}.{name}")

    @property
    def offset(self):
        return self.get("offset")

    def scroll_to(self, offset):
        self.page.evaluate(f"{GRID}.offset = {offset}")
        return self.settle()

    def cells(self):
        return self.page.evaluate(CELLS)

    def seen(self):
        """Cells that meet the view, in reading order."""
        view = self.page.evaluate(f"{GRID}.getBoundingClientRect().toJSON()")
        return [c for c in self.cells() if c["y"] + c["height"] > view["top"] + 1 and c["y"] < view["bottom"] - 1]

    def order(self):
        return [c["id"] for c in self.cells()]

    def titles(self):
        return [c["label"] for c in self.cells()]

    def cell(self, item):
        return next((c for c in self.cells() if c["id"] == item), Missing())

    def centre(self, item):
        cell = self.cell(item)
        assert cell, f"{item} is not in the page"
        return cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2

    def part(self, selector, what):
        """A JavaScript expression of `e`, the first part of the grid that a selector matches; null without a match."""
        return self.page.evaluate(f"(selector) => {{ const e = {ROOT}.querySelector(selector); return e && ({what}); }}", selector)

    def parts(self, selector, what):
        """The same of each part that a selector finds, in the document's order."""
        return self.page.evaluate(f"(selector) => [...{ROOT}.querySelectorAll(selector)].map((e) => ({what}))", selector)

    def box(self, selector):
        return self.part(selector, "e.getBoundingClientRect().toJSON()")

    def node(self, item, what):
        """A JavaScript expression of `e`, the node that shows an item."""
        return self.part(f".cell[data-item='{item}']:not(.leaving):not(.ghost)", what)

    def zoom(self, x, y, distance, until):
        """One gesture of the wheel with Ctrl held, turned until a JavaScript condition of `e`, the grid, holds. By the page's own clock: a slow
        machine would let the wheel rest, which ends the gesture."""
        self.page.evaluate(f"""([x, y, deltaY]) => new Promise((done) => {{
          const e = {GRID}, scroller = {ROOT}.querySelector('.scroller');
          const turn = () => {{
            if ({until}) return done();
            scroller.dispatchEvent(new WheelEvent('wheel', {{ deltaY, clientX: x, clientY: y, ctrlKey: true, cancelable: true, bubbles: true }}));
            setTimeout(turn, 100);
          }};
          turn();
        }})""", [x, y, distance])

    def is_still(self):
        """Whether nothing in the grid is animated."""
        return self.page.evaluate(f"{ROOT}.getAnimations().length") == 0

    def ask_for_layout(self, kind):
        """By the page's menu."""
        self.page.locator(".layouts > button").click()
        self.page.locator(f".layouts input[value={kind}]").check()
        self.page.keyboard.press("Escape")

    def choose_layout(self, kind):
        """By the page's menu, until the cells have travelled to their new places."""
        self.ask_for_layout(kind)
        poll(lambda: self.part(".frame", "e.dataset.layout") == kind, 30, kind)
        self.settle()
        poll(self.is_still, 30, "all have arrived")

    def spoken(self):
        return self.parts(".live p", "e.textContent")

    def hears(self, part, seconds=15.0):
        poll(lambda: any(part in line for line in self.spoken()), seconds,
             lambda: f"'{part}' spoken; heard {self.spoken()}")

    def headers(self):
        return self.parts(".header .title", "e.textContent")

    def focused(self):
        return self.page.evaluate(f"{GRID}.shadowRoot.activeElement?.dataset.item ?? null")

    def focus(self, item):
        self.node(item, "e.focus()")
        return self

    def click(self, item, **options):
        self.page.mouse.click(*self.centre(item), **options)
        return self

    def is_shown(self, selector):
        """Whether a part of the grid is there and shown: the banner, the toast, the menu."""
        return self.part(selector, "true") is True

    def pick_up(self, item):
        """Presses on a cell and drags until it is in hand, or refused."""
        x, y = self.centre(item)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 12, y + 4, steps=3)
        return x, y

    def carry(self, item):
        self.pick_up(item)
        poll(lambda: self.is_shown(".ghost"), 5, f"{item} is in hand")
        return self

    def drag(self, item, over):
        """By mouse onto the place of another cell."""
        self.carry(item)
        x, y = self.centre(over)
        self.page.mouse.move(x, y, steps=8)
        poll(lambda: self.gap_is_near(x, y), 15, "the others made room")
        self.page.mouse.up()
        poll(lambda: not self.is_shown(".ghost"), 15, "the item has landed")
        return self.settle()

    def hold(self, item):
        """By a finger that is lifted where it was: the item's menu opens."""
        finger = Finger(self.page)
        finger.down(*self.centre(item))
        poll(lambda: self.is_shown(".ghost"), 30, "it is in hand")
        finger.up()
        # What is picked up next has a ghost of its own.
        poll(lambda: self.is_shown(".cell-menu") and not self.is_shown(".ghost"), 10, "the menu is open")

    def select_by_finger(self, item):
        self.hold(item)
        self.page.get_by_role("menuitem", name="Select", exact=True).tap()
        poll(lambda: self.node(item, "e.querySelector('.handle') !== null"), 30, "it has a handle")

    def gap_is_near(self, x, y):
        """Whether the gap is under a point, and still."""
        places = []
        for _ in range(2):
            cell = next((c for c in self.cells() if self.is_carried(c["id"])), None)
            if not cell:
                return False
            places.append((cell["x"], cell["y"]))
        here = places[0] == places[1]
        return here and cell["x"] <= x <= cell["x"] + cell["width"] and cell["y"] <= y <= cell["y"] + cell["height"]

    def is_carried(self, item):
        return item in self.parts(".cell.carried", "e.dataset.item")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)


class Held:
    """Requests whose addresses match, held back until `release`: what a reader does before the answers."""

    def __init__(self, page: Page, pattern):
        self.page, self.routes, self.is_open = page, [], False
        if "/image?" in str(pattern):
            asks_singly(page)
        page.route(pattern, lambda route: route.continue_() if self.is_open else self.routes.append(route))

    def wait(self):
        # Only while the page is asked for something are its requests handed on.
        poll(lambda: self.page.evaluate("true") and self.routes, 10, "the server is asked")

    def release(self):
        self.is_open = True
        for route in self.routes:
            try:
                route.continue_()
            except Error:
                # Of a page that was left.
                pass


class Finger:
    """One finger on the glass, by the browser's own input: long presses and flings are real ones."""

    def __init__(self, page: Page):
        self.session = page.context.new_cdp_session(page)
        self.place = (0, 0)

    def _send(self, kind, points):
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def down(self, x, y):
        self.place = (x, y)
        self._send("touchStart", [{"x": x, "y": y}])

    def move(self, x, y, steps=8):
        from_x, from_y = self.place
        for step in range(1, steps + 1):
            at = (from_x + (x - from_x) * step / steps, from_y + (y - from_y) * step / steps)
            self._send("touchMove", [{"x": at[0], "y": at[1]}])
        self.place = (x, y)

    def up(self):
        self._send("touchEnd", [])

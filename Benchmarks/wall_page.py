"""The wall in Chromium: from a click on "all" to the last texel in view, and gliding beside a plain grid of sprites, flings, moves."""

import shutil
import time
from contextlib import contextmanager
from statistics import median

from figures import percentile
from running import poll

GRID = "document.querySelector('collection-grid')"
ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
WINDOW = {"width": 1312, "height": 1008}

# Milliseconds until the wall of a size is there, whole: every texel in view known and drawn.
SHOWS = """async (size) => {
  const grid = document.querySelector('collection-grid'), began = performance.now();
  grid.density = size;
  const { presenter } = grid.session;
  while (presenter.store.wall?.metrics.minColumnWidth !== size || !presenter.wall.isWhole) {
    if (performance.now() - began > 60_000) throw new Error('the wall is not whole');
    await new Promise(requestAnimationFrame);
  }
  return [performance.now() - began, grid.itemCount];
}"""

# Scrolls as a glide does, a step in each frame; returns the time between frames.
GLIDE = """async ({ frames, step }) => {
  const scroller = document.querySelector('collection-grid')?.shadowRoot.querySelector('.scroller') ?? document.querySelector('.plain');
  const times = [];
  let before = await new Promise(requestAnimationFrame);
  for (let i = 0; i < frames; i++) {
    scroller.scrollTop += step;
    const now = await new Promise(requestAnimationFrame);
    times.push(now - before);
    before = now;
  }
  return times;
}"""

# Scrolls as a finger's fling does on iOS, which keeps 0.998 of its speed in each millisecond; returns of each frame the share of cells in view
# that show nothing, and of those that have no texel of 8 px.
FLING = """async ({ speed }) => {
  const { presenter } = document.querySelector('collection-grid').session, { wall, surface } = presenter;
  const scroller = document.querySelector('collection-grid').shadowRoot.querySelector('.scroller');
  const shares = [], start = scroller.scrollTop, began = performance.now();
  for (let now = began; speed * 0.998 ** (now - began) > 0.02; now = await new Promise(requestAnimationFrame)) {
    scroller.scrollTop = start + speed * (0.998 ** (now - began) - 1) / Math.log(0.998);
    await new Promise(requestAnimationFrame);
    const [low, high] = wall.places.span(surface.offset, surface.offset + surface.height), { runs, before } = wall.texels;
    const count = (spans) => spans.reduce((sum, [from, end]) => sum + end - from, 0) / Math.max(1, high - low);
    const gaps = runs.gaps(low, high), unknown = count(wall.texels.unknown([low, high]));
    shares.push([count(gaps.flatMap((gap) => before.gaps(...gap))) + unknown, count(gaps) + unknown]);
  }
  return shares;
}"""

# The time at which a newer version than the present one is drawn, in ms since 1970, and the sheets that were asked for until 500 ms later.
MOVED = """async () => {
  const { presenter } = document.querySelector('collection-grid').session, { version } = presenter.store;
  const sheets = () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/sheet?')).length, before = sheets();
  while (presenter.store.version === version) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const seen = performance.timeOrigin + performance.now();
  await new Promise((done) => setTimeout(done, 500));
  return [seen, sheets() - before];
}"""

# A plain grid of sprites: a node for each cell in view, with a part of one large picture behind it; rows are made again as they leave.
PLAIN = """async ({ items, size }) => {
  document.body.innerHTML = '<div class="plain" style="position:fixed;inset:0;overflow-y:scroll"><div style="position:relative"></div></div>';
  const scroller = document.body.firstChild, sizer = scroller.firstChild, pitch = size + 1, columns = Math.floor((scroller.clientWidth - 1) / pitch);
  sizer.style.height = Math.ceil(items / columns) * pitch + 'px';
  const sprite = document.createElement('canvas');
  sprite.width = sprite.height = size * 32;
  const context = sprite.getContext('2d');
  for (let i = 0; i < 1024; i++) {
    context.fillStyle = `hsl(${i * 47} 60% 60%)`;
    context.fillRect((i % 32) * size, (i >> 5) * size, size, size);
  }
  const url = URL.createObjectURL(await new Promise((done) => sprite.toBlob(done)));
  // Only what differs is set on a cell: its part of the sprite.
  document.head.innerHTML = `<style>.row{position:absolute;left:1px;top:0;display:flex;gap:1px}.row>*{flex:none;width:${size}px;height:${size}px;background-image:url(${url})}</style>`;
  const rows = new Map();
  const draw = () => {
    const first = Math.max(0, Math.floor(scroller.scrollTop / pitch) - 8), last = Math.ceil((scroller.scrollTop + innerHeight) / pitch) + 8;
    const free = [];
    for (const [row, node] of rows) if (row < first || row > last) {
      rows.delete(row);
      free.push(node);
    }
    for (let row = first; row <= last; row++) {
      if (rows.has(row)) continue;
      const node = free.pop() ?? sizer.appendChild(document.createElement('div'));
      node.className = 'row';
      node.style.translate = `0 ${row * pitch}px`;
      for (let column = 0; column < columns; column++) {
        const cell = node.children[column] ?? node.appendChild(document.createElement('div')), at = (row * columns + column) % 1024;
        cell.style.backgroundPosition = `-${(at % 32) * size}px -${(at >> 5) * size}px`;
      }
      rows.set(row, node);
    }
  };
  scroller.addEventListener('scroll', () => requestAnimationFrame(draw));
  draw();
  await new Promise((done) => setTimeout(done, 500));
}"""


def late(times):
    """Share of frames later than 25 ms, in per cent."""
    return 100 * sum(time > 25 for time in times) / len(times)


class Pages:
    """Pages of a server in one browser, one after another, each with nothing in its cache."""

    def __init__(self, browser, server):
        self.browser, self.server = browser, server

    @contextmanager
    def opened(self):
        context = self.browser.new_context(viewport=WINDOW)
        page = context.new_page()
        page.goto(self.server.address)
        self.idle(page)
        yield page
        context.close()

    @staticmethod
    def idle(page):
        poll(lambda: page.evaluate(f"{GRID}?.isIdle && {GRID}.session.features.loaded !== undefined"), 60, "the page is idle")


@contextmanager
def pages(server):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        yield Pages(browser, server)
        browser.close()


def measure_shows(pages, row, name, goals, rounds=3):
    """From another size to the last texel in view."""
    for size, goal in goals.items():
        first, again = [], []
        for _ in range(rounds):
            with pages.opened() as page:
                first.append(page.evaluate(SHOWS, size)[0])
                page.evaluate(f"{GRID}.density = 160")
                pages.idle(page)
                again.append(page.evaluate(SHOWS, size)[0])
        row(f"{name}, cells of {size} px: from another size to the last texel in view; again",
            f"{median(first) / 1e3:.2f} s, {median(again) / 1e3:.2f} s", goal=goal)


def glide(page, frames):
    """The times between frames, and the main thread's time in a frame, in ms."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def busy():
        return next(one["value"] for one in session.send("Performance.getMetrics")["metrics"] if one["name"] == "TaskDuration")

    before = busy()
    times = page.evaluate(GLIDE, {"frames": frames, "step": 30})
    return times, (busy() - before) * 1e3 / frames


def measure_glide(pages, row, name, frames=600):
    with pages.opened() as page:
        items = page.evaluate(SHOWS, 16)[1]
        pages.idle(page)
        times, busy = glide(page, frames)
        page.goto("about:blank")
        page.evaluate(PLAIN, {"items": items, "size": 16})
        plain, plain_busy = glide(page, frames)
    row(f"{name}, glide at 16 px: frames later than 25 ms, p95, main thread in a frame; plain sprites",
        f"{late(times):.1f} %, {percentile(times, .95):.0f} ms, {busy:.1f} ms",
        f"{late(plain):.1f} %, {percentile(plain, .95):.0f} ms, {plain_busy:.1f} ms", goal="plain + 1 point, ≤ 3 ms")


def measure_flings(pages, row, name, speeds=(2, 4, 8)):
    """Speeds in px a millisecond: a finger's usual one, a quick one, and the quickest."""
    blank = []
    for speed in speeds:
        with pages.opened() as page:
            page.evaluate(SHOWS, 8)
            pages.idle(page)
            blank += page.evaluate(FLING, {"speed": speed})
    nothing, small = (100 * sum(one) / len(blank) for one in zip(*blank))
    row(f"{name}, {len(speeds)} flings at 8 px: cells in view that show nothing; that show their mean colour at most",
        f"{nothing:.1f} %, {small:.1f} %", goal="≤ 5 %")


def measure_moves(pages, row, name, rounds=5):
    collection = pages.server.collection()
    items = [item["id"] for item in pages.server.ask("GET", f"/api/v1/collections/{collection}/items?limit={rounds}").json["items"]]
    seconds, sheets = [], 0
    with pages.opened() as page:
        count = page.evaluate(SHOWS, 8)[1]
        # Else sheets around the view would count as those of a move.
        pages.idle(page)
        for item in items:
            page.evaluate(f"() => {{ window.moved = ({MOVED})() }}")
            began = time.time()
            answer = pages.server.move(item, (0, min(3000, count // 2)), collection)
            assert answer.status == 200, answer.body
            seen, asked = page.evaluate("window.moved")
            seconds.append(seen / 1e3 - began)
            sheets = max(sheets, asked)
    row(f"{name}, a move by another one at 8 px: seen after, median (longest); sheets fetched for one",
        f"{median(seconds) * 1e3:.0f} ms ({max(seconds) * 1e3:.0f}), {sheets}", goal="≤ 100 ms, ≤ 1")


def measure_wall_page(server, row, name):
    """On a server whose texels are there."""
    with pages(server) as opened:
        measure_shows(opened, row, name, {8: "≤ 1.0 s, again ≤ 0.4 s", 5: "≤ 1.5 s"})
        measure_glide(opened, row, name)
        measure_flings(opened, row, name)
        measure_moves(opened, row, name)


def measure_many_page(server, row, name):
    with pages(server) as opened:
        measure_shows(opened, row, name, {1: "≤ 2.5 s"})

"""Culling in Chromium: how long from a key until the next picture of 24 megapixels is on screen, beside a bare page that swaps decoded ones."""

import os
import shutil
import time
from bisect import bisect
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from urllib.parse import parse_qs, urlsplit

from delay_proxy import line
from figures import percentile
from noisy_pictures import make_noisy_pictures, megabytes
from raw_files import write_raw
from running import Server, poll

GRID = "document.querySelector('collection-grid')"
PICTURES, NAMES = 20, 2000
WIDTH, HEIGHT = 1440, 900
# Of each run; a key is held for as long.
SECONDS = float(os.environ.get("CULL_BENCH_SECONDS", "10"))
RATES = (4, 12, 30)
# Round trip in ms, Mbit/s.
LINE = (100, 5)
# What is on screen in each frame: the number in its name, whether it is sharp, whether there is anything.
RECORDER = """
window.cull = {keys: [], frames: []};
addEventListener('keydown', ({timeStamp, key}) => cull.keys.push([timeStamp, key]), true);
window.record = (look) => {
  let last = '';
  const frame = () => {
    const seen = look();
    const words = JSON.stringify(seen);
    // A state that lasts is one line.
    if (words !== last) cull.frames.push([performance.now(), ...seen]);
    last = words;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
};
"""
OURS = f"""() => record(() => {{
  const slide = {GRID}.shadowRoot.querySelector('.lightbox .slide[aria-hidden=false]');
  const [large, small] = [slide?.querySelector('.large'), slide?.querySelector('.small')];
  const title = {GRID}.shadowRoot.querySelector('.lightbox .title')?.textContent ?? '';
  const isSharp = Boolean(large?.classList.contains('shown') && large.complete && large.naturalWidth);
  return [Number(/\\d+/.exec(title)?.[0] ?? -1), isSharp, isSharp || Boolean(small && !small.hidden && small.naturalWidth)];
}})"""
# Its pictures are decoded before the first key, and kept.
BARE = """async (addresses) => {
  document.body.style.margin = 0;
  const images = await Promise.all(addresses.map(async (address) => {
    const image = new Image();
    image.src = address;
    image.style.cssText = 'position: absolute; inset: 0; width: 100vw; height: 100vh; object-fit: contain; visibility: hidden';
    document.body.append(image);
    await image.decode();
    return image;
  }));
  let at = 0;
  images[0].style.visibility = 'visible';
  addEventListener('keydown', ({key}) => {
    images[at % images.length].style.visibility = 'hidden';
    at += key === 'ArrowLeft' ? -1 : 1;
    images[((at % images.length) + images.length) % images.length].style.visibility = 'visible';
  });
  record(() => [at, true, true]);
}"""


def make_pictures(folder, names):
    """Twenty pictures of 6,000 × 4,000 px with thumbnails, each under many names as JPEG and inside RAW files. MB of one."""
    made = make_noisy_pictures(folder.with_name("cull-pictures"), PICTURES, 6000, 4000, quality=90, sigma=8, thumbnail=True)
    for ending in ("jpg", "dng"):
        (folder / ending).mkdir(parents=True)
    for picture in made:
        write_raw(picture.with_suffix(".dng"), picture.read_bytes(), 6000, 4000)
    for name in range(names):
        for ending in ("jpg", "dng"):
            os.link(made[name % PICTURES].with_suffix(f".{ending}"), folder / ending / f"{name:04}.{ending}")
    return megabytes(made)


def hold(page, keys, rate):
    """Presses keys at a rate, each in its own time whatever the page does. Returns the rate that was reached: a page that takes keys late lowers it."""
    began = time.monotonic()
    for number, key in enumerate(keys):
        time.sleep(max(0, began + number / rate - time.monotonic()))
        page.keyboard.press(key)
    return (len(keys) - 1) / (time.monotonic() - began)


class Measured:
    """What a recorder saw of keys, in milliseconds."""

    def __init__(self, page, keys, settles):
        poll(lambda: settles(page), 120, "the last picture is sharp")
        page.wait_for_timeout(100)
        cull = page.evaluate("cull")
        pressed = [at for at, key in cull["keys"] if key in set(keys)]
        assert len(pressed) == len(keys), f"{len(pressed)} of {len(keys)} keys came"
        frames = cull["frames"]
        aim = next(number for at, number, *_ in reversed(frames) if at <= pressed[0])
        ways = [-1 if key == "ArrowLeft" else 1 for key in keys]
        aims = [aim + step for step in accumulate(ways)]
        aim = aims[-1]
        # From each key until a picture at least as far, or that of the last key so far, is sharp on screen, or there at all.
        self.sharp, self.any = [], []
        for at, way, mine in zip(pressed, ways, aims):
            there = [
                (t - at, sharp, any_) for t, number, sharp, any_ in frames
                if t >= at and ((number - mine) * way >= 0 or number == aims[bisect(pressed, t) - 1])]
            self.sharp.append(next(t for t, sharp, _ in there if sharp))
            self.any.append(next(t for t, _, any_ in there if any_))
        assert frames[-1][1] == aim, f"{frames[-1][1]} is shown in the end, not {aim}"
        # Without any picture, after the first key.
        self.blank = sum(b[0] - a[0] for a, b in zip(frames, frames[1:]) if not a[3] and a[0] >= pressed[0])
        self.last = self.sharp[-1]


def words(times):
    return f"{percentile(times, 0.5):.0f}, {percentile(times, 0.95):.0f}"


def fresh(browser, address):
    page = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}).new_page()
    page.add_init_script(RECORDER)
    page.goto(address)
    return page


def recording(page):
    """Waits for what is on screen before the first key."""
    poll(lambda: page.evaluate("cull.frames.length"), 60, "a frame is recorded")
    page.wait_for_timeout(200)


def opened(browser, address, item, unmarked=False):
    """A page with a picture large, and nothing under way that it shows."""
    page = fresh(browser, address if unmarked else f"{address}/#picture={item}")
    if unmarked:
        poll(lambda: page.evaluate(f"{GRID}.isIdle"), 120, "the page is idle")
        page.keyboard.press("q")
        page.locator(".quick-bar").wait_for()
        page.get_by_role("button", name="Unmarked").click()
        poll(lambda: page.evaluate(f"{GRID}.isIdle"), 60, "the result is shown")
        page.keyboard.press("Escape")
        assert page.evaluate(f"{GRID}.showItem('{item}', true)"), item
    poll(lambda: page.evaluate(f"Boolean({GRID}?.openItem && {GRID}.isIdle)"), 120, "the picture is open")
    return page


class Cull:
    def __init__(self, browser, server):
        self.browser, self.server = browser, server
        self.path = f"/api/v1/collections/{server.collection()}"
        self.items = []
        cursor = ""
        while cursor is not None:
            page = server.ask("GET", f"{self.path}/items?limit=1000{cursor and '&cursor=' + cursor}").json
            self.items += page["items"]
            cursor = page.get("next")

    def of(self, ending):
        return [item for item in self.items if item["title"].endswith(ending)]

    def run(self, item, keys, rate, address=None, **options):
        page = opened(self.browser, address or self.server.address, item["id"], **options)
        page.evaluate(OURS)
        recording(page)
        reached = hold(page, keys, rate)
        found = Measured(page, keys, lambda page: page.evaluate(f"{GRID}.isIdle"))
        found.held = "" if reached > 0.9 * rate else f" (keys taken at {reached:.1f} a second)"
        page.context.close()
        return found

    def bare(self, images, keys, rate):
        page = fresh(self.browser, self.server.address)
        page.evaluate("document.body.replaceChildren()")
        page.evaluate(BARE, images)
        recording(page)
        hold(page, keys, rate)
        found = Measured(page, keys, lambda _: True)
        page.context.close()
        return found

    def screen_size(self, item):
        """The addresses of pictures as the large picture asks for them, by one that it shows."""
        page = opened(self.browser, self.server.address, item["id"])
        shown = page.evaluate(f"{GRID}.shadowRoot.querySelector('.slide[aria-hidden=false] .large').src")
        page.context.close()
        address = urlsplit(shown)
        width = parse_qs(address.query)["w"][0]
        assert address.path.startswith(self.path), shown
        return lambda item: f"{self.path}/items/{item['id']}/image?w={width}"

    def prepare(self, images):
        """Asks for pictures until the server has them; returns the mean size in bytes."""

        def ask(image):
            answer = self.server.ask("GET", image)
            assert answer.status == 200, (image, answer.status)
            return len(answer.body)

        with ThreadPoolExecutor(2) as pool:
            return sum(pool.map(ask, images)) / len(images)


def measure_cull(folder, row, names=NAMES):
    from playwright.sync_api import sync_playwright

    size_of_one = make_pictures(folder / "cull", names)
    # The slow line has a port of its own.
    server = Server(folder / "cull", "--allow-host", "127.0.0.1", data=folder / "data-cull", cache=folder / "cache-cull")
    forwards = lambda rate: ["ArrowRight"] * int(rate * SECONDS)
    try:
        server.opened()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            cull = Cull(browser, server)
            jpeg, raw = cull.of("jpg"), cull.of("dng")
            assert len(jpeg) == len(raw) == names, (len(jpeg), len(raw))
            image = cull.screen_size(jpeg[-1])
            # Each round that finds nothing prepared has pictures of its own, behind those that are prepared below.
            cold = int(max(RATES) * SECONDS) + 50
            for kind, items in ((f"JPEG of 24 megapixels ({size_of_one:.1f} MB)", jpeg), ("RAW files with such previews", raw)):
                for number, rate in enumerate(RATES[:2]):
                    found = cull.run(items[cold + 200 * number], forwards(rate), rate)
                    row(f"{kind}, nothing prepared: key → next picture, {rate} a second: ms, p50, p95 (any pixels)",
                        f"{words(found.sharp)} ({words(found.any)}){found.held}", goal="p95 ≤ 30" if rate == RATES[0] else "")
            prepared = [image(item) for item in jpeg[:cold]]
            size = cull.prepare(prepared)
            for rate in RATES:
                found = cull.run(jpeg[0], forwards(rate), rate)
                theirs = cull.bare(prepared[:PICTURES], forwards(rate), rate)
                row(f"JPEG, prepared, {rate} a second; beside it a bare page that swaps decoded pictures",
                    words(found.sharp) + found.held, words(theirs.sharp), goal="p95 ≤ one frame more")
                row(f"… milliseconds without any picture, of {SECONDS:.0f} s", f"{found.blank:.0f}", goal="0")
                row("… the last one is sharp after ms", f"{found.last:.0f}", goal="≤ 100")
            turns = (["ArrowRight"] * 6 + ["ArrowLeft"] * 3) * int(SECONDS * 12 / 9)
            row("… turning back after each six, 12 a second",
                words(cull.run(jpeg[0], turns, 12).sharp), words(cull.bare(prepared[:PICTURES], turns, 12).sharp))
            with line(urlsplit(server.address).port, *LINE) as port:
                found = cull.run(jpeg[60], ["ArrowRight"] * int(SECONDS), 1, f"http://127.0.0.1:{port}")
            seconds = size * 8 / LINE[1] / 1e6
            row(f"… {LINE[0]} ms and {LINE[1]} Mbit/s away, which carries one ({size / 1e3:.0f} kB) in {seconds * 1e3:.0f} ms, one a second: any pixels",
                words(found.any), goal="p95 ≤ 150")
            row("… at screen size", words(found.sharp), goal=f"≤ {1100 * seconds:.0f} after a pause")
            picks = ["p"] * int(4 * SECONDS)
            row("… P in a result of what is unmarked, 4 a second", words(cull.run(jpeg[0], picks, 4, unmarked=True).sharp))
            marked = sum(server.ask("GET", f"{cull.path}/items/{item['id']}").json["attributes"].get("flag") == "pick" for item in jpeg[:len(picks)])
            row("… of them durable", f"{marked}", goal=f"{len(picks)}")
            browser.close()
    finally:
        server.stop()

"""Culling in Chromium: how long from a key until the next picture of 24 megapixels is on screen, beside a bare page that swaps decoded ones."""

import os
import shutil
import subprocess
import time

from figures import percentile
from running import Server, poll

GRID = "document.querySelector('collection-grid')"
PICTURES, NAMES = 20, 2000
WIDTH, HEIGHT = 1440, 900
# Of each run; a key is held for as long.
SECONDS = float(os.environ.get("CULL_BENCH_SECONDS", "10"))
RATES = (4, 12, 30)
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
    """Twenty JPEG of 6,000 × 4,000 px under many names: clouds of several sizes, with a sensor's noise."""
    made = folder.with_name("cull-pictures")
    made.mkdir()
    folder.mkdir()
    vips = lambda *arguments: subprocess.run(["vips", *map(str, arguments)], check=True, cwd=made)
    for number in range(PICTURES):
        for band in "rgb":
            seed = 3 * number + "rgb".index(band)
            vips("perlin", f"{band}.v", 6000, 4000, "--cell-size", 40 + 37 * seed % 400, "--seed", seed, "--uchar")
        vips("bandjoin", "r.v g.v b.v", "joined.v")
        vips("gaussnoise", "noise.v", 6000, 4000, "--sigma", 8, "--mean", 0)
        vips("add", "joined.v", "noise.v", "sum.v")
        vips("cast", "sum.v", "cast.v", "uchar")
        vips("copy", "cast.v", "copy.v", "--interpretation", "srgb")
        vips("jpegsave", "copy.v", f"{number}.jpg", "--Q", 90)
    for part in made.glob("*.v"):
        part.unlink()
    for name in range(names):
        os.link(made / f"{name % PICTURES}.jpg", folder / f"{name:04}.jpg")
    return sum(file.stat().st_size for file in made.iterdir()) / PICTURES / 1e6


def hold(page, keys, rate):
    """Presses keys at a rate, each in its own time whatever the page does."""
    began = time.monotonic()
    for number, key in enumerate(keys):
        time.sleep(max(0, began + number / rate - time.monotonic()))
        page.keyboard.press(key)


def read(page, keys, settles):
    """
    Milliseconds from each key until a picture at least as far is sharp on screen, and those after the first key during which there was
    nothing.
    """
    poll(lambda: settles(page), 60, "the last picture is sharp")
    page.wait_for_timeout(100)
    cull = page.evaluate("cull")
    pressed = [at for at, key in cull["keys"] if key in set(keys)]
    frames = cull["frames"]
    first = next(number for at, number, *_ in reversed(frames) if at <= pressed[0])
    times, aim = [], first
    for at, key in zip(pressed, keys):
        way = -1 if key == "ArrowLeft" else 1
        aim += way
        came = next((t for t, number, sharp, _ in frames if t >= at and sharp and (number - aim) * way >= 0), None)
        if came is not None:
            times.append(came - at)
    blank = sum(b[0] - a[0] for a, b in zip(frames, frames[1:]) if not a[3] and a[0] >= pressed[0])
    return times, blank


def fresh(browser, address):
    page = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}).new_page()
    page.add_init_script(RECORDER)
    page.goto(address)
    return page


def opened(browser, server, unmarked=False):
    """A page with the first picture large, and nothing under way."""
    page = fresh(browser, server.address)
    poll(lambda: page.evaluate(f"{GRID}.isIdle"), 120, "the page is idle")
    if unmarked:
        page.keyboard.press("q")
        page.locator(".quick-bar").wait_for()
        page.get_by_role("button", name="Unmarked").click()
        poll(lambda: page.evaluate(f"{GRID}.isIdle"), 60, "the result is shown")
    page.keyboard.press("Escape")
    page.evaluate(f"{GRID}.focus()")
    page.keyboard.press("Control+Home")
    page.keyboard.press("Enter")
    poll(lambda: page.evaluate(f"{GRID}.openItem && {GRID}.isIdle"), 60, "the picture is open")
    return page


def measure_cull(folder, row, names=NAMES):
    from playwright.sync_api import sync_playwright

    megabytes = make_pictures(folder / "cull", names)
    server = Server(folder / "cull", data=folder / "data-cull", cache=folder / "cache-cull")
    sharp = lambda page: page.evaluate(f"{GRID}.isIdle")
    words = lambda times: f"{percentile(times, 0.5):.0f}, {percentile(times, 0.95):.0f}"
    try:
        server.opened()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            items = server.ask("GET", f"/api/v1/collections/{server.collection()}/items?limit={PICTURES}").json["items"]
            image = f"/api/v1/collections/{server.collection()}/items/{{}}/image?w=1280"

            def run(rate, keys, **options):
                page = opened(browser, server, **options)
                page.evaluate(OURS)
                page.wait_for_timeout(200)
                hold(page, keys, rate)
                found = read(page, keys, sharp)
                page.context.close()
                return found

            def bare(rate, keys):
                page = fresh(browser, server.address)
                page.evaluate("document.body.replaceChildren()")
                page.evaluate(BARE, [image.format(item["id"]) for item in items])
                page.wait_for_timeout(200)
                hold(page, keys, rate)
                found = read(page, keys, lambda _: True)
                page.context.close()
                return found

            forwards = lambda rate: ["ArrowRight"] * int(rate * SECONDS)
            for rate in RATES[:2]:
                times, blank = run(rate, forwards(rate))
                row(f"JPEG of 24 megapixels ({megabytes:.1f} MB), nothing prepared: key → next picture, {rate} a second: ms, p50, p95",
                    words(times), goal="p95 ≤ 30" if rate == RATES[0] else "")
            for rate in RATES:
                # What the page goes through is prepared by the page before it.
                times, blank = run(rate, forwards(rate))
                theirs, _ = bare(rate, forwards(rate))
                row(f"… prepared, {rate} a second; beside it a bare page that swaps decoded pictures",
                    words(times), words(theirs), goal="p95 ≤ one frame more")
                row(f"… milliseconds without any picture, of {SECONDS:.0f} s", f"{blank:.0f}", goal="0")
            turns = (["ArrowRight"] * 6 + ["ArrowLeft"] * 3) * int(SECONDS * 12 / 9)
            row("… turning back after each six, 12 a second", words(run(12, turns)[0]), words(bare(12, turns)[0]))
            picks = ["p"] * int(4 * SECONDS)
            row("… P in a result of what is unmarked, 4 a second", words(run(4, picks, unmarked=True)[0]))
            browser.close()
    finally:
        server.stop()

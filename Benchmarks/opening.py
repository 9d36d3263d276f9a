"""How long the page takes to open over a line with latency, in Chromium: to the first cells, and to all pictures in view."""

import os
import shutil
import subprocess
import time
from contextlib import contextmanager
from statistics import median

from photos import BACKGROUNDS
from running import ROOT, Server, poll
from web_origin import SilentOrigin

# Latency in ms of each request, Mbit/s, as Chromium's network conditions mean them.
LINES = {"100 ms, 5 Mbit/s": (100, 5), "300 ms, 1.6 Mbit/s": (300, 1.6)}
GOALS = {"100 ms, 5 Mbit/s": ("≤ 1.20 s", "≤ 0.50 s"), "300 ms, 1.6 Mbit/s": ("", "")}

# Runs before the page's own scripts: notes when it first has cells, and when all of those in view show their pictures.
WATCH = """() => {
  window.opening = {};
  const look = () => {
    const root = document.querySelector('collection-grid')?.shadowRoot;
    const cells = [...(root?.querySelectorAll('.cell:not([hidden])') ?? [])];
    if (cells.length) opening.cells ??= performance.now() / 1000;
    const pictures = cells.filter((cell) => cell.getBoundingClientRect().top < innerHeight);
    if (pictures.length && pictures.every((cell) => cell.querySelector('img.picture.shown'))) opening.pictures ??= performance.now() / 1000;
    if (opening.pictures === undefined) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def open_once(page, address, line):
    """Seconds to the first cells and to all pictures, bytes received, and requests, without events."""
    latency, mbit = line
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": latency, "downloadThroughput": mbit * 125_000, "uploadThroughput": mbit * 125_000})
    received = []
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    page.add_init_script(f"({WATCH})()")
    page.goto(address, wait_until="commit")
    poll(lambda: page.evaluate("opening.pictures"), 60, "all pictures are shown")
    times = page.evaluate("opening")
    return times["cells"], times["pictures"], sum(received), len(received)


def make_photos(folder, count=240):
    """Photos of 1600 px, as a camera's are after a first look, in ten folders."""
    found = sorted(p for p in BACKGROUNDS.rglob("*") if p.suffix in {".jpg", ".png", ".webp"} and p.is_file())[:24]
    small = folder.with_name(folder.name + "-small")
    small.mkdir()
    subprocess.run(["vipsthumbnail", "--size", "1600x", "-o", f"{small}/%s.jpg[Q=85]", *found], check=True)
    originals = sorted(small.iterdir())
    for number in range(count):
        section = folder / f"Folder {number * 10 // count + 1}"
        section.mkdir(parents=True, exist_ok=True)
        os.link(originals[number % len(originals)], section / f"IMG_{number + 1:05}.jpg")
    return folder


@contextmanager
def serving(folder, name, photos, page):
    """A server of a page: its sources, or its bundle."""
    ours = os.environ["LOOKAHEAD_PUBLIC"]
    os.environ["LOOKAHEAD_PUBLIC"] = str(page)
    try:
        server = Server(photos, data=folder / f"data-{name}", cache=folder / "cache-opening")
    finally:
        os.environ["LOOKAHEAD_PUBLIC"] = ours
    try:
        server.opened()
        yield server
    finally:
        server.stop()


def measure_reloads(browser, folder, row, rounds=7):
    """Reloads of a page whose pictures are all still awaited, from an origin that does not answer."""
    origin, listing = SilentOrigin(), folder / "silent.csv"
    listing.write_text("\n".join(["url", *(f"{origin.address}/{number}.jpg" for number in range(400))]))
    server = Server("--urls", listing, "--allow-private", data=folder / "data-silent")
    try:
        server.opened()
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.add_init_script(f"({WATCH})()")
        page.goto(server.address, wait_until="commit")
        times = []
        for _ in range(rounds):
            poll(lambda: page.evaluate("document.querySelector('collection-grid')?.shadowRoot?.querySelectorAll('.cell img.picture[src]').length"),
                 15, "pictures are asked for")
            began = time.monotonic()
            page.reload(wait_until="commit", timeout=60_000)
            poll(lambda: page.evaluate("window.opening?.cells"), 60, "cells are there")
            times.append(time.monotonic() - began)
        row(f"a reload while an origin does not answer, {rounds} times: seconds to cells, median (longest)",
            f"{median(times):.2f} ({max(times):.2f})", goal="≤ 0.60 s")
    finally:
        server.stop()
        origin.stop()


def measure_opening(folder, row, rounds=5):
    from playwright.sync_api import sync_playwright

    photos = make_photos(folder / "photos")
    with sync_playwright() as playwright, serving(folder, "sources", photos, ROOT / "Public") as sources, \
            serving(folder, "bundle", photos, os.environ["LOOKAHEAD_PUBLIC"]) as bundle:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, line in LINES.items():
            cold = {"sources": [], "bundle": []}
            warm = {"sources": [], "bundle": []}
            for _ in range(rounds):
                for kind, server in (("sources", sources), ("bundle", bundle)):
                    context = browser.new_context(viewport={"width": 1280, "height": 800})
                    cold[kind].append(open_once(context.new_page(), server.address, line))
                    warm[kind].append(open_once(context.new_page(), server.address, line))
                    context.close()
            for what, found, goal in (("nothing cached", cold, GOALS[name][0]), ("cached", warm, GOALS[name][1])):
                ours, theirs = ([median(column) for column in zip(*found[kind])] for kind in ("bundle", "sources"))
                row(f"{name}, {what}: seconds to cells; other: without the bundle", f"{ours[0]:.2f}", f"{theirs[0]:.2f}",
                    f"{ours[0] / theirs[0]:.2f}", goal)
                row("… to all pictures in view", f"{ours[1]:.2f}", f"{theirs[1]:.2f}", f"{ours[1] / theirs[1]:.2f}")
                row("… requests (kB)", f"{ours[3]:.0f} ({ours[2] / 1e3:.0f})", f"{theirs[3]:.0f} ({theirs[2] / 1e3:.0f})")
        measure_reloads(browser, folder, row)
        browser.close()

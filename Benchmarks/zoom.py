"""A close look at a picture of 108 megapixels, in Chromium: how long until it is sharp at 100 %, and what the page's memory is."""

import os
import re
import shutil
import subprocess
import time
from pathlib import Path
from statistics import median

from photos import BACKGROUNDS
from running import Server, poll

GRID = "document.querySelector('collection-grid')"
SHARP = f"""() => {{
  const image = {GRID}.shadowRoot.querySelector('.slide[aria-hidden=false] .full');
  return image?.complete && image.naturalWidth > 0 && Math.abs(image.getBoundingClientRect().width - image.naturalWidth) < 1;
}}"""


def make_picture(path):
    """A photo, enlarged to 12,000 × 9,000 px as a camera's sensor has them, with a sensor's noise."""
    photo = max((p for p in BACKGROUNDS.rglob("*.jpg") if p.is_file()), key=lambda p: p.stat().st_size, default=None)
    photo = photo or next(p for p in sorted(BACKGROUNDS.rglob("*")) if p.suffix in {".png", ".webp"})
    large, noise = path.with_suffix(".large.v"), path.with_suffix(".noise.v")
    subprocess.run(["vipsthumbnail", "--size", "12000x9000!", "-o", str(large), photo], check=True)
    subprocess.run(["vips", "gaussnoise", str(noise), "12000", "9000", "--sigma", "6", "--mean", "0"], check=True)
    sum_, final = path.with_suffix(".sum.v"), path.with_suffix(".cast.v")
    subprocess.run(["vips", "add", str(large), str(noise), str(sum_)], check=True)
    subprocess.run(["vips", "cast", str(sum_), str(final), "uchar"], check=True)
    subprocess.run(["vips", "jpegsave", str(final), str(path), "--Q", "90"], check=True)
    for part in (large, noise, sum_, final):
        part.unlink()


def renderers(process):
    """Proportional set size of the renderers below a process, in MB: the largest is the page's."""
    parents, kinds = {}, {}
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            parents[int(status.parent.name)] = int(re.search(r"PPid:\t(\d+)", status.read_text())[1])
            kinds[int(status.parent.name)] = (status.parent / "cmdline").read_bytes()
        except (OSError, TypeError):
            continue
    def below(pid):
        while pid in parents and pid != process:
            pid = parents[pid]
        return pid == process
    sizes = []
    for pid, line in kinds.items():
        if b"--type=renderer" in line and below(pid):
            sizes.append(int(re.search(r"Pss: +(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text())[1]) / 1024)
    return max(sizes, default=0)


def measure_zoom(folder, row, rounds=7):
    from playwright.sync_api import sync_playwright

    photos = folder / "large"
    photos.mkdir()
    make_picture(photos / "large.jpg")
    megabytes = (photos / "large.jpg").stat().st_size / 1e6
    server = Server(photos, data=folder / "data-zoom", cache=folder / "cache-zoom")
    try:
        server.opened()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            times, pans, memory = [], [], 0
            for number in range(rounds):
                page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
                page.goto(server.address)
                poll(lambda: page.evaluate(f"{GRID}.isIdle"), 60, "the page is idle")
                page.mouse.click(200, 200)
                poll(lambda: page.evaluate(f"{GRID}.openItem && {GRID}.isIdle"), 60, "the picture is open")
                # Each round another place, which nobody has.
                page.mouse.move(400 + 60 * number, 300 + 40 * number)
                began = time.monotonic()
                page.mouse.dblclick(400 + 60 * number, 300 + 40 * number)
                poll(lambda: page.evaluate(SHARP), 30, "it is sharp")
                times.append(time.monotonic() - began)
                before = page.evaluate(f"{GRID}.shadowRoot.querySelector('.full').src")
                page.mouse.down()
                page.mouse.move(20, 20, steps=5)
                page.mouse.up()
                began = time.monotonic()
                poll(lambda: page.evaluate(f"{GRID}.shadowRoot.querySelector('.full').src") != before and page.evaluate(SHARP), 30, "again")
                pans.append(time.monotonic() - began)
                memory = max(memory, renderers(os.getpid()))
                page.context.close()
            row(f"a JPEG of 108 megapixels ({megabytes:.0f} MB): double click to its own pixels on screen, {rounds} places: seconds, median (longest)",
                f"{median(times):.2f} ({max(times):.2f})", goal="≤ 1.5 s")
            row("… after a drag beyond what was fetched", f"{median(pans):.2f} ({max(pans):.2f})")
            row("… memory of the page, largest (MB)", f"{memory:.0f}", goal="≤ 300")
            browser.close()
    finally:
        server.stop()

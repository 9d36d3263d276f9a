"""Pictures made before anybody looks at them, beside vipsthumbnail, and what somebody who looks meanwhile notices of it."""

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from range_events import receive_view, viewer
from running import Server, poll

CORES = os.cpu_count()
FILES = int(os.environ.get("PREPARE_BENCH_FILES", 2_000))
ROUNDS = int(os.environ.get("PREPARE_BENCH_ROUNDS", 3))
KINDS = 20


def make_photos(folder, count=FILES):
    """JPEG files of 12 megapixels, 4:2:0 as cameras write them: hard links to a few."""
    sources = sorted(p for p in Path("/usr/share/backgrounds").rglob("*.jpg") if p.is_file())[:KINDS]
    originals = folder / "originals"
    originals.mkdir()
    for number, source in enumerate(sources):
        subprocess.run(["vips", "thumbnail", source, f"{originals}/{number}.jpg[Q=90,subsample-mode=on]", "4000", "--height", "3000",
                        "--size", "force"], check=True)
    originals = sorted(originals.iterdir())
    photos = folder / "photos"
    for number in range(count):
        section = photos / f"Folder {number * 10 // count}"
        section.mkdir(parents=True, exist_ok=True)
        os.link(originals[number % len(originals)], section / f"IMG_{number:05}.jpg")
    print(f"  originals of {sum(p.stat().st_size for p in originals) / len(originals) / 1e6:.1f} MB", file=sys.stderr)
    return photos


def vipsthumbnail(photos, output):
    """Files a second, one process a core, to 320 × 240 px: a little less work than ours, which are 427 × 320 and have previews."""
    output.mkdir()
    files = sorted(map(str, photos.rglob("*.jpg")))
    began = time.monotonic()
    subprocess.run(["xargs", "-0", "-P", str(CORES), "-n", "8", "vipsthumbnail", "--size", "320x", "--rotate", "-o",
                    str(output) + "/%s.jpg[Q=80]"], input="\0".join(files), text=True, check=True,
                   env={**os.environ, "VIPS_CONCURRENCY": "1"})
    return len(files) / (time.monotonic() - began)


def prepare(folder, photos, name):
    """Files a second until all are made, each with its preview."""
    server = Server(photos, "--prepare", "all", data=folder / f"data-{name}", cache=folder / f"cache-{name}")
    try:
        server.opened()
        began = time.monotonic()
        while not ((p := server.opened().get("prepared")) and p["done"] == p["total"] == FILES):
            assert time.monotonic() < began + 3600, "all are prepared"
            # Asking takes the processor, too.
            time.sleep(0.2)
        seconds = time.monotonic() - began
        text = server.ask("GET", "/metrics").body.decode()
        made = next(float(line.split()[-1]) for line in text.splitlines() if line.startswith("lookahead_prepared"))
        assert made == FILES, f"{made} were made"
        return FILES / seconds
    finally:
        server.stop()


def first_screens(folder, photos, scope, turn, rounds=7):
    """Seconds until every picture of a first screen was received, at places that nothing was prepared of, from new viewers."""
    server = Server(photos, "--prepare", scope, data=folder / f"data-{scope}-{turn}", cache=folder / f"cache-{scope}-{turn}")
    times = []
    try:
        collection = server.collection()
        for place in range(rounds):
            if scope != "none":
                poll(lambda: (p := server.opened().get("prepared")) and 0 < p["done"] < FILES * 3 // 4, 60, "it prepares")
            began = time.monotonic()
            view = viewer(server, collection)
            # From the end, which is prepared last, to the front, far from each other.
            receive_view(server, view["viewer"], view["contentSize"][1] - 800 - 3200 * place)
            times.append(time.monotonic() - began)
            server.ask("DELETE", f"/api/v1/viewers/{view['viewer']}")
            # Preparing goes on where nobody looks.
            time.sleep(2)
        return times
    finally:
        server.stop()


def measure_preparing(folder, row):
    # The originals were just written, and so are in memory for either side.
    photos = make_photos(folder)
    ours, theirs = [], []
    for number in range(ROUNDS):
        theirs.append(vipsthumbnail(photos, folder / f"vips-{number}"))
        ours.append(prepare(folder, photos, number))
        print(f"  round {number + 1}: {ours[-1]:.1f} and {theirs[-1]:.1f} files a second", file=sys.stderr, flush=True)
    row(f"{FILES:,} JPEG of 12 megapixels prepared (427 × 320 px, and previews), files a second; "
        f"other: vipsthumbnail (320 × 240 px), {CORES} at once",
        f"{median(ours):.1f}", f"{median(theirs):.1f}", f"{median(ours) / median(theirs):.2f}", "≥ 1.0")
    with_it, without = [], []
    for turn in range(2):
        without += first_screens(folder, photos, "none", turn)
        with_it += first_screens(folder, photos, "all", turn)
    row("a first screen of pictures that were never seen, while others are prepared, s, median; other: while nothing is",
        f"{median(with_it):.2f}", f"{median(without):.2f}", f"{median(with_it) / median(without):.2f}", "≤ 1.2")

"""Pictures prepared while what their files say is read, until their sharpness and likeness are known, beside preparing alone."""

import os
import subprocess
import time
from pathlib import Path

from described import described
from preparing import KINDS
from running import Server, poll

FILES = int(os.environ.get("MEASURES_BENCH_FILES", 20_000))
# Sharpness is measured of pictures whose longer side is 960 px or more: these differ in 0.6 % of their pixels, and in being measured.
MEASURED, UNMEASURED = (4000, 2667), (3975, 2667)
WIDE = {"layout": {"kind": "column", "minColumnWidth": 600, "cellHeight": 600}, "width": 1280, "height": 800}


def make_photos(folder, width, height):
    """JPEG files of 11 megapixels with Exif, XMP and IPTC data: hard links to a few."""
    sources = sorted(p for p in Path("/usr/share/backgrounds").rglob("*.jpg") if p.is_file())[:KINDS]
    originals = folder / f"{width}-originals"
    originals.mkdir()
    for number, source in enumerate(sources):
        original = originals / f"{number}.jpg"
        subprocess.run(["vips", "thumbnail", source, f"{original}[Q=90,subsample-mode=on,strip]", str(width), "--height", str(height),
                        "--size", "force"], check=True)
        original.write_bytes(described(original.read_bytes(), number))
    originals = sorted(originals.iterdir())
    photos = folder / f"{width}"
    for number in range(FILES):
        section = photos / f"Folder {number * 10 // FILES}"
        section.mkdir(parents=True, exist_ok=True)
        os.link(originals[number % len(originals)], section / f"IMG_{number:05}.jpg")
    return photos


def seconds_to_prepare(folder, photos, knows):
    """Until all are made for cells of 600 px. `knows`: fields are asked for from the beginning, and are known of all in the end."""
    server = Server(photos, "--prepare", "all", data=folder / f"data-{photos.name}", cache=folder / f"cache-{photos.name}")
    try:
        collection = f"/api/v1/collections/{server.collection()}"
        # What is prepared has the size that viewers last asked for.
        viewer = server.ask("POST", f"{collection}/viewers", {**WIDE, "range": {"seq": 1, "rect": [0, 0, 1280, 800]}}).json
        server.ask("DELETE", f"/api/v1/viewers/{viewer['viewer']}")

        def is_over():
            found = server.ask("GET", f"{collection}/fields").json if knows else {"complete": True, "fields": []}
            known = {field["field"]: field["known"] for field in found["fields"]}
            made = server.opened().get("prepared") or {"done": 0, "total": FILES}
            return made["done"] == made["total"] == FILES and found["complete"] and all(
                known[name] == FILES for name in ("sharpness", "likeness", "camera") if knows)

        began = time.monotonic()
        while not is_over():
            assert time.monotonic() < began + 3600, "all are prepared"
            # Asking takes the processor, too.
            time.sleep(0.5)
        seconds = time.monotonic() - began
        poll(lambda: server.ask("GET", f"{collection}/fields").json["complete"], 600, "what the files say is read")
        known = {field["field"]: field["known"] for field in server.ask("GET", f"{collection}/fields").json["fields"]}
        assert known["sharpness"] == (FILES if knows else 0), known
        return seconds
    finally:
        server.stop()


def measure_measures(folder, row):
    alone = seconds_to_prepare(folder, make_photos(folder, *UNMEASURED), False)
    known = seconds_to_prepare(folder, make_photos(folder, *MEASURED), True)
    row(f"{FILES:,} JPEG of 11 megapixels prepared (960 × 640 px): until sharpness, likeness and what the files say are known of all, s; "
        "other: prepared (954 × 640 px, whose sharpness is not measured), and nobody asks", f"{known:.1f}", f"{alone:.1f}",
        f"{known / alone:.2f} ×", "≤ 1.1 ×")

"""Metadata of a folder's files: how many a second, beside exiftool and exiv2, and what range events notice of it."""

import os
import shutil
import subprocess
import time
from pathlib import Path
from statistics import median

from described import described
from figures import percentile
from range_events import ask_range, viewer
from running import Server, poll

CORES = os.cpu_count()
COUNT = int(os.environ.get("METADATA_BENCH_FILES", 100_000))
# What the others read of them: they are slower.
PART = max(1, COUNT // 10)


def make_folder(folder, count=COUNT, sections=100):
    """Small JPEG files, each with its own Exif, XMP and IPTC data."""
    source = next(Path("/usr/share/backgrounds/mate/nature").glob("*.jpg"))
    small = folder / "small.jpg"
    subprocess.run(["vipsthumbnail", str(source), "--size", "160x", "-o", f"{small}[Q=70,strip]"], check=True)
    jpeg = small.read_bytes()
    photos = folder / "described"
    for section in range(sections):
        (photos / f"Section {section}").mkdir(parents=True)
    for number in range(count):
        (photos / f"Section {number % sections}" / f"IMG_{number:06}.jpg").write_bytes(described(jpeg, number))
    return photos


def others(photos):
    """Files a second of two programs, one process a core, on a part of the files."""
    files = sorted(map(str, photos.rglob("*.jpg")))[:PART]
    each = str(max(1, len(files) // (4 * CORES)))
    found = {}
    for name, command in {"exiv2": ["exiv2", "-q", "-pa"], "exiftool": ["exiftool", "-q", "-n", "-fast2"]}.items():
        began = time.monotonic()
        subprocess.run(["xargs", "-0", "-P", str(CORES), "-n", each, *command], input="\0".join(files), text=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        found[name] = len(files) / (time.monotonic() - began)
    return found


def fields(server, collection):
    return server.ask("GET", f"/api/v1/collections/{collection}/fields").json


def range_times(server, collection, count):
    """Seconds of range events that scroll through the whole collection, ten thousand px a second, one each 16 ms."""
    name, times, have = viewer(server, collection)["viewer"], [], None
    for step in range(count):
        began = time.monotonic()
        _, answer = ask_range(server, name, step + 1, step * 160, have, 10_000, "dragging")
        times.append(time.monotonic() - began)
        have = answer.json["window"]
        time.sleep(max(0, 0.016 - times[-1]))
    return times


def measure_metadata(folder, row):
    photos = make_folder(folder)
    subprocess.run(["find", str(photos), "-type", "f", "-exec", "cat", "{}", "+"], stdout=subprocess.DEVNULL, check=True)
    theirs = others(photos)
    server = Server(photos, data=folder / "data-metadata", cache=folder / "cache-metadata")
    try:
        collection = server.collection()
        before = range_times(server, collection, 600)
        began = time.monotonic()
        fields(server, collection)
        poll(lambda: (f := fields(server, collection))["complete"] and "reading" not in f, 600, "all files are read")
        seconds = time.monotonic() - began
        known = {field["field"]: field["known"] for field in fields(server, collection)["fields"]}
        assert known["taken"] == known["camera"] == COUNT, known
        row(f"metadata of {COUNT:,} JPEG files, warm disk, files a second; other: exiv2, {CORES} at once",
            f"{COUNT / seconds:,.0f}", f"{theirs['exiv2']:,.0f}", f"{COUNT / seconds / theirs['exiv2']:.2f}", "≥ 1,500")
        row(f"… other: exiftool -fast2, {CORES} at once", f"{COUNT / seconds:,.0f}", f"{theirs['exiftool']:,.0f}",
            f"{COUNT / seconds / theirs['exiftool']:.1f}")
        server.stop()
        server.start()
        began = time.monotonic()
        collection = server.collection()
        fields(server, collection)
        poll(lambda: (f := fields(server, collection))["complete"] and "reading" not in f, 600, "all is known again")
        row("… after a restart, out of the cache folder", f"{time.monotonic() - began:.2f} s")
        server.stop()
        shutil.rmtree(folder / "cache-metadata")
        server.start()
        collection = server.collection()
        fields(server, collection)
        beside = range_times(server, collection, 600)
        assert "reading" in fields(server, collection), "it was over before the range events were"
        row("range events while pictures load, p99 beside the reading; other: without it",
            f"{1000 * percentile(beside, 0.99):.2f} ms", f"{1000 * percentile(before, 0.99):.2f} ms",
            f"{percentile(beside, 0.99) / percentile(before, 0.99):.2f}", "≤ 1.2")
        row("… p50", f"{1000 * median(beside):.2f} ms", f"{1000 * median(before):.2f} ms",
            f"{median(beside) / median(before):.2f}")
    finally:
        server.stop()

"""An archive of 10,000 originals beside `cat` of them: time, and the program's memory while it is sent."""

import os
import random
import subprocess
import threading
import time
from statistics import median

from albums import resident
from running import Server

FILES = int(os.environ.get("ZIP_BENCH_FILES", 10_000))
# About what a picture for the web has; 1.5 GB in all, which stay in the file cache.
BYTES = 150_000


def measure_archives(folder, row, rounds=5):
    photos = folder / "originals"
    photos.mkdir()
    chance = random.Random(1)
    block = chance.randbytes(BYTES * 2)
    for number in range(FILES):
        start = chance.randrange(BYTES)
        # Never looked at: what is in a file is no matter of an archive's.
        (photos / f"{number:05}.jpg").write_bytes(b"\xff\xd8\xff" + block[start:start + BYTES])
    server = Server(photos, data=folder / "zip")
    try:
        server.opened()
        address = f"{server.address}/api/v1/collections/{server.collection()}/export?as=zip"
        zipped, plain, memory = [], [], []
        for number in range(rounds + 1):
            # In turns; the first round warms the file cache, and is not counted.
            cat = sh(f"cat {photos}/* > /dev/null")
            piped = sh(f"cat {photos}/* | cat > /dev/null")
            grown, seconds = download(server, address)
            if number:
                plain.append((cat, piped))
                zipped.append(seconds)
                memory.append(grown)
        size = FILES * (BYTES + 3) / 1e6
        cat, piped = (median(times) for times in zip(*plain))
        row(f"an archive of {FILES:,} originals ({size:,.0f} MB), to curl, s, median", f"{median(zipped):.2f}")
        row("… `cat` of them through a pipe, s (into nothing)", f"{piped:.2f} ({cat:.2f})")
        row("… speed of the archive ÷ that of `cat` through a pipe", f"{piped / median(zipped):.2f}", goal="≥ 0.8")
        row("… more resident memory while it is sent, MB, longest", f"{max(memory) / 1e6:.1f}", goal="≤ 8")
    finally:
        server.stop()


def sh(command):
    began = time.monotonic()
    subprocess.run(["sh", "-c", command], check=True)
    return time.monotonic() - began


def download(server, address):
    """The most memory beyond that before, and the time."""
    before, most, done = resident(server), [0], threading.Event()

    def watch():
        while not done.wait(0.02):
            most[0] = max(most[0], resident(server) - before)

    watcher = threading.Thread(target=watch)
    watcher.start()
    seconds = sh(f"curl -sf -o /dev/null '{address}'")
    done.set()
    watcher.join()
    return most[0], seconds

"""What a folder costs when nobody looks: the first reading of its metadata, with the sizes of pictures, and the processor at rest."""

import os
import shutil
import time

from faults import processor_seconds
from metadata import fields, make_folder
from running import Server, poll

COUNT = int(os.environ.get("RESTING_BENCH_FILES", 20_000))
SECONDS = int(os.environ.get("RESTING_BENCH_SECONDS", 60))
# A program built from a commit before sizes were read.
BEFORE = os.environ.get("RESTING_BENCH_BEFORE")


def used(server):
    """The processor time of the server and of its decoders, those that have ended too, in s."""
    ended = open(f"/proc/{server.process.pid}/stat").read().rsplit(")", 1)[1].split()[13:15]
    seconds = processor_seconds(server.process.pid) + sum(map(int, ended)) / os.sysconf("SC_CLK_TCK")
    for task in os.listdir(f"/proc/{server.process.pid}/task"):
        for child in open(f"/proc/{server.process.pid}/task/{task}/children").read().split():
            try:
                seconds += processor_seconds(child)
            except FileNotFoundError:
                pass
    return seconds


class Earlier(Server):
    program = [BEFORE or ""]
    defaults = {}


def read(kind, photos, folder):
    """Seconds of a first reading, the processor's seconds of it, and the number of items whose width is known."""
    server = kind(photos, "--prepare", "none", "--no-watch", data=folder / "data", cache=folder / "cache")
    try:
        collection = server.collection()
        before, began = used(server), time.monotonic()
        fields(server, collection)
        poll(lambda: (f := fields(server, collection))["complete"] and "reading" not in f, 1200, "all files are read")
        seconds = time.monotonic() - began
        # Decoders that have ended are counted with those that ended.
        spent = used(server) - before
        known = {field["field"]: field["known"] for field in fields(server, collection)["fields"]}
        assert known["taken"] == COUNT, known
        return seconds, spent, known.get("width", 0)
    finally:
        server.stop()
        shutil.rmtree(folder / "data")
        shutil.rmtree(folder / "cache")


def at_rest(server):
    """Waits until nothing has been done for three seconds, then tells the processor's seconds of the next minute."""
    last = None
    for _ in range(60):
        last, before = used(server), last
        if last == before:
            break
        time.sleep(3)
    time.sleep(SECONDS)
    return used(server) - last


def measure_resting(folder, row):
    photos = make_folder(folder, COUNT)
    for path in photos.rglob("*.jpg"):
        path.read_bytes()
    # What was written a moment ago may still be: it would be read again.
    time.sleep(10)
    seconds, spent, sizes = read(Server, photos, folder)
    assert sizes == COUNT, sizes
    other = read(Earlier, photos, folder) if BEFORE else None
    assert not other or other[2] == 0, other
    row(f"first reading of the metadata of {COUNT:,} JPEG files, sizes included, s; other: without sizes",
        f"{seconds:.1f}", other and f"{other[0]:.1f}" or "", other and f"{seconds / other[0]:.2f}" or "")
    row("… processor, s", f"{spent:.1f}", other and f"{other[1]:.1f}" or "", other and f"{spent / other[1]:.2f}" or "")
    server = Server(photos, "--watch", "--prepare", "none", data=folder / "data-rest", cache=folder / "cache-rest")
    try:
        collection = server.collection()
        fields(server, collection)
        poll(lambda: (f := fields(server, collection))["complete"] and "reading" not in f, 1200, "all files are read")
        row(f"processor in {SECONDS} s in which nothing happens, {COUNT:,} watched files, ms", f"{1000 * at_rest(server):.0f}")
        photos.rename(folder / "away")
        poll(lambda: server.opened().get("problem"), 60, "it says that the folder is away")
        row(f"processor in {SECONDS} s in which the folder is away, ms", f"{1000 * at_rest(server):.0f}")
        (folder / "away").rename(photos)
        poll(lambda: not server.opened().get("problem"), 60, "it is back")
    finally:
        server.stop()

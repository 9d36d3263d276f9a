"""A watched folder of a million files: what a change in it takes until a viewer has it, and of the processor."""

import os
import time
from statistics import median

from live_queries import ask_cells
from marks import Patches
from running import Server, poll

FILES = int(os.environ.get("WATCH_BENCH_FILES", 1_000_000))
MANY = 10_000
SECTION = 1_000


def make_tree(root):
    """Empty files: nothing of a picture is looked at here. One folder of ten thousand, the rest in folders of a thousand."""
    made = [("many", MANY), *((f"Folder {n:04}", SECTION) for n in range((FILES - MANY) // SECTION))]
    for name, count in made:
        (root / name).mkdir(parents=True)
        touch(root / name, count)
    return root


def touch(folder, count):
    descriptor = os.open(folder, os.O_RDONLY)
    for number in range(count):
        os.close(os.open(f"IMG_{number:07}.jpg", os.O_CREAT | os.O_WRONLY, 0o644, dir_fd=descriptor))
    os.close(descriptor)


def processor_seconds(server):
    fields = open(f"/proc/{server.process.pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def until_idle(server):
    """The server's processor time, once it has used none for a second."""
    last = None
    while last != (last := processor_seconds(server)):
        time.sleep(1)
    return last


def changed(server, patches, change):
    """Seconds from a change's end until the viewer has a patch, the processor's seconds until nothing happens, and the patches."""
    before, version = until_idle(server), server.opened()["version"]
    patches.arrived.clear()
    change()
    began = time.monotonic()
    assert patches.arrived.wait(120), "no patch came"
    seconds = patches.at - began
    used = until_idle(server) - before
    path = f"/api/v1/collections/{server.collection()}/patches?from={version}"
    return seconds, used, server.ask("GET", path).json["patches"]


def start(folder, root, row):
    times = []
    server = None
    for _ in range(4):
        began = time.monotonic()
        if server is None:
            server = Server(root, "--watch", data=folder / "data-watch", cache=folder / "cache-watch")
        else:
            server.start()
        server.opened()
        times.append(time.monotonic() - began)
        server.stop()
    row(f"{FILES:,} files in {1 + (FILES - MANY) // SECTION} watched folders: start to the collection being open, never seen before", f"{times[0]:.2f} s")
    row("… the same when the order is known, median of 3", f"{median(times[1:]):.2f} s")
    server.start()
    server.opened()
    return server


def measure_watching(folder, row, rounds=7):
    root = make_tree(folder / "million")
    server = start(folder, root, row)
    try:
        layout = {"kind": "column"}
        viewer = server.ask("POST", f"/api/v1/collections/{server.collection()}/viewers", {"layout": layout, "width": 800, "height": 600}).json
        ask_cells(server, viewer["viewer"], viewer["version"], 1)
        patches = Patches(server, viewer["viewer"], resets=True)
        alone = [changed(server, patches, lambda n=n: (root / f"Folder {n:04}" / "New.jpg").write_bytes(b"new")) for n in range(rounds)]
        assert all(len(p) == 1 and len(p[0]["inserts"]) == 1 for _, _, p in alone)
        row("a file appears: seconds until a viewer has the patch, median (longest)",
            f"{median(s for s, _, _ in alone):.2f} ({max(s for s, _, _ in alone):.2f})", goal="≤ 2")
        row("… processor time, s, median (longest)", f"{median(u for _, u, _ in alone):.2f} ({max(u for _, u, _ in alone):.2f})", goal="≤ 0.2")
        seconds, used, made = changed(server, patches, lambda: (root / "many").rename(root / "renamed"))
        assert len(made) == 1 and len(made[0]["moves"]) == MANY and not made[0].get("inserts") and not made[0].get("deletes")
        row(f"a folder of {MANY:,} is renamed: seconds until a viewer has the one patch of moves", f"{seconds:.2f}")
        row("… processor time, s", f"{used:.2f}")
        ready = folder / "ready"
        ready.mkdir()
        touch(ready, MANY)
        (root / "storm").mkdir()
        until_idle(server)

        def storm():
            for path in sorted(ready.iterdir()):
                path.rename(root / "storm" / path.name)

        seconds, used, made = changed(server, patches, storm)
        poll(lambda: server.opened()["itemCount"] >= FILES + rounds + MANY, 60, "all are there")
        row(f"{MANY:,} files are moved into a folder: changes that viewers get", f"{len(made)}", goal="1")
        row("… seconds until a viewer has it", f"{seconds:.2f}")
        row("… processor time, s", f"{used:.2f}")
    finally:
        server.stop()

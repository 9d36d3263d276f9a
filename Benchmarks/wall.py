"""The wall, from the server's side: how long until every texel of a view is there, from the disk, again, and of pictures that nobody has made."""

import json
import os
import subprocess
import time

from faults import memory
from lines import Line
from noisy_pictures import make_noisy_pictures, megabytes
from running import ROOT, Server
from wall_page import measure_many_page, measure_wall_page

PREPARED = int(os.environ.get("WALL_BENCH_PREPARED", "100000"))
MANY = int(os.environ.get("WALL_BENCH_MANY", "10000000"))
CAMERA = int(os.environ.get("WALL_BENCH_CAMERA", "20000"))
KINDS = 40
# Cells of one sheet, as the page asks for them.
SHEET = 4096
# Seconds between two looks at what has come: each is a sheet of all cells, which takes time from what is measured.
PAUSE = 0.5


def make_pictures(folder, names, width, height, thumbnail=False):
    """Some JPEG under many names. MB of one."""
    made = make_noisy_pictures(folder.with_name(folder.name + "-made"), KINDS, width, height, quality=85, sigma=6, thumbnail=thumbnail)
    folder.mkdir()
    for name in range(names):
        os.link(made[name % KINDS], folder / f"{name:06}.jpg")
    return megabytes(made)


class Wall:
    """A viewer of square cells that reports what it shows as texels."""

    def __init__(self, server, cell, width=1280, height=960, collection=None):
        self.server, self.width, self.height, self.sequence = server, width, height, 0
        body = {"layout": {"kind": "column", "minColumnWidth": cell, "cellHeight": cell, "spacing": 0, "inset": 0},
                "width": width, "height": height}
        answer = server.ask("POST", f"/api/v1/collections/{collection or server.collection()}/viewers", body)
        assert answer.status == 201, answer.body
        self.viewer, self.columns = answer.json["viewer"], width // cell
        self.version, self.line = answer.json["version"], Line(server)
        self.look()

    def look(self, top=0):
        self.sequence += 1
        event = {"seq": self.sequence, "version": self.version, "rect": [0, top, self.width, self.height], "form": "texel"}
        seconds, body = self.line.ask("POST", f"/api/v1/viewers/{self.viewer}/range", json.dumps(event).encode())
        answer = json.loads(body)
        self.version, (first, last) = answer["version"], answer["visible"]
        self.visible = range(first, last + 1)
        return seconds

    def sheet(self, index, count, size):
        path = f"/api/v1/viewers/{self.viewer}/sheet?version={self.version}&index={index}&count={count}&size={size}&columns={self.columns}"
        seconds, body = self.line.ask("GET", path)
        head = json.loads(body.partition(b"\n")[0])
        return seconds, len(body), head

    def known(self):
        return self.sheet(self.visible.start, len(self.visible), 1)[2]["known"]

    def fill(self, seen=lambda known: None, seconds=3600):
        """Waits for the texels of all that is in view."""
        end = time.monotonic() + seconds
        while (known := self.known()) < len(self.visible):
            seen(known)
            assert time.monotonic() < end, f"{known} of {len(self.visible)} texels after {seconds} s"
            time.sleep(PAUSE)

    def all(self, size, sheet=SHEET):
        """A click on "all": the range event, then all sheets, one after another. Seconds, bytes, slots that are known."""
        began, total, known = time.perf_counter(), 0, 0
        self.look()
        rows = max(1, sheet // self.columns)
        for index in range(self.visible.start, self.visible.stop, rows * self.columns):
            count = min(rows * self.columns, self.visible.stop - index)
            _, size_bytes, head = self.sheet(index, count, size)
            total, known = total + size_bytes, known + head["known"]
        return time.perf_counter() - began, total, known


def measure_prepared(folder, row):
    photos = folder / "wall"
    make_pictures(photos, PREPARED, 480, 360)
    server = Server(photos, data=folder / "wall-data")
    try:
        server.opened()
        wall = Wall(server, 1)
        began = time.monotonic()
        wall.fill()
        row(f"{PREPARED:,} small JPEG that nobody has made: all texels", f"{time.monotonic() - began:.1f} s")
        server.restart()
        server.opened()
        before = memory(server.process.pid)
        for cell, goal in ((8, "≤ 1.0 s, again ≤ 0.4 s, ≤ 500 KB"), (5, "≤ 1.5 s")):
            wall = Wall(server, cell)
            seconds, size, known = wall.all(8)
            assert known == len(wall.visible), (known, len(wall.visible))
            again = min(wall.all(8)[0] for _ in range(3))
            row(f"{len(wall.visible):,} cells of {cell} px after a restart, server's half: first, again, bytes",
                f"{seconds:.2f} s, {again:.2f} s, {size / 1e3:,.0f} KB", goal=goal)
        row("… memory more", f"{(memory(server.process.pid) - before) / 1e3:.0f} MB")
        measure_wall_page(server, row, f"{PREPARED:,} pictures in Chromium")
    finally:
        server.stop()


def measure_camera(folder, row):
    photos = folder / "wall-camera"
    size_of_one = make_pictures(photos, CAMERA, 4000, 3000, thumbnail=True)
    server = Server(photos, data=folder / "wall-camera-data")
    try:
        server.opened()
        wall = Wall(server, 1)
        began, half = time.monotonic(), []

        def see(known):
            if not half and known >= len(wall.visible) // 2:
                half.append(time.monotonic() - began)

        wall.fill(see)
        seconds = time.monotonic() - began
        row(f"{CAMERA:,} JPEG of 12 megapixels ({size_of_one:.1f} MB) with Exif thumbnails that nobody has made: half of the texels, all",
            f"{(half or [seconds])[0]:.1f} s, {seconds:.1f} s", goal="≤ 60 s")
    finally:
        server.stop()


def folder_name(collection):
    """FNV-1a, 128 bits, as the program names the folder of a collection's texels."""
    value = 0x6c62272e07bb014262b821756295c58d
    for byte in collection.encode():
        value = (value ^ byte) * 0x0000000001000000000000000000013b % (1 << 128)
    return f"{value:x}"


def measure_many(folder, row):
    program, cache = folder / "made-texels", folder / "many-cache"
    subprocess.run(["gcc", "-O2", "-o", program, ROOT / "Benchmarks/made_texels.c"], check=True)
    server = Server("--items", MANY, data=folder / "many", cache=cache)
    try:
        collection = server.opened()["id"]
        item = server.ask("GET", f"/api/v1/collections/{collection}/items?limit=1").json["items"][0]
        texels = cache / "texels-1" / folder_name(collection)
        texels.mkdir(parents=True)
        subprocess.run([program, texels / "colours", collection, "", item["id"], str(MANY), str(item["revision"])], check=True)
        before = memory(server.process.pid)
        wall = Wall(server, 1)
        seconds, size, known = wall.all(1, 1 << 20)
        assert known == len(wall.visible), (known, len(wall.visible))
        again = min(wall.all(1, 1 << 20)[0] for _ in range(3))
        row(f"{len(wall.visible):,} cells of 1 px of {MANY:,} items with made-up texels, server's half: first, again, memory more",
            f"{seconds:.2f} s, {again:.2f} s, {(memory(server.process.pid) - before) / 1e3:.0f} MB", goal="≤ 2.5 s, ≤ 150 MB")
        looks = sorted(wall.look(top) for top in range(200))
        row("… a range event there, median and slowest", f"{looks[100] * 1e3:.1f} ms, {looks[-1] * 1e3:.1f} ms")
        path = f"/api/v1/viewers/{wall.viewer}/overview?version={wall.version}&rows=1000&columns=8"
        times = [wall.line.ask("GET", path)[0] for _ in range(2)]
        row("… the overview of 1,000 rows: first, again", f"{times[0]:.2f} s, {times[1]:.2f} s")
        measure_many_page(server, row, f"{MANY:,} items with made-up texels in Chromium")
    finally:
        server.stop()


def measure_wall(folder, row):
    measure_many(folder, row)
    measure_prepared(folder, row)
    measure_camera(folder, row)

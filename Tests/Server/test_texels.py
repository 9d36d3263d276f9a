"""Sheets of texels, from the real server and real pictures: each of one known colour."""

import json
import struct
import subprocess
from pathlib import Path

import pytest
from faults import fill, may_mount
from pictures import encoded, write_broken
from running import BINARY, Server, poll

COUNT = 300
STATES = {"unknown": 0, "colour": 1, "texel": 2, "damaged": 3, "failed": 4, "none": 5}


def colour(number):
    return number * 97 % 256, number * 57 % 256, (255 - number * 31) % 256


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("texels")
    for number in range(COUNT):
        path = folder / "photos" / f"{number:04}.png"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(encoded((b"\0" + bytes(colour(number)) * 40) * 30, 40, 30))
    return folder


@pytest.fixture(scope="module")
def server(folder):
    server = Server(folder / "photos", data=folder / "data")
    server.opened()
    yield server
    server.stop()


class Wall:
    """A viewer of one-pixel cells that says that it shows all as texels."""

    def __init__(self, server, query=None):
        self.server, self.sequence = server, 0
        body = {"layout": {"kind": "column", "minColumnWidth": 1, "cellHeight": 1, "spacing": 0, "inset": 0},
                "width": 20, "height": 400} | ({"query": query} if query else {})
        path = f"/api/v1/collections/{server.collection()}/viewers"
        # 503 while what can be searched for is still being read.
        answer = poll(lambda: next((a for a in [server.ask("POST", path, body)] if a.status != 503), None), 60)
        assert answer.status == 201, answer.body
        self.path, self.version = f"/api/v1/viewers/{answer.json['viewer']}", answer.json["version"]

    def look(self):
        self.sequence += 1
        event = {"seq": self.sequence, "version": self.version, "rect": [0, 0, 20, 400], "form": "texel"}
        answer = self.server.ask("POST", f"{self.path}/range", event)
        assert answer.status == 200 and answer.json["cells"] == []
        self.version = answer.json["version"]
        return answer.json

    def sheet(self, size, index=0, count=COUNT, columns=20, marks=0, headers=None, **other):
        query = {"version": self.version, "index": index, "count": count, "size": size, "columns": columns,
                 "marks": marks} | other
        words = "&".join(f"{name}={value}" for name, value in query.items())
        return self.server.ask("GET", f"{self.path}/sheet?{words}", headers=headers)

    def filled(self, count=COUNT):
        self.look()
        poll(lambda: line(self.sheet(1))["known"] >= count, 60)
        return self


def line(answer):
    assert answer.status == 200, answer.body
    return json.loads(answer.body.partition(b"\n")[0])


def parts(answer):
    """Picture, states, marks and matches."""
    lengths, rest = line(answer)["lengths"], answer.body.partition(b"\n")[2]
    assert sum(lengths) == len(rest)
    ends = [sum(lengths[:place]) for place in range(5)]
    return [rest[start:end] for start, end in zip(ends, ends[1:])]


def pixels(jpeg, tmp_path):
    """Width and samples, as libvips reads them."""
    (tmp_path / "sheet.jpg").write_bytes(jpeg)
    subprocess.run(["vips", "rawsave", tmp_path / "sheet.jpg", tmp_path / "sheet.raw"], check=True)
    data = jpeg
    at = data.index(b"\xff\xc0")
    height, width = struct.unpack(">HH", data[at + 5:at + 9])
    raw = (tmp_path / "sheet.raw").read_bytes()
    assert len(raw) == width * height * 3
    return width, raw


def numbers(server):
    """The items in order, and the number of each one's picture."""
    items = [item for section in server.sections() for item in section]
    known = server.ask("GET", f"/api/v1/collections/{server.collection()}/items?limit=1000").json["items"]
    return items, {item["id"]: int(Path(item["title"]).stem) for item in known}


def near(found, wanted, tolerance=8):
    return all(abs(a - b) <= tolerance for a, b in zip(found, wanted))


def check(server, wall, tmp_path):
    """Every cell has its item's colour, in each size."""
    items, titles = numbers(server)
    means = parts(wall.sheet(1))[0]
    for place, item in enumerate(items):
        assert near(means[4 * place:4 * place + 3], colour(titles[item]), 3) and means[4 * place + 3] == 255, place
    for size in (8, 16):
        picture, states, *_ = parts(wall.sheet(size))
        assert set(states) == {STATES["texel"]}
        width, raw = pixels(picture, tmp_path)
        assert width == 20 * size
        for place, item in enumerate(items):
            for corner in ((0, 0), (size - 1, 0), (0, size - 1), (size - 1, size - 1), (size // 2, size // 2)):
                x, y = place % 20 * size + corner[0], place // 20 * size + corner[1]
                at = (y * width + x) * 3
                assert near(raw[at:at + 3], colour(titles[item])), (size, place)


def test_each_cell_has_its_pictures_colour_before_and_after_moves(server, tmp_path):
    wall = Wall(server).filled()
    check(server, wall, tmp_path)
    items, _ = numbers(server)
    for item, to in ((items[5], [0, 250]), (items[200], [0, 3])):
        server.move(item, to)
    wall.look()
    check(server, wall, tmp_path)


def test_the_stream_says_which_have_come(tmp_path):
    folder = tmp_path / "photos"
    folder.mkdir()
    for number in range(60):
        (folder / f"{number:04}.png").write_bytes(encoded((b"\0" + bytes(colour(number)) * 40) * 30, 40, 30))
    server = Server(folder, data=tmp_path / "data")
    try:
        server.opened()
        wall = Wall(server)
        wall.look()
        seen, last, done = set(), 0, False

        def heard():
            nonlocal last, done
            answer = server.ask("GET", f"{wall.path}/events?after={last}&wait=1000", headers={"Accept": "application/json"})
            last = answer.json["last"]
            for event in answer.json["events"]:
                assert event["event"] == "texels", event
                for first, end in event["data"]["ranges"]:
                    seen.update(range(first, end + 1))
                done = done or event["data"]["isDone"]
            return done

        poll(heard, 60)
        assert seen == set(range(60))
    finally:
        server.stop()


def test_texels_are_there_after_a_restart_without_a_decode(server, tmp_path):
    Wall(server).filled()
    server.restart()
    server.opened()
    wall = Wall(server)
    assert line(wall.sheet(16))["known"] == COUNT
    check(server, wall, tmp_path)
    assert server.ask("GET", "/api/v1/stats").json["loads"]["running"] == 0


def test_what_the_browser_has_is_not_sent_again(server):
    wall = Wall(server).filled()
    tag = wall.sheet(8).headers["ETag"]
    again = wall.sheet(8, headers={"If-None-Match": tag})
    assert again.status == 304 and again.body == b""
    items, _ = numbers(server)
    server.move(items[0], [0, 9])
    assert wall.sheet(8).status == 412
    wall.look()
    assert wall.sheet(8, headers={"If-None-Match": tag}).status == 200


def test_marks_come_apart_from_texels(server):
    wall = Wall(server).filled()
    items, _ = numbers(server)
    path = f"/api/v1/collections/{server.collection()}"
    answer = server.ask("POST", f"{path}/marks", {"items": [items[7]], "stars": 4, "flag": "reject", "colourLabel": "green"})
    assert answer.status == 200, answer.body
    wall.look()
    marks = parts(wall.sheet(8, marks=1))[2]
    assert marks[7] == 4 | 2 << 3 | 3 << 5
    assert set(marks[:7] + marks[8:]) == {0}


def test_what_a_query_finds_is_a_bit_of_each_cell(server):
    wall = Wall(server).filled()
    items, titles = numbers(server)
    found = Wall(server, {"search": "007"})
    result = server.ask("GET", found.path).json["result"]
    bits = parts(wall.sheet(8, matches=result))[3]
    lit = {titles[item] for place, item in enumerate(items) if bits[place // 8] >> place % 8 & 1}
    assert lit == {number for number in range(COUNT) if "007" in f"{number:04}"}
    assert wall.sheet(8, matches="no-such-result").status == 404


def test_files_full_of_noise_and_cut_short_are_made_again(folder, tmp_path):
    server = Server(folder / "photos", data=tmp_path / "data")
    try:
        server.opened()
        Wall(server).filled()
        server.stop()
        files = sorted(server.cache.rglob("texels-1/*/*"))
        assert [file.name for file in files] == ["16", "8", "colours"]
        for file, content in zip(files, (b"", b"\x5a" * 70_000, None)):
            file.write_bytes(content if content is not None else file.read_bytes())
        server.start()
        server.opened()
        wall = Wall(server)
        wall.look()
        # The first look finds that they are lost.
        wall.sheet(8)
        wall.sheet(16)
        poll(lambda: set(parts(wall.sheet(16))[1]) == {STATES["texel"]}, 60)
        check(server, wall, tmp_path)
        server.stop()
        for file in files:
            file.write_bytes(b"\xa5" * 5000)
        server.start()
        server.opened()
        check(server, Wall(server).filled(), tmp_path)
    finally:
        server.stop()


def test_on_a_full_disk_colours_are_there_and_nothing_else_is_lost(folder, tmp_path):
    if not may_mount():
        pytest.skip("no mounts of one's own here")
    disk, script = tmp_path / "disk", tmp_path / "serve"
    disk.mkdir()
    script.write_text(f'#!/bin/sh\nmount -t tmpfs -o size=1m none {disk}\nexec {BINARY} "$@"\n')
    script.chmod(0o755)

    class OnASmallDisk(Server):
        program = ["unshare", "-rm", str(script)]

    server = OnASmallDisk(folder / "photos", data=tmp_path / "data", cache=disk / "cache")
    try:
        server.opened()
        full = Path(f"/proc/{server.process.pid}/root{disk}/filling")
        fill(full)
        wall = Wall(server).filled()
        items, titles = numbers(server)
        means = parts(wall.sheet(1))[0]
        assert all(near(means[4 * place:4 * place + 3], colour(titles[item]), 3) for place, item in enumerate(items))
        assert set(parts(wall.sheet(8))[1]) <= {STATES["colour"], STATES["texel"]}
        assert STATES["colour"] in parts(wall.sheet(16))[1]
        assert server.ask("GET", f"/api/v1/collections/{server.collection()}/items/{items[0]}/image?w=160").status == 200
        # Once there is room, what is known gets its pixels.
        full.unlink()
        poll(lambda: set(parts(wall.sheet(16))[1]) == {STATES["texel"]}, 120)
        check(server, wall, tmp_path)
    finally:
        server.stop()


def test_a_damaged_picture_has_a_state_of_its_own(tmp_path):
    folder = tmp_path / "photos"
    folder.mkdir()
    (folder / "a.png").write_bytes(encoded((b"\0" + bytes(colour(3)) * 40) * 30, 40, 30))
    write_broken(folder / "b.png")
    server = Server(folder, data=tmp_path / "data")
    try:
        server.opened()
        wall = Wall(server)
        wall.look()
        poll(lambda: line(wall.sheet(8, count=2))["known"] == 2, 60)
        assert list(parts(wall.sheet(8, count=2))[1]) == [STATES["texel"], STATES["failed"]]
        assert [parts(wall.sheet(1, count=2))[0][place] for place in (3, 7)] == [255, 253]
    finally:
        server.stop()

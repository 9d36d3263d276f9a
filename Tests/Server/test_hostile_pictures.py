"""Pictures that bite: what is broken, hostile or half written costs itself and nothing else."""

import os
import signal
import threading
import time
import zlib
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

import pytest
from raw_files import write_raw
from running import poll

LAYOUT = {"layout": {"kind": "column"}, "width": 1280, "height": 800}


def chunk(kind, content):
    return len(content).to_bytes(4, "big") + kind + content + zlib.crc32(kind + content).to_bytes(4, "big")


def png(width, height, pixels=b"", interlaced=False, text=b""):
    """A PNG's header and chunks of text, and `pixels` for what should follow it; 8-bit RGB."""
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 2, 0, 0, int(interlaced)])
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + text + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def slow_picture(side=16_000):
    """A second and more of decoding in 3 MB: all seven passes must be through before the first pixel is known."""
    packer = zlib.compressobj(1)
    passes = [(8, 8), (8, 8), (4, 8), (4, 4), (2, 4), (2, 2), (1, 2)]
    pixels = b"".join(packer.compress(bytes(side // across * 3 + 1)) for across, down in passes
                      for _ in range(side // down))
    return png(side, side, pixels + packer.flush(), interlaced=True)


def text_bomb():
    """A small picture with five comments of 49 MB in 240 KB, which libpng unpacks with the header."""
    comment = zlib.compress(bytes(49 << 20), 9)
    text = b"".join(chunk(b"zTXt", b"Comment\0\0" + comment) for _ in range(5))
    return png(300, 200, zlib.compress(bytes((300 * 3 + 1) * 200)), text=text)


def children(process):
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    threads = Path(f"/proc/{process}/task").iterdir()
    for thread in threads:
        # A thread may end between its listing and this.
        with suppress(FileNotFoundError, ProcessLookupError):
            found += (thread / "children").read_text().split()
    return sorted({int(p) for p in found})


def workers(server):
    return [p for p in children(server.process.pid)
            if b"decode-worker" in Path(f"/proc/{p}/cmdline").read_bytes()]


def items(server):
    collection = server.collection()
    page = server.ask("GET", f"/api/v1/collections/{collection}/items?limit=100").json
    return collection, {i["title"]: i["id"] for i in page["items"]}


def image(server, collection, item):
    return server.ask("GET", f"/api/v1/collections/{collection}/items/{item}/image?w=96")


def processor_seconds(process):
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.fixture(scope="module")
def bites(tmp_path_factory, real_pictures):
    """A folder of pictures that bite, one good one among them, old enough not to be still written to."""
    folder = tmp_path_factory.mktemp("bites")
    good = real_pictures[0].read_bytes()
    (folder / "good.jpg").write_bytes(good)
    (folder / "slow.png").write_bytes(slow_picture())
    (folder / "bomb.png").write_bytes(png(60_000, 60_000))
    (folder / "truncated.jpg").write_bytes(good[:len(good) // 3])
    (folder / "drawing.jpg").write_text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    (folder / "page.png").write_text("<!doctype html><script>alert(1)</script>")
    (folder / "empty.jpg").touch()
    (folder / "outside.jpg").symlink_to("/etc/passwd")
    # The change of the inode is what counts, and nobody can set that back.
    poll(lambda: time.time() - (folder / "empty.jpg").stat().st_ctime > 6, 20)
    return folder


def test_hostile_files_say_why_and_harm_nobody(start_server, bites):
    server = start_server(bites)
    collection, named = items(server)
    for name, words in [("bomb.png", "megapixels"), ("truncated.jpg", "incomplete or damaged"),
                        ("drawing.jpg", "not a picture"), ("page.png", "not a picture"), ("empty.jpg", "empty")]:
        answer = image(server, collection, named[name])
        assert answer.status == 422 and words in answer.json["detail"], (name, answer.body)
        assert answer.headers["Content-Type"] == "application/problem+json"
    answer = image(server, collection, named["good.jpg"])
    assert answer.status == 200 and answer.headers["Content-Type"] in ("image/jpeg", "image/webp")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    # A link that leads out of the folder is no item, or none that can be read.
    if "outside.jpg" in named:
        assert image(server, collection, named["outside.jpg"]).status in (404, 422)


def test_a_crash_is_told_in_the_cell_and_the_next_picture_comes(start_server, bites):
    server = start_server(bites)
    collection, named = items(server)
    idle = poll(lambda: len(workers(server)) > os.cpu_count() and workers(server), 20, "workers are started")
    used = {p: processor_seconds(p) for p in idle}
    answers = []
    asking = threading.Thread(target=lambda: answers.append(image(server, collection, named["slow.png"])))
    asking.start()
    # The one that works is the one whose clock runs.
    busy = poll(lambda: next((p for p in idle if processor_seconds(p) > used[p] + 0.25), None), 20, "one is at work")
    os.kill(busy, signal.SIGSEGV)
    asking.join(30)
    assert answers[0].status == 422 and answers[0].json["code"] == "decoder-crashed", answers[0].body
    assert image(server, collection, named["good.jpg"]).status == 200
    viewer = server.ask("POST", f"/api/v1/collections/{collection}/viewers", LAYOUT).json["viewer"]

    def cells():
        event = {"seq": cells.seq, "time": cells.seq, "version": 1, "rect": [0, 0, 1280, 800], "velocity": [0, 0],
                 "phase": "settled"}
        cells.seq += 1
        answer = server.ask("POST", f"/api/v1/viewers/{viewer}/range", event).json
        return {c["item"]["title"]: c for c in answer["cells"]}

    cells.seq = 1
    poll(lambda: cells()["good.jpg"]["state"] == "ready", 30)
    assert server.process.poll() is None


def test_a_crash_in_the_midst_of_a_raw_file_is_said_by_its_cell_alone(start_server, tmp_path, real_pictures):
    folder = tmp_path / "raw"
    write_raw(folder / "slow.nef", slow_picture(), 16_000, 16_000)
    (folder / "good.jpg").write_bytes(real_pictures[0].read_bytes())
    write_raw(folder / "good.nef")
    # A file that may still be written to is tried again.
    poll(lambda: time.time() - (folder / "good.nef").stat().st_ctime > 6, 20)
    # One decode for each file: a preview would be made by another one.
    server = start_server(folder, "--prepare", "none", "--no-previews")
    collection, _ = items(server)
    idle = poll(lambda: len(workers(server)) > os.cpu_count() and workers(server), 20, "workers are started")
    used = {p: processor_seconds(p) for p in idle}
    viewer = server.ask("POST", f"/api/v1/collections/{collection}/viewers", LAYOUT).json["viewer"]
    event = {"time": 1, "version": 1, "rect": [0, 0, 1280, 800], "velocity": [0, 0], "phase": "settled"}

    def cells(seq=iter(range(1, 10_000))):
        answer = server.ask("POST", f"/api/v1/viewers/{viewer}/range", {"seq": next(seq), **event}).json
        return {c["item"]["title"]: c for c in answer["cells"]}

    assert set(cells()) == {"good.jpg", "good.nef", "slow.nef"}
    busy = poll(lambda: next((p for p in idle if processor_seconds(p) > used[p] + 0.5), None), 30, "one is at the preview")
    os.kill(busy, signal.SIGSEGV)
    poll(lambda: cells()["slow.nef"]["state"] == "failed", 30, "its cell says so")
    assert cells()["slow.nef"]["reason"]["code"] == "decoder-crashed"
    poll(lambda: [cells()[name]["state"] for name in ("good.jpg", "good.nef")] == ["ready", "ready"], 30, "the others are there")
    assert server.process.poll() is None


def test_a_half_written_file_waits_until_it_settles(start_server, tmp_path, real_pictures):
    folder = tmp_path / "copying"
    folder.mkdir()
    content = real_pictures[0].read_bytes()
    target = folder / f"slow copy{real_pictures[0].suffix}"
    answers = []
    with target.open("wb", buffering=0) as copy:
        copy.write(content[:len(content) // 2])
        server = start_server(folder)
        collection, named = items(server)
        asking = threading.Thread(target=lambda: answers.append(image(server, collection, named[target.name])))
        asking.start()
        tried = poll(lambda: server.ask("GET", "/api/v1/stats").json["loads"]["retried"], 20, "it was tried")
        assert tried >= 1 and not answers
        copy.write(content[len(content) // 2:])
    asking.join(30)
    assert answers[0].status == 200 and len(answers[0].body) > 200, answers[0].body


def test_workers_do_not_outlive_a_killed_server(server):
    started = poll(lambda: len(workers(server)) > os.cpu_count() and workers(server), 20, "workers are started")
    server.stop(signal.SIGKILL)
    poll(lambda: not any(Path(f"/proc/{p}/cmdline").exists()
                         and b"decode-worker" in Path(f"/proc/{p}/cmdline").read_bytes() for p in started), 10)
    server.start()


def test_text_in_a_picture_is_not_unpacked(start_server, tmp_path):
    folder = tmp_path / "comments"
    folder.mkdir()
    (folder / "bomb.png").write_bytes(text_bomb())
    server = start_server(folder, "--no-previews")
    collection, named = items(server)
    poll(lambda: len(workers(server)) > os.cpu_count(), 20, "workers are started")
    started = workers(server)
    before = sum(processor_seconds(p) for p in started)
    answer = image(server, collection, named["bomb.png"])
    assert answer.status == 200, answer.body
    # Unpacked, it took 5 to 8 seconds.
    assert sum(processor_seconds(p) for p in started) - before < 1


def test_bad_pictures_delay_nobody(start_server, tmp_path, real_pictures):
    """28 bombs at once: unpacked text, and pictures of 256 megapixels that are inside the limit."""
    folder = tmp_path / "bombs"
    folder.mkdir()
    packer = zlib.compressobj(1)
    row = bytes(16_000 * 3 + 1)
    large = png(16_000, 16_000, b"".join(packer.compress(row) for _ in range(16_000)) + packer.flush())
    text = text_bomb()
    for number in range(14):
        (folder / f"large-{number}.png").write_bytes(large)
        (folder / f"text-{number}.png").write_bytes(text)
    for number, picture in enumerate(real_pictures[:3]):
        (folder / f"good-{number}{picture.suffix}").write_bytes(picture.read_bytes())
    server = start_server(folder, "--no-previews")
    collection, named = items(server)
    poll(lambda: len(workers(server)) > os.cpu_count(), 20, "workers are started")
    answered = []

    def ask(name):
        # The server is stopped before the last bomb is through.
        with suppress(OSError, HTTPException):
            answered.append((name, image(server, collection, named[name]).status))

    bombs = sorted(name for name in named if not name.startswith("good"))
    assert len(bombs) == 28
    asking = [threading.Thread(target=ask, args=(name,), daemon=True) for name in bombs]
    for thread in asking:
        thread.start()
    # All of them have arrived.
    poll(lambda: (s := server.ask("GET", "/api/v1/stats").json["loads"])["started"] + s["queued"] >= 28, 20)
    began = time.monotonic()
    for name in sorted(named):
        if name.startswith("good"):
            ask(name)
            print(f"{name}: {time.monotonic() - began:.2f} s since the bombs")
    good = [number for number, (name, _) in enumerate(answered) if name.startswith("good")]
    assert all(answered[number][1] == 200 for number in good), answered
    # A second and more of decoding each: hardly one of them was ready before.
    before = [name for name, _ in answered[:good[-1]] if name.startswith("large")]
    assert len(before) <= 4, answered

"""Servers that share prepared pictures in a real store of objects: what one has made, the others take; a store that fails costs nobody anything."""

import itertools
import signal
import struct
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pictures import png, write_folder
from running import BINARY, poll
from seaweed import Seaweed
from web_origin import SilentOrigin, WebOrigin

NUMBERS = itertools.count(1)


@pytest.fixture(scope="module")
def store():
    seaweed = Seaweed()
    yield seaweed
    seaweed.remove()


@pytest.fixture
def bucket(store):
    """A bucket of the test's own."""
    return f"pictures-{next(NUMBERS)}"


@pytest.fixture
def address(store, bucket):
    return store.bucket(bucket)


@pytest.fixture
def key_file(tmp_path):
    path = tmp_path / "keys"
    path.write_text(f"[default]\naws_access_key_id = {Seaweed.KEY}\naws_secret_access_key = {Seaweed.SECRET}\n")
    path.chmod(0o600)
    return path


@pytest.fixture
def start(start_server, address, key_file, tmp_path):
    """Starts a server with folders of its own, over the one store."""
    def start(*arguments, store=address, key=key_file):
        number = next(NUMBERS)
        return start_server(
            *arguments, "--rendition-store", store, "--rendition-key-file", key, data=tmp_path / f"data-{number}")

    return start


class Pictures(WebOrigin):
    """So many pictures, each of another colour."""

    def answer(self, path, headers):
        return 200, {"Content-Type": "image/png"}, png(int(path.strip("/")), 60, 40)


@pytest.fixture
def origin():
    origin = Pictures()
    yield origin
    origin.stop()


@pytest.fixture
def listing(origin, tmp_path):
    def listing(count, address=origin.address):
        path = tmp_path / "list.csv"
        lines = ["url,id", *(f"{address}/{n},picture-{n}" for n in range(1, count + 1))]
        path.write_text("\n".join(lines))
        return ["--urls", path, "--allow-private"]

    return listing


def see(server, collection, number, width=160):
    answer = server.ask("GET", f"/api/v1/collections/{collection}/items/picture-{number}/image?w={width}")
    assert answer.status == 200, answer.body
    return answer.body


def figures(server):
    """What /metrics says about sharing, by name."""
    lines = server.ask("GET", "/metrics").body.decode().splitlines()
    return {line.split()[0].removeprefix("lookahead_shared_").removesuffix("_total"): float(line.split()[1])
            for line in lines if line.startswith("lookahead_shared_")}


def test_what_one_server_has_made_no_other_asks_its_origin_for(start, origin, listing, store, bucket):
    one = start(*listing(20))
    collection = one.collection()
    made = [see(one, collection, n) for n in range(1, 21)]
    poll(lambda: figures(one)["queued_bytes"] == 0 and figures(one)["puts"] >= 20, 20, "all are put")
    poll(lambda: not store.objects(f"{bucket}/pictures/v4-making"), 20, "no lease is left")
    assert all(path.startswith(f"{bucket}/pictures/v4/") for path in store.objects(f"{bucket}/pictures"))
    two = start(*listing(20))
    assert [see(two, two.collection(), n) for n in range(1, 21)] == made
    assert sorted(origin.asked) == sorted(f"/{n}" for n in range(1, 21))
    assert figures(two)["hits"] == 20 and figures(two)["puts"] == 0
    # What was taken is on its own disk from then on.
    store.kill()
    try:
        poll(lambda: len(list(Path(two.cache).rglob("*/*"))) >= 20, 10, "they are on disk")
        two.restart()
        assert [see(two, collection, n) for n in range(1, 21)] == made and len(origin.asked) == 20
    finally:
        store.start()


def test_two_servers_that_need_the_same_pictures_at_once_read_each_original_once(start, origin, listing, store, bucket):
    count = 200
    one, two = start(*listing(count)), start(*listing(count))
    collection = one.collection()
    assert two.collection() == collection
    # Both in the same order, as two people do who open the same page.
    with ThreadPoolExecutor(16) as crowd:
        seen = list(crowd.map(lambda job: see(job[0], collection, job[1]), [(s, n) for n in range(1, count + 1) for s in (one, two)]))
    assert all(seen[at] == seen[at + 1] for at in range(0, 2 * count, 2))
    assert sorted(origin.asked) == sorted(f"/{n}" for n in range(1, count + 1))
    assert figures(one)["hits"] + figures(two)["hits"] == count
    poll(lambda: not store.objects(f"{bucket}/pictures/v4-making"), 20, "no lease is left")


def test_a_server_that_dies_while_it_reads_is_not_waited_for_for_ever(start, store, bucket, tmp_path):
    origin = SilentOrigin(lambda path: png(1, 60, 40))
    path = tmp_path / "list.csv"
    path.write_text(f"url,id\n{origin.address}/1,picture-1\n")
    try:
        one = start("--urls", path, "--allow-private")
        collection = one.collection()
        waiting = threading.Thread(target=lambda: suppressed(lambda: see(one, collection, 1)))
        waiting.start()
        poll(lambda: origin.asked, 20, "it reads")
        one.stop(signal.SIGKILL)
        waiting.join(30)
        assert len(store.objects(f"{bucket}/pictures/v4-making")) == 1
        two = start("--urls", path, "--allow-private")
        two.collection()
        origin.speak()
        with ThreadPoolExecutor(1) as other:
            answer = other.submit(see, two, collection, 1)
            poll(lambda: figures(two)["waits"] == 1, 20, "it waits for the first")
            assert answer.result(60)
        assert origin.asked == ["/1", "/1"]
        poll(lambda: not store.objects(f"{bucket}/pictures/v4-making"), 20, "the lease of the dead is gone")
    finally:
        origin.stop()


def suppressed(body):
    try:
        body()
    except OSError:
        pass


@pytest.mark.parametrize("fault, words", [
    ("secret", "the secret key is wrong"), ("key", "does not know the access key"), ("bucket", "there is no such bucket"),
    ("port", "cannot be reached"),
])
def test_a_store_that_cannot_be_used_is_named_and_pictures_are_made(start, origin, listing, store, address, key_file, tmp_path, fault, words):
    if fault == "secret":
        key_file.write_text(f"aws_access_key_id={Seaweed.KEY}\naws_secret_access_key=wrong\n")
    if fault == "key":
        key_file.write_text("aws_access_key_id=STRANGER\naws_secret_access_key=wrong\n")
    if fault == "bucket":
        address = store.address("nowhere-to-be-found")
    if fault == "port":
        address = "s3://bucket/pictures?endpoint=http://127.0.0.1:9"
    server = start(*listing(12), store=address)
    collection = server.collection()
    for number in range(1, 13):
        see(server, collection, number)
    poll(lambda: any(words in line for line in server.log), 20, f"{words}: {server.log}")
    found = figures(server)
    assert found["trouble"] == 1 and found["hits"] == found["puts"] == 0
    assert len(origin.asked) == 12
    # Once, not with each picture.
    assert sum("are not shared" in line for line in server.log) <= 2, server.log
    doctor = subprocess.run(
        [BINARY, "doctor", "--data", tmp_path / "d", "--port", "0", "--rendition-store", address, "--rendition-key-file", key_file],
        capture_output=True, text=True, timeout=120)
    assert words in doctor.stdout, doctor.stdout


def test_the_doctor_tries_a_store_that_is_right(store, address, bucket, key_file, tmp_path):
    doctor = subprocess.run(
        [BINARY, "doctor", "--data", tmp_path / "d", "--port", "0", "--rendition-store", address, "--rendition-key-file", key_file],
        capture_output=True, text=True, timeout=120)
    assert f"Prepared pictures are shared in s3://{bucket}/pictures" in doctor.stdout, doctor.stdout
    assert "not encrypted" in doctor.stdout
    assert store.objects(f"{bucket}/pictures") == [], "it leaves nothing behind"


def test_a_store_that_is_killed_comes_back(start, origin, listing, store):
    one, two = start(*listing(60)), start(*listing(60))
    collection = one.collection()
    two.collection()
    see(one, collection, 1)
    store.kill()
    try:
        for number in range(2, 31):
            see(one, collection, number)
        assert figures(one)["trouble"] == 1
        one.says("Prepared pictures are not shared")
    finally:
        store.start()
    # Whoever looks at the figures has it tried again.
    poll(lambda: figures(one)["trouble"] == 0, 60, "it is asked again")
    one.says("shared again")
    before = figures(one)["puts"]
    for number in range(31, 61):
        see(one, collection, number)
    poll(lambda: figures(one)["puts"] >= before + 30, 20, "they are put")
    poll(lambda: figures(two)["trouble"] == 0, 60, "the other asks, too")
    asked = len(origin.asked)
    for number in range(31, 61):
        see(two, collection, number)
    assert len(origin.asked) == asked


def test_a_store_that_hangs_costs_no_more_than_a_few_calls(start, origin, listing, store):
    server = start(*listing(120))
    collection = server.collection()
    see(server, collection, 1)
    store.freeze()
    try:
        with ThreadPoolExecutor(4) as crowd:
            list(crowd.map(lambda n: see(server, collection, n), range(2, 41)))
        assert figures(server)["trouble"] == 1
        failures = figures(server)["failures"]
        for number in range(41, 101):
            see(server, collection, number)
        # Probes in the background alone, which come at longer and longer intervals.
        assert figures(server)["failures"] - failures <= 12
        assert len(origin.asked) == 100
    finally:
        store.thaw()
    poll(lambda: figures(server)["trouble"] == 0, 90, "it is asked again")
    see(server, collection, 101)
    poll(lambda: figures(server)["puts"] >= 1, 20, "and pictures are put")


def damaged(content, kind):
    head = 48
    if kind == "cut":
        return content[: len(content) // 2]
    if kind == "bit":
        return content[:-20] + bytes([content[-20] ^ 1]) + content[-19:]
    if kind == "empty":
        return b""
    if kind == "page":
        # A page in the place of a picture, with a sum that is right.
        key, kind_bytes, size = struct.unpack_from("<III", content, 32)
        page = b"text/html" + b"<script>alert(1)</script>"
        numbers = struct.unpack_from("<IIII", content, 16)
        body = struct.pack("<8I", *numbers, key, 9, len(page) - 9, 0xffffffff) + content[head:head + key] + page
        return content[:8] + struct.pack("<Q", fnv(body)) + body
    return b"\xff" * 100_000


def fnv(content):
    value = 0xcbf29ce484222325
    whole = len(content) // 8 * 8
    for word in struct.unpack(f"<{whole // 8}Q", content[:whole]):
        value = (value ^ word) * 0x100000001b3 % 2**64
    for byte in content[whole:]:
        value = (value ^ byte) * 0x100000001b3 % 2**64
    return value


def test_objects_that_are_damaged_or_hostile_are_made_again(start, origin, listing, store, bucket):
    kinds = ["cut", "bit", "empty", "page", "noise", "swapped"]
    one = start(*listing(len(kinds)), "--no-previews")
    collection = one.collection()
    made = [see(one, collection, n) for n in range(1, len(kinds) + 1)]
    poll(lambda: figures(one)["puts"] >= len(kinds) and figures(one)["queued_bytes"] == 0, 20, "all are put")
    paths = store.objects(f"{bucket}/pictures/v4")
    contents = [store.read(path) for path in paths]
    for number, path in enumerate(paths):
        kind = kinds[number % len(kinds)]
        store.write(path, contents[number - 1] if kind == "swapped" else damaged(contents[number], kind))
    two = start(*listing(len(kinds)), "--no-previews")
    assert [see(two, two.collection(), n) for n in range(1, len(kinds) + 1)] == made
    assert figures(two)["hits"] == 0 and figures(two)["damaged"] >= len(kinds)
    # Each of them is mended.
    poll(lambda: figures(two)["puts"] >= len(kinds) and figures(two)["queued_bytes"] == 0, 20, "all are put again")
    three = start(*listing(len(kinds)), "--no-previews")
    assert [see(three, three.collection(), n) for n in range(1, len(kinds) + 1)] == made
    assert figures(three)["hits"] == len(kinds) and len(origin.asked) == 2 * len(kinds)


def test_keys_come_by_file_or_environment_and_are_in_no_log(start, start_server, store, address, key_file, listing, monkeypatch, tmp_path):
    command = [BINARY, "serve", "--items", "3", "--port", "0", "--data", tmp_path / "d"]
    run = lambda *more: subprocess.run([*command, *map(str, more)], capture_output=True, text=True, timeout=60)
    for name in ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"]:
        monkeypatch.delenv(name, raising=False)
    none = run("--rendition-store", address)
    assert none.returncode == 64 and "AWS_ACCESS_KEY_ID" in none.stderr
    for wrong in [f"s3://{Seaweed.KEY}:{Seaweed.SECRET}@bucket/p?region=x", f"s3://bucket/p?endpoint=http://{Seaweed.KEY}:{Seaweed.SECRET}@127.0.0.1:1",
                  f"s3://bucket/p?secret={Seaweed.SECRET}", "http://bucket/p", "s3://bucket/p"]:
        refused = run("--rendition-store", wrong, "--rendition-key-file", key_file)
        assert refused.returncode == 64 and "--rendition-store cannot be used" in refused.stderr, (wrong, refused.stderr)
        assert Seaweed.SECRET not in refused.stderr + refused.stdout
    half = tmp_path / "half"
    half.write_text(f"aws_secret_access_key = {Seaweed.SECRET}\n")
    refused = run("--rendition-store", address, "--rendition-key-file", half)
    assert refused.returncode == 64 and "two lines" in refused.stderr and Seaweed.SECRET not in refused.stderr
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", Seaweed.KEY)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", Seaweed.SECRET)
    server = start_server(*listing(3), "--rendition-store", address, "--verbose")
    see(server, server.collection(), 1)
    poll(lambda: figures(server)["puts"] >= 1, 20, "it is put")
    arguments = Path(f"/proc/{server.process.pid}/cmdline").read_bytes().decode()
    assert server.stop() == 0
    for text in [arguments, "".join(server.log)]:
        assert Seaweed.SECRET not in text


def test_two_servers_may_share_one_cache_folder_instead(start_server, origin, listing, tmp_path):
    cache = tmp_path / "shared-cache"
    one, two = (start_server(*listing(40), data=tmp_path / name, cache=cache) for name in ["one", "two"])
    collection = one.collection()
    two.collection()
    made = [see(one, collection, n) for n in range(1, 21)]
    written = lambda: sum(1 for p in cache.rglob("*") if p.is_file() and p.parent.name != "tmp" and len(p.name) == 30)
    poll(lambda: written() >= 20, 20, "all are on disk")
    assert [see(two, collection, n) for n in range(1, 21)] == made
    assert len(origin.asked) == 20
    # The start of one takes nothing from the other.
    two.restart(signal.SIGKILL)
    made = [see(two, collection, n) for n in range(21, 41)]
    poll(lambda: written() >= 40, 20, "all are on disk")
    one.restart()
    assert [see(one, collection, n) for n in range(21, 41)] == made
    assert sorted(origin.asked) == sorted(f"/{n}" for n in range(1, 41))


def test_a_folder_of_photos_is_decoded_once(start, start_server, store, tmp_path):
    folder = write_folder(tmp_path / "photos", {"A": 6})
    one = start(folder)
    collection = one.collection()
    items = [item for items in one.sections() for item in items]
    picture = lambda server, item: server.ask("GET", f"/api/v1/collections/{collection}/items/{item}/image?w=160").body
    made = [picture(one, item) for item in items]
    poll(lambda: figures(one)["puts"] >= 6 and figures(one)["queued_bytes"] == 0, 20, "all are put")
    two = start(folder)
    two.collection()
    assert [picture(two, item) for item in items] == made
    assert figures(two)["hits"] == 6 and figures(two)["puts"] == 0

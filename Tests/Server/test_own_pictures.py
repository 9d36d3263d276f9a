"""A program's pictures, in each form that `picture(for:)` may have, as browsers get them."""

import json
import struct
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from lacking_system import lacking_system
from own_programs import BUILD, compile_program, running
from pictures import png, write_png
from running import poll
from seaweed import Seaweed
from videos import write_video
from web_origin import WebOrigin

PROGRAM = Path(__file__).parent.parent / "Support" / "pictured_program"


class Origin(WebOrigin):
    def answer(self, path, headers):
        return 200, {"Content-Type": "image/png"}, png(3, 80, 160)


@pytest.fixture(scope="module")
def origin():
    origin = Origin()
    yield origin
    origin.stop()


@pytest.fixture(scope="module")
def pictured(module_path):
    return compile_program(PROGRAM, "pictured", module_path / "pictured")


@pytest.fixture
def start(pictured, origin, tmp_path):
    """Starts the program: with `private`, pictures may come from this machine."""
    file = write_png(tmp_path / "one.png", 1, 300, 200)
    return lambda addresses: running(pictured, file, f"{origin.address}/picture", addresses, folder=tmp_path)


def image(address, item):
    """Status and body: bytes of a picture, or why there is none."""
    try:
        with urllib.request.urlopen(f"{address}/api/v1/collections/pictured/items/{item}/image?w=64", timeout=60) as answer:
            assert answer.headers["Content-Type"] == "image/jpeg"
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def opened(address):
    def is_open():
        with urllib.request.urlopen(f"{address}/api/v1/collections/pictured", timeout=30) as answer:
            return json.loads(answer.read()).get("open")

    poll(is_open, 30)


def shape(jpeg):
    """Width divided by height."""
    at = next(jpeg.index(mark) for mark in (b"\xff\xc0", b"\xff\xc2") if mark in jpeg)
    height, width = struct.unpack(">HH", jpeg[at + 5:at + 9])
    return width / height


def test_a_picture_may_be_a_file_bytes_pixels_or_an_address(start, origin):
    with start("private") as (address, _):
        opened(address)
        for item, wanted in [("file", 1.5), ("bytes", 1.5), ("pixels", 2), ("address", 0.5)]:
            status, body = image(address, item)
            assert status == 200, (item, body)
            assert shape(body) == pytest.approx(wanted, rel=0.05), item
        assert origin.asked == ["/picture"]


def test_what_is_no_picture_is_said_and_harms_no_other(start):
    with start("private") as (address, _):
        opened(address)
        for item, code, sentence in [
            ("none", "item-without-picture", "The item “none” has no picture."),
            ("gone", "file-missing", None),
            ("wrong", "bad-pixels", "3 bytes are not 2 × 2 pixels of three."),
            ("huge", "bad-pixels", None),
            ("throwing", "away", "The pictures are away."),
        ]:
            status, problem = image(address, item)
            assert status in (404, 422) and problem["code"] == code, (item, problem)
            assert sentence is None or problem["detail"] == sentence
        assert image(address, "file")[0] == 200


def test_what_a_program_has_made_is_put_into_the_bucket(pictured, origin, tmp_path):
    store = Seaweed()
    try:
        bucket, keys = store.bucket("kit"), tmp_path / "keys"
        keys.write_text(f"aws_access_key_id = {Seaweed.KEY}\naws_secret_access_key = {Seaweed.SECRET}\n")
        with running(pictured, "none", f"{origin.address}/shared", "private", bucket, keys, folder=tmp_path) as (address, _):
            opened(address)
            status, body = image(address, "address")
            assert status == 200, body
            poll(lambda: store.objects("kit/pictures/v4"), 20, "it is put")
    finally:
        store.remove()


def test_a_bucket_without_a_key_is_refused_in_words(pictured, tmp_path):
    done = subprocess.run(
        [pictured, "one.png", "http://127.0.0.1/", "private", "s3://bucket/pictures?endpoint=http://127.0.0.1:1", "missing"], cwd=tmp_path, capture_output=True,
        text=True, timeout=60)
    assert done.returncode != 0 and "The file missing of renditionKeyFile cannot be read." in done.stderr


def test_a_video_shows_a_picture_where_its_program_is_beside_this_one(pictured, origin, tmp_path):
    video = write_video(tmp_path / "clip.webm")
    helper = pictured.parent / "lookahead-video"
    helper.symlink_to(BUILD / "lookahead-video")
    try:
        with running(pictured, video, origin.address, "public", folder=tmp_path) as (address, _):
            opened(address)
            status, body = image(address, "file")
            assert status == 200, body
    finally:
        helper.unlink()


def test_decoders_that_are_confined_in_part_are_said_to_be(pictured, origin, tmp_path):
    lacking = lacking_system(tmp_path / "without")
    file = write_png(tmp_path / "one.png", 1, 300, 200)
    with running(lacking, pictured, file, origin.address, "public", folder=tmp_path) as (address, _):
        opened(address)
        assert image(address, "file")[0] == 200
        with urllib.request.urlopen(f"{address}/healthz", timeout=30) as answer:
            assert json.loads(answer.read())["missingConfinement"] == ["files", "threads"]


def test_the_program_is_run_once_whatever_is_decoded(start, tmp_path):
    with start("private") as (address, _):
        opened(address)
        assert image(address, "file")[0] == 200
    assert len((tmp_path / "runs").read_text().splitlines()) == 1


def test_a_program_that_forgets_to_become_a_decoder_is_told_so_and_is_not_run_again(pictured, tmp_path):
    done = subprocess.run([pictured, "one.png", "http://127.0.0.1/", "forgetful"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0 and "CollectionServer.decodeIfAsked()" in done.stderr
    assert len((tmp_path / "runs").read_text().splitlines()) == 1


def test_an_address_of_this_machine_is_refused_unless_it_is_allowed(start, origin):
    asked = len(origin.asked)
    with start("public") as (address, _):
        opened(address)
        status, problem = image(address, "address")
        assert status == 422 and problem["code"] == "address-private"
    assert len(origin.asked) == asked

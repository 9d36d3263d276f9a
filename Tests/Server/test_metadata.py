"""Metadata of a folder's files on a real server: read once, also when it is killed while it reads."""

import os
import re
import signal
import struct

import pytest
from described import camera, described
from pictures import png
from running import poll

COUNT = 3000
# Files that are read and not kept when the server is killed, at most: a chunk for each reader.
LOST = 64 * max(1, os.cpu_count())


@pytest.fixture(scope="module")
def jpeg():
    """Nothing in it but that it begins as one: no picture is decoded here."""
    return b"\xff\xd8" + b"\xff\xdb" + struct.pack(">H", 67) + bytes(65) + b"\xff\xd9"


def fields(server):
    return server.ask("GET", f"/api/v1/collections/{server.collection()}/fields").json


def known(server):
    return {field["field"]: field["known"] for field in fields(server)["fields"]}


def read_to_the_end(server):
    poll(lambda: (f := fields(server))["complete"] and "reading" not in f, 120, "all files are read")


def counted(server, name):
    text = server.ask("GET", "/metrics").body.decode()
    found = re.search(rf"^lookahead_metadata_{name}(?:_total)? ([\d.e+]+)$", text, re.MULTILINE)
    return int(float(found[1])) if found else 0


def test_a_reading_that_is_killed_goes_on_where_it_was(start_server, tmp_path, jpeg):
    photos = tmp_path / "photos"
    photos.mkdir()
    for number in range(COUNT):
        (photos / f"{number:04}.jpg").write_bytes(described(jpeg, number))
    server = start_server(photos)
    server.opened()
    fields(server)
    done = poll(lambda: (n := counted(server, "read")) > 300 and n, 60, "some files are read")
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait(10)
    server.start()
    server.opened()
    fields(server)
    poll(lambda: counted(server, "known") + counted(server, "read") == COUNT, 120, "all files are known or read")
    assert counted(server, "known") >= done - LOST
    read_to_the_end(server)
    assert counted(server, "crashed") == 0
    found = known(server)
    assert found["taken"] == found["camera"] == COUNT
    # The first one's place, 0° and 0°, is none.
    assert found["latitude"] == found["longitude"] == COUNT - 1


def test_a_sidecar_that_changes_changes_its_pictures_fields(start_server, tmp_path):
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "a.png").write_bytes(png(1, 60, 40))
    server = start_server(photos)
    collection = server.collection()
    (_, [item]), = server.order(collection)
    fields(server)
    read_to_the_end(server)

    def stars():
        return server.ask("GET", f"/api/v1/collections/{collection}/items/{item}/fields").json["fields"].get("stars")

    assert stars() is None
    xmp = ('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
           '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>')
    (photos / "a.xmp").write_text(xmp)
    assert server.ask("POST", f"/api/v1/collections/{collection}/refresh").status == 202
    poll(lambda: stars() == 4, 30, "the rating beside the picture is read")


def test_cameras_are_named_as_people_name_them():
    assert [camera(number) for number in range(4)] == ["Canon EOS R5", "NIKON D750", "SONY ILCE-7M3", "Apple iPhone 15"]

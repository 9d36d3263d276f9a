"""Metadata of a folder's files on a real server: read once, also when it is killed while it reads."""

import os
import re
import signal
import struct

import pytest
from described import camera, described
from pictures import png
from raw_files import write_raw
from running import poll
from videos import write_video

COUNT = 3000
# Files that are read and not kept when the server is killed, at most: a chunk for each reader.
LOST = 64 * max(1, os.cpu_count())


@pytest.fixture(scope="module")
def jpeg():
    """Nothing in it but that it begins as one: no picture is decoded here."""
    return b"\xff\xd8" + b"\xff\xdb" + struct.pack(">H", 67) + bytes(65) + b"\xff\xd9"


def sidecar(properties):
    return ('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
            f'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" {properties}/></rdf:RDF></x:xmpmeta>')


def fields(server):
    return server.ask("GET", f"/api/v1/collections/{server.collection()}/fields").json


def known(server):
    return {field["field"]: field["known"] for field in fields(server)["fields"]}


def read_to_the_end(server):
    poll(lambda: (f := fields(server))["complete"] and "reading" not in f, 300, "all files are read")


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
    read_to_the_end(server)
    # A slow machine may have to ask for a file more than once: a reading that timed out counts as well.
    assert counted(server, "known") >= done - LOST
    assert counted(server, "known") + counted(server, "read") >= COUNT
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
    (photos / "a.xmp").write_text(sidecar('xmp:Rating="4"'))
    assert server.ask("POST", f"/api/v1/collections/{collection}/refresh").status == 202
    poll(lambda: stars() == 4, 30, "the rating beside the picture is read")
    assert server.ask("GET", f"/api/v1/collections/{collection}/items/{item}").json["attributes"]["stars"] == 4
    (photos / "a.xmp").unlink()
    assert server.ask("POST", f"/api/v1/collections/{collection}/refresh").status == 202
    poll(lambda: stars() is None, 30, "the rating is gone with its file")
    assert "stars" not in server.ask("GET", f"/api/v1/collections/{collection}/items/{item}").json.get("attributes", {})


def test_files_that_are_away_wait_and_are_read_when_they_are_back(start_server, tmp_path):
    photos, away = tmp_path / "photos", tmp_path / "away"
    photos.mkdir()
    for number in range(20):
        (photos / f"{number}.png").write_bytes(png(number, 60, 40))
    server = start_server(photos)
    server.opened()
    collection = f"/api/v1/collections/{server.collection()}"
    photos.rename(away)
    fields(server)
    poll(lambda: fields(server).get("waiting") == 20, 60, "all of them wait")
    assert not fields(server)["complete"]
    # No query waits for a disk, and each says how much it does not know.
    query = {"where": {"field": "shape", "in": ["landscape"]}}
    answer = server.ask("POST", f"{collection}/queries", query)
    assert answer.status == 201 and (answer.json["itemCount"], answer.json["complete"], answer.json["waiting"]) == (0, False, 20)
    facets = server.ask("GET", f"{collection}/facets?fields=width").json
    assert (facets["complete"], facets["waiting"]) == (False, 20)
    away.rename(photos)
    assert server.ask("POST", f"{collection}/refresh").status == 202
    poll(lambda: fields(server)["complete"], 60, "they are read without a restart")
    answer = server.ask("POST", f"{collection}/queries", query).json
    assert (answer["itemCount"], answer["complete"]) == (20, True) and "waiting" not in answer
    listed = server.ask("GET", f"{collection}/export?as=csv").body.decode("utf-8-sig").splitlines()
    assert all(",60,40," in line for line in listed[1:]) and len(listed) == 21


def test_a_query_right_after_the_start_finds_what_stands_in_files(start_server, tmp_path, jpeg):
    photos = tmp_path / "photos"
    photos.mkdir()
    for number in range(40):
        (photos / f"{number:02}.jpg").write_bytes(described(jpeg, number))
    server = start_server(photos)
    server.opened()
    collection = f"/api/v1/collections/{server.collection()}"
    answer = server.ask("POST", f"{collection}/queries", {"where": {"field": "camera", "exists": True}})
    assert answer.status == 201 and (answer.json["itemCount"] == 40 or not answer.json["complete"])
    read_to_the_end(server)
    for item in server.order(server.collection())[0][1]:
        values = server.ask("GET", f"{collection}/items/{item}/fields").json["fields"]
        assert server.ask("GET", f"{collection}/items/{item}/date").json["date"] == values["taken"]


def test_a_rating_of_0_is_none(start_server, tmp_path):
    photos = tmp_path / "photos"
    photos.mkdir()
    for stars in (0, 3):
        (photos / f"{stars}.png").write_bytes(png(stars, 60, 40))
        (photos / f"{stars}.xmp").write_text(sidecar(f'xmp:Rating="{stars}"'))
    server = start_server(photos)
    server.opened()
    fields(server)
    read_to_the_end(server)
    assert known(server)["stars"] == 1
    query = {"where": {"field": "stars", "exists": False}}
    assert server.ask("POST", f"/api/v1/collections/{server.collection()}/queries", query).json["itemCount"] == 1


def test_what_was_taken_within_one_second_is_in_its_order(start_server, tmp_path):
    photos = tmp_path / "photos"
    photos.mkdir()
    burst = ["IMG_9998", "IMG_9999", "IMG_0001"]
    for number, name in enumerate(burst):
        (photos / f"{name}.png").write_bytes(png(number, 60, 40))
        (photos / f"{name}.xmp").write_text(sidecar(f'exif:DateTimeOriginal="2024-05-17T12:33:01.{number}"'))
    server = start_server(photos)
    server.opened()
    fields(server)
    read_to_the_end(server)
    for descending, expected in ((False, burst), (True, burst[::-1])):
        query = {"sort": [{"field": "taken", "descending": descending}]}
        found = server.ask("POST", f"/api/v1/collections/{server.collection()}/queries", query).json["id"]
        items = server.ask("GET", f"/api/v1/collections/{found}/items").json["items"]
        assert [item["title"] for item in items] == [f"{name}.png" for name in expected]


def test_lists_and_fields_call_an_item_the_same(start_server, tmp_path):
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "a.png").write_bytes(png(1, 60, 40))
    write_video(photos / "b.mp4", "clip.mp4")
    write_raw(photos / "c.nef")
    server = start_server(photos)
    server.opened()
    fields(server)
    read_to_the_end(server)
    collection = f"/api/v1/collections/{server.collection()}"
    items = server.ask("GET", f"{collection}/items").json["items"]
    assert [item["kind"] for item in items] == ["photo", "video", "raw"]
    for item in items:
        assert server.ask("GET", f"{collection}/items/{item['id']}/fields").json["fields"]["kind"] == item["kind"]


def test_cameras_are_named_as_people_name_them():
    assert [camera(number) for number in range(4)] == ["Canon EOS R5", "NIKON D750", "SONY ILCE-7M3", "Apple iPhone 15"]


def test_exif_that_goes_on_in_a_second_segment_is_read_whole(start_server, tmp_path, jpeg):
    photos = tmp_path / "photos"
    photos.mkdir()
    whole = described(jpeg, 7)
    at = whole.index(b"Exif\0\0")
    length = struct.unpack(">H", whole[at - 2:at])[0]
    exif = whole[at + 6:at - 2 + length]
    parts = [b"\xff\xe1" + struct.pack(">H", 8 + len(part)) + b"Exif\0\0" + part for part in (exif[:40], exif[40:])]
    (photos / "one.jpg").write_bytes(whole)
    (photos / "two.jpg").write_bytes(whole[:at - 4] + b"".join(parts) + whole[at - 2 + length:])
    server = start_server(photos)
    collection = server.opened()["id"]
    fields(server)
    read_to_the_end(server)
    items = server.ask("GET", f"/api/v1/collections/{collection}/items").json["items"]
    one, two = (server.ask("GET", f"/api/v1/collections/{collection}/items/{item['id']}/fields").json["fields"] for item in items)
    names = ["taken", "camera", "latitude", "longitude", "iso", "lens"]
    assert one["camera"] and [two.get(name) for name in names] == [one.get(name) for name in names]

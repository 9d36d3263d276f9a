"""Two cameras, one time line: a mark moves the dates of a camera's pictures, and no file is changed."""

import csv
import io
import json
import zipfile

import pytest
from described import CAMERAS, camera, described, taken
from running import poll

# Files whose cameras and times follow from their numbers: 0 and 5 are of one camera, 1 and 6 of another.
NUMBERS = [0, 1, 5, 6]


@pytest.fixture
def photos(tmp_path, real_pictures):
    photos = tmp_path / "photos"
    photos.mkdir()
    jpeg = next(path for path in real_pictures if path.suffix == ".jpg").read_bytes()
    for number in NUMBERS:
        (photos / f"{number}.jpg").write_bytes(described(jpeg, number))
    return photos


class Time:
    def __init__(self, server):
        self.server = server
        self.path = f"/api/v1/collections/{server.collection()}"
        poll(lambda: (f := server.ask("GET", f"{self.path}/fields").json)["complete"] and "reading" not in f, 60, "all is read")

    def rows(self):
        text = self.server.ask("GET", f"{self.path}/export?as=csv").body.decode("utf-8-sig")
        return {row["name"]: row for row in csv.DictReader(io.StringIO(text, newline=""))}

    def shift(self, number, seconds):
        """As the page does it: all pictures of the camera of one."""
        found = self.server.ask("POST", f"{self.path}/queries", {"where": {"field": "camera", "in": [camera(number)]}}).json
        answer = self.server.ask("POST", f"/api/v1/collections/{found['id']}/marks",
                                 {"version": found["version"], "ranges": [[0, found["itemCount"] - 1]], "timeShift": seconds})
        assert answer.status == 200, answer.body


def iso(number):
    date, time = taken(number).split()
    return f"{date.replace(':', '-')}T{time}+09:00"


def test_all_pictures_of_a_camera_move_and_come_back(start_server, photos):
    assert len(CAMERAS) == 5
    before = {path: path.read_bytes() for path in photos.iterdir()}
    server = start_server(photos)
    time = Time(server)
    assert {name: row["taken"] for name, row in time.rows().items()} == {f"{n}.jpg": iso(n) for n in NUMBERS}
    time.shift(1, 3600)
    rows = time.rows()
    assert rows["0.jpg"]["taken"] == iso(0) and rows["5.jpg"]["taken"] == iso(5)
    assert rows["1.jpg"]["taken"] == iso(1).replace("T01:", "T02:") and rows["1.jpg"]["timeShift"] == "3600"
    assert rows["6.jpg"]["taken"] == iso(6).replace("T06:", "T07:")
    # What is sorted and searched by date follows.
    hour = {"where": {"field": "taken", "timeOfDay": ["07:00", "08:00"]}, "group": {"field": "taken", "by": "hour"}}
    found = server.ask("POST", f"{time.path}/queries", hour).json
    assert found["itemCount"] == 1
    sections = server.ask("GET", f"/api/v1/collections/{found['id']}/sections").json["sections"]
    assert [section["title"] for section in sections if section.get("itemCount") != 0] == [iso(6)[:10] + "T07:00"]
    # It survives a restart, and is written where other programs read dates.
    server.restart()
    time = Time(server)
    assert time.rows()["1.jpg"]["taken"] == rows["1.jpg"]["taken"]
    archive = zipfile.ZipFile(io.BytesIO(server.ask("GET", f"{time.path}/export?as=xmp-zip").body))
    assert f'exif:DateTimeOriginal="{rows["1.jpg"]["taken"]}"' in archive.read("1.jpg.xmp").decode()
    assert "DateTimeOriginal" not in archive.read("5.jpg.xmp").decode()
    assert server.ask("POST", f"{time.path}/undo").status == 200
    assert {name: row["taken"] for name, row in time.rows().items()} == {f"{n}.jpg": iso(n) for n in NUMBERS}
    assert {path: path.read_bytes() for path in photos.iterdir()} == before


def test_a_clock_that_was_never_set_is_forty_years_behind(start_server, photos):
    time = Time(start_server(photos))
    time.shift(0, -40 * 365.25 * 86_400)
    assert time.rows()["0.jpg"]["taken"].startswith("1960-")
    # A picture that is read again keeps the shift.
    path = photos / "0.jpg"
    path.write_bytes(path.read_bytes() + b"\0")
    server, item = time.server, json.loads(time.server.ask("GET", f"{time.path}/export?as=jsonl").body.splitlines()[0])["item"]
    poll(lambda: server.ask("GET", f"{time.path}/items/{item}").json["revision"] > 1, 30, "the new content is seen")
    poll(lambda: time.rows()["0.jpg"]["taken"].startswith("1960-"), 30, "its date is moved")
    for wrong in ("1", 4e9, True):
        assert server.ask("POST", f"{time.path}/marks", {"items": [item], "timeShift": wrong}).status == 422

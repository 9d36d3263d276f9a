"""Marks that leave for other programs and come back: `as=xmp-zip`, what sidecars held before, exiftool, darktable."""

import io
import json
import os
import shutil
import subprocess
import zipfile

import pytest
from pictures import png
from running import poll

LIGHTROOM = (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    '<rdf:Description rdf:about="" xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" '
    'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:lr="http://ns.adobe.com/lightroom/1.0/" crs:Exposure2012="+1.35" {more}>'
    '<lr:hierarchicalSubject><rdf:Bag><rdf:li>Animals|Dog</rdf:li></rdf:Bag></lr:hierarchicalSubject>'
    '</rdf:Description></rdf:RDF></x:xmpmeta>')


class Marked:
    """A server of a folder, and what can be done with its items by path."""

    def __init__(self, server):
        self.server = server
        self.path = f"/api/v1/collections/{server.collection()}"
        poll(lambda: (f := server.ask("GET", f"{self.path}/fields").json)["complete"] and "reading" not in f, 60, "all is read")

    @property
    def lines(self):
        text = self.server.ask("GET", f"{self.path}/export?as=jsonl").body
        return {line["name"]: line for line in map(json.loads, text.splitlines())}

    def mark(self, name, **marks):
        answer = self.server.ask("POST", f"{self.path}/marks", {"items": [self.lines[name]["item"]], **marks})
        assert answer.status == 200, answer.body

    def archive(self, query=""):
        answer = self.server.ask("GET", f"{self.path}/export?as=xmp-zip{query}")
        assert answer.status == 200, answer.body
        assert answer.headers["Content-Type"] == "application/zip"
        archive = zipfile.ZipFile(io.BytesIO(answer.body))
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.fixture
def photos(tmp_path):
    photos = tmp_path / "photos"
    for number, name in enumerate(["a.png", "b.png", "2014/a.png", "2014/Ünï code.png", "2014/c.d.png"]):
        path = photos / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(png(number, 60, 40))
    return photos


def test_an_archive_has_the_marks_under_the_chosen_names(start_server, photos):
    (photos / "b.jpg").write_bytes(png(7, 60, 40))
    marked = Marked(start_server(photos))
    marked.mark("Ünï code.png", stars=3)
    marked.mark("c.d.png", flag="reject")
    for name in ("b.png", "b.jpg"):
        marked.mark(name, colourLabel="red")
    assert set(marked.archive()) == {"2014/Ünï code.png.xmp", "2014/c.d.png.xmp", "b.png.xmp", "b.jpg.xmp"}
    # One name for two pictures is that of the one that a program reads it for.
    short = marked.archive("&names=short")
    assert set(short) == {"2014/Ünï code.xmp", "2014/c.d.xmp", "b.xmp", "b.jpg.xmp"}
    assert 'xmp:Rating="-1"' in short["2014/c.d.xmp"] and 'xmp:Label="Red"' in short["b.xmp"]
    refused = marked.server.ask("GET", f"{marked.path}/export?as=xmp-zip&names=other")
    assert refused.status == 422 and b"full, short" in refused.body


def test_nothing_marked_is_said_and_no_archive(start_server, photos):
    marked = Marked(start_server(photos))
    refused = marked.server.ask("GET", f"{marked.path}/export?as=xmp-zip")
    assert refused.status == 422 and refused.json["code"] == "nothing-marked"


def test_what_the_sidecar_held_is_kept_and_damage_is_never_replaced(start_server, photos):
    (photos / "z.png").write_bytes(png(9, 60, 40))
    (photos / "z.xmp").write_text(LIGHTROOM.format(more='xmp:Rating="-1"'))
    (photos / "b.png.xmp").write_text(LIGHTROOM.format(more="")[:300])
    before = {path: path.read_bytes() for path in photos.rglob("*") if path.is_file()}
    marked = Marked(start_server(photos))
    # A rejection of another program is seen here, and a tree of keywords.
    lines = marked.lines
    assert lines["z.png"]["flag"] == "reject" and "flag" not in lines["b.png"]
    fields = marked.server.ask("GET", f"{marked.path}/items/{lines['z.png']['item']}/fields").json["fields"]
    assert sorted(fields["keywords"]) == ["Animals", "Dog"]
    marked.mark("b.png", stars=2)
    marked.mark("z.png", flag=None, stars=5, labels={"add": ["Print"]})
    found = marked.archive("&names=short")
    assert set(found) == {"z.xmp", "NOTES.txt"} and "b.xmp" in found["NOTES.txt"], found
    text = found["z.xmp"]
    for kept in ('crs:Exposure2012="+1.35"', "Animals|Dog", 'xmp:Rating="5"', "<rdf:li>Print</rdf:li>"):
        assert kept in text, text
    assert "pick" not in text
    assert {path: path.read_bytes() for path in photos.rglob("*") if path.is_file()} == before


def test_a_round_trip_through_exiftool(start_server, photos, tmp_path):
    marked = Marked(start_server(photos))
    marked.mark("b.png", stars=4, flag="pick", colourLabel="blue", labels={"add": ["Print"]})
    marked.mark("c.d.png", flag="reject")
    out = tmp_path / "out"
    for name, text in marked.archive().items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(text)
    # The other program changes stars and adds a keyword.
    subprocess.run(["exiftool", "-q", "-overwrite_original", "-XMP-xmp:Rating=2", "-XMP-dc:Subject+=Beach", out / "b.png.xmp"],
                   check=True, capture_output=True, timeout=60)
    copies = tmp_path / "copies"
    shutil.copytree(photos, copies)
    shutil.copytree(out, copies, dirs_exist_ok=True)
    back = Marked(start_server(copies, data=tmp_path / "other"))
    line = back.lines["b.png"]
    assert (line["stars"], line["flag"], line["colourLabel"]) == (2, "pick", "blue")
    assert back.lines["c.d.png"]["flag"] == "reject"
    fields = back.server.ask("GET", f"{back.path}/items/{line['item']}/fields").json["fields"]
    assert sorted(fields["keywords"]) == ["Beach", "Print"]
    again = back.archive()
    assert "Beach" in again["b.png.xmp"] and 'xmp:Rating="2"' in again["b.png.xmp"]


@pytest.mark.skipif(not shutil.which("darktable-cli"), reason="darktable is not installed")
def test_a_round_trip_through_darktable(start_server, tmp_path, real_pictures):
    photos = tmp_path / "photos"
    photos.mkdir()
    shutil.copy(next(path for path in real_pictures if path.suffix == ".jpg"), photos / "a.jpg")
    marked = Marked(start_server(photos))
    marked.mark("a.jpg", stars=4, colourLabel="green", labels={"add": ["Print", "Beach"]})
    # darktable reads marks from beside a picture that it imports; a sidecar that is named is read for its edits alone.
    there = tmp_path / "there"
    shutil.copytree(photos, there)
    (there / "a.jpg.xmp").write_text(marked.archive()["a.jpg.xmp"])
    done = subprocess.run(
        ["darktable-cli", there / "a.jpg", tmp_path / "out.jpg", "--width", "200", "--core", "--library", ":memory:",
         "--configdir", tmp_path / "config", "--cachedir", tmp_path / "cache", "--disable-opencl"],
        capture_output=True, timeout=240, env={**os.environ, "HOME": str(tmp_path)})
    assert (tmp_path / "out.jpg").exists(), done
    seen = json.loads(subprocess.run(["exiftool", "-j", "-n", "-XMP:all", tmp_path / "out.jpg"], capture_output=True, check=True, timeout=60).stdout)[0]
    assert seen.get("Rating") == 4, seen
    # Its own numbers: 0 is red, 1 yellow, 2 green.
    assert listed(seen.get("Colorlabels")) == [2], seen
    tags = [tag for tag in listed(seen.get("Subject")) if not str(tag).startswith("darktable")]
    assert sorted(tags) == ["Beach", "Print"], seen
    # What darktable wrote is read here again.
    back_photos = tmp_path / "back"
    back_photos.mkdir()
    shutil.copy(tmp_path / "out.jpg", back_photos)
    back = Marked(start_server(back_photos, data=tmp_path / "other"))
    assert back.lines["out.jpg"]["stars"] == 4


def listed(value):
    """ExifTool shows a list of one as a value."""
    return value if isinstance(value, list) else [] if value is None else [value]

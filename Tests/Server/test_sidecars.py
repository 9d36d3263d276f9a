"""`lookahead export --xmp FOLDER`: marks as XMP sidecars, read by other programs and by the server itself."""

import json
import os
import shutil
import subprocess
import xml.etree.ElementTree as xml

import pytest
from described import described
from pictures import png
from running import BINARY, poll

SUBJECT = "{http://purl.org/dc/elements/1.1/}subject"
XMP = "{http://ns.adobe.com/xap/1.0/}"
PICKS = ("{http://ns.adobe.com/xmp/1.0/DynamicMedia/}pick", "{http://www.digikam.org/ns/1.0/}PickLabel")
ODD = '<Anna & "Bo"> \'é𝄞'


def run(server, *arguments, before=()):
    command = [*before, str(BINARY), "export", "--data", str(server.data), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, timeout=120)


def files(folder):
    return sorted(os.path.relpath(os.path.join(parent, name), folder) for parent, _, names in os.walk(folder) for name in names)


def read(path):
    """What XML says of it: its properties, and its subjects."""
    description = xml.parse(path).getroot()[0][0]
    return description.attrib, [li.text for li in description.findall(f"{SUBJECT}//*") if li.text.strip()]


@pytest.fixture
def marked(start_server, tmp_path):
    """A server, and a way to mark a picture by its path."""
    photos = tmp_path / "photos"
    for number, name in enumerate(["top.png", "2014/Ünï code.png", "2014/a.png", "2014/a.jpg.png", "2015/deep/b.png", "2015/c.png"]):
        path = photos / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(png(number, 60, 40))
    # Latin-1, which is no UTF-8.
    with open(os.path.join(os.fsencode(photos), b"2015/caf\xe9.png"), "wb") as file:
        file.write(png(9, 60, 40))
    server = start_server(photos)
    server.photos = photos
    path = f"/api/v1/collections/{server.collection()}"
    lines = [json.loads(line) for line in server.ask("GET", f"{path}/export?as=jsonl").body.splitlines()]

    def mark(name, **marks):
        item, = [line["item"] for line in lines if line["path"].endswith("/" + name)]
        answer = server.ask("POST", f"{path}/marks", {"items": [item], **marks})
        assert answer.status == 200, answer.body

    server.mark = mark
    return server


def test_each_marked_file_has_a_sidecar_in_its_folder(marked, tmp_path):
    marked.mark("top.png", stars=4, flag="pick", labels={"add": [{"name": ODD, "colour": "green"}, {"name": "Print"}]})
    marked.mark("Ünï code.png", stars=5, flag="reject")
    marked.mark("b.png", labels={"add": [{"name": "teal one", "colour": "teal"}]})
    marked.mark("caf\ufffd.png", stars=1)
    marked.mark("a.png", rating="like")
    marked.mark("c.png", stars=2)
    marked.mark("c.png", stars=0)
    to = tmp_path / "sidecars"
    done = run(marked, "--xmp", to)
    assert done.returncode == 0 and b"Exported 5 sidecars" in done.stderr, done.stderr
    # A rating is nothing that XMP knows; stars that were taken away are.
    assert files(os.fsencode(to)) == sorted([
        b"top.png.xmp", "2014/Ünï code.png.xmp".encode(), b"2015/deep/b.png.xmp", b"2015/caf\xe9.png.xmp", b"2015/c.png.xmp"])
    properties, subjects = read(to / "top.png.xmp")
    assert subjects == [ODD, "Print"]
    assert (properties[f"{XMP}Rating"], properties[f"{XMP}Label"]) == ("4", "Green")
    assert [properties[name] for name in PICKS] == ["1", "3"]
    rejected, subjects = read(to / "2014" / "Ünï code.png.xmp")
    assert rejected[f"{XMP}Rating"] == "-1" and [rejected[name] for name in PICKS] == ["-1", "1"] and not subjects
    assert read(to / "2015" / "c.png.xmp")[0][f"{XMP}Rating"] == "0"
    assert read(to / "2015" / "deep" / "b.png.xmp")[0][f"{XMP}Label"] == "Teal"
    # The same in its longer form; never over what is there.
    assert files(marked.photos) == [name for name in files(marked.photos) if not name.endswith(".xmp")]
    again = run(marked, "--as", "xmp", "--to", to)
    assert again.returncode == 1 and b"exists already" in again.stderr
    assert run(marked, "--as", "xmp", "--to", tmp_path / "second").returncode == 0
    assert files(tmp_path / "second") == files(to)


def test_the_server_reads_them_as_where_marks_begin(marked, start_server, tmp_path):
    marked.mark("top.png", stars=4, labels={"add": [ODD]})
    marked.mark("a.png", stars=2, flag="pick")
    assert run(marked, "--xmp", tmp_path / "sidecars").returncode == 0
    copies = tmp_path / "copies"
    shutil.copytree(marked.photos, copies)
    shutil.copytree(tmp_path / "sidecars", copies, dirs_exist_ok=True)
    server = start_server(copies, data=tmp_path / "other-data")
    path = f"/api/v1/collections/{server.collection()}"
    poll(lambda: (f := server.ask("GET", f"{path}/fields").json)["complete"] and "reading" not in f, 60, "they are read")
    lines = [json.loads(line) for line in server.ask("GET", f"{path}/export?as=jsonl").body.splitlines()]
    assert {line["name"]: line["stars"] for line in lines if "stars" in line} == {"top.png": 4, "a.png": 2}
    top, = [line["item"] for line in lines if line["name"] == "top.png"]
    fields = server.ask("GET", f"{path}/items/{top}/fields").json["fields"]
    assert fields["keywords"] == [ODD] or fields["keywords"] == ODD, fields


def test_keywords_of_the_file_stay_beside_labels(start_server, tmp_path, real_pictures):
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "a.jpg").write_bytes(described(next(path for path in real_pictures if path.suffix == ".jpg").read_bytes(), 3))
    server = start_server(photos)
    collection = server.collection()
    (_, [item]), = server.order()
    path = f"/api/v1/collections/{collection}"
    poll(lambda: (f := server.ask("GET", f"{path}/fields").json)["complete"] and "reading" not in f, 60, "it is read")
    fields = server.ask("GET", f"{path}/items/{item}/fields").json["fields"]
    keywords = fields["keywords"] if isinstance(fields["keywords"], list) else [fields["keywords"]]
    assert server.ask("POST", f"{path}/marks", {"items": [item], "labels": {"add": ["Print"]}}).status == 200
    assert run(server, "--xmp", tmp_path / "to").returncode == 0
    properties, subjects = read(tmp_path / "to" / "a.jpg.xmp")
    assert len(keywords) == 3 and subjects == keywords + ["Print"]
    assert properties[f"{XMP}Rating"] == str(fields.get("stars", 0))


def test_a_colour_label_that_another_program_gave_stays(start_server, tmp_path, real_pictures):
    photos = tmp_path / "photos"
    photos.mkdir()
    shutil.copy(next(path for path in real_pictures if path.suffix == ".jpg"), photos / "a.jpg")
    (photos / "a.jpg.xmp").write_text(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Label="Green &amp; &quot;good&quot;"/></rdf:RDF></x:xmpmeta>')
    server = start_server(photos)
    (_, [item]), = server.order()
    path = f"/api/v1/collections/{server.collection()}"
    poll(lambda: server.ask("GET", f"{path}/fields").json["complete"], 60, "it is read")
    assert server.ask("GET", f"{path}/items/{item}/fields").json["fields"]["label"] == 'Green & "good"'
    assert server.ask("POST", f"{path}/marks", {"items": [item], "stars": 3}).status == 200
    assert run(server, "--xmp", tmp_path / "to").returncode == 0
    properties, _ = read(tmp_path / "to" / "a.jpg.xmp")
    assert (properties[f"{XMP}Label"], properties[f"{XMP}Rating"]) == ('Green & "good"', "3")


@pytest.mark.parametrize("program", ["exiv2", "exiftool"])
def test_other_programs_read_them(marked, tmp_path, program):
    marked.mark("top.png", stars=3, flag="pick", labels={"add": [{"name": ODD, "colour": "purple"}, {"name": "Print"}]})
    marked.mark("a.png", stars=5, flag="reject")
    to = tmp_path / "to"
    assert run(marked, "--xmp", to).returncode == 0

    def seen(path):
        if program == "exiv2":
            text = subprocess.run(["exiv2", "-K", "Xmp.xmp.Rating", "-K", "Xmp.xmp.Label", "-K", "Xmp.digiKam.PickLabel", "-K",
                                   "Xmp.dc.subject", "-Pkv", path], capture_output=True, timeout=30, check=True).stdout.decode()
            found = dict(line.split(None, 1) for line in text.splitlines() if line.startswith("Xmp."))
            return [found.get(f"Xmp.{name}", "").strip() for name in ("xmp.Rating", "xmp.Label", "digiKam.PickLabel", "dc.subject")]
        text = subprocess.run(["exiftool", "-j", "-n", "-charset", "UTF8", path], capture_output=True, timeout=30, check=True).stdout
        found, = json.loads(text)
        subject = found.get("Subject", "")
        return [str(found.get(name, "")) for name in ("Rating", "Label", "PickLabel")] + [
            ", ".join(subject) if isinstance(subject, list) else subject]

    rating, label, pick, subject = seen(to / "top.png.xmp")
    assert (rating, label, pick) == ("3", "Purple", "3")
    # exiv2 prints what is between the quotes.
    assert subject.replace("\\", "") == f"{ODD}, Print"
    assert seen(to / "2014" / "a.png.xmp")[:3] == ["-1", "", "1"]


def test_all_of_it_or_nothing(marked, tmp_path):
    nothing = run(marked, "--xmp", tmp_path / "none")
    assert nothing.returncode == 1 and b"Nothing was written" in nothing.stderr
    marked.mark("top.png", stars=3)
    marked.mark("b.png", stars=3)
    disk = tmp_path / "disk"
    disk.mkdir()
    script = f'mount -t tmpfs -o size=4k none {disk} && "$@"; code=$?; ls -A {disk}; exit $code'
    full = run(marked, "--xmp", disk / "to", before=["unshare", "-rm", "sh", "-c", script, "sh"])
    assert full.returncode == 1 and b"No space left" in full.stderr and full.stdout == b"", full
    (tmp_path / "file").write_bytes(b"")
    for to, words in ((tmp_path / "file", b"exists already"), (tmp_path / "no" / "to", b"cannot be created")):
        refused = run(marked, "--xmp", to)
        assert refused.returncode == 1 and words in refused.stderr
    assert not [name for name in os.listdir(tmp_path) if "unfinished" in name or name == "none"]
    for wrong in (["--xmp", tmp_path / "x", "--to", tmp_path / "y"], ["--xmp", tmp_path / "x", "--as", "csv"], ["--as", "xmp"]):
        assert run(marked, *wrong).returncode == 64


def test_files_of_several_folders_keep_their_whole_paths(start_server, tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.png").write_bytes(png(1, 60, 40))
    server = start_server(tmp_path / "one", tmp_path / "two")
    poll(lambda: sum(len(items) for items in server.sections()) == 2, 30, "both are listed")
    items = [item for section in server.sections() for item in section]
    path = f"/api/v1/collections/{server.collection()}"
    assert server.ask("POST", f"{path}/marks", {"items": items, "stars": 5}).status == 200
    done = run(server, "--xmp", tmp_path / "to")
    assert done.returncode == 0, done.stderr
    whole = str(tmp_path.resolve()).lstrip("/")
    assert files(tmp_path / "to") == [f"{whole}/{name}/a.png.xmp" for name in ("one", "two")]


def test_a_colour_label_is_read_given_found_and_taken_away(marked, start_server, tmp_path):
    marked.mark("top.png", colourLabel="purple", labels={"add": [{"name": "Print", "colour": "teal"}]})
    marked.mark("a.png", colourLabel="red")
    assert run(marked, "--xmp", tmp_path / "sidecars").returncode == 0
    properties, _ = read(tmp_path / "sidecars" / "top.png.xmp")
    assert (properties[f"{XMP}Label"], properties["{http://www.digikam.org/ns/1.0/}ColorLabel"]) == ("Purple", "6")
    copies = tmp_path / "copies"
    shutil.copytree(marked.photos, copies)
    shutil.copytree(tmp_path / "sidecars", copies, dirs_exist_ok=True)
    server = start_server(copies, data=tmp_path / "other-data")
    path = f"/api/v1/collections/{server.collection()}"
    poll(lambda: (f := server.ask("GET", f"{path}/fields").json)["complete"] and "reading" not in f, 60, "they are read")
    lines = {line["name"]: line for line in map(json.loads, server.ask("GET", f"{path}/export?as=jsonl").body.splitlines())}
    assert {name: line["colourLabel"] for name, line in lines.items() if "colourLabel" in line} == {"top.png": "purple", "a.png": "red"}
    item = lines["a.png"]["item"]
    assert server.ask("GET", f"{path}/items/{item}").json["attributes"]["colourLabel"] == "red"
    assert server.ask("POST", f"{path}/marks", {"items": [item], "colourLabel": None}).status == 200
    assert "colourLabel" not in server.ask("GET", f"{path}/items/{item}").json["attributes"]
    assert run(server, "--xmp", tmp_path / "again").returncode == 0
    assert read(next((tmp_path / "again").rglob("a.png.xmp")))[0][f"{XMP}Label"] == ""
    refused = server.ask("POST", f"{path}/marks", {"items": [item], "colourLabel": "teal"})
    assert refused.status == 422 and refused.json["code"] == "mark-invalid", refused.body

"""Data sets: files beside pictures whose lines say something of them, by path; and the same posted by a program."""

import csv
import io
import json
import os
import urllib.error
import urllib.request

import pytest
from pictures import write_folder
from running import poll


@pytest.fixture
def photos(tmp_path):
    return write_folder(tmp_path / "photos", {"Left": 4, "Right": 2})


class Data:
    """What a server says of the data sets of its folder."""

    def __init__(self, server):
        self.server = server
        server.opened()
        self.path = f"/api/v1/collections/{server.collection()}"

    def joined(self, **wanted):
        """Waits until each data set has been joined to so many items."""
        poll(lambda: {one["name"]: one["items"] for one in self.reports()} == {n.replace("__", "."): c for n, c in wanted.items()}, 30, self.reports)
        return self

    def reports(self):
        return self.server.ask("GET", self.path).json.get("dataSets", [])

    def found(self, query):
        poll(lambda: self.server.ask("GET", f"{self.path}/fields").json["complete"], 30, "all is read")
        answer = self.server.ask("POST", f"{self.path}/queries", query)
        assert answer.status == 201, answer.body
        items = self.server.ask("GET", f"/api/v1/collections/{answer.json['id']}/items").json["items"]
        return [item["title"] for item in items]

    def rows(self):
        lines = self.server.ask("GET", f"{self.path}/export?as=jsonl").body.decode().splitlines()
        return {row["name"]: row for row in map(json.loads, lines)}

    def item(self, title):
        items = self.server.ask("GET", f"{self.path}/items").json["items"]
        return next(item for item in items if item["title"] == title)

    def patch(self, *lines, query=""):
        return self.post("".join(json.dumps(line) + "\n" for line in lines).encode(), "application/x-ndjson", query)

    def post(self, body, kind, query=""):
        request = urllib.request.Request(f"{self.server.address}{self.path}/items{query}", body, {"Content-Type": kind}, method="PATCH")
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)


def names(photos):
    return sorted(str(path.relative_to(photos)) for path in photos.rglob("*.*"))


def write(path, *lines):
    """As programs do it: the whole file at once."""
    draft = path.with_name(path.name + ".part")
    draft.write_text("".join(json.dumps(line) + "\n" for line in lines))
    os.replace(draft, path)


def test_what_lines_say_is_found_sorted_counted_and_exported_and_survives_a_restart(start_server, photos):
    first, second, third, *_ = pictures = names(photos)
    title = lambda path: path.split("/")[1]
    box = {"label": "ear", "x": 0.1, "y": 0.2, "width": 0.3, "height": 0.4}
    write(photos / "metadata.jsonl", {"path": first, "animal": "cat", "score": 0.25, "boxes": [box]}, {"path": second, "animal": "dog", "score": 0.75},
          {"path": "nowhere.jpg", "animal": "cat"}, {"path": third, "animal": "cow"}, {"path": third, "animal": "cat", "stars": 5}, ["no object"])
    server = start_server(photos)
    data = Data(server).joined(metadata__jsonl=3)
    assert data.reports() == [{"name": "metadata.jsonl", "items": 3, "unknown": 1, "firstUnknown": "nowhere.jpg", "repeated": 1,
                               "invalid": 1, "firstInvalid": 6, "ignored": ["stars"]}]
    for _ in range(2):
        assert data.found({"where": {"field": "animal", "in": ["cat"]}}) == [title(first), title(third)]
        assert data.found({"sort": [{"field": "score", "descending": True}], "where": {"field": "score", "exists": True}}) == [title(second), title(first)]
        assert data.found({"where": {"field": "boxes", "in": ["ear"]}}) == [title(first)]
        facets = server.ask("GET", f"{data.path}/facets?fields=animal").json["facets"]
        assert {value["value"]: value["count"] for value in facets[0]["values"]} == {"cat": 2, "dog": 1} and facets[0]["missing"] == 3
        rows = data.rows()
        assert rows[title(first)]["boxes"] == [box] and rows[title(second)]["score"] == 0.75 and "animal" not in rows[title(pictures[4])]
        table = list(csv.DictReader(io.StringIO(server.ask("GET", f"{data.path}/export?as=csv").body.decode("utf-8-sig"), newline="")))
        assert [(row["animal"], row["boxes"]) for row in table[:3]] == [("cat", "ear"), ("dog", ""), ("cat", "")]
        assert data.item(title(first))["attributes"] == {"animal": "cat", "score": 0.25, "boxes": [box]}
        assert server.ask("GET", data.path).json["version"] == 1
        server.restart()
        data = Data(server).joined(metadata__jsonl=3)


def test_a_file_that_changes_comes_or_goes_is_followed_live_or_with_a_refresh(start_server, photos):
    first, second, *_ = names(photos)
    server = start_server(photos, "--watch")
    data = Data(server)
    (photos / "Left" / "metadata.csv").write_text(f"file_name,animal\n{first.split('/')[1]},cat\n")
    data.joined(**{"Left/metadata__csv": 1})
    assert data.found({"where": {"field": "animal", "in": ["cat"]}}) == [first.split("/")[1]]
    (photos / "Left" / "metadata.csv").write_text(f"file_name,animal\n{second.split('/')[1]},cat\nnew.jpg,cat\n")
    poll(lambda: data.found({"where": {"field": "animal", "in": ["cat"]}}) == [second.split("/")[1]], 30, "the other line")
    # A picture that a line has named before it came.
    (photos / "Left" / "new.jpg").write_bytes((photos / first).read_bytes())
    data.joined(**{"Left/metadata__csv": 2})
    (photos / "Left" / "metadata.csv").unlink()
    data.joined()
    assert data.found({"where": {"field": "animal", "exists": True}}) == []
    other = start_server(photos, data=photos.parent / "other")
    data = Data(other)
    write(photos / "predictions.data.jsonl", {"path": first, "animal": "lynx"})
    assert other.ask("POST", f"{data.path}/refresh", {}).status in (200, 202)
    data.joined(predictions__data__jsonl=1)


def test_programs_post_the_same_by_path_and_what_they_say_comes_first(start_server, photos):
    first, second, *_ = names(photos)
    write(photos / "metadata.jsonl", {"path": first, "animal": "cat"})
    server = start_server(photos)
    data = Data(server).joined(metadata__jsonl=1)
    said = {"attributes": {"animal": "dog"}}
    status, refused = data.patch({"path": first, **said}, {"path": "nowhere.jpg", **said})
    assert status == 404 and refused["values"]["id"] == "nowhere.jpg"
    status, answer = data.patch({"path": first, "attributes": {"animal": "cow"}}, {"path": "nowhere.jpg", **said}, {"id": "none", **said},
                        {"path": str(photos / first), **said}, {"path": second, **said}, query="?unknown=skip")
    assert status == 200, answer
    assert {name: answer[name] for name in ("from", "to", "unknown", "firstUnknown", "repeated")} == {
        "from": 1, "to": 2, "unknown": 2, "firstUnknown": "nowhere.jpg", "repeated": 1}
    assert data.found({"where": {"field": "animal", "in": ["dog"]}}) == [first.split("/")[1], second.split("/")[1]]
    server.restart()
    data = Data(server).joined(metadata__jsonl=1)
    assert data.found({"where": {"field": "animal", "in": ["dog"]}}) == [first.split("/")[1], second.split("/")[1]]
    assert data.patch({"path": first, "attributes": {"animal": None}})[0] == 200
    assert server.ask("POST", f"{data.path}/undo").status == 200
    assert data.patch({"id": "a", "path": first, **said})[0] == 422
    assert data.patch({**said})[0] == 422


def test_a_large_file_is_read_in_parts(start_server, photos):
    first, *_ = names(photos)
    count, words = 60_000, "word " * 200
    with open(photos / "big.data.jsonl", "w") as file:
        for number in range(count):
            file.write(json.dumps({"path": f"Left/{number}.none.jpg", "words": words}) + "\n")
        file.write(json.dumps({"path": first, "words": "few"}) + "\n")
    size = (photos / "big.data.jsonl").stat().st_size
    server = start_server(photos)
    data = Data(server)
    peak = lambda: max(int(line.split()[1]) for line in open(f"/proc/{server.process.pid}/status") if line.startswith("VmHWM")) << 10
    before = peak()
    poll(lambda: data.reports() and data.reports()[0]["items"] == 1, 120, data.reports)
    assert data.reports()[0]["unknown"] == count
    assert peak() - before < size / 2, (peak() - before, size)


def test_a_table_is_posted_as_it_lies_beside_pictures(start_server, photos):
    first, second, third, *_ = names(photos)
    data = Data(start_server(photos))
    rows = [f'{first},cat,0.5,"two, and ""three""\r\nlines"', f"nowhere.jpg,cat,1,", f"{second},dog,007,", "too,many,cells,in,here",
            f'{first},lynx,,"[{{""label"":""ear""}}]"', f"{third},", b"\xff\xfe,x,1,"]
    table = b"\xef\xbb\xbfpath,animal,confidence,note\r\n" + b"".join((row if isinstance(row, bytes) else row.encode()) + b"\r\n" for row in rows)
    status, refused = data.post(table, "text/csv")
    assert status == 404 and refused["values"]["id"] == "nowhere.jpg"
    status, answer = data.post(table, "text/csv; charset=utf-8", "?unknown=skip")
    assert status == 200, answer
    assert {name: answer[name] for name in ("from", "to", "unknown", "firstUnknown", "repeated", "invalid", "firstInvalid")} == {
        "from": 1, "to": 2, "unknown": 1, "firstUnknown": "nowhere.jpg", "repeated": 1, "invalid": 2, "firstInvalid": 6}
    titles = [name.split("/")[1] for name in (first, second)]
    # Cells that are empty say nothing, of a row that names an item again the later cells count, and what is no number is text.
    attributes = [data.item(title)["attributes"] for title in titles]
    assert attributes == [{"animal": "lynx", "confidence": 0.5, "note": [{"label": "ear"}]}, {"animal": "dog", "confidence": "007"}]
    assert data.server.ask("POST", f"{data.path}/undo").status == 200
    assert not data.item(titles[0]).get("attributes")
    for body, code in ((b"", "data-set-without-paths"), (b"name,animal\na,b\n", "data-set-without-paths"), (b"\x00" * 3000, "data-set-without-paths")):
        status, refused = data.post(body, "text/csv")
        assert (status, refused["code"]) == (422, code)
    status, refused = data.post(f"path,n\n{first},1,2\n".encode(), "text/csv")
    assert (status, refused["line"]) == (422, 2)
    assert data.post(f"path\n{first}\n".encode(), "text/plain")[0] == 415
    # A table that an exported list is: spaces, columns without a name, one twice.
    assert data.post(f" path,,n,n\n{first},x,1,2\n".encode(), "text/csv")[0] == 200
    assert data.item(titles[0])["attributes"] == {"n": 1}

"""A posted collection with a value of every type, and what tests do with its queries."""

import jsonpatch
from running import poll

JSON_PATCH = {"Accept": "application/json-patch+json"}


def item(id, title, **attributes):
    size = {"width": 4000, "height": 3000} if id == "gull" else {}
    return {"id": id, "title": title, "attributes": attributes, **size}


SECTIONS = [
    {"id": "day-1", "title": "First day", "items": [
        item("gull", "Sea bird over the harbour", taken="2024-05-01T21:00:00+09:00", camera="Canon EOS R5", price=12.5, raw=True,
             places=["harbour", "Busan"]),
        item("tern", "바닷새와 갈매기", taken="2024-05-17T08:30:00", camera="Canon EOS R5", price=3, raw=False),
        item("heron", "Héron cendré", taken="2023-12-31T23:59:59", camera="Nikon Z9"),
        item("first", "The epoch", taken="1970-01-01T00:00:00"),
    ]},
    {"id": "day-2", "title": "둘째 날", "items": [
        item("late", "Far ahead", taken="2107-12-31T00:00:00"),
        item("zero", "Year zero", taken="0000-01-01T00:00:00"),
        item("plain", "나무 tree"),
        item("bad", "A sea without a date", taken="yesterday"),
    ]},
]
ALL = ["gull", "tern", "heron", "first", "late", "zero", "plain", "bad"]


def post(server, name, sections=SECTIONS):
    assert server.ask("POST", "/api/v1/collections", {"id": name, "sections": sections}).status == 201
    path = f"/api/v1/collections/{name}"
    poll(lambda: server.ask("GET", path + "/fields").json["complete"], message="the fields are filled")
    return path


def asked(server, method, path, body=None):
    """One request for a result or for facets, made again where the tests before it have used up what a second allows."""
    def answer():
        got = server.ask(method, path, body)
        return got if got.status != 429 else None

    return poll(answer)


def result(server, path, query):
    """The path of the query's result, and what came back for it."""
    answer = asked(server, "POST", path + "/queries", query)
    assert answer.status == 201, answer.body
    assert answer.headers["Location"] == "/api/v1/collections/" + answer.json["id"]
    return answer.headers["Location"], answer.json


def sections(server, path):
    return [(s["id"], [i["id"] for i in s["items"]]) for s in server.ask("GET", path + "/snapshot").json["sections"]]


def items(server, path):
    return [i for _, ids in sections(server, path) for i in ids]


def where(field, **condition):
    return {"where": {"field": field, **condition}}


def rate(server, path, id, rating):
    answer = server.ask("PATCH", f"{path}/items/{id}", {"attributes": {"rating": rating}})
    assert answer.status == 200, answer.body


class Follower:
    """A copy of a result, kept by JSON Patch alone."""

    def __init__(self, server, path):
        self.server, self.path = server, path
        self.document = server.ask("GET", path + "/snapshot").json

    def catch_up(self):
        answer = self.server.ask("GET", f"{self.path}/patches?from={self.document['version']}", headers=JSON_PATCH)
        assert answer.status == 200, answer.body
        self.document = jsonpatch.apply_patch(self.document, answer.json)
        assert self.document == self.server.ask("GET", self.path + "/snapshot").json
        return [i["id"] for s in self.document["sections"] for i in s["items"]]

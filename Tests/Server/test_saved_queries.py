"""Saved queries, over a restart and through a backup."""

import json
import subprocess
from urllib.parse import quote

from queries import post, where
from running import BINARY


def test_saved_queries_survive_a_restart_and_are_listed(start_server):
    server = start_server("--items", 1)
    server.opened()
    path = post(server, "trip")
    best = {"title": "The best ★", "query": where("rating", **{"in": ["like"]})}
    created = server.ask("PUT", path + "/queries/best", best)
    assert created.status == 201 and created.json == {"name": "best", **best}, created.body
    assert server.ask("PUT", path + "/queries/" + quote("새 a/b", safe=""), {"query": {"search": "새"}}).status == 201
    assert server.ask("PUT", path + "/queries/best", best).status == 200
    assert server.ask("PUT", path + "/queries/other", {"query": {}}).status == 201
    assert server.ask("DELETE", path + "/queries/other").status == 204
    server.restart()
    assert server.ask("GET", path + "/queries").json == {"queries": [
        {"name": "best", **best}, {"name": "새 a/b", "title": "새 a/b", "query": {"search": "새"}}]}
    listed = next(c for c in server.ask("GET", "/api/v1/collections").json["collections"] if c["id"] == "trip")
    assert listed["savedQueries"] == [{"name": "best", "title": "The best ★"}, {"name": "새 a/b", "title": "새 a/b"}]
    missing = server.ask("DELETE", path + "/queries/other")
    assert missing.status == 404 and missing.json["code"] == "query-not-found"
    for body, pointer in [({}, "/query"), ({"query": None}, "/query"), ({"query": {"look": 1}}, "/query/look"),
                          ({"query": {}, "name": "x"}, "/name"), ({"query": {}, "title": 3}, "/title")]:
        answer = server.ask("PUT", path + "/queries/bad", body)
        assert (answer.status, answer.json["pointer"]) == (422, pointer), answer.body
    assert server.ask("PUT", path + "/queries/" + "x" * 201, {"query": {}}).status == 422
    assert server.ask("PUT", "/api/v1/collections/none/queries/best", best).status == 404
    assert server.stop() == 0
    export = subprocess.run([BINARY, "export", "--data", server.data, "--collection", "trip"], capture_output=True, text=True)
    lines = [json.loads(line) for line in export.stdout.splitlines()]
    assert [(line["query"], line["document"]) for line in lines if "query" in line] == [
        ("best", best["query"]), ("새 a/b", {"search": "새"})]

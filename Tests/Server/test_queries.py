"""Live queries over HTTP: what they find, and how a result, its fields and its facets are read."""

import json
from urllib.parse import quote

import pytest
from posted_birds import birds, server  # noqa: F401 (fixtures)
from queries import ALL, SECTIONS, asked, items, result, sections, where


@pytest.mark.parametrize("query, found", [
    ({}, ALL),
    ({"search": "sea"}, ["gull", "bad"]),
    ({"search": "BIRD sea"}, ["gull"]),
    ({"search": '"sea bird"'}, ["gull"]),
    ({"search": '"bird sea"'}, []),
    ({"search": "heron"}, ["heron"]),
    ({"search": "갈매"}, ["tern"]),
    ({"search": "닷새"}, ["tern"]),
    ({"search": "둘째"}, ["late", "zero", "plain", "bad"]),
    ({"search": "nikon cendre"}, ["heron"]),
    (where("camera", **{"in": ["Canon EOS R5", "no such"]}), ["gull", "tern"]),
    (where("camera", **{"in": []}), []),
    (where("camera", contains="canon"), ["gull", "tern"]),
    (where("camera", exists=False), ["first", "late", "zero", "plain", "bad"]),
    (where("price", **{"in": [3]}), ["tern"]),
    (where("price", **{"from": 3, "until": 12.5}), ["tern"]),
    (where("price", **{"from": 3}), ["gull", "tern"]),
    (where("price", until=3), []),
    (where("width", exists=True), ["gull"]),
    (where("shape", **{"in": ["landscape"]}), ["gull"]),
    (where("raw", **{"in": [True]}), ["gull"]),
    (where("raw", **{"in": [False]}), ["tern"]),
    (where("title", contains="TREE"), ["plain"]),
    (where("taken", **{"in": ["2024-05"]}), ["gull", "tern"]),
    (where("taken", **{"from": "2024-05", "until": "2024-05-17"}), ["gull"]),
    (where("taken", until="1970-01-01T00:00:01"), ["first", "zero"]),
    (where("taken", **{"from": "2107"}), ["late"]),
    (where("taken", exists=False), ["plain", "bad"]),
    ({"where": {"all": [{"field": "camera", "exists": True}, {"not": {"field": "price", "in": [3]}}]}}, ["gull", "heron"]),
    ({"where": {"any": [{"field": "raw", "in": [True]}, {"field": "title", "contains": "zero"}]}}, ["gull", "zero"]),
    ({"where": {"all": []}}, ALL),
    ({"where": {"any": []}}, []),
])
def test_a_query_finds_what_it_asks_for(server, birds, query, found):
    path, described = result(server, birds, query)
    assert items(server, path) == found
    assert described["itemCount"] == len(found)
    # Without sort and group the sections are the collection's own, those with nothing found left out.
    assert [s for s, _ in sections(server, path)] == [
        s["id"] for s in SECTIONS if any(i["id"] in found for i in s["items"])]


@pytest.mark.parametrize("query, found", [
    ({"sort": [{"field": "taken"}]}, [("all", ["zero", "first", "heron", "gull", "tern", "late", "plain", "bad"])]),
    ({"sort": [{"field": "taken", "descending": True}]},
     [("all", ["late", "tern", "gull", "heron", "first", "zero", "plain", "bad"])]),
    ({"sort": [{"field": "camera", "descending": True}, {"field": "taken"}]},
     [("all", ["heron", "gull", "tern", "zero", "first", "late", "plain", "bad"])]),
    ({"sort": [{"field": "raw"}]}, [("all", ["tern", "gull", "heron", "first", "late", "zero", "plain", "bad"])]),
    ({"group": {"field": "camera"}},
     [("camera=Canon EOS R5", ["gull", "tern"]), ("camera=Nikon Z9", ["heron"]),
      ("camera=", ["first", "late", "zero", "plain", "bad"])]),
    ({"search": "e", "group": {"field": "taken", "by": "month"}, "where": {"field": "taken", "from": "1970"}},
     [("taken/month=1970-01", ["first"]), ("taken/month=2023-12", ["heron"]), ("taken/month=2024-05", ["gull", "tern"]),
      ("taken/month=2107-12", ["late"])]),
    ({"group": {"field": "taken", "by": "year"}, "sort": [{"field": "taken", "descending": True}]},
     [("taken/year=2107", ["late"]), ("taken/year=2024", ["tern", "gull"]), ("taken/year=2023", ["heron"]),
      ("taken/year=1970", ["first"]), ("taken/year=0000", ["zero"]), ("taken=", ["plain", "bad"])]),
    ({"group": {"field": "price"}, "where": {"field": "price", "exists": True}},
     [("price=3", ["tern"]), ("price=12.5", ["gull"])]),
])
def test_a_result_is_sorted_and_in_sections(server, birds, query, found):
    assert sections(server, result(server, birds, query)[0]) == found


def test_the_same_query_is_the_same_result_however_it_is_written(server, birds):
    first = result(server, birds, {"where": {"all": [where("raw", exists=True)["where"]]}, "search": "Sea  bird"})[1]
    second = result(server, birds, {"search": "bird sea", **where("raw", exists=True)})[1]
    assert first["id"] == second["id"] and first["version"] == second["version"]
    assert result(server, birds, {"search": "bird"})[1]["id"] != first["id"]


def test_a_result_is_read_as_a_collection_is(server, birds):
    path, described = result(server, birds, {"search": "sea", "sort": [{"field": "title"}]})
    summary = server.ask("GET", path).json
    assert (summary["id"], summary["itemCount"], summary["version"]) == (described["id"], 2, described["version"])
    page = server.ask("GET", path + "/items?limit=1")
    assert [i["id"] for i in page.json["items"]] == ["bad"] and page.json["items"][0]["indexPath"] == [0, 0]
    assert f"{path}/items?offset=1&limit=1" in page.headers["Link"]
    assert server.ask("GET", path + "/items/gull").json["indexPath"] == [0, 1]
    assert server.ask("GET", path + "/items/heron").status == 404
    assert [s["itemCount"] for s in server.ask("GET", path + "/sections").json["sections"]] == [2]
    assert len(server.ask("GET", path + "/layout?rect=0,0,1280,900").json["elements"]) == 2
    assert server.ask("GET", path + "/patches?from=" + str(described["version"])).json == {"patches": []}
    viewer = server.ask("POST", path + "/viewers", {"width": 800, "height": 600})
    assert viewer.status == 201 and viewer.json["itemCount"] == 2
    assert server.ask("DELETE", "/api/v1/viewers/" + viewer.json["viewer"]).status == 204


def test_fields_say_their_type_and_how_much_is_known(server, birds):
    answer = server.ask("GET", birds + "/fields").json
    assert (answer["collection"], answer["total"], answer["complete"]) == ("birds", 8, True)
    fields = {f["field"]: (f["type"], f["known"]) for f in answer["fields"]}
    assert fields["title"] == ("text", 8) and fields["taken"] == ("date", 6)
    assert fields["camera"][1] == 3 and fields["price"] == ("number", 2) and fields["raw"] == ("boolean", 2)
    values = server.ask("GET", birds + "/items/gull/fields").json
    assert values["item"] == "gull"
    expected = {"taken": "2024-05-01T21:00:00+09:00", "price": 12.5, "raw": True, "width": 4000, "shape": "landscape",
                "places": ["harbour", "Busan"]}
    assert {name: values["fields"][name] for name in expected} == expected
    assert "taken" not in server.ask("GET", birds + "/items/bad/fields").json["fields"]
    assert server.ask("GET", birds + "/items/none/fields").status == 404


def test_a_facet_ignores_its_own_filter(server, birds):
    query = {"where": {"all": [{"field": "camera", "in": ["Nikon Z9"]}, {"field": "taken", "from": "2023"}]}}
    answer = asked(server, "POST", birds + "/facets", {"fields": ["camera", "taken", "raw"], "query": query})
    assert answer.status == 200, answer.body
    camera, taken, raw = answer.json["facets"]
    assert {v["value"]: v["count"] for v in camera["values"]} == {"Canon EOS R5": 2, "Nikon Z9": 1}
    assert (camera["missing"], camera["more"]) == (1, False)
    assert taken["type"] == "date" and taken["missing"] == 0
    assert raw["values"] == [] and raw["missing"] == 1
    by_get = asked(server, "GET", birds + "/facets?fields=camera,taken,raw&query=" + quote(json.dumps(query)))
    assert by_get.json == answer.json
    limited = asked(server, "GET", birds + "/facets?fields=camera&limit=1").json["facets"][0]
    assert limited["values"] == [{"value": "Canon EOS R5", "count": 2}] and limited["more"]


def test_dates_and_numbers_have_buckets_that_hold_everything(server, birds):
    for facet in asked(server, "GET", birds + "/facets?fields=taken,price").json["facets"]:
        buckets = facet["buckets"]
        assert buckets and sum(b["count"] for b in buckets) + facet["missing"] == 8
        assert all(a["until"] == b["from"] for a, b in zip(buckets, buckets[1:]))
        assert buckets[0]["count"] and buckets[-1]["count"]
        # Of the empty ones, in between, the sum has told.
        for bucket in [b for b in buckets if b["count"]]:
            found = result(server, birds, where(facet["field"], **{"from": bucket["from"], "until": bucket["until"]}))[1]
            assert found["itemCount"] == bucket["count"], bucket

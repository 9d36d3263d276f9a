"""Identifiers with a slash, as those of an album's items, behind a proxy that takes a path away: it decodes `%2F`."""

import http.client
from urllib.parse import urlsplit

import pytest
from fronts import front
from pictures import png

# Each with its second spelling.
NAMES = {"a/b": "~~a~1b", "a/b~1": "~~a~1b~01", "x//y": "~~x~1~1y", "~~z": "~~~0~0z", "plain~0": "plain~0", "한/글": "~~%ED%95%9C~1%EA%B8%80"}


@pytest.fixture(scope="module")
def server(start_shared_server, module_path):
    server = start_shared_server("--items", 5, "--base-path", "/photos", "--allow-host", "127.0.0.1", data=module_path / "data")
    items = [{"id": name, "title": name} for name in NAMES]
    posted = {"id": "odd/one", "title": "Odd", "sections": [{"id": "s/1", "title": "S", "items": items}]}
    assert server.ask("POST", "/api/v1/collections", posted).status == 201
    return server


@pytest.fixture(scope="module")
def behind(server, module_path):
    with front("nginx", urlsplit(server.address).port, module_path, at="/photos/", rest="/") as port:

        def ask(path, method="GET", body=None, headers={}):
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            line.request(method, "/photos" + path, body, headers)
            answer = line.getresponse()
            return answer.status, answer.read()

        yield ask


ODD = "/api/v1/collections/~~odd~1one"


@pytest.mark.parametrize("name", NAMES)
def test_an_identifier_has_a_spelling_that_survives_the_proxy(server, behind, name):
    path = f"{ODD}/items/{NAMES[name]}"
    assert server.ask("GET", path).json["id"] == name
    status, body = behind(path)
    assert status == 200 and f'"id":"{name}"'.encode() in body, body
    picture = behind(path + "/picture", "PUT", png(3, 80, 60), {"Content-Type": "application/octet-stream"})
    assert picture[0] == 200, picture
    assert behind(path + "/image?w=320")[0] == 200
    assert behind(path, "PATCH", '{"title": "T"}', {"Content-Type": "application/json"})[0] == 200


def test_the_old_spelling_works_where_nothing_decodes_it(server, behind):
    path = "/api/v1/collections/odd%2Fone/items/a%2Fb"
    assert server.ask("GET", path).json["id"] == "a/b"
    assert behind(path)[0] == 404, "or the second one would not be needed"


def test_addresses_that_the_server_writes_are_spelled_so(server, behind):
    album = server.ask("POST", "/api/v1/albums", {"title": "Album"}).json["id"]
    assert server.ask("POST", f"/api/v1/collections/{album}/additions", {"collection": "odd/one", "items": list(NAMES)}).status == 200
    viewer = {"layout": {"kind": "column"}, "width": 800, "height": 600, "range": {"seq": 0, "version": 0, "rect": [0, 0, 800, 600]}}
    cells = server.ask("POST", f"/api/v1/collections/{album}/viewers", viewer).json["range"]["cells"]
    shown = [cell["image"] for cell in cells if "image" in cell]
    assert len(shown) == len(NAMES) and not [address for address in shown if "%2F" in address]
    assert [behind(address)[0] for address in shown] == [200] * len(shown)
    assert server.ask("POST", "/api/v1/collections/~~odd~1one/viewers", viewer).status == 201

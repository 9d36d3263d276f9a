"""What a page of an origin that `--cors-origin` does not name gets: nothing, on every route."""

import re

import pytest

GUEST = "https://shop.example"
STRANGERS = [
    "https://evil.example", "null", "http://shop.example", "https://shop.example:8443", "https://shop.example.evil.example",
    "https://evil.shop.example", "file://",
]


@pytest.fixture(scope="module")
def server(start_shared_server):
    server = start_shared_server("--items", 50, "--cors-origin", GUEST)
    server.opened()
    return server


def every_route(server):
    """Each operation of the description, with names that exist in the place of parameters."""
    viewer = server.ask("POST", f"/api/v1/collections/{server.collection()}/viewers",
                        {"layout": {"kind": "column"}, "width": 800, "height": 600}).json["viewer"]
    names = {"c": server.collection(), "i": server.sections()[0][0], "v": viewer, "m": "1", "q": "none",
             "s": server.order()[0][0]}
    described = server.ask("GET", "/api/v1/openapi.json").json
    for path, operations in described["paths"].items():
        filled = re.sub(r"\{(\w+)\}", lambda match: names[match[1]], path)
        for method in operations:
            if method in ("get", "post", "put", "patch", "delete"):
                yield method.upper(), filled
    yield from [("GET", path) for path in ("/", "/grid/collection-grid.js", "/page.js", "/dashboard/", "/nowhere")]


def test_no_route_lets_a_stranger_read_or_change_anything(server):
    routes = list(every_route(server))
    assert len(routes) > 45
    version = server.ask("GET", f"/api/v1/collections/{server.collection()}").json["version"]
    for number, (method, path) in enumerate(routes):
        # A stream would not end.
        if path.endswith("/events"):
            path += "?wait=0" if "viewers" in path else "?after=never"
        headers = {"Origin": STRANGERS[number % len(STRANGERS)], "Sec-Fetch-Site": "cross-site", "Accept": "application/json"}
        answer = server.ask(method, path, None if method == "GET" else {}, headers)
        names = {name.lower() for name in answer.headers}
        assert not [name for name in names if name.startswith("access-control-")], (method, path)
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin", (method, path)
        assert method == "GET" or answer.status == 403, (method, path, answer.status)
        assert re.search(f"frame-ancestors ('none'|{GUEST});", answer.headers["Content-Security-Policy"]), path
        asked = server.ask("OPTIONS", path.split("?")[0], None, {**headers, "Access-Control-Request-Method": method})
        assert not [name for name in asked.headers if name.lower().startswith("access-control-")], (method, path)
    assert server.ask("GET", f"/api/v1/collections/{server.collection()}").json["version"] == version


def test_the_same_routes_let_the_named_origin_read(server):
    for method, path in every_route(server):
        if method == "GET" and not path.endswith("/events"):
            answer = server.ask("GET", path, None, {"Origin": GUEST, "Sec-Fetch-Site": "cross-site"})
            assert answer.headers["Access-Control-Allow-Origin"] == GUEST, path
            assert "Origin" in answer.headers.get_all("Vary"), path

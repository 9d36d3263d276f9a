"""What a page of an origin that `--cors-origin` does not name gets: nothing, on every route.

The same of a page that is named and has no token, where the server has one: nothing but the element's own files."""

import re

import pytest
from pictures import write_folder

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


METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
# What the element consists of: code, and no data.
FILES = ["/", "/grid/collection-grid.js", "/page/page.js", "/dashboard/", "/nowhere"]


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
    yield from [("GET", path) for path in FILES]


def without_end(path):
    """A stream would not end."""
    return path + ("?wait=0" if "viewers" in path else "?after=never") if path.endswith("/events") else path


def test_no_route_lets_a_stranger_read_or_change_anything(server):
    routes = list(every_route(server))
    assert len(routes) > 45
    version = server.ask("GET", f"/api/v1/collections/{server.collection()}").json["version"]
    for number, (method, path) in enumerate(routes):
        path = without_end(path)
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


# What a stranger might find: a folder's name, which is a path and a collection's title; a section's title; a file's name.
FOLDER, SECTION, PICTURE = SECRETS = ["Zanzibar-summer", "Quokkas-at-dawn", "Wombat-portrait"]


class Owner:
    """Asks with the token."""

    def __init__(self, server):
        self.server = server
        self.collection = server.collection.__func__.__get__(self)
        self.opened = server.opened.__func__.__get__(self)

    def ask(self, method, path, body=None, headers=None):
        return self.server.ask(method, path, body, {"Authorization": f"Bearer {self.server.token}"} | (headers or {}))


@pytest.fixture(scope="module")
def guarded(start_shared_server, module_path):
    """A server with a token, on a folder whose path and titles are words that nothing else has."""
    folder = write_folder(module_path / FOLDER, {SECTION: 3})
    first = sorted(folder.rglob("*.png"))[0]
    first.rename(first.with_name(f"{PICTURE}.png"))
    return start_shared_server(folder, "--token", "auto", "--cors-origin", GUEST, data=module_path / "guarded")


def said(answer):
    return answer.body.decode("utf-8", "replace") + str(answer.headers)


def test_with_a_token_neither_a_stranger_nor_a_named_origin_without_it_learns_anything(guarded, module_path):
    owner = Owner(guarded)
    collection = owner.collection()
    snapshot = owner.ask("GET", f"/api/v1/collections/{collection}/snapshot")
    names = {"c": collection, "i": snapshot.json["sections"][0]["items"][0]["id"], "s": snapshot.json["sections"][0]["id"],
             "v": "1", "m": "1", "q": "none"}
    secrets = [guarded.token, str(module_path), collection, *SECRETS]
    # They are what the owner reads: it is of use to look for them.
    known = said(snapshot) + said(owner.ask("GET", "/api/v1/collections")) + said(owner.ask("GET", "/api/v1/backup"))
    assert [secret for secret in (collection, *SECRETS) if secret not in known] == []
    described = {without_end(re.sub(r"\{(\w+)\}", lambda match: names[match[1]], path)): operations
                 for path, operations in owner.ask("GET", "/api/v1/openapi.json").json["paths"].items()}
    assert len(described) > 30
    before = owner.ask("GET", f"/api/v1/collections/{collection}").json["version"]
    # What a page for people asks for, a secret that is wrong by its last letter, and the ticket of another origin.
    ticket = owner.ask("POST", "/api/v1/tickets", {}, {"Origin": GUEST}).json["ticket"]
    ways = [{}, {"Accept": "text/html", "Cookie": "lookahead=wrong"}, {"Authorization": f"Bearer {guarded.token[:-1]}"}]
    for path in [*described, *FILES]:
        for origin in [*STRANGERS, GUEST]:
            for method in METHODS:
                for number, way in enumerate([*ways, "ticket"]):
                    # The other ways of one stranger: those of all would only take longer.
                    if number > 0 and origin not in (STRANGERS[0], GUEST):
                        continue
                    headers = {"Origin": origin, "Sec-Fetch-Site": "cross-site", **(way if way != "ticket" else {})}
                    target = path if way != "ticket" else f"{path}{'&' if '?' in path else '?'}ticket={ticket}"
                    answer = guarded.ask(method, target, None if method in ("GET", "HEAD", "OPTIONS") else {}, headers)
                    case = (method, target, origin, way, answer.status)
                    shared = {name.lower() for name in answer.headers if name.lower().startswith("access-control-")}
                    if origin != GUEST:
                        assert answer.status == 401 and not shared, case
                    else:
                        assert answer.headers["Access-Control-Allow-Origin"] == GUEST, case
                        assert answer.status in expected(method, path, described, way == "ticket"), case
                    # Its own words may come back: who asked knows them. A picture that a ticket opens says its file's name.
                    hidden = [guarded.token] if answer.status == 200 and way == "ticket" and path not in FILES else secrets
                    assert [secret for secret in hidden if secret in said(answer) and secret not in path] == [], case
    # No change was let in by any of these.
    assert owner.ask("GET", f"/api/v1/collections/{collection}").json["version"] == before
    assert len(owner.ask("GET", "/api/v1/collections").json["collections"]) == 1


def expected(method, path, described, has_ticket):
    """What a page of a named origin that has no token is answered."""
    if method == "OPTIONS":
        return [204]
    operation = described.get(path, {"get": {}}).get({"HEAD": "get"}.get(method, method.lower()))
    if operation is None:
        return [404] if path in FILES else [405]
    if path in FILES:
        return [404 if path == "/nowhere" else 200]
    takes = any("ticket" in str(parameter) for parameter in operation.get("parameters", []))
    # A ticket opens what takes one, pictures and events, and nothing else. Some of the names here nobody has.
    return [200, 204, 400, 404, 410, 422] if has_ticket and takes else [401]

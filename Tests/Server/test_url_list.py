"""Lists of URLs, downloaded from a web server on loopback."""

import pytest
from running import poll
from web_origin import WebOrigin


class Origin(WebOrigin):
    """Pictures that can change."""

    def __init__(self, pictures):
        self.pictures, self.tags = dict(pictures), {}
        super().__init__()

    def answer(self, path, headers):
        body, tag = self.pictures.get(path), f'"{self.tags.get(path, 1)}"'
        status = 404 if body is None else 304 if headers.get("If-None-Match") == tag else 200
        return status, {"ETag": tag}, body if status == 200 else b""


@pytest.fixture
def origin(photos):
    files = sorted(p for p in photos.rglob("*.jpg"))[:3]
    origin = Origin({f"/{n}.jpg": file.read_bytes() for n, file in enumerate(files, 1)})
    yield origin
    origin.stop()


@pytest.fixture
def listing(origin, tmp_path):
    path = tmp_path / "list.csv"
    lines = [f"{origin.address}/{n}.jpg,picture-{n},Picture {n},{'odd' if n % 2 else 'even'}" for n in (1, 2, 3)]
    path.write_text("\n".join(["url,id,title,section", *lines]))
    return path


def version_of(server):
    return server.opened()["version"]


def refresh(server):
    assert server.ask("POST", f"/api/v1/collections/{server.collection()}/refresh", {}).status == 202


def image(server, collection, item):
    return server.ask("GET", f"/api/v1/collections/{collection}/items/{item}/image?w=160")


def test_a_list_is_a_collection_of_downloads(start_server, origin, listing):
    server = start_server("--urls", listing, "--allow-private")
    collection = server.collection()
    assert [section["id"] for section in server.snapshot()["sections"]] == ["odd", "even"]
    answer = image(server, collection, "picture-2")
    assert answer.status == 200 and answer.headers["Content-Type"] == "image/jpeg"
    assert origin.asked == ["/2.jpg"]


def test_private_addresses_are_refused_unless_allowed(start_server, origin, listing):
    server = start_server("--urls", listing)
    answer = image(server, server.collection(), "picture-1")
    assert answer.status != 200 and "--allow-private" in answer.json["detail"]
    assert origin.asked == []


def test_a_refresh_shows_what_has_changed_and_asks_for_nothing_else(start_server, origin, listing):
    server = start_server("--urls", listing, "--allow-private")
    collection = server.collection()
    for n in (1, 2):
        image(server, collection, f"picture-{n}")
    origin.pictures["/1.jpg"], origin.tags["/1.jpg"] = origin.pictures["/3.jpg"], 2
    before = image(server, collection, "picture-1").body
    version = version_of(server)
    refresh(server)
    poll(lambda: version_of(server) > version, 10, "the change is a version")
    assert sorted(origin.asked[:4]) == ["/1.jpg", "/1.jpg", "/2.jpg", "/2.jpg"]
    poll(lambda: image(server, collection, "picture-1").body != before, 10, "another picture")
    # The other one was not downloaded again.
    assert origin.asked.count("/2.jpg") == 2


def test_what_servers_said_outlives_the_program(start_server, origin, listing):
    server = start_server("--urls", listing, "--allow-private")
    collection = server.collection()
    first = image(server, collection, "picture-1").body
    server.restart()
    server.opened()
    assert image(server, collection, "picture-1").body == first
    assert origin.asked == ["/1.jpg"], "it lay on disk"
    origin.pictures["/1.jpg"], origin.tags["/1.jpg"] = origin.pictures["/3.jpg"], 2
    version = version_of(server)
    refresh(server)
    poll(lambda: version_of(server) > version, 10, "the change is a version")
    poll(lambda: image(server, collection, "picture-1").body != first, 10, "another picture")

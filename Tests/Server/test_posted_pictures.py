"""Pictures of posted items: downloaded by the rules of --urls, or uploaded; kept, restored and deleted with their collection."""

import http.client
import json
import signal
import urllib.error
import urllib.request

import pytest
from pictures import png
from running import poll
from web_origin import WebOrigin

COLLECTION = "/api/v1/collections/shop"


class Origin(WebOrigin):
    def answer(self, path, headers):
        return 200, {"Content-Type": "image/png"}, png(int(path.strip("/")), 120, 80)


@pytest.fixture
def origin():
    origin = Origin()
    yield origin
    origin.stop()


def post(server, *items):
    body = {"id": "shop", "sections": [{"id": "s", "items": list(items)}]}
    assert server.ask("POST", "/api/v1/collections", body).status == 201


def image(server, item):
    return server.ask("GET", f"{COLLECTION}/items/{item}/image?w=160")


def upload(server, item, content):
    request = urllib.request.Request(f"{server.address}{COLLECTION}/items/{item}/picture", content, method="PUT")
    # A debug build hashes a MiB in a second where others use the processor too.
    with urllib.request.urlopen(request, timeout=120) as answer:
        return answer.status


def files(server):
    return sorted(p for p in (server.data / "pictures").rglob("*") if p.is_file())


def test_a_picture_is_downloaded_when_it_is_asked_for(start_server, origin):
    server = start_server("--items", 5, "--allow-private")
    post(server, {"id": "a", "picture": f"{origin.address}/1"}, {"id": "b"})
    assert origin.asked == []
    first = image(server, "a")
    assert first.status == 200 and first.headers["Content-Type"] == "image/jpeg" and origin.asked == ["/1"]
    item = server.ask("GET", f"{COLLECTION}/items/a").json
    assert (item["width"], item["height"], item["kind"]) == (120, 80, "photo")
    assert server.ask("PATCH", f"{COLLECTION}/items/a", {"picture": f"{origin.address}/2"}).json["reloads"] == ["a"]
    second = image(server, "a")
    assert second.status == 200 and second.body != first.body and origin.asked == ["/1", "/2"]
    server.restart(signal.SIGKILL)
    assert image(server, "a").body == second.body
    assert server.ask("GET", f"{COLLECTION}/items/a").json["picture"] == f"{origin.address}/2"
    assert image(server, "b").json["code"] == "item-without-picture"


def test_a_private_address_is_refused_unless_allowed(start_server, origin):
    server = start_server("--items", 5)
    post(server, {"id": "a", "picture": f"{origin.address}/1"}, {"id": "b", "picture": "http://localhost:1/x"})
    for item in "ab":
        answer = image(server, item)
        assert answer.status == 422 and answer.json["code"] == "address-private", answer.body
    assert origin.asked == []


def test_an_upload_is_kept_and_goes_with_its_collection(start_server):
    server = start_server("--items", 5)
    post(server, {"id": "a"}, {"id": "../../b"})
    assert upload(server, "a", png(1, 120, 80)) == 200
    assert upload(server, "..%2F..%2Fb", png(2, 120, 80)) == 200
    first = image(server, "a")
    assert first.status == 200 and image(server, "..%2F..%2Fb").status == 200
    kept = files(server)
    assert len(kept) == 2 and all(p.stat().st_mode & 0o077 == 0 for p in kept)
    assert all(len(p.name) == 64 and p.parent.name == b"shop".hex() for p in kept)
    assert upload(server, "a", png(3, 60, 80)) == 200
    assert image(server, "a").body != first.body
    # The picture before comes back by undo: its file is still there.
    assert server.ask("POST", f"{COLLECTION}/undo").json["reloads"] == ["a"]
    assert image(server, "a").body == first.body
    server.restart(signal.SIGKILL)
    assert image(server, "a").body == first.body
    lines = server.ask("GET", f"{COLLECTION}/export?as=collection").body
    assert b'"picture":"upload:' in lines
    assert server.ask("DELETE", COLLECTION).status == 204
    assert files(server) == []


def test_what_a_kill_leaves_of_a_deleted_collection_is_removed(start_server):
    server = start_server("--items", 5)
    post(server, {"id": "a"})
    assert upload(server, "a", png(1, 120, 80)) == 200
    left = server.data / "pictures" / b"gone".hex()
    left.mkdir()
    (left / ("0" * 32)).write_bytes(b"left")
    server.restart()
    assert not left.exists() and len(files(server)) == 1
    assert image(server, "a").status == 200


def test_the_same_picture_again_and_again_is_one_file_and_what_nothing_names_goes(start_server):
    server = start_server("--items", 5)
    post(server, {"id": "a"}, {"id": "b"})
    for item in "abab":
        assert upload(server, item, png(1, 120, 80)) == 200
    assert len(files(server)) == 1
    # Undo reaches back 100 changes: the pictures that it may bring back stay, and no others.
    for number in range(2, 150):
        assert upload(server, "a", png(number, 120, 80)) == 200
    shown = image(server, "a").body
    server.restart(signal.SIGKILL)
    # Undo's hundred, the one shown and b's; some numbers make the same picture.
    kept = {png(number, 120, 80) for number in [1, *range(49, 150)]}

    def stored():
        try:
            return {file.read_bytes() for file in files(server)}
        except FileNotFoundError:
            # It was deleted after the folder was read.
            return None

    poll(lambda: stored() == kept, message="what is named stays, and nothing else")
    assert image(server, "a").body == shown
    for _ in range(100):
        assert server.ask("POST", f"{COLLECTION}/undo").status == 200
    assert image(server, "a").status == 200 and image(server, "b").status == 200


def test_a_file_that_only_begins_as_a_picture_fails_in_its_cell_alone(start_server):
    server = start_server("--items", 5)
    post(server, {"id": "a"}, {"id": "b"})
    assert upload(server, "a", b"\x89PNG\r\n\x1a\n" + b"nothing" * 100) == 200
    assert upload(server, "b", png(1, 120, 80)) == 200
    broken = image(server, "a")
    assert broken.status == 422 and "code" in broken.json
    assert image(server, "b").status == 200
    with pytest.raises(urllib.error.HTTPError) as refused:
        upload(server, "a", b"<svg xmlns='http://www.w3.org/2000/svg'/>")
    assert refused.value.code == 415


# Of one upload, in bytes.
LIMIT = 32 << 20


def refused_as_too_large(server, length, parts):
    """What comes back for a body of which only the beginning is sent, in chunks if no length is announced."""
    connection = http.client.HTTPConnection(server.address.removeprefix("http://"), timeout=120)
    try:
        connection.putrequest("PUT", f"{COLLECTION}/items/a/picture")
        connection.putheader("Content-Type", "image/png")
        connection.putheader(*("Transfer-Encoding", "chunked") if length is None else ("Content-Length", str(length)))
        connection.endheaders()
        for part in parts:
            connection.send(part if length is not None else b"%x\r\n%b\r\n" % (len(part), part))
        answer = connection.getresponse()
        assert answer.status == 413 and answer.headers["Content-Type"] == "application/problem+json"
        return json.loads(answer.read())
    finally:
        connection.close()


def test_an_upload_over_the_limit_is_refused_with_the_limit_said(start_server):
    server = start_server("--items", 5)
    post(server, {"id": "a"})
    version = server.ask("GET", COLLECTION).json["version"]
    mebibyte = png(1, 120, 80).ljust(1 << 20, b"\0")
    # Announced, before a byte of it was sent; and without an announcement, once it has come.
    for problem in (refused_as_too_large(server, LIMIT + 1, []), refused_as_too_large(server, None, [mebibyte] * 32 + [b"1", b""])):
        assert problem["limit"] == LIMIT and str(LIMIT) in problem["detail"], problem
    assert server.ask("GET", COLLECTION).json["version"] == version and files(server) == []
    # The last byte that it may have.
    assert upload(server, "a", mebibyte.ljust(LIMIT, b"\0")) == 200
    assert image(server, "a").status == 200

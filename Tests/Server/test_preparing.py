"""Pictures that are made before anybody looks at them."""

import re
import time

import pytest
from pictures import write_png
from running import poll

COUNT = 60


def cached(server):
    return sum(1 for path in server.cache.glob("renditions-*/??/*") if path.is_file())


def prepared(server):
    return server.opened().get("prepared")


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "photos"
    for number in range(COUNT):
        write_png(root / f"{number:03}.png", number)
    return root


@pytest.mark.parametrize("scope", ["near", "all"])
def test_pictures_are_made_that_nobody_has_looked_at(start_server, folder, scope):
    server = start_server(folder, "--prepare", scope)
    poll(lambda: (p := prepared(server)) and p["done"] == p["total"] == COUNT, 180, "all are prepared")
    # Each with its preview.
    poll(lambda: cached(server) == 2 * COUNT, 20, "all are on disk")
    text = server.ask("GET", "/metrics").body.decode()
    assert float(re.search(r"^lookahead_prepared(?:_total)? ([\d.e+]+)$", text, re.MULTILINE)[1]) == COUNT
    server.restart()
    poll(lambda: (p := prepared(server)) and p["done"] == COUNT, 60, "all are known")
    text = server.ask("GET", "/metrics").body.decode()
    found = re.search(r"^lookahead_prepared(?:_total)? ([\d.e+]+)$", text, re.MULTILINE)
    assert not found or float(found[1]) == 0, "and none is made twice"


def test_what_is_prepared_is_known_by_what_it_looks_like(start_server, folder):
    server = start_server(folder, "--watch", "--prepare", "all")
    fields = f"/api/v1/collections/{server.collection()}/fields"
    poll(lambda: (p := prepared(server)) and p["done"] == p["total"] == COUNT, 180, "all are prepared")
    poll(lambda: server.ask("GET", fields).json["complete"], 60, "the fields are filled")
    # Nobody looks for those of earlier runs any more.
    for number in range(COUNT, COUNT + 3):
        write_png(folder / f"{number:03}.png", number)

    def known():
        return next(field["known"] for field in server.ask("GET", fields).json["fields"] if field["field"] == "likeness")

    poll(lambda: known() == COUNT + 3, 60, lambda: f"{known()} are known")


def test_nothing_is_made_that_would_push_out_others(start_server, folder):
    limit = 0.0002
    server = start_server(folder, "--prepare", "all", "--disk-cache", limit)
    poll(lambda: (p := prepared(server)) and p["full"], 60, "the cache is full")
    size = sum(path.stat().st_size for path in server.cache.glob("renditions-*/??/*"))
    assert 0 < size <= limit * 2**30
    assert prepared(server)["done"] < COUNT


def test_nothing_is_made_where_the_owner_says_so(start_server, folder):
    server = start_server(folder, "--prepare", "none")
    assert prepared(server) is None
    end = time.monotonic() + 2
    while time.monotonic() < end:
        assert cached(server) == 0
        time.sleep(0.2)

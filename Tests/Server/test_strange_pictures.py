"""Whole pictures of rare kinds, on the real program: all are listed by their names, and decoded in confined processes that have no disk."""

import shutil
from pathlib import Path

import pytest
from test_hostile_pictures import items, processor_seconds, workers

STRANGE = Path(__file__).parent.parent / "Support" / "strange_pictures"


@pytest.fixture(scope="module")
def strange(tmp_path_factory):
    folder = tmp_path_factory.mktemp("strange") / "pictures"
    shutil.copytree(STRANGE, folder)
    (folder / "README.md").unlink()
    for name, other in [("two.mpo", "stereo.jps"), ("pano.insp", "old.jif"), ("animated.avif", "film.avifs"), ("fuji.hif", "burst.heics")]:
        shutil.copy(folder / name, folder / other)
    return folder


def test_each_is_listed_and_shown(start_server, strange):
    server = start_server(strange, "--prepare", "none")
    collection, named = items(server)
    assert set(named) == {path.name for path in strange.iterdir()}
    for name, item in named.items():
        answer = server.ask("GET", f"/api/v1/collections/{collection}/items/{item}/image?w=320")
        assert answer.status == 200, (name, answer.body)
    assert server.ask("GET", "/healthz").json.get("missingConfinement", []) in ([], ["threads"])


def test_a_large_webp_is_shown_in_its_own_pixels(start_server, strange):
    server = start_server(strange, "--prepare", "none")
    collection, named = items(server)
    picture = f"/api/v1/collections/{collection}/items/{named['35-megapixels.webp']}"
    for part in ["image?w=2560", "image?w=16384", "region?x=3400&y=2400&width=300&height=300"]:
        answer = server.ask("GET", f"{picture}/{part}")
        assert answer.status == 200, (part, answer.body)


def test_junk_costs_no_processor_time(start_server, tmp_path):
    for name in ["zeros.jpg", "zeros.png", "zeros.tif", "zeros.dng"]:
        with (tmp_path / name).open("wb") as file:
            file.truncate(5 << 30)
    server = start_server(tmp_path, "--prepare", "none")
    collection, named = items(server)
    for name, item in named.items():
        answer = server.ask("GET", f"/api/v1/collections/{collection}/items/{item}/image?w=96")
        code = "raw-without-preview" if name == "zeros.dng" else "not-a-picture"
        assert answer.status == 422 and answer.json["code"] == code, (name, answer.body)
    assert all(processor_seconds(worker) < 5 for worker in workers(server))

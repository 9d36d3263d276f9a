"""Fixtures for all tests in Python: folders of pictures, and servers on them."""

import shutil
from pathlib import Path

import pytest
from running import BINARY, Server

BACKGROUNDS = Path("/usr/share/backgrounds")
# Sections in several scripts, and one in another.
SECTIONS = ["", "Ferien 2024", "写真", "صور", "Ünïcode & 'quotes' #1", "Ferien 2024/Abend"]


def pytest_sessionstart(session):
    if not BINARY.exists():
        pytest.exit(f"{BINARY} is missing: swift build, or name one with LOOKAHEAD_BINARY", 2)


@pytest.fixture(scope="session")
def real_pictures():
    """The backgrounds of GNOME and MATE, smallest first: JPEG, PNG and WebP."""
    found = [p for p in BACKGROUNDS.rglob("*") if p.suffix in {".jpg", ".png", ".webp"} and p.is_file()]
    assert len(found) >= 20, "install gnome-backgrounds and mate-backgrounds"
    return sorted(found, key=lambda p: (p.stat().st_size, p.name))


@pytest.fixture
def photos(tmp_path, real_pictures):
    """A folder of 24 real photos in six sections; a copy of the test's own."""
    folder = tmp_path / "photos"
    for number, picture in enumerate(real_pictures[:24]):
        section = folder / SECTIONS[number % len(SECTIONS)]
        section.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(picture, section / f"{number + 1} {picture.stem}{picture.suffix}")
    return folder


@pytest.fixture
def start_server(tmp_path):
    """Starts servers: `start_server(folder, "--items", 5, data=…)`. All are stopped at the end."""
    started = []

    def start(*arguments, data=None, **more):
        server = Server(*arguments, data=data or tmp_path / "data", cache=tmp_path / "cache", **more)
        started.append(server)
        return server

    yield start
    for server in started:
        if server.process.poll() is None:
            assert server.stop() == 0, "".join(server.log)


@pytest.fixture
def server(start_server, photos):
    """A server on `photos`, read and open."""
    server = start_server(photos)
    server.opened()
    return server

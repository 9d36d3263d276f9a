"""Fixtures for all tests in Python: folders of pictures, and servers on them."""

from contextlib import contextmanager

import pytest
from photos import BACKGROUNDS, copy_photos
from pictures import write_folder
from postgres import Postgres
from running import BINARY, Server


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
    return copy_photos(real_pictures, tmp_path / "photos")


@contextmanager
def starting(folder):
    started = []

    def start(*arguments, data=None, **more):
        server = Server(*arguments, data=data or folder / "data", **more)
        started.append(server)
        return server

    yield start
    for server in started:
        if server.process.poll() is None:
            assert server.stop() == 0, "".join(server.log)


@pytest.fixture
def start_server(tmp_path):
    """Starts servers: `start_server(folder, "--items", 5, data=…)`. All are stopped at the end."""
    with starting(tmp_path) as start:
        yield start


@pytest.fixture(scope="module")
def module_path(tmp_path_factory):
    """A folder for all tests of a module."""
    return tmp_path_factory.mktemp("module")


@pytest.fixture(scope="module")
def start_shared_server(module_path):
    """As `start_server`, for all tests of a module: those that leave a server as they found it, or have it mended."""
    with starting(module_path) as start:
        yield start


@pytest.fixture(scope="session")
def start_lasting_server(tmp_path_factory):
    """As `start_server`, for all tests: of what none of them changes."""
    with starting(tmp_path_factory.mktemp("lasting")) as start:
        yield start


@pytest.fixture(scope="session")
def three_sections(start_lasting_server, tmp_path_factory):
    """A server on 261 pictures, which no test changes."""
    folder = tmp_path_factory.mktemp("three") / "photos"
    server = start_lasting_server(
        write_folder(folder, {"First": 90, "Second": 130, "Third": 41}), data=folder.with_name("data"))
    server.opened()
    return server


@pytest.fixture(scope="session")
def start_numbers(start_lasting_server, tmp_path_factory):
    """Starts servers on very many numbers, which no test changes: `start_numbers(300_000)`."""
    def start(count):
        server = start_lasting_server("--items", count, data=tmp_path_factory.mktemp("numbers") / "data")
        server.opened()
        return server

    return start


@pytest.fixture
def server(start_server, photos):
    """A server on `photos`, read and open."""
    server = start_server(photos)
    server.opened()
    return server


@contextmanager
def serving_postgres():
    server = Postgres()
    try:
        yield server
    finally:
        server.remove()


@pytest.fixture(scope="module")
def postgres():
    """A PostgreSQL for all tests of a module, each of which makes a database of its own."""
    with serving_postgres() as server:
        yield server


@pytest.fixture
def own_postgres():
    """A PostgreSQL of the test's own."""
    with serving_postgres() as server:
        yield server

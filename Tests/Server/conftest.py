"""Servers over one PostgreSQL, for the tests of what they share."""

import pytest


@pytest.fixture
def address(postgres, request):
    """A database of the test's own."""
    name = f"test{abs(hash(request.node.name)) % 10**9}"
    return postgres.database(name)


@pytest.fixture
def start(start_server, tmp_path, address):
    """Starts servers on the test's database, each with folders of its own."""
    def start(*arguments, store=address):
        start.count += 1
        data = tmp_path / f"data{start.count}"
        options = ["--store", store] if store else []
        server = start_server(*(arguments or ("--items", 60)), *options, data=data)
        # Until then, changes are answered with 503.
        if not arguments:
            server.opened()
        return server
    start.count = 0
    start.address = address
    return start

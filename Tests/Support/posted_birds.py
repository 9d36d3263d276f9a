"""Fixtures of the modules that ask a posted collection."""

import pytest
from queries import post


@pytest.fixture(scope="module")
def server(start_shared_server):
    server = start_shared_server("--items", 1)
    server.opened()
    return server


@pytest.fixture(scope="module")
def birds(server):
    """The path of a collection that no test changes."""
    return post(server, "birds")

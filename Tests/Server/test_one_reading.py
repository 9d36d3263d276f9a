"""A request is read in one way only: by the server, by h11, and behind HAProxy and nginx."""

import json
import time

import pytest
import fronts
import readings
from running import Server

# What the fuzzer found before, and the attacks on the reader of requests; `~` stands for the Host line.
ATTACKS = [
    b"POST / HTTP/1.1\r\n~Content-Length: 4\r\nTransfer-Encoding:\r\n chunked\r\n\r\n2a\r\nDELETE /forbidden HTTP/1.1\r\n~\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\n~Content-Length:\r\n 37\r\n\r\nDELETE /forbidden HTTP/1.1\r\n~\r\n",
    b"POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\nContent-Length:\r\n 5\r\n\r\n0\r\n\r\nDELETE /forbidden HTTP/1.1\r\n~\r\n",
    b"POST / HTTP/1.1\r\n~: x\r\nContent-Length: 50\r\n\r\nDELETE /forbidden HTTP/1.1\r\n~\r\n",
    b"POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\0x\r\n\r\n0\r\n\r\nDELETE /forbidden HTTP/1.1\r\n~\r\n",
    b"POST / HTTP/1.1\r\n~Content-Length: 37\0 99\r\n\r\nDELETE /forbidden HTTP/1.1\r\n~\r\n",
    b"POST / HTTP/1.1\r\n~X: a\nContent-Length: 50\r\n\r\nDELETE /forbidden HTTP/1.1\r\n~\r\n",
    b"POST / HTTP/1.1\r\n~Content-Length: 0\r\nContent-Length: 50\r\n\r\nDELETE /forbidden HTTP/1.1\r\n~\r\n",
    b"POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\n\r\n0;a=\n\r\n\r\nDELETE /forbidden HTTP/1.1\r\n~\r\n",
    b"POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\n\r\n2;\nxx\r\n2c\r\n0\r\n\r\nDELETE /forbidden HTTP/1.1\r\n~\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\n~Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\nDELETE /forbidden HTTP/1.1\r\n~\r\n",
    b"POST / HTTP/1.1\r\n~Transfer-Encoding : chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\nDELETE /forbidden HTTP/1.1\r\n~\r\n",
    b"POST / HTTP/1.0\r\n~Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nDELETE /forbidden HTTP/1.1\r\n~\r\n",
    b"GET / HTTP/1.1\r\n~Content-Length: 44\r\nExpect: 100-continue\r\n\r\nDELETE /forbidden HTTP/1.1\r\n~\r\n",
]


@pytest.fixture(scope="module")
def reader():
    with readings.reader() as port:
        yield port


def test_what_the_server_accepts_h11_reads_alike(reader):
    seed = time.time_ns()
    accepted, differing = readings.compare(reader, seed, 3000)
    assert not differing, f"seed {seed}: {differing[0]}"
    # Otherwise nothing would be compared.
    assert accepted > 600


def test_the_comparison_finds_a_difference():
    request = b"GET / HTTP/1.1\r\nHost: a.example\r\n\r\n"
    theirs = readings.readings_of_h11(request + request)
    assert len(theirs) == 2 and readings.is_same(theirs, theirs) and readings.is_same(theirs[:1], theirs)
    method, target, headers, body = theirs[0]
    for other in [(b"PUT", target, headers, body), (method, b"/x", headers, body), (method, target, [], body), (method, target, headers, b"x")]:
        assert not readings.is_same([other], theirs)
    assert not readings.is_same([*theirs, theirs[0]], theirs)


@pytest.mark.parametrize("name", ["haproxy", "nginx"])
def test_nothing_is_smuggled_through_a_front(reader, name, tmp_path):
    """A request that the front took for a part of another would pass its rule about /forbidden."""
    with fronts.front(name, reader, tmp_path) as port:
        for attack in ATTACKS:
            # What is behind it completes a body that has not arrived, or ends the connection.
            attack = attack.replace(b"~", b"Host: a.example\r\n") + readings.LAST * 2
            for status, body in readings.answers(readings.exchange(port, attack, False)):
                assert status != 200 or json.loads(body)["target"] != "/forbidden", attack
            # An answer too many would be taken for that of the next request on the front's connection.
            for number in range(4):
                request = b"POST /own%d HTTP/1.1\r\nHost: a.example\r\nContent-Length: 2\r\nConnection: close\r\n\r\nab" % number
                (status, body), = readings.answers(readings.exchange(port, request, False))
                assert (status, json.loads(body)["target"]) == (200, f"/own{number}"), attack


@pytest.mark.parametrize("name", ["haproxy", "nginx"])
def test_the_program_works_behind_a_front(name, tmp_path):
    server = Server("--demo", "--allow-host", "127.0.0.1", data=tmp_path / "data")
    try:
        with fronts.front(name, int(server.address.rsplit(":", 1)[1]), tmp_path) as port:
            def ask(text):
                received = readings.exchange(port, text.replace("~", f"Host: 127.0.0.1:{port}\r\n").encode(), False)
                (status, body), *more = readings.answers(received)
                assert not more
                return status, body

            assert ask("GET / HTTP/1.1\r\n~Connection: close\r\n\r\n")[0] == 200
            body = '{"id":"mine","title":"Mine","sections":[{"id":"s","items":[{"id":"a"},{"id":"b"}]}]}'
            posted = "POST /api/v1/collections HTTP/1.1\r\n~Content-Type: application/json\r\nConnection: close\r\n"
            status, answer = ask(f"{posted}Transfer-Encoding: chunked\r\n\r\n{len(body):x}\r\n{body}\r\n0\r\n\r\n")
            assert status in (200, 201, 202), answer
            # Again under its name, with a length.
            assert ask(f"{posted}Content-Length: {len(body)}\r\n\r\n{body}")[0] in (200, 201, 202, 409)
            assert server.ask("GET", "/api/v1/collections/mine").status == 200
            assert ask("DELETE /api/v1/collections/mine HTTP/1.1\r\n~Connection: close\r\n\r\n")[0] == 204
    finally:
        server.stop()

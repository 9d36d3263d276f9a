"""What two readers make of the same bytes: the server, and h11. The server may refuse more; what it accepts, both must read alike."""

import json
import random
import socket
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import h11
from running import BINARY

READER = BINARY.with_name("request-reader")

METHODS = [b"GET", b"POST", b"POST", b"PUT", b"DELETE", b"OPTIONS", b"PATCH"]
TARGETS = [b"/", b"/a", b"/a?b=c&d", b"/%41", b"/a;b", b"//x", b"/~!$&'()*+,;=:@", b"*", b"a", b"/a b", b"/\xff", b"http://a.example/"]
VERSIONS = [b"HTTP/1.1"] * 12 + [b"HTTP/1.0", b"HTTP/1.2", b"HTTP/2.0", b"http/1.1", b"HTTP/1.10", b"HTTP/01.1", b""]
NAMES = [b"X", b"Accept", b"x-y", b"Cookie", b"Origin", b"Content-Length", b"Transfer-Encoding", b"Host", b"Expect", b"Upgrade", b"TE",
         b"Trailer", b"Content-Type", b"X Y", b"", b"X\x00", b"Connection"]
VALUES = [b"", b"a", b"a b", b" a ", b"\ta\t", b"a\x00b", b"\xe9", b"chunked", b"3", b"0", b"close", b"100-continue", b"+3", b"3, 3", b"a,b;c=d",
          b"a.example", b"a\x0bb", b"a\r b", b"a\n b", b"\"a\\\"b\"", b"a\x7f", b"xchunked", b"chunked, gzip", b"websocket", b"x: y"]
ENDS = [b"\r\n"] * 40 + [b"\n", b"\r", b"\r\r\n", b"\n\r", b"\r\n ", b"\r\n\t", b" \r\n", b"\t\r\n", b"\x00\r\n", b"\r\n:", b""]
COLONS = [b": "] * 20 + [b":", b" : ", b" :", b":\t", b"\t:", b":\r\n ", b"::", b"=", b": \x00"]
CHUNKS = [b"3\r\nabc\r\n0\r\n\r\n"] * 4 + [b"1\r\na\r\n2\r\nbc\r\n0\r\n\r\n", b"03\r\nabc\r\n000\r\n\r\n"]
LOOSE_CHUNKS = [b"3\nabc\r\n0\r\n\r\n", b"3;a=b\r\nabc\r\n0\r\n\r\n", b"3 \r\nabc\r\n0\r\n\r\n", b"3\r\nabc0\r\n\r\n", b"0x3\r\nabc\r\n0\r\n\r\n",
                b"3\r\nabc\r\n0\r\nA: b\r\n\r\n", b"3\r\nabcd\r\n0\r\n\r\n", b"3\r\nabc\n0\r\n\r\n", b"-3\r\nabc\r\n0\r\n\r\n", b"\r\n"]


def head(chance):
    """A request that is right or nearly so."""
    strange = chance.random() < 0.5
    pick = lambda good, any_of: chance.choice(any_of if strange and chance.random() < 0.3 else good)
    end = lambda: pick([b"\r\n"], ENDS)
    space = lambda: pick([b" "], [b" ", b"  ", b"\t", b""])
    lines = [(b"Host", b"a.example")]
    body = b""
    framing = chance.random()
    if framing < 0.3:
        body = b"abc"
        lines.append((b"Content-Length", b"3"))
    elif framing < 0.6:
        body = pick(CHUNKS, LOOSE_CHUNKS)
        lines.append((b"Transfer-Encoding", pick([b"chunked", b"Chunked"], [b"chunked ", b"identity", b"gzip, chunked", b"chunked\x00"])))
    for _ in range(chance.randrange(4)):
        lines.append((pick(NAMES[:5], NAMES), pick(VALUES[:5], VALUES)))
    chance.shuffle(lines)
    text = pick([b""], [b"\r\n", b" ", b"\n", b"\x00"]) + chance.choice(METHODS) + space() + pick(TARGETS[:7], TARGETS) + space()
    text += pick([b"HTTP/1.1"], VERSIONS) + end()
    for name, value in lines:
        text += pick([name], [name, name.lower(), name + b" ", b" " + name]) + pick([b": "], COLONS) + value + end()
    return text + end() + body


def mutated(text, chance):
    """The same with some bytes changed, put in, left out, or doubled."""
    text = bytearray(text)
    for _ in range(chance.choice([0, 0, 0, 1, 1, 2, 4])):
        if not text:
            break
        place = chance.randrange(len(text))
        kind = chance.randrange(4)
        byte = chance.choice(b"\r\n\x00\t :;,0aA\xff/") if chance.random() < 0.7 else chance.randrange(256)
        if kind == 0:
            text[place] = byte
        elif kind == 1:
            text.insert(place, byte)
        elif kind == 2:
            del text[place]
        else:
            end = place + chance.randrange(1, 40)
            text[place:place] = text[place:end]
    return bytes(text)


# A server that came so far closes the connection at once.
LAST = b"GET /last HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n"


def requests(chance):
    """One to three requests behind each other, and a last one that is right."""
    return b"".join(mutated(head(chance), chance) for _ in range(chance.choice([1, 1, 2, 3]))) + LAST


def readings_of_h11(data):
    """Request by request: method, target, headers, body; up to the first that is incomplete or none."""
    connection = h11.Connection(h11.SERVER, max_incomplete_event_size=1 << 20)
    connection.receive_data(data)
    readings, request, body = [], None, b""
    try:
        while True:
            event = connection.next_event()
            if isinstance(event, h11.Request):
                request, body = event, b""
            elif isinstance(event, h11.Data):
                body += bytes(event.data)
            elif isinstance(event, h11.EndOfMessage):
                headers = [(bytes(n).lower(), bytes(v)) for n, v in request.headers]
                readings.append((request.method, request.target, headers, body))
                connection.send(h11.Response(status_code=200, headers=[("Content-Length", "0")]))
                connection.send(h11.EndOfMessage())
                if connection.our_state is h11.MUST_CLOSE:
                    return readings
                connection.start_next_cycle()
            else:
                return readings
    except h11.RemoteProtocolError:
        return readings


def exchange(port, data, finishes=True):
    """All bytes that come back, until the server closes. A front takes a client that `finishes` sending for one that has left."""
    with socket.create_connection(("127.0.0.1", port), 30) as line:
        try:
            line.sendall(data)
            if finishes:
                line.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        parts = []
        try:
            while part := line.recv(65536):
                parts.append(part)
        except ConnectionResetError:
            pass
        return b"".join(parts)


def answers(data):
    """Answer by answer: status and body."""
    found = []
    while data:
        top, separator, data = data.partition(b"\r\n\r\n")
        if not separator:
            break
        lines = top.split(b"\r\n")
        status = int(lines[0].split(b" ")[1])
        length = next((int(v) for n, v in (line.split(b": ", 1) for line in lines[1:]) if n.lower() == b"content-length"), 0)
        if status != 100:
            found.append((status, data[:length]))
            data = data[length:]
    return found


def readings_of_server(port, data):
    """Request by request, up to the first that is none; `None` for one that it read, but has no route or method for."""
    readings = []
    for status, body in answers(exchange(port, data)):
        if status in (400, 413, 421, 431):
            break
        if status != 200:
            readings.append(None)
            continue
        told = json.loads(body)
        raw = {name: told[name].encode("latin-1") for name in ("method", "target", "body")}
        headers = [(n.encode("latin-1").lower(), v.encode("latin-1")) for n, v in told["headers"]]
        # As h11 tells it.
        headers = [(n, v.lower() if n == b"transfer-encoding" else v) for n, v in headers]
        readings.append((raw["method"], raw["target"], headers, raw["body"]))
    return readings


def is_same(ours, theirs):
    """Whether each request that the server accepted is what h11 read in the same place."""
    return len(ours) <= len(theirs) and all(mine is None or mine == other for mine, other in zip(ours, theirs))


def compare(port, seed, count):
    """How many of `count` inputs were accepted at least in part, and those that were read in two ways."""
    chance = random.Random(seed)
    inputs = [requests(chance) for _ in range(count)]
    accepted, differing = 0, []
    # An end that comes with other bytes is found by the housekeeper only: most of the time is waiting.
    with ThreadPoolExecutor(32) as lines:
        for data, ours in zip(inputs, lines.map(lambda data: readings_of_server(port, data), inputs)):
            accepted += any(ours)
            theirs = readings_of_h11(data)
            if not is_same(ours, theirs):
                differing.append((data, ours, theirs))
    return accepted, differing


@contextmanager
def reader():
    """The port of a server that answers each request with what it read."""
    process = subprocess.Popen([READER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield int(process.stdout.readline())
    finally:
        process.stdin.close()
        process.wait(30)
        process.stdout.close()

"""A picture server that nobody tuned: 100,000 PNG files of 72 KB (320 px), each of which takes its time, four at once, first
come first served. Serves the pages of the other grids as well, and what it counted.

A program of its own, so that its processor time is nobody else's: `origin.py` prints its port and runs until it is stopped.
"""

import asyncio
import json
import math
import mimetypes
import random
import struct
import sys
import zlib
from pathlib import Path

AT_ONCE = 4
# 5 % of the answers are faster than the first, 5 % slower than the second. In s.
FAST, SLOW = 0.020, 0.200
SIDE = 320
SIZE_BYTES = 72_000
# Pictures with pixels of their own; the rest differ by a text chunk, so that no two files are the same.
DRAWN = 8
FOLDER = Path(__file__).resolve().parent / "grids"


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def draw(number):
    """The head and the rest of a PNG a little under SIZE_BYTES: a slope of colours, with noise in the upper bits of one channel."""
    chance = random.Random(number)
    red, green, blue = (chance.randrange(40, 180) for _ in range(3))
    noise = chance.randbytes(SIDE * SIDE)
    rows = bytearray()
    for y in range(SIDE):
        rows.append(0)
        for x in range(SIDE):
            rough = noise[y * SIDE + x] % 12
            rows += bytes((red, green + rough, blue))
    head = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0))
    rest = chunk(b"IDAT", zlib.compress(bytes(rows), 6)) + chunk(b"IEND", b"")
    return head, rest


def seconds_of(number):
    """How long a picture takes: the same each time that it is asked for."""
    middle = (math.log(FAST) + math.log(SLOW)) / 2
    spread = (math.log(SLOW) - math.log(FAST)) / 2 / 1.6449
    return random.Random(number * 2_654_435_761 % 2**32).lognormvariate(middle, spread)


class Origin:
    def __init__(self):
        self.pictures = [draw(number) for number in range(DRAWN)]
        self.folders = {"grids": FOLDER}
        self.reset()

    def reset(self):
        # Others, so that what is left of the last measurement takes no place in this one.
        self.places = asyncio.Semaphore(AT_ONCE)
        self.asked, self.distinct = 0, set()

    def picture(self, number):
        head, rest = self.pictures[number % DRAWN]
        text = b"number\0" + str(number).encode()
        fill = SIZE_BYTES - len(head) - len(rest) - len(text) - 12
        return head + chunk(b"tEXt", text + b" " * fill) + rest

    async def answer(self, path):
        """Status, type and body."""
        if path.startswith("/p/"):
            number = int(path[3:].removesuffix(".png"))
            self.asked += 1
            self.distinct.add(number)
            # First come first served: a semaphore of asyncio keeps the order.
            async with self.places:
                await asyncio.sleep(seconds_of(number))
            return "200 OK", "image/png", self.picture(number)
        if path == "/counts":
            return "200 OK", "application/json", json.dumps({"asked": self.asked, "distinct": len(self.distinct)}).encode()
        if path == "/reset":
            self.reset()
            return "200 OK", "text/plain", b""
        top, _, rest = path.strip("/").partition("/")
        file = (self.folders[top] / rest).resolve() if top in self.folders else None
        if file and file.is_file() and file.is_relative_to(self.folders[top]):
            return "200 OK", mimetypes.guess_type(file.name)[0] or "application/octet-stream", file.read_bytes()
        return "404 Not Found", "text/plain", b""


class Connection(asyncio.Protocol):
    """One connection, one request at a time. A request whose asker has gone gives up its place in the queue."""

    def __init__(self, origin):
        self.origin, self.received, self.work = origin, b"", None

    def connection_made(self, transport):
        self.transport = transport

    def connection_lost(self, _error):
        if self.work:
            self.work.cancel()

    def data_received(self, data):
        self.received += data
        if self.work is None and b"\r\n\r\n" in self.received:
            head, _, self.received = self.received.partition(b"\r\n\r\n")
            self.work = asyncio.ensure_future(self.serve(head.decode("latin-1").split(" ", 2)[1].partition("?")[0]))

    async def serve(self, path):
        status, kind, body = await self.origin.answer(path)
        self.work = None
        self.transport.write(
            f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
            "Cache-Control: max-age=3600\r\n\r\n".encode() + body)
        self.data_received(b"")


async def main():
    origin = Origin()
    for argument in sys.argv[1:]:
        name, _, folder = argument.partition("=")
        origin.folders[name] = Path(folder).resolve()
    server = await asyncio.get_running_loop().create_server(lambda: Connection(origin), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())

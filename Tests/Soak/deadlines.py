"""What never ends, by the clock."""

import asyncio
import socket
import time
from pathlib import Path

from report import row
from running import Server, poll


def deadlines(folder, options):
    """Requests that never become complete, answers that are never read and idle connections, timed."""
    server = Server("--items", 100_000, data=folder / "deadlines")
    port = int(server.address.rsplit(":", 1)[1])
    collection = server.collection()
    host = f"Host: 127.0.0.1:{port}\r\n"
    post = f"POST /api/v1/collections HTTP/1.1\r\n{host}Content-Type: application/json\r\n"
    get = f"GET /healthz HTTP/1.1\r\n{host}\r\n"

    async def dribble(first, rest=b"x", rested=False):
        """Sends `first`, then a byte each half second. With `rested` a whole request, and a rest, come before."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        if rested:
            writer.write(get.encode())
            await reader.readuntil(b"}")
            await asyncio.sleep(5)
        began = time.monotonic()
        writer.write(first)

        async def feed():
            while True:
                await asyncio.sleep(0.5)
                writer.write(rest)
                await writer.drain()

        feeding = asyncio.create_task(feed())
        try:
            while await reader.read(65536):
                pass
        except OSError:
            pass
        feeding.cancel()
        writer.close()
        return time.monotonic() - began

    async def slow_line():
        """A request line that takes most of a head's time; the headers get no more for it."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        began = time.monotonic()
        for part in (b"GET /heal", b"thz HTTP", b"/1.1\r\nX: "):
            writer.write(part)
            await asyncio.sleep(2.5)
        try:
            while await reader.read(65536):
                pass
        except OSError:
            pass
        writer.close()
        return time.monotonic() - began

    async def idle():
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(get.encode())
        await reader.readuntil(b"}")
        began = time.monotonic()
        await reader.read(65536)
        writer.close()
        return time.monotonic() - began

    def unread():
        """Megabytes that are never read: how long the server's end of the connection lasts."""
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", port))
            line.sendall(f"GET /api/v1/collections/{collection}/snapshot HTTP/1.1\r\n{host}\r\n".encode())
            began = time.monotonic()
            # The server's side, as /proc/net/tcp names it: port to port.
            ends = f":{port:04X} 0100007F:{line.getsockname()[1]:04X} "
            poll(lambda: ends not in Path("/proc/net/tcp").read_text(), 120, "it is cut")
            return time.monotonic() - began

    async def all_of_them():
        return await asyncio.gather(
            dribble(post.encode() + b"X: "), slow_line(), dribble(b"GET /", rested=True),
            dribble(post.encode() + b"Content-Length: 1000\r\n\r\n"), asyncio.to_thread(unread), idle())

    names = [("headers that never end", 10), ("headers after a slow request line", 10),
             ("a request line that never ends, after a rest", 10), ("a body that never ends", 30),
             ("an answer that nobody reads", 30), ("a connection that rests", 75)]
    try:
        found = list(zip(names, asyncio.run(all_of_them())))
        for (name, limit), seconds in found:
            row(f"{name}: cut after", f"{seconds:.1f} s", f"{limit} ± 1 s")
        for (name, limit), seconds in found:
            assert abs(seconds - limit) <= 1, (name, seconds)
    finally:
        server.stop()

"""A line with a delay and a rate, on loopback: bytes come out later by a given time, and no more of them than the line carries."""

import asyncio
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

# What waits before a slow line, in bytes: without a limit, loopback would take all that a server has, which would never learn that
# the line is full.
BUFFER_BYTES = 32 * 1024


class Rate:
    """One direction of the line, which carries one packet after another."""

    def __init__(self, mbit):
        self.bytes_per_second = mbit * 125_000
        self.packet = 1460 if mbit else 16 * 1024
        self.free = 0.0

    async def carry(self, count):
        """Returns when so many bytes have left."""
        if not self.bytes_per_second:
            return
        self.free = max(self.free, time.monotonic()) + count / self.bytes_per_second
        await asyncio.sleep(max(0.0, self.free - time.monotonic()))


class DelayProxy:
    """Forwards to a port of this machine. `one_way` in seconds; `mbit` a second is what all connections have together, in each
    direction; 0 sets no limit."""

    def __init__(self, port, one_way, mbit=0.0):
        self.target, self.one_way = port, one_way
        self.up, self.down = Rate(mbit), Rate(mbit)
        self.port = 0

    async def start(self):
        self.server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def stop(self):
        self.server.close()

    async def _accept(self, reader, writer):
        far = socket.socket()
        far.setblocking(False)
        try:
            if self.down.bytes_per_second:
                far.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER_BYTES)
            await asyncio.get_running_loop().sock_connect(far, ("127.0.0.1", self.target))
            far_reader, far_writer = await asyncio.open_connection(sock=far, limit=BUFFER_BYTES)
        except OSError:
            far.close()
            writer.close()
            return
        # A new connection costs a round trip before its first byte leaves.
        try:
            await asyncio.gather(
                self._pass(reader, far_writer, 2 * self.one_way, self.up), self._pass(far_reader, writer, 0, self.down),
                return_exceptions=True)
        except asyncio.CancelledError:
            # The end of the program: asyncio would print it as a failure.
            pass

    async def _pass(self, reader, writer, head_start, rate):
        queue = asyncio.Queue(256)

        async def send():
            while True:
                due, data = await queue.get()
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                if data is None:
                    writer.close()
                    return
                writer.write(data)
                await writer.drain()

        sender = asyncio.create_task(send())
        try:
            # As much at once as a packet has, where the line is slow: connections take turns.
            while data := await reader.read(rate.packet):
                await rate.carry(len(data))
                await queue.put((time.monotonic() + self.one_way + head_start, data))
                head_start = 0
        except OSError:
            pass
        await queue.put((time.monotonic() + self.one_way, None))
        try:
            await sender
        except OSError:
            writer.close()


@contextmanager
def line(port, trip, mbit=0.0):
    """The port of a line to `port` with a round trip in ms, in a process of its own."""
    process = subprocess.Popen([sys.executable, __file__, str(port), str(trip), str(mbit)], stdout=subprocess.PIPE, text=True)
    try:
        yield int(process.stdout.readline())
    finally:
        process.terminate()
        process.wait(10)


if __name__ == "__main__":

    async def main():
        proxy = DelayProxy(int(sys.argv[1]), float(sys.argv[2]) / 2000, float(sys.argv[3]) if len(sys.argv) > 3 else 0)
        await proxy.start()
        print(proxy.port, flush=True)
        await asyncio.Event().wait()

    asyncio.run(main())

"""A line with a delay, on loopback: bytes come out later by a given time, in each direction."""

import asyncio
import time


class DelayProxy:
    """Forwards to a port of this machine. `one_way` in seconds; `mbit` limits each connection's answers, 0 does not."""

    def __init__(self, port, one_way, mbit=0.0):
        self.target, self.one_way, self.mbit = port, one_way, mbit
        self.port = 0

    async def start(self):
        self.server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def stop(self):
        self.server.close()

    async def _accept(self, reader, writer):
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        # A new connection costs a round trip before its first byte leaves.
        try:
            await asyncio.gather(
                self._pass(reader, far_writer, 2 * self.one_way, 0), self._pass(far_reader, writer, 0, self.mbit),
                return_exceptions=True)
        except asyncio.CancelledError:
            # The end of the program: asyncio would print it as a failure.
            pass

    async def _pass(self, reader, writer, head_start, mbit):
        queue = asyncio.Queue(256)

        async def send():
            free = 0.0
            while True:
                due, data = await queue.get()
                due = max(due, free)
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                if data is None:
                    writer.close()
                    return
                writer.write(data)
                await writer.drain()
                free = due + (len(data) * 8 / (mbit * 1e6) if mbit else 0)

        sender = asyncio.create_task(send())
        try:
            while data := await reader.read(16 * 1024):
                await queue.put((time.monotonic() + self.one_way + head_start, data))
                head_start = 0
        except OSError:
            pass
        await queue.put((time.monotonic() + self.one_way, None))
        try:
            await sender
        except OSError:
            writer.close()


if __name__ == "__main__":
    import sys

    async def main():
        proxy = DelayProxy(int(sys.argv[1]), float(sys.argv[2]) / 2000, float(sys.argv[3]) if len(sys.argv) > 3 else 0)
        await proxy.start()
        print(proxy.port, flush=True)
        await asyncio.Event().wait()

    asyncio.run(main())

"""Event streams whose peers vanish without a word, in a network of its own: `unshare -rn python dead_peers.py COUNT`. Prints how many
seconds it took until the server had let go of all, and how many streams with living peers it kept."""

import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from faults import open_streams, viewers
from running import Server, poll

ADDRESS = "10.9.9.2"


def main(count):
    for command in (["link", "set", "lo", "up"], ["address", "add", f"{ADDRESS}/32", "dev", "lo"]):
        subprocess.run(["ip", *command], check=True)
    with tempfile.TemporaryDirectory() as folder:
        server = Server("--items", 100, data=Path(folder) / "data")
        try:
            names = viewers(server, server.collection(), 4)

            def sleeping():
                return server.ask("GET", "/api/v1/stats").json["server"]["sleeping"]

            async def run():
                doomed = await open_streams(server, names, count, sources=[ADDRESS])
                kept = await open_streams(server, names, 10)
                assert sleeping() == count + 10
                # No packet goes there any more, and none comes from there: not even a goodbye.
                subprocess.run(["ip", "address", "del", f"{ADDRESS}/32", "dev", "lo"], check=True)
                began = time.monotonic()
                await asyncio.to_thread(poll, lambda: sleeping() <= 10, 60, "dead peers are found")
                seconds = time.monotonic() - began
                # A heartbeat later the living are there.
                await asyncio.sleep(16)
                assert sleeping() == 10
                for _, writer in doomed + kept:
                    writer.transport.abort()
                return seconds

            print(f"{asyncio.run(run()):.1f}")
        finally:
            server.stop()


main(int(sys.argv[1]))

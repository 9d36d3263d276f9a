"""Posted collections of three million items: in one body, and line by line."""

import http.client
import json
import time

from faults import memory
from report import row
from running import Server, poll

ITEMS = 3_000_000


def bodies(folder, options):
    """Seconds and the server's peak memory; and the same again after a restart."""
    one = folder / "one.json"
    with one.open("w") as file:
        file.write('{"id":"many","title":"Many","sections":[{"id":"s","items":[')
        file.write(",".join(f'{{"id":"{number}"}}' for number in range(ITEMS)))
        file.write("]}]}")
    post(folder / "one", one, "application/json", f"a body of {ITEMS:,} items, {megabytes(one)} MB", ("≤ 5 s", "≤ 300 MB"))
    lines = folder / "lines.ndjson"
    with lines.open("w") as file:
        file.write('{"id":"many","title":"Many"}\n{"section":"s"}\n')
        for number in range(ITEMS):
            file.write(f'{{"id":"item-{number}","title":"Item {number}","attributes":{{"colour":"#{number % 0x1000000:06x}"}}}}\n')
    post(folder / "lines", lines, "application/x-ndjson",
         f"NDJSON of {ITEMS:,} items with titles and colours, {megabytes(lines)} MB", ("", ""))


def post(data, body, kind, what, goals):
    server = Server("--items", 1000, data=data)
    try:
        server.collection()
        before = peak(server)
        seconds, answer = send(server, body, kind)
        assert json.loads(answer)["itemCount"] == ITEMS, answer
        row(f"{what}: seconds", f"{seconds:.1f} s", goals[0])
        row("… peak memory of the server (before)", f"{peak(server) / 1e6:.0f} MB ({before / 1e6:.0f} MB)", goals[1])
        row("… memory kept", f"{memory(server.process.pid) * 1024 / 1e6:.0f} MB")
        row("… on disk", f"{sum(f.stat().st_size for f in data.iterdir() if f.is_file()) / 1e6:.0f} MB")
        last = server.ask("GET", f"/api/v1/collections/many/items?offset={ITEMS - 1}").json
        server.stop()
        begin = time.monotonic()
        server.start()
        poll(lambda: server.ask("GET", "/api/v1/collections/many").json.get("open"), 120, "it is open again")
        row("… open again after a restart; its peak memory",
            f"{time.monotonic() - begin:.1f} s; {peak(server) / 1e6:.0f} MB")
        assert server.ask("GET", f"/api/v1/collections/many/items?offset={ITEMS - 1}").json == last
    finally:
        server.stop()


def send(server, body, kind):
    """From the first byte to the answer."""
    connection = http.client.HTTPConnection(server.address.removeprefix("http://"), timeout=300)
    with body.open("rb") as file:
        begin = time.monotonic()
        connection.request("POST", "/api/v1/collections", file, {"Content-Type": kind, "Content-Length": str(body.stat().st_size)})
        answer = connection.getresponse()
        text = answer.read()
        seconds = time.monotonic() - begin
    assert answer.status == 201, text
    return seconds, text


def peak(server):
    return memory(server.process.pid, "VmHWM") * 1024


def megabytes(file):
    return f"{file.stat().st_size / 1e6:.0f}"

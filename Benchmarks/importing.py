"""A million items imported, imported again, changed a little and exported, over HTTP, with the memory of the server beside it."""

import http.client
import json
import os
import re
import time
from pathlib import Path

from running import Server

ITEMS = int(os.environ.get("IMPORT_BENCH_ITEMS", 1_000_000))
PATH = "/api/v1/collections/bench"
SECTION = 10_000


def lines(changed=0):
    """Items as a catalogue has them; the first of every section get another price when they are among `changed`."""
    yield b'{"id":"bench","title":"Bench"}\n'
    for number in range(ITEMS):
        if number % SECTION == 0:
            yield b'{"section":"s%d","title":"Section %d"}\n' % (number // SECTION, number // SECTION)
        price = -1 if changed and number % (ITEMS // changed) == 0 else number % 1000
        yield (b'{"id":"sku-%d","title":"Product %d","width":1200,"height":800,"picture":"https://photos.example/%d.jpg",'
               b'"attributes":{"price":%d,"brand":"brand %d"}}\n' % (number, number, number, price, number % 100))


def measure_imports(folder, row):
    server = Server("--items", 5, data=folder / "import")
    try:
        server.opened()
        files = [folder / f"import-{number}.jsonl" for number in (0, 1)]
        for file, changed in zip(files, (0, 1000)):
            with file.open("wb") as out:
                out.writelines(lines(changed))
        size = files[0].stat().st_size
        before = resident(server)
        seconds = [send(server, files[0], 201)]
        peak, after = resident(server, "VmHWM"), resident(server)
        row(f"{ITEMS:,} items with pictures and attributes ({size >> 20} MiB) imported, durable, s", f"{seconds[0]:.1f}", goal="≤ 10")
        row("… memory: MiB more afterwards, and at most meanwhile", f"{after - before:.0f} ({peak - before:.0f})")
        row("… the same again, which is no change, s", f"{send(server, files[0], 200):.1f}")
        row("… 1,000 of them changed, one patch, s", f"{send(server, files[1], 200):.1f}")
        row("… memory meanwhile, MiB more at most", f"{resident(server, 'VmHWM') - before:.0f}")
        assert server.ask("GET", PATH).json["version"] == 2
        began = time.monotonic()
        count = export(server)
        row("… exported, s", f"{time.monotonic() - began:.1f}")
        assert count == files[1].stat().st_size, (count, files[1].stat().st_size)
    finally:
        server.stop()


def send(server, file, status):
    """Seconds until the answer."""
    connection = http.client.HTTPConnection(server.address.removeprefix("http://"), timeout=600)
    began = time.monotonic()
    with file.open("rb") as body:
        connection.request("POST", PATH + "/import", body, {
            "Content-Type": "application/x-ndjson", "Content-Length": str(file.stat().st_size)})
        answer = connection.getresponse()
        text = answer.read()
    assert answer.status == status, text
    assert json.loads(text)["itemCount"] == ITEMS
    return time.monotonic() - began


def export(server):
    connection = http.client.HTTPConnection(server.address.removeprefix("http://"), timeout=600)
    connection.request("GET", PATH + "/export?as=collection")
    answer = connection.getresponse()
    count = 0
    while part := answer.read(1 << 20):
        count += len(part)
    return count


def resident(server, figure="VmRSS"):
    """MiB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(rf"^{figure}:\s+(\d+) kB", status, re.MULTILINE)[1]) / 1024

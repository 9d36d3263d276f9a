"""Rows of a program's own, by hundred thousands and by millions: reading their identifiers, memory, and a start that knows them already.

The program (`rows_program`) is a package that imports LookaheadKit without traits: of data alone, as the figures are meant."""

import json
import os
import re
import time
import urllib.request
from pathlib import Path
from statistics import mean

from own_programs import running
from running import poll

PROGRAM = os.environ.get("ROWS_PROGRAM")
FEW = int(os.environ.get("OWN_DATA_BENCH_ITEMS", 500_000))
MANY = int(os.environ.get("OWN_DATA_BENCH_ROWS", 10_000_000))
LIMIT = 10_000_000
REVISION_BYTES = 8


def description(address):
    with urllib.request.urlopen(f"{address}/api/v1/collections/rows", timeout=60) as answer:
        return json.loads(answer.read())


def megabytes(process, what="VmRSS"):
    text = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(rf"^{what}:\s+(\d+)", text, re.M)[1]) / 1024


def start(count, folder):
    """Seconds from the start of the program until all rows are there, and its memory then and at most, in MB."""
    began = time.monotonic()
    with running(PROGRAM, count, folder / f"{count}.orders", folder=folder) as (address, process):
        poll(lambda: (found := description(address))["open"] and found["itemCount"] == count, 600)
        took = time.monotonic() - began
        # Freed memory is given back every 20 s.
        time.sleep(25)
        return took, megabytes(process), megabytes(process, "VmHWM")


def measure_rows(folder, row):
    _, bare, _ = start(1, folder)
    _, resident, peak = start(FEW, folder)
    row(f"a program of data alone, {FEW:,} rows open: resident memory, MB (at most meanwhile; with one row)",
        f"{resident:.0f} ({peak:.0f}; {bare:.0f})", goal="≤ 60")
    named = mean(len(str(number)) for number in range(0, MANY, max(1, MANY // 1000)))

    def each(memory):
        return (memory - bare) * (1 << 20) / MANY - named - REVISION_BYTES

    took, resident, peak = start(MANY, folder)
    row(f"{MANY:,} rows, first start: identifiers read and stored, millions a second", f"{MANY / took / 1e6:.2f}", goal="≥ 1")
    row("… bytes an item beside identifiers and revisions (at most meanwhile)", f"{each(resident):.0f} ({each(peak):.0f})", goal="≤ 40")
    took, resident, _ = start(MANY, folder)
    row("… a later start: seconds until they are there", f"{took:.2f}", goal="≤ 1")
    row("… bytes an item then", f"{each(resident):.0f}", goal="≤ 40")
    with running(PROGRAM, 2 * LIMIT, folder / "twice.orders", folder=folder) as (address, _):
        said = poll(lambda: description(address).get("problem"), 600)
        assert str(LIMIT) in said and str(2 * LIMIT) in said, said

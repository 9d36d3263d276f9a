"""Requests as two readers read them."""

import os
from concurrent.futures import ProcessPoolExecutor

import readings
from report import row

BATCH = 5000


def _compare(port, seed):
    accepted, differing = readings.compare(port, seed, BATCH)
    return accepted, [(seed, *found) for found in differing]


def requests(folder, options):
    """Fuzzed heads and bodies, read by the server and by h11."""
    batches = max(1, options.heads // BATCH)
    with readings.reader() as port, ProcessPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(_compare, [port] * batches, range(options.seed, options.seed + batches)))
    accepted = sum(count for count, _ in found)
    differing = [one for _, some in found for one in some]
    row(f"{batches * BATCH:,} fuzzed inputs, {accepted:,} accepted: readings that differ from h11's", f"{len(differing)}", "0")
    assert not differing, f"the first, with its seed: {differing[0]}"

"""From the start of the program to the listening socket, without a folder: what a restart costs those who wait."""

import subprocess
import time
from statistics import median

from running import BINARY

STARTS = 20
LIMIT_MS = 50


def seconds_until(line, *words):
    """From the start of a program until it writes such a line, or ends without one."""
    began = time.monotonic()
    process = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    while (said := process.stdout.readline()) and not said.startswith(line):
        pass
    seconds = time.monotonic() - began
    process.terminate()
    process.wait(30)
    process.stdout.close()
    return seconds


def measure_start(folder, row, starts=STARTS):
    """In turns with a program that does nothing, which says what starting anything costs on this machine."""
    ours, nothing = [], []
    for _ in range(starts):
        ours.append(seconds_until(
            "Serving at", BINARY, "serve", "--port", "0", "--data", folder / "start", "--cache", folder / "start-cache") * 1000)
        nothing.append(seconds_until("-", "/bin/true") * 1000)
    row(f"start to the listening socket, without a folder, median of {starts} (quickest to slowest); other: /bin/true from its start to its end",
        f"{median(ours):.0f} ms ({min(ours):.0f} to {max(ours):.0f})", f"{median(nothing):.0f} ms ({min(nothing):.0f} to {max(nothing):.0f})",
        goal=f"≤ {LIMIT_MS} ms")

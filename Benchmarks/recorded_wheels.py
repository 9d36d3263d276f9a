"""Mouse wheels of people whom nobody chose: what each policy leaves blank on them, on the simulator's clock.

`Scripts/bench wheels`, with WHEEL_BENCH_DATA: a folder of the Balabit Mouse Dynamics Challenge
(https://github.com/balabit/Mouse-Dynamics-Challenge), of which nothing is here. WHEEL_BENCH_FIRST picks other stretches.
"""

import csv
import os
import subprocess
from pathlib import Path

from live_traces import rest_before, write_trace
from running import BINARY

# A stretch with fewer ticks is no scrolling.
WINDOW_SECONDS, LEAST_TICKS = 30.0, 10
# One person's wheel trembles: it turns back within 30 ms in a tenth of its steps. Such a stretch is no hand's.
TREMBLE_SECONDS, MOST_TREMBLE = 0.03, 0.02
# Of 1,573 stretches, every so manyth: the oracle takes its time. Another first one gives other stretches (0 to 7).
EVERY = 8
FIRST = int(os.environ.get("WHEEL_BENCH_FIRST", "0"))
TICK = 100.0
MIDDLE = 1_000_000.0
# The page reports that the view has stopped so many seconds after its last movement.
SETTLING = 0.12


class Ease:
    """How Chromium scrolls to the target of a mouse wheel (cc/animation/scroll_offset_animation_curve.cc), as ScrollEase.swift has it."""

    def __init__(self, at):
        self.target = self.origin = at
        self.start = self.duration = self.slope = 0.0

    def parameter(self, x):
        low, high = 0.0, 1.0
        for _ in range(30):
            t = (low + high) / 2
            low, high = (t, high) if 1.26 * t * (1 - t) ** 2 + 1.74 * t * t * (1 - t) + t**3 < x else (low, t)
        return (low + high) / 2

    def curve(self, x):
        """The value at x in 0 to 1, and the slope there."""
        first, t = 0.42 * min(max(self.slope, -1000), 1000), self.parameter(x)
        value = 3 * first * t * (1 - t) ** 2 + 3 * t * t * (1 - t) + t**3
        along = lambda a, b: 3 * a * (1 - t) ** 2 + 6 * (b - a) * t * (1 - t) + 3 * (1 - b) * t * t
        return value, along(first, 1) / along(0.42, 0.58)

    def offset(self, time):
        if time - self.start >= self.duration:
            return self.target
        return self.origin + (self.target - self.origin) * self.curve(max(0, time - self.start) / self.duration)[0]

    def retarget(self, target, time):
        now = self.offset(time)
        way = target - now
        seconds, slope = min(max(14 - abs(way) / 60, 6), 12) / 60, 0.0
        if time - self.start < self.duration:
            speed = self.curve(max(0, time - self.start) / self.duration)[1] * (self.target - self.origin) / self.duration
            if speed * way > 0:
                seconds = min(seconds, 2.5 * way / speed)
            slope = speed * seconds / way if way else 0
        self.origin, self.target, self.start, self.duration, self.slope = now, target, time, seconds, slope


def ticks_of(path):
    """Seconds and directions of a session's ticks, in order."""
    with open(path, newline="") as file:
        rows = [(float(row["client timestamp"]), 1 if row["state"] == "Down" else -1)
                for row in csv.DictReader(file) if row["button"] == "Scroll"]
    return sorted(rows)


def windows(folder):
    """Stretches of ticks in which somebody scrolls, from every session."""
    found = []
    for path in sorted(Path(folder).glob("training_files/*/*")):
        ticks = ticks_of(path)
        for number in range(int(ticks[-1][0] // WINDOW_SECONDS) + 1 if ticks else 0):
            part = [(time - number * WINDOW_SECONDS, way) for time, way in ticks if time // WINDOW_SECONDS == number]
            if len(part) >= LEAST_TICKS and not trembles(part):
                found.append(part)
    return found[FIRST::EVERY]


def trembles(ticks):
    turns = sum(way != last and time - before < TREMBLE_SECONDS for (before, last), (time, way) in zip(ticks, ticks[1:]))
    return turns > MOST_TREMBLE * len(ticks)


def trace_of(ticks):
    """Frames of the ticks, 60 a second, as a browser eases the view to them."""
    ease, frames, moved, offset = Ease(MIDDLE), [], -1.0, MIDDLE
    ticks = list(ticks)
    for number in range(int(WINDOW_SECONDS * 60)):
        time = number / 60
        while ticks and ticks[0][0] <= time:
            ease.retarget(ease.target + TICK * ticks.pop(0)[1], time)
            moved = time
        now = round(ease.offset(time))
        if now != offset:
            moved = time
        is_moving = time - moved <= SETTLING
        velocity = (now - offset) * 60
        offset = now
        frames.append({"t": time, "y": now, "v": velocity, "phase": "wheel" if is_moving else "settled",
                       **({"end": ease.target} if is_moving else {})})
    return {"kind": "wheel", "frames": frames}


def simulate(paths, *options):
    said = subprocess.run([str(BINARY), "simulate", "--trace", *map(str, paths), "--policy", "nearest", "predictive", *options],
                          check=True, capture_output=True, text=True, timeout=1800).stdout
    table = {}
    for line in said.splitlines():
        parts = [part.strip() for part in line.split("  ") if part.strip()]
        if len(parts) > 6:
            table[parts[0]] = parts[1:]
    return table


def measure_wheels(folder, row):
    data = os.environ.get("WHEEL_BENCH_DATA")
    if not data:
        raise SystemExit("WHEEL_BENCH_DATA must name a folder of the Balabit Mouse Dynamics Challenge.")
    folder.mkdir(parents=True)
    found = windows(data)
    traces = [trace_of(ticks) for ticks in found]
    for title, rest in [("the page was open for 3 s before", 3.0), ("from a page that opens", 0.0)]:
        paths = [write_trace(rest_before(trace, rest) if rest else trace, folder / f"{rest:g}-{number}.jsonl")["path"]
                 for number, trace in enumerate(traces)]
        table = simulate(paths)
        gap = lambda name: f"{table[name][1]} % ({table[name][5]} %)"
        goals = ("≥ 57 % (≤ 35 %)", "≥ 76 % (≤ 35 %)") if rest else ("", "")
        row(f"{len(traces)} recorded stretches of 30 s, {title}: gap to the oracle that prediction closes (wasted); other: `nearest`",
            gap("predictive"), gap("nearest"), goal=goals[0])
        row("… where costs are known within 30 %", gap("predictive, costs ± 30 %"), goal=goals[1])

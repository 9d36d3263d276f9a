"""Compares the picture that the server sends with the second decoder's."""

import io
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

import picture as pictures
from PIL import Image

# Mean difference over all fields, of 255, from which on pixels count as wrong.
LIMIT = 12
# Below it two turns of a picture cannot be told from each other.
SENSITIVITY = 4
WORKERS = 2


@dataclass
class Outcome:
    """What became of one picture. `kind` is right, turn, shape, pixels, refused, unreadable or not-compared."""

    kind: str
    words: str = ""
    size: tuple | None = None

    @property
    def is_wrong(self):
        return self.kind in ("turn", "shape", "pixels")


def compare(path, answer, raw):
    """`answer` is the rendition's bytes, or `None` where the server refuses the picture."""
    complaint()
    try:
        reference = pictures.opened(path, raw)
        size = None if raw else pictures.size(path, reference)
    except Exception as error:
        return Outcome("unreadable", f"{type(error).__name__}: {error}"[:120])
    if words := complaint():
        return Outcome("unreadable", words, size)
    if answer is None:
        return Outcome("refused", size=size)
    try:
        reference = pictures.standard(pictures.upright(reference))
    except pictures.NotCompared as reason:
        return Outcome("not-compared", str(reason), size=size)
    except Exception as error:
        return Outcome("unreadable", f"{type(error).__name__}: {error}"[:120])
    outcome = judge(decoded(answer), reference)
    outcome.size = size
    return outcome


def arbitrate(jobs, outcomes, browser):
    """Where the server and the second decoder differ, a browser may find the server right: it shows the same, or refuses the same."""
    for (path, answer, raw), outcome in zip(jobs, outcomes):
        if raw or not browser.knows(path):
            continue
        if outcome.kind == "refused" and browser.refuses(path):
            outcome.kind = "unreadable"
        elif answer is not None and (outcome.is_wrong or outcome.kind == "unreadable"):
            drawn = browser.picture(path)
            second = drawn and judge(decoded(answer), drawn)
            if second and not second.is_wrong:
                outcome.kind = "right"
            outcome.words += f"; beside Chromium {second.words}" if second else ""


def decoded(answer):
    shown = Image.open(io.BytesIO(answer))
    shown.load()
    return shown


def judge(shown, reference):
    given, expected = pictures.fields(shown), pictures.fields(reference)
    differences = {1: pictures.difference(given, expected)}
    for number, turn in pictures.TURNS.items():
        differences[number] = pictures.difference(given, expected.transpose(turn))
    mean, most = differences[1]
    best = min(differences, key=lambda number: differences[number][0])
    words = f"mean {mean:.1f}, most {most:.1f} of 255"
    if best != 1 and mean > SENSITIVITY and differences[best][0] < min(LIMIT, mean / 2):
        return Outcome("turn", f"{words}; turned as {best}: mean {differences[best][0]:.1f}")
    # In a row of a few pixels, one more or less is rounding.
    expected = shown.height * reference.width / reference.height
    if abs(shown.width - expected) > max(1.5, expected / shown.height):
        return Outcome("shape", f"{shown.width}×{shown.height} of {reference.width}×{reference.height}; {words}")
    return Outcome("pixels" if mean > LIMIT else "right", words)


def listen():
    """In a process of the pool: whatever libtiff writes to stderr goes where `complaint` finds it."""
    os.nice(5)
    os.dup2(os.memfd_create("stderr"), 2)


def complaint():
    """What was written to stderr since the last call: libtiff goes on after damage, and says so there alone."""
    os.lseek(2, 0, os.SEEK_SET)
    words = os.read(2, 200).decode(errors="replace").partition("\n")[0]
    os.ftruncate(2, 0)
    os.lseek(2, 0, os.SEEK_SET)
    return words


def compare_all(jobs, show=lambda done: None):
    """`jobs` are the arguments of `compare`. A picture that ends the second decoder's process is unreadable to it."""
    outcomes = {}
    left = list(enumerate(jobs))
    while left:
        with ProcessPoolExecutor(WORKERS, initializer=listen) as pool:
            tasks = [(number, pool.submit(compare, *job)) for number, job in left[:200]]
            try:
                for number, task in tasks:
                    outcomes[number] = task.result()
            except BrokenProcessPool:
                alone(tasks, jobs, outcomes)
        left = [(number, job) for number, job in left if number not in outcomes]
        show(len(outcomes))
    return [outcomes[number] for number in range(len(jobs))]


def alone(tasks, jobs, outcomes):
    for number, _ in tasks:
        if number in outcomes:
            continue
        try:
            with ProcessPoolExecutor(1, initializer=listen) as pool:
                outcomes[number] = pool.submit(compare, *jobs[number]).result()
        except BrokenProcessPool:
            outcomes[number] = Outcome("unreadable", "the second decoder crashed")

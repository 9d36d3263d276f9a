"""Reads what Swift's tests and pytest wrote in JUnit's form, for Scripts/test.

junit.py count NAMES FILE…   prints "passed failed second", where `second` passed at the second try only, and adds to the file NAMES a line for
                             each test that did not pass at once. A later file tells of a second try of tests of the files before.
junit.py again FILE…         prints what selects the failed tests, a line each. Fails unless Tests/second-try.txt names every one of them, or they
                             are at most LOOKAHEAD_SECOND_TRY (for machines of unknown speed; 0): then the run is red, whatever a second
                             try would bring.
junit.py check               checks Tests/second-try.txt.
"""

import datetime
import os
import pathlib
import re
import sys
import xml.etree.ElementTree as tree

SHOWN = 300
ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = ROOT / "Tests/second-try.txt"
# More of them, and a race hides among those that are known.
MOST = 10


def read(paths):
    """By (class, name): none where the test was skipped, else `None` or the lines of its failure for each try."""
    found = {}
    for path in paths:
        try:
            root = tree.parse(path).getroot()
        except tree.ParseError:
            # The process ended in the middle, by a signal: see what it printed last.
            found["run", pathlib.Path(path).name] = ["the report is cut off: the process of the tests was ended"]
            continue
        for case in root.iter("testcase"):
            wrong = [one for one in case if one.tag in ("failure", "error")]
            tries = found.setdefault((case.get("classname"), case.get("name")), [])
            if case.find("skipped") is None:
                tries.append(" ".join((wrong[0].get("message") or wrong[0].text or "failed").split())[:SHOWN] if wrong else None)
    return found


def name_of(suite, name):
    """A test as Tests/second-try.txt names it: `Tests/Server/test_log.py::test_a` or ``SortTests.RuleTests/`a sentence` ``."""
    folder, _, module = suite.partition(".")
    if folder.endswith("Tests"):
        return f"{suite}/" + re.sub(r"\([\w:]*\)$", "", name)
    return f"Tests/{folder}/{module.replace('.', '/')}.py::" + name.partition("[")[0]


def listed(text):
    """The tests of the list: (date, name, reason). An entry's reason stands below it, indented."""
    entries = []
    for line in text.splitlines():
        if line.startswith((" ", "\t")) and line.strip() and entries:
            entries[-1][2] = f"{entries[-1][2]} {line.strip()}".strip()
        elif line.strip() and not line.startswith("#"):
            date, _, name = line.partition(" ")
            entries.append([date, name.strip(), ""])
    return entries


def is_there(name):
    python, _, function = name.partition("::")
    if function:
        return (ROOT / python).is_file() and f"def {function}(" in (ROOT / python).read_text()
    target, _, test = name.partition(".")
    suite, _, function = test.partition("/")
    texts = [file.read_text() for file in (ROOT / "Tests" / target).rglob("*.swift")]
    return any(re.search(rf"\b(struct|class|extension) {re.escape(suite)}\b", text) and f"func {function}(" in text for text in texts)


def problems(text, today):
    entries = listed(text)
    found = [f"{len(entries)} tests have a second try; at most {MOST} may"] if len(entries) > MOST else []
    for date, name, reason in entries:
        try:
            if datetime.date.fromisoformat(date) > today:
                found.append(f"{name}: {date} is in the future")
        except ValueError:
            found.append(f"{name}: {date!r} is no date, such as 2026-11-27")
        if len(reason.split()) < 4:
            found.append(f"{name}: the reason is missing")
        if not is_there(name):
            found.append(f"{name}: there is no such test")
    return found


def count(names, *paths):
    passed = failed = second = 0
    with open(names, "a") as file:
        for (suite, name), tries in read(paths).items():
            if not tries:
                continue
            wrong = [one for one in tries if one is not None]
            failed += tries[-1] is not None
            passed += not wrong
            second += bool(wrong) and tries[-1] is None
            if wrong:
                again = " (passed at the second try)" if tries[-1] is None else ""
                print(f"  {suite}: {name}{again}: {wrong[-1]}", file=file)
    print(passed, failed, second)


def again(*paths):
    found = [key for key, tries in read(paths).items() if tries and tries[-1] is not None]
    allowed = {name for _, name, _ in listed(LIST.read_text())}
    unnamed = [one for one in found if name_of(*one) not in allowed]
    if not found or any(suite == "run" for suite, _ in found) or len(unnamed) > int(os.environ.get("LOOKAHEAD_SECOND_TRY", 0)):
        sys.exit(1)
    for suite, name in found:
        test = name_of(suite, name)
        # Swift's filter is a regular expression over the test's identifier, which its place in the file follows.
        print(f"{test.partition('::')[0]}::{name}" if "::" in test else "^" + re.sub(r"([][\\.^$*+?{}()|])", r"\\\1", f"{suite}/{name}"))


def check():
    found = problems(LIST.read_text(), datetime.date.today())
    sys.exit("\n".join(f"Tests/second-try.txt: {one}" for one in found) or None)


if __name__ == "__main__":
    {"count": count, "again": again, "check": check}[sys.argv[1]](*sys.argv[2:])

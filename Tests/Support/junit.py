"""Reads what Swift's tests and pytest wrote in JUnit's form, for Scripts/test.

junit.py count NAMES FILE…   prints "passed failed", and adds to the file NAMES a line for each test that did not pass at once. A later file tells
                             of a second try of tests of the files before.
junit.py failed MOST FILE…   prints what selects the failed tests, a line each: for pytest their names, for Swift their suites. Fails where
                             there is none, or more than MOST: then something is broken, and no second try is due.
"""

import pathlib
import sys
import xml.etree.ElementTree as tree

SHOWN = 300


def read(paths):
    """By (class, name): None where the test was skipped, else the lines of its failures, newest try last."""
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


def count(names, *paths):
    passed = failed = 0
    with open(names, "a") as file:
        for (suite, name), tries in read(paths).items():
            passed += bool(tries) and tries[-1] is None
            failed += bool(tries) and tries[-1] is not None
            if wrong := [one for one in tries if one is not None]:
                again = " (passed when it was tried again)" if tries[-1] is None else ""
                print(f"  {suite}: {name}{again}: {wrong[-1]}", file=file)
    print(passed, failed)


def failed(most, *paths):
    found = [key for key, tries in read(paths).items() if tries and tries[-1] is not None]
    if not 0 < len(found) <= int(most) or any(suite == "run" for suite, _ in found):
        sys.exit(1)
    for suite, name in found:
        folder, _, module = suite.partition(".")
        is_swift = folder.endswith("Tests")
        print(f"^{folder}\\.{module}/" if is_swift else f"Tests/{folder}/{module}.py::{name}")


{"count": count, "failed": failed}[sys.argv[1]](*sys.argv[2:])

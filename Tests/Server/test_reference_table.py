"""The table of the reference systems names tests that are there, one of its own for each of the 43 behaviours."""

import re

from running import ROOT

ROWS = [f"{letter}{number}" for letter, count in [
    ("R", 4), ("P", 8), ("F", 3), ("E", 5), ("B", 5), ("M", 5), ("D", 6), ("I", 4), ("L", 3)] for number in range(1, count + 1)]


def table():
    """Row by row: what its column of tests says."""
    text = (ROOT / "docs" / "reference-systems.md").read_text()
    return {row: tests for row, tests in re.findall(r"^\| ([A-Z]\d) \|[^|]*\| ([^|]*) \|", text, re.MULTILINE)}


def sources(pattern):
    return {path.name: path.read_text() for path in (ROOT / "Tests").rglob(pattern)}


def named(tests):
    """The tests that a row names: ("python", name), or (suite or file, sentence)."""
    found = [("python", name) for name in re.findall(r"`(test_\w+)`", tests)]
    # A suite stands before its sentences, separated by commas.
    for suite, sentences in re.findall(r"(\w+Tests|[\w-]+\.test\.js) ((?:\*[^*]+\*(?:, )?)+)", tests):
        found += [(suite, sentence) for sentence in re.findall(r"\*([^*]+)\*", sentences)]
    return found


def test_every_behaviour_has_a_row_with_tests():
    rows = table()
    assert list(rows) == ROWS
    bare = [row for row, tests in rows.items() if not named(tests)]
    assert bare == [], "a row names no test"


def test_no_two_behaviours_lean_on_one_and_the_same_test_alone():
    seen = {}
    for row, tests in table().items():
        seen.setdefault(frozenset(named(tests)), []).append(row)
    assert [rows for rows in seen.values() if len(rows) > 1] == []


def test_every_test_that_the_table_names_is_there():
    python = "\n".join(sources("*.py").values())
    swift, javascript = sources("*.swift"), sources("*.test.js")
    missing = []
    for row, tests in table().items():
        for suite, name in named(tests):
            if suite == "python":
                is_there = f"\ndef {name}(" in python
            elif suite.endswith(".js"):
                is_there = f"test('{name}'" in javascript.get(suite, "")
            else:
                is_there = f"func `{name}`" in next((s for s in swift.values() if f"struct {suite} " in s or f"class {suite} " in s), "")
            if not is_there:
                missing.append((row, suite, name))
    assert missing == []

"""SECURITY.md promises nothing without a test that is there, and the threat model names one for each attacker."""

import re

from running import ROOT
from test_reference_table import sources


def promises():
    """Promise by promise: the names in its column of tests."""
    text = (ROOT / "SECURITY.md").read_text().split("## Promises")[1]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE)[1:]
    return {promise: re.findall(r"`([^`]+)`", held) for promise, held in rows if not promise.startswith("--")}


def attackers():
    """Attacker by attacker: the names in the last column."""
    text = (ROOT / "docs/threat-model.md").read_text().split("## Attackers")[1].split("## What is promised")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| ")]
    assert rows[0][-1] == "tested by" and all(len(row) == len(rows[0]) for row in rows)
    return {row[0]: re.findall(r"`([^`]+)`", row[-1]) for row in rows[1:]}


def test_every_promise_names_a_test():
    found = promises()
    assert len(found) > 30
    assert [promise for promise, held in found.items() if not held] == []
    against = attackers()
    assert len(against) > 15
    assert [attacker for attacker, held in against.items() if not held] == []


def test_every_test_that_a_promise_names_is_there():
    python = "\n".join(sources("*.py").values())
    swift = "\n".join(sources("*.swift").values())
    soak = (ROOT / "Tests" / "Soak" / "soak.py").read_text()
    parts = re.search(r"^PARTS = .*\(([^)]*)\)\}$", soak, re.MULTILINE)[1].split(", ")

    def is_there(name):
        if name.startswith("Scripts/"):
            script, *part = name.split()
            return (ROOT / script).exists() and all(p in parts or p in (ROOT / script).read_text() for p in part)
        if name.startswith("test_"):
            return f"def {name}(" in python
        if re.fullmatch(r"\w+Tests", name):
            return f"struct {name} " in swift
        return f"func `{name}`" in swift

    assert [(p, name) for p, held in [*promises().items(), *attackers().items()] for name in held if not is_there(name)] == []

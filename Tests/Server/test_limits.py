"""The limits that the threat model tells are those of the code."""

import re
from functools import cache

from running import ROOT

UNITS = {"KiB": 1024, "MiB": 1024**2, "GiB": 1024**3, "megapixels": 10**6, "s": 1, "bytes": 1, "characters": 1, "": 1}


def rows():
    """Limit by limit: its number, its unit, and the constant."""
    text = (ROOT / "docs" / "threat-model.md").read_text()
    found = re.findall(r"^\| ([^|]+) \| ([\d,]+) ?(\w*) \| `([\w.]+)` \|$", text, re.MULTILINE)
    return [(what, int(number.replace(",", "")), unit, constant) for what, number, unit, constant in found]


@cache
def swift():
    return [path.read_text() for path in (ROOT / "Sources").rglob("*.swift")]


def value(constant):
    """What the code gives a constant, `Type.name`, `Type.Inner.name` or `Type.name.member`, in a file that names the types."""
    *types, name = constant.split(".")
    number = r"(?:Duration)?(?:\.seconds\()?([\d_]+(?: (?:\*|<<) [\d_]+)*)\)?"
    written = {
        found for text in swift() if all(re.search(rf"\b{one}\b", text) for one in types)
        for found in re.findall(
            rf"\b(?:(?:let|var) {name}(?:: [\w.]+)? = |{name}: \w+ = |let {types[-1]} = \w+\(.*\b{name}: ){number}(?=\s|,|\))", text)}
    assert len(written) == 1, f"{constant}: {written}"
    # Digits and operators only.
    return eval(written.pop())


def test_every_limit_of_the_threat_model_is_the_limit_of_the_code():
    found = rows()
    assert len(found) > 30
    differing = []
    for what, number, unit, constant in found:
        told, real = number * UNITS[unit], value(constant)
        # Megapixels are rounded.
        if round(real / UNITS[unit]) != number or (unit != "megapixels" and told != real):
            differing.append((what, told, real))
    assert not differing


def test_the_table_has_no_other_rows():
    text = (ROOT / "docs" / "threat-model.md").read_text().split("| limit | number | in the code |")[1].split("\n\n")[0]
    assert len([line for line in text.splitlines() if line.startswith("| ")]) == len(rows())

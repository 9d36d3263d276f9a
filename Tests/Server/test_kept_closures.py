"""A closure that a lock keeps is a member of a type: as the lock's own value, it is wrapped once more by each use of the lock."""

import re

import pytest
from running import ROOT

FILES = sorted((ROOT / "Sources").rglob("*.swift"))


def kept_types(text):
    """The types of values that locks keep."""
    for match in re.finditer(r"\bMutex<", text):
        end, open_brackets = match.end(), 1
        while open_brackets:
            if text[end] == "<":
                open_brackets += 1
            elif text[end] == ">" and text[end - 1] != "-":
                open_brackets -= 1
            end += 1
        yield text[match.end():end - 1]


def names_closure(kept):
    """Whether a value of a type is a closure, or a tuple or an optional with one. Elements of lists are kept as they are."""
    return "->" in re.sub(r"\[.*\]", "", kept)


@pytest.mark.parametrize("kept, does", [
    ("(@Sendable () -> Void)?", True), ("(report: @Sendable (String?) -> Void, newest: String?)?", True), ("Int", False),
    ("[String: [@Sendable () -> Void]]", False), ("State", False)])
def test_closures_are_found(kept, does):
    assert names_closure(kept) == does
    assert list(kept_types(f"let a = Mutex<{kept}>(nil), b = Mutex<[Int: Set<Int>]>([:])")) == [kept, "[Int: Set<Int>]"]


def test_no_lock_keeps_a_closure_by_itself():
    aliases = {name for path in FILES for name in re.findall(r"typealias (\w+)\b.*->", path.read_text())}
    found = [
        f"{path.relative_to(ROOT)}: {kept}" for path in FILES for kept in kept_types(path.read_text())
        if names_closure(kept) or kept.rstrip("?") in aliases]
    assert found == []

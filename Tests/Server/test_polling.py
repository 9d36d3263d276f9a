"""What tests wait for, and what they say when it does not come."""

import ast

import pytest
from running import ROOT, poll


def test_a_message_says_what_is_so_when_the_time_is_over():
    heard = []

    def comes_too_late():
        heard.append("late")
        return False

    with pytest.raises(AssertionError, match=r"heard \['late'"):
        poll(comes_too_late, 0.01, lambda: f"heard {heard}")


def looked_up_early(source):
    """The lines of messages that look something up before the wait begins."""
    for call in ast.walk(ast.parse(source)):
        if not (isinstance(call, ast.Call) and getattr(call.func, "id", "") == "poll"):
            continue
        messages = call.args[2:] + [keyword.value for keyword in call.keywords if keyword.arg == "message"]
        for message in messages:
            if not isinstance(message, ast.Lambda) and any(isinstance(part, ast.Call) for part in ast.walk(message)):
                yield message.lineno


def test_no_message_is_looked_up_before_the_wait():
    assert list(looked_up_early('poll(lambda: done(), 5, f"not {now()}")')) == [1]
    files = [*(ROOT / "Tests").rglob("*.py"), *(ROOT / "Benchmarks").rglob("*.py")]
    early = {str(path.relative_to(ROOT)): lines for path in files if (lines := list(looked_up_early(path.read_text())))}
    assert len(files) > 100 and early == {}

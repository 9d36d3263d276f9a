"""A day of soak fails beyond its goals, and says which: tried on hours that were written down, not lived."""

import sys

import pytest
from running import ROOT

sys.path.insert(0, str(ROOT / "Tests" / "Soak"))
import report  # noqa: E402
from day import HOURS, tell  # noqa: E402

REST = {"memory": 100_000, "anonymous": 60_000, "files": 40_000, "descriptors": 40, "threads": 14, "poolThreads": 3, "pictureCache": 9_000, "p99": 4.0}


@pytest.fixture
def told(monkeypatch):
    def told(changed=None, hours=HOURS):
        monkeypatch.setattr(report, "rows", [])
        lived = [{"hour": n + 1, **REST, **(changed(n) if changed else {})} for n in range(hours)]
        return tell(lived, 1000, 500, 7200), report.rows
    return told


def test_a_day_on_which_nothing_grows_meets_its_goals(told):
    missed, rows = told()
    assert missed == [] and len(rows) == 7
    # What grows before a cache is full is no fault, and what becomes less is none.
    assert told(lambda n: {"memory": 50_000 + 10_000 * min(n, 5), "threads": min(14, 9 + n)})[0] == []
    assert told(lambda n: {"memory": 100_000 - 500 * n, "p99": 8 - n / 8})[0] == []


@pytest.mark.parametrize(("name", "changed"), [
    ("memory", lambda n: {"memory": 100_000 + 250 * n}), ("descriptors", lambda n: {"descriptors": 40 + (n == 20)}),
    ("threads", lambda n: {"threads": 14 + n // 12}), ("the pool's threads", lambda n: {"poolThreads": 3 + n}),
    ("p99", lambda n: {"p99": 4 + n / 4})])
def test_what_grows_is_named(told, name, changed):
    assert told(changed)[0] == [name]


def test_a_day_that_is_stopped_early_tells_its_hours(told):
    missed, rows = told(hours=12)
    assert missed == [] and "stopped after 12 hours" in rows[0][0]
    missed, rows = told(hours=3)
    assert missed and "after 3 hours" in rows[0][0]

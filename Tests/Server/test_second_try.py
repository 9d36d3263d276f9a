"""Only the tests of a short list are tried again, and what passes then is counted by itself."""

import datetime

import junit
import pytest
from running import ROOT

TODAY = datetime.date(2026, 11, 27)
REASON = "    Two clocks are compared, which this machine may stop.\n"
PYTHON = "Tests/Server/test_second_try.py::test_a_listed_test_is_selected"
SWIFT = "JSONTextTests.JSONReaderTests/`nesting is limited`"


def report(file, **outcomes):
    """A report of tests by their names: whether each passed."""
    cases = "".join(f'<testcase classname="{name.split("__")[0].replace("_", ".", 1)}" name="{name.split("__")[1]}">'
                    f'{"" if passed else "<failure message=&quot;no&quot;/>".replace("&quot;", chr(34))}</testcase>'
                    for name, passed in outcomes.items())
    file.write_text(f"<testsuites>{cases}</testsuites>")
    return str(file)


@pytest.fixture
def of(tmp_path, monkeypatch, capsys):
    """Lists tests, and returns what `junit.py` selects of a report."""
    def select(listed, *reports):
        monkeypatch.setattr(junit, "LIST", tmp_path / "list.txt")
        monkeypatch.delenv("LOOKAHEAD_SECOND_TRY", raising=False)
        junit.LIST.write_text("".join(f"2026-11-27 {name}\n{REASON}" for name in listed))
        junit.again(*reports)
        return capsys.readouterr().out.splitlines()

    return select


def test_what_passes_at_the_second_try_has_a_count_of_its_own(tmp_path, capsys):
    first = report(tmp_path / "1.xml", Server_test_a__one=True, Server_test_a__two=False, Server_test_a__three=False)
    second = report(tmp_path / "2.xml", Server_test_a__two=True, Server_test_a__three=False)
    junit.count(tmp_path / "names", first, second)
    assert capsys.readouterr().out == "1 1 1\n"
    assert (tmp_path / "names").read_text() == "  Server.test_a: two (passed at the second try): no\n  Server.test_a: three: no\n"


def test_a_listed_test_is_selected(tmp_path, of):
    first = report(tmp_path / "1.xml", **{"Server_test_a__test_one[3-x]": False, "Server_test_a__test_two": True})
    assert of(["Tests/Server/test_a.py::test_one"], first) == ["Tests/Server/test_a.py::test_one[3-x]"]


def test_a_test_in_swift_is_selected_alone(tmp_path, of):
    first = report(tmp_path / "1.xml", **{"JSONTextTests_JSONReaderTests__`nesting is limited`(to:)": False})
    assert of([SWIFT], first) == [r"^JSONTextTests\.JSONReaderTests/`nesting is limited`\(to:\)"]


@pytest.mark.parametrize("listed", [[], ["Tests/Server/test_a.py::test_one"]])
def test_no_second_try_makes_a_run_green_in_which_another_test_failed(tmp_path, of, listed):
    first = report(tmp_path / "1.xml", Server_test_a__test_one=False, Server_test_a__test_two=False)
    with pytest.raises(SystemExit):
        of(listed, first)


def test_a_process_that_was_ended_has_no_second_try(tmp_path, of):
    (tmp_path / "1.xml").write_text("<testsuites><testcase")
    with pytest.raises(SystemExit):
        of(["run/1.xml"], str(tmp_path / "1.xml"))


def test_the_list_is_right():
    assert junit.problems((ROOT / "Tests/second-try.txt").read_text(), datetime.date.today()) == []
    assert junit.problems(f"2026-11-27 {PYTHON}\n{REASON}2026-11-26 {SWIFT}\n{REASON}", TODAY) == []


@pytest.mark.parametrize(("text", "said"), [
    (f"2026-11-28 {PYTHON}\n{REASON}", "future"),
    (f"soon {PYTHON}\n{REASON}", "no date"),
    (f"2026-11-27 {PYTHON}\n", "reason"),
    (f"2026-11-27 {PYTHON}s\n{REASON}", "no such test"),
    (f"2026-11-27 JSONTextTests.JSONReaderTests/`nesting is endless`\n{REASON}", "no such test"),
    (f"2026-11-27 {PYTHON}\n{REASON}" * 11, "11 tests"),
])
def test_a_list_that_is_not_right_is_refused(text, said):
    found = junit.problems(text, TODAY)
    assert len(found) == 1 and said in found[0]

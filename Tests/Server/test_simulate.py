"""`lookahead simulate` as a shell sees it."""

import json

import pytest
from test_command_line import run

HEAD = {"trace": 1, "kind": "mine", "items": 5000, "columns": 4, "rowHeight": 100, "viewportHeight": 400}


def frames(count=120, speed=900):
    return [{"t": n * 16.7, "y": n * speed / 60, "v": speed, "phase": "dragging"} for n in range(count)]


def write(path, lines):
    path.write_text("\n".join(json.dumps(line) if isinstance(line, dict) else line for line in lines) + "\n")
    return path


def figures(text, policy):
    """The row of a policy, its name left out."""
    line = next(line for line in text.splitlines() if line.startswith(policy + " "))
    return [float(word) for word in line[len(policy):].split()]


def test_a_recorded_trace_is_replayed_in_its_own_grid(tmp_path):
    answer = run("simulate", "--trace", write(tmp_path / "trace.jsonl", [HEAD, *frames()]), "--policy", "directional")
    assert answer.returncode == 0, answer.stderr
    head = answer.stdout.splitlines()[2].split("  ")
    assert head[0] == "policy" and "mine %" in answer.stdout
    none, ahead, oracle = (figures(answer.stdout, name) for name in ("none", "directional", "oracle"))
    assert oracle[0] < ahead[0] < none[0]
    assert none[1] == 0 and oracle[1] == 100
    # Duplicates.
    assert none[9] == ahead[9] == 0


def test_traces_that_are_written_give_the_same_tables_as_those_that_are_made_up(tmp_path):
    made = run("simulate", "--synthetic", 1, "--seed", 3, "--policy", "nearest", "--write", tmp_path)
    assert made.returncode == 0, made.stderr
    mixed, wheel, search = sorted(tmp_path.glob("*.jsonl"))
    assert (mixed.name[0], wheel.name, search.name) == ("0", "1-mouse.jsonl", "2-search.jsonl")
    wheels, searches = made.stdout.index("\nmouse "), made.stdout.index("\nsearch ")
    tables = made.stdout[:wheels], made.stdout[wheels:searches], made.stdout[searches:]
    for path, table in zip((mixed, wheel, search), tables):
        read = run("simulate", "--trace", path, "--seed", 3, "--policy", "nearest")
        assert read.returncode == 0, read.stderr
        for name in ("none", "nearest", "oracle"):
            assert figures(table, name)[:3] == pytest.approx(figures(read.stdout, name)[:3], abs=0.3)


@pytest.mark.parametrize("lines, word", [
    ([], "no frames"),
    ([HEAD], "no frames"),
    ([{"trace": 2}, *frames(2)], "line 1"),
    ([{**HEAD, "items": 0}, *frames(2)], "line 1"),
    ([HEAD, {"t": 5, "y": 0, "phase": "settled"}, {"t": 5, "y": 0, "phase": "settled"}], "line 3"),
    ([HEAD, {"t": 5, "y": 0, "phase": "flying"}], "line 2"),
    ([HEAD, {"t": 0, "y": 0, "phase": "settled"}, {"t": 1e12, "y": 0, "phase": "settled"}], "line 3"),
    ([HEAD, "{"], "line 2"),
])
def test_a_file_that_is_no_trace_is_refused_with_its_line(tmp_path, lines, word):
    answer = run("simulate", "--trace", write(tmp_path / "trace.jsonl", lines))
    assert answer.returncode == 1 and word in answer.stderr, answer.stderr


def test_what_cannot_be_simulated_is_said(tmp_path):
    assert "--synthetic" in run("simulate").stderr
    missing = run("simulate", "--trace", tmp_path / "nowhere")
    assert missing.returncode == 1 and "nowhere" in missing.stderr
    assert run("simulate", "--synthetic", 1, "--policy", "psychic").returncode == 64

"""`lookahead doctor`: what it finds on this machine, and what somebody should do."""

import socket
import subprocess

import pytest
from certificates import Certificate
from running import BINARY, Server


@pytest.fixture
def doctor(tmp_path):
    def doctor(*options):
        answer = subprocess.run(
            [str(BINARY), "doctor", "--data", tmp_path / "data", "--cache", tmp_path / "cache", *map(str, options)],
            capture_output=True, text=True, timeout=120)
        # It looks, and changes nothing.
        assert not (tmp_path / "data").exists() and answer.stderr == ""
        return answer

    return doctor


def test_a_machine_that_is_fit_has_nothing_to_mend(doctor, photos):
    answer = doctor(photos, "--port", 0)
    assert answer.returncode == 0, answer.stdout
    assert "mend  " not in answer.stdout
    for found in ["Lookahead 0.", "The page is in", "ecoders of pictures", "Orders and ratings are in", "can be read", "is free"]:
        assert found in answer.stdout, (found, answer.stdout)


def test_what_keeps_a_server_from_working_is_named_with_what_to_do(doctor, photos, tmp_path):
    (tmp_path / "empty").mkdir()
    own, other = Certificate(tmp_path / "own"), Certificate(tmp_path / "other")
    settings = tmp_path / "lookahead.yaml"
    settings.write_text(f"tls-certificate: {own.file}\ntls-key: {other.key}\nhost: 0.0.0.0\n")
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        answer = doctor(tmp_path / "empty", "--config", settings, "--port", port)
    assert answer.returncode == 1
    mend = [line for line in answer.stdout.splitlines() if line.startswith("mend")]
    for what in [f"Port {port} is in use", "does not belong to the certificate", "there is no token"]:
        assert any(what in line for line in mend), (what, answer.stdout)
    assert "is empty" in answer.stdout and "Is its disk mounted?" in answer.stdout
    assert f"{len(mend)} to mend" in answer.stdout


def test_a_server_that_runs_has_its_own_port(photos, tmp_path):
    def doctor(data, port):
        return subprocess.run(
            [str(BINARY), "doctor", photos, "--data", data, "--port", port], capture_output=True, text=True, timeout=120)

    running = Server(photos, data=tmp_path / "running")
    try:
        port = running.address.rsplit(":", 1)[1]
        answer, another = doctor(running.data, port), doctor(tmp_path / "another", port)
    finally:
        running.stop()
    assert answer.returncode == 0 and f"The server runs, on port {port}" in answer.stdout, answer.stdout
    assert another.returncode == 1 and f"Port {port} is in use" in another.stdout, another.stdout

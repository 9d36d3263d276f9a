"""schemathesis against the real program: every operation, every check, and chains of calls that follow one another."""

import os
import subprocess
import sys
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families
from running import ROOT, poll

EXAMPLES = int(os.environ.get("SCHEMATHESIS_EXAMPLES", "6"))
SEED = os.environ.get("SCHEMATHESIS_SEED", "1")


def test_the_figures_are_what_prometheus_reads(start_server):
    server = start_server("--items", 50)
    collection = server.collection()
    assert server.move("1", (0, 9), collection).status == 200
    answer = server.ask("GET", "/metrics")
    assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    families = {f.name: f for f in text_string_to_metric_families(answer.body.decode())}
    assert all(f.documentation and f.type in ("gauge", "counter", "histogram", "summary") for f in families.values())
    samples = {(s.name, tuple(s.labels.items())): s.value for f in families.values() for s in f.samples}
    assert samples[("lookahead_items", (("collection", collection),))] == 50
    assert samples[("lookahead_http_requests_total", ())] >= 3


def test_the_interface_keeps_every_word_of_its_description(start_server, tmp_path):
    server = start_server("--items", 200)
    path = "/api/v1/collections/" + server.collection()
    poll(lambda: server.ask("GET", path + "/fields").json["complete"])
    # Which of them may be refused, and why, the hooks know.
    (tmp_path / "schemathesis.toml").write_text(
        '[checks.positive_data_acceptance]\nexpected-statuses = ["2xx", "3xx", "4xx", "503"]\n'
        '[checks.not_a_server_error]\nexpected-statuses = ["2xx", "3xx", "4xx", "503"]\n')
    command = [
        str(Path(sys.executable).with_name("schemathesis")), "run", f"{server.address}/api/v1/openapi.json",
        "--max-examples", str(EXAMPLES), "--phases", "examples,coverage,fuzzing,stateful", "--checks", "all",
        "--seed", SEED, "--workers", "1", "--request-timeout", "30", "--no-color",
        # Event streams do not end.
        "--exclude-path-regex", "/events$",
    ]
    environment = os.environ | {"SCHEMATHESIS_HOOKS": "interface_hooks", "PYTHONPATH": str(ROOT / "Tests/Support")}
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, timeout=120 + EXAMPLES * 120, env=environment)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert "Tested:" in done.stdout, done.stdout[-2000:]
    assert server.ask("GET", "/healthz").status == 200


def test_a_mistaken_address_says_where_the_routes_are(start_server):
    server = start_server("--items", 1)
    for method in ("GET", "POST"):
        answer = server.ask(method, "/api/v1/colections", None if method == "GET" else {})
        assert answer.status in (404, 405) and answer.json["detail"] == "GET /api/v1/openapi.json lists all routes", method
    # What is no address of programs has no word of theirs.
    assert "detail" not in server.ask("GET", "/colections").json

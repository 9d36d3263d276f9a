"""Files for those who run a server: each fits the program."""

import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import time
import types

import pytest
from certificates import Certificate
from cluster import balanced
from postgres import Postgres
from running import BINARY, ROOT, Server, poll
from test_recovery import recover

DEPLOY = ROOT / "deploy"


@pytest.fixture(scope="module")
def metrics(start_shared_server, real_pictures, module_path):
    """The names that /metrics has, of a server that has loaded a picture, and shares a database."""
    folder = module_path / "photos"
    folder.mkdir()
    shutil.copy(real_pictures[0], folder)
    database = Postgres()
    server = start_shared_server(folder, "--store", database.database("metrics"))
    collection = server.collection()
    item = server.order(collection)[0][1][0]
    assert server.ask("GET", f"/api/v1/collections/{collection}/items/{item}/image?w=160").status == 200
    yield set(re.findall(r"^(\w+)[{ ]", server.ask("GET", "/metrics").body.decode(), re.MULTILINE))
    assert server.stop() == 0
    database.remove()


def names_in(text):
    return set(re.findall(r"\b(?:lookahead|process)_\w+", text))


@pytest.mark.parametrize("file", ["prometheus/lookahead.yaml", "grafana/lookahead.json"])
def test_rules_and_dashboard_ask_for_metrics_that_are_there(metrics, file):
    text = (DEPLOY / file).read_text()
    if file.endswith(".json"):
        text = "\n".join(target["expr"] for panel in json.loads(text)["panels"] for target in panel["targets"])
    asked = names_in(text)
    assert len(asked) >= 8 and asked <= metrics, asked - metrics


def test_prometheus_takes_the_rules():
    done = subprocess.run(["promtool", "check", "rules", DEPLOY / "prometheus/lookahead.yaml"], capture_output=True, text=True)
    assert done.returncode == 0 and "11 rules found" in done.stdout, done.stdout + done.stderr


def test_the_alerts_come_when_they_should(tmp_path):
    """promtool plays the figures of a disk that fills, of a server that ends, and of one that is well."""
    shutil.copy(DEPLOY / "prometheus/lookahead.yaml", tmp_path / "rules.yaml")

    def pair(name, one, two, labels):
        """A figure of two servers."""
        return [(f'{name}{{job="lookahead",instance="{instance}"{labels}}}', values) for instance, values in [("a", one), ("b", two)]]

    def shared(series, at, alert, labels):
        return {"interval": "1m", "input_series": [{"series": name, "values": values} for name, values in series],
                "alert_rule_test": [{"eval_time": at, "alertname": alert, "exp_alerts": [{"exp_labels": labels}] if labels else []}]}

    def case(series, at, firing):
        return {"interval": "1m", "input_series": [{"series": f'{name}{{job="lookahead"}}', "values": values} for name, values in series],
                "alert_rule_test": [{"eval_time": at, "alertname": name, "exp_alerts": [
                    {"exp_labels": {"severity": "critical", "job": "lookahead"}}] if name in firing else []}
                    for name in ("LookaheadDown", "LookaheadCannotStore")]}

    tests = {"rule_files": ["rules.yaml"], "evaluation_interval": "1m", "tests": [
        case([("up", "1x10"), ("lookahead_store_trouble", "0x3 1x7")], "8m", ["LookaheadCannotStore"]),
        case([("up", "1x3 0x7"), ("lookahead_store_trouble", "0x3 stale")], "8m", ["LookaheadDown"]),
        case([("up", "1x10"), ("lookahead_store_trouble", "0x10")], "8m", []),
        shared(pair("lookahead_store_unseen_seconds", "0.5x10", "0.5x3 60+60x7", ""), "8m", "LookaheadServerFallsBehind",
               {"severity": "critical", "job": "lookahead", "instance": "b"}),
        shared(pair("lookahead_store_head", "0+600x10", "0+10x10", ',collection="c"'), "8m", "LookaheadServersDiffer",
               {"severity": "warning", "job": "lookahead", "collection": "c"}),
        shared(pair("lookahead_store_head", "0+600x10", "0+590x10", ',collection="c"'), "8m", "LookaheadServersDiffer", None),
        *(shared(pair("lookahead_store_commit_seconds_total", "0+0x30", f"0+{seconds}x30", "")
                 + pair("lookahead_store_appends_total", "0+0x30", "0+600x30", "")
                 + pair("lookahead_store_overtaken_total", "0+0x30", "0+60x30", ""), "25m", "LookaheadStoresSlowly", labels)
          for seconds, labels in [(3, None), (300, {"severity": "warning", "job": "lookahead", "instance": "b"})])]}
    # The words of the annotations are not compared: only which alerts fire.
    rules = (tmp_path / "rules.yaml").read_text()
    (tmp_path / "rules.yaml").write_text(re.sub(r"^ +annotations:\n(?: {10}.*\n)+", "", rules, flags=re.MULTILINE))
    (tmp_path / "tests.yaml").write_text(json.dumps(tests))
    done = subprocess.run(["promtool", "test", "rules", tmp_path / "tests.yaml"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("unit", [
    "debian/lookahead.service", "debian/lookahead.lookahead-backup.service", "deploy/backup/lookahead-dump.service"])
def test_the_service_is_hardened(unit):
    done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--threshold=20", ROOT / unit], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_copied_backups_are_whole_are_kept_in_number_and_can_be_recovered(start_server, tmp_path):
    server = start_server("--items", 50, "--backups", 5, "--backup-interval", 1)
    collection, made = server.collection(), server.data / "backups"

    def backups(folder=made):
        return sorted(file.name for file in folder.glob("*.sqlite"))

    for number in range(3):
        assert server.move("1", (0, 10 + number), collection).status == 200
        poll(lambda count=number: len(backups()) > count, 30, "a backup is made")
    order = server.order(collection)
    assert server.stop() == 0
    target = tmp_path / "elsewhere" / "backups"
    target.mkdir(parents=True)
    (target / "notes.sqlite").write_text("somebody's own")
    (target / ".unfinished").write_bytes(b"of a copy that was cut short")

    def copy(count):
        done = subprocess.run([DEPLOY / "backup/copy-backups", made, target, str(count)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    assert copy(30) == [f"copied {name.removesuffix('.sqlite')}" for name in backups()]
    assert copy(30) == []
    copy(2)
    assert backups(target) == [*backups()[-2:], "notes.sqlite"]
    assert len(list(target.glob("*.sums"))) == 2
    # On another machine: an empty data folder with the copies in it.
    listed = recover(target.parent)
    assert listed.returncode == 0 and "the backup" in listed.stdout, listed
    taken = recover(target.parent, "--take", 1, "--to", tmp_path / "again")
    assert taken.returncode == 0, taken
    server.data = tmp_path / "again"
    server.start()
    server.opened()
    assert server.order(collection) == order


def test_the_proxy_of_several_servers_takes_those_with_a_token(start_server, tmp_path):
    """Its check has no token: servers that refuse it are there, and one that has died is not."""
    token = {"Authorization": "Bearer sixteen-characters"}
    servers = [start_server("--items", 5, "--token", "sixteen-characters", "--allow-host", "localhost", data=tmp_path / name) for name in ["one", "two"]]
    certificate = Certificate(tmp_path / "certificate")
    with balanced(*servers, certificate, tmp_path / "haproxy") as address:
        front = types.SimpleNamespace(address=address, context=ssl.create_default_context(cafile=str(certificate.file)))
        ask = lambda headers=None: Server.ask(front, "GET", "/api/v1/collections", headers=headers)
        poll(lambda: {ask(token).headers["Set-Cookie"].split(";")[0] for _ in range(4)} == {f"lookahead-server={n}" for n in ["one", "two"]},
             20, "both are there")
        # For longer than the two checks that make a server count as dead.
        for _ in range(3):
            time.sleep(0.6)
            assert ask(token).status == 200 and ask().status == 401
        servers[0].stop(signal.SIGKILL)
        poll(lambda: all(ask(token).status == 200 for _ in range(4)), 10, "the other one takes all")


def test_versions_are_one():
    version = subprocess.run([BINARY, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    assert re.match(r"lookahead \(([\d.]+)\)", (ROOT / "debian/changelog").read_text())[1] == version
    assert f'<release version="{version}"' in (ROOT / "debian/lookahead.metainfo.xml").read_text()
    assert f"## [{version}]" in (ROOT / "CHANGELOG.md").read_text()


def test_the_container_sets_options_that_there_are(tmp_path):
    """Its variables are options, and the server starts with them."""
    text = (DEPLOY / "container/Containerfile").read_text()
    variables = dict(re.findall(r"\b(LOOKAHEAD_\w+)=(\S+)", text[text.index("\nENV "):text.index("\nVOLUME")]))
    assert set(variables) == {"LOOKAHEAD_FOLDERS", "LOOKAHEAD_HOST", "LOOKAHEAD_PORT", "LOOKAHEAD_DATA", "LOOKAHEAD_CACHE"}
    described = subprocess.run([BINARY, "serve", "--help"], capture_output=True, text=True, check=True).stdout
    for name in variables:
        option = name.removeprefix("LOOKAHEAD_").lower()
        assert f"--{option} " in described or option == "folders", name
    # Without a token it does not serve the network.
    refused = subprocess.run([BINARY, "serve"], capture_output=True, text=True, timeout=60, env={
        **os.environ, **variables, "LOOKAHEAD_FOLDERS": f"[{tmp_path}]", "LOOKAHEAD_DATA": str(tmp_path / "data"), "LOOKAHEAD_PORT": "0",
        "LOOKAHEAD_CACHE": str(tmp_path / "cache")})
    assert refused.returncode == 1 and "Add --token auto" in refused.stderr

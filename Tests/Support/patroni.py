"""Three PostgreSQL under Patroni as `deploy/` has it, with an etcd, all on loopback; the machine of the primary can die."""

import itertools
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import urllib.request
from pathlib import Path

from postgres import programs
from running import ROOT, poll

# Outside of the range from which the system takes the ports of connections: a node that is down must find its own free.
PORTS = itertools.count(21_000 + os.getpid() % 8000)
SECRET = "a word that nobody else says"


def free_port():
    for port in PORTS:
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", port)) != 0:
                return port


class Patroni:
    """A cluster of three nodes."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="lookahead-patroni-"))
        self.folder.chmod(0o777)
        self.etcd_port = free_port()
        self.etcd = self._etcd()
        self.nodes = [Node(self, name) for name in ("postgres1", "postgres2", "postgres3")]
        try:
            for node in self.nodes:
                node.start()
            poll(lambda: self.primary() and self.standbys() >= 1, 120, "there are a primary and a synchronous standby")
            self.sql(f"CREATE ROLE lookahead LOGIN PASSWORD '{SECRET}'")
            self.sql("CREATE DATABASE lookahead OWNER lookahead")
        except BaseException:
            self.remove()
            raise

    @property
    def address(self):
        """The database's, for a client that follows the primary. The password comes from `PGPASSFILE`."""
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        return f"postgresql://lookahead@{hosts}/lookahead?target_session_attrs=read-write&connect_timeout=2"

    def password_file(self):
        file = self.folder / "passwords"
        file.write_text(f"127.0.0.1:*:*:lookahead:{SECRET}\n")
        file.chmod(0o600)
        return file

    def primary(self):
        """The node that takes changes, if there is one now."""
        return next((node for node in self.nodes if node.ask("SELECT pg_is_in_recovery()") == "f"), None)

    def standbys(self):
        """The number of standbys that may take over, as the cluster has agreed: that a commit waits for one is not enough."""
        for node in self.nodes:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{node.rest_port}/cluster", timeout=2) as answer:
                    members = json.load(answer)["members"]
            except OSError:
                continue
            return sum(member["role"] == "sync_standby" and member["state"] in ("running", "streaming") for member in members)
        return 0

    def sql(self, text):
        self.primary().ask(text, check=True)

    def remove(self):
        for node in self.nodes:
            node.die()
        self.etcd.kill()
        self.etcd.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _etcd(self):
        peer, client = f"http://127.0.0.1:{free_port()}", f"http://127.0.0.1:{self.etcd_port}"
        with open(self.folder / "etcd.log", "wb") as log:
            process = subprocess.Popen(
                ["etcd", "--data-dir", self.folder / "etcd", "--listen-client-urls", client, "--advertise-client-urls", client,
                 "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", f"default={peer}"],
                stdout=log, stderr=log)
        return process


class Node:
    """One machine: Patroni and its PostgreSQL."""

    def __init__(self, cluster, name):
        self.cluster, self.name, self.process = cluster, name, None
        self.port, self.rest_port, self.folder = free_port(), free_port(), cluster.folder / name
        self.folder.mkdir()
        text = (ROOT / "deploy" / "patroni" / "patroni.yml").read_text()
        for old, new in {
            "name: postgres1": f"name: {name}", "10.0.0.21:2379,10.0.0.22:2379,10.0.0.23:2379": f"127.0.0.1:{cluster.etcd_port}",
            "10.0.0.21:8008": f"127.0.0.1:{self.rest_port}", "10.0.0.21:5432": f"127.0.0.1:{self.port}", "10.0.0.0/24": "127.0.0.1/32",
            "/var/lib/postgresql/lookahead": f"{self.folder}/data", "/usr/lib/postgresql/15/bin": f"{programs()}",
            "listen: 127.0.0.1:%d\n" % self.port: "listen: 127.0.0.1:%d\n  pgpass: %s/pgpass\n" % (self.port, self.folder),
            "    superuser:": "    rewind:\n      username: postgres\n    superuser:",
            '        wal_log_hints: "on"': f'        wal_log_hints: "on"\n        unix_socket_directories: "{self.folder}"\n        shared_buffers: 16MB',
        }.items():
            assert old in text, f"patroni.yml has no {old}"
            text = text.replace(old, new)
        (self.folder / "patroni.yml").write_text(text)
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")

    def start(self):
        as_other = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        variables = {f"PATRONI_{role}_PASSWORD": SECRET for role in ("SUPERUSER", "REPLICATION", "REWIND")}
        with open(self.folder / "log", "ab") as log:
            # A group of its own: a machine dies with all that runs on it.
            self.process = subprocess.Popen(
                [*as_other, "patroni", self.folder / "patroni.yml"], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, **variables}, cwd=self.folder, start_new_session=True)

    def freeze(self):
        """Patroni and all of its PostgreSQL stand still: connections stay open, and nobody answers."""
        self._signal(signal.SIGSTOP)

    def die(self):
        """Patroni and all of its PostgreSQL end at once: their connections are reset."""
        if self.process is None:
            return
        self.freeze()
        self._signal(signal.SIGKILL)
        self.process.wait(10)
        self.process = None

    def _signal(self, number):
        # Patroni first, which would start another PostgreSQL.
        for process in [self.process.pid, *self._postgres()]:
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass

    def ask(self, text, check=False):
        """What the database answers; `None` where there is none."""
        address = f"postgresql://postgres@127.0.0.1:{self.port}/postgres?connect_timeout=2"
        done = subprocess.run(["psql", "-qAt", address, "-c", text], capture_output=True, text=True, env={**os.environ, "PGPASSWORD": SECRET})
        assert not check or done.returncode == 0, done.stderr
        return done.stdout.strip() if done.returncode == 0 else None

    def _postgres(self):
        """The processes of this node's PostgreSQL, the first of them first."""
        try:
            first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
            children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        except (OSError, ValueError, IndexError):
            return []
        return [first, *map(int, children)]

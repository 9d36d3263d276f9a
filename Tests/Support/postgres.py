"""A PostgreSQL of the tests' own, on a socket in a temporary folder. It refuses to run as root: then it runs as the user that its
package made."""

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from running import poll

PGBOUNCER = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"


def programs():
    """The newest version's folder, where Debian installs it."""
    versions = [p for p in Path("/usr/lib/postgresql").iterdir() if p.name.isdigit()]
    return max(versions, key=lambda p: int(p.name)) / "bin"


class Postgres:
    """One server, with password authentication for the role `lookahead`, and trust for everybody else."""

    PASSWORD = "a word that nobody else says"

    def __init__(self, flushes=False):
        # What is tested is killed processes, not cut power: only measurements flush.
        self.flushes = flushes
        # Not in pytest's folder: only its owner may enter that, and a socket's path has a hundred characters at most.
        self.folder = Path(tempfile.mkdtemp(prefix="lookahead-pg-"))
        self.folder.chmod(0o777)
        self._run("initdb", "-D", self.folder / "data", "-A", "trust", "-U", "postgres", "--no-sync", "--no-instructions")
        rules = self.folder / "data" / "pg_hba.conf"
        rules.write_text("local all lookahead scram-sha-256\n" + rules.read_text())
        self.start()
        self.sql("CREATE ROLE lookahead LOGIN PASSWORD '%s'" % self.PASSWORD)

    def start(self):
        options = f"-k {self.folder} -c listen_addresses= -c fsync={'on' if self.flushes else 'off'} -c shared_buffers=16MB"
        self._run("pg_ctl", "-D", self.folder / "data", "-w", "-l", self.folder / "log", "-o", options, "start")

    def crash(self):
        """Stops it as a crash does: every connection breaks."""
        self._run("pg_ctl", "-D", self.folder / "data", "-w", "-m", "immediate", "stop")

    def database(self, name):
        """Makes a database that belongs to `lookahead`. Returns its address for a user."""
        self.sql(f"CREATE DATABASE {name} OWNER lookahead")
        return self.address(name)

    def address(self, name, user="postgres"):
        return f"postgresql://{user}@{quote(str(self.folder), safe='')}/{name}"

    def sql(self, text, database="postgres"):
        done = subprocess.run(["psql", "-qAt", self.address(database), "-c", text], capture_output=True, text=True, check=True)
        return done.stdout.split("\n")[:-1]

    @contextmanager
    def pooler(self, mode, database):
        """The address of a database behind PgBouncer."""
        settings, socket = self.folder / f"{mode}.ini", self.folder / ".s.PGSQL.6432"
        settings.write_text(
            f"[databases]\n{database} = host={self.folder} user=postgres\n[pgbouncer]\npool_mode = {mode}\nauth_type = any\n"
            f"unix_socket_dir = {self.folder}\nlisten_port = 6432\nlogfile = {self.folder}/{mode}.log\n")
        settings.chmod(0o644)
        as_other = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        process = subprocess.Popen(
            [*as_other, PGBOUNCER, settings], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            poll(lambda: socket.exists() or process.poll() is not None, 20, "it listens")
            assert process.poll() is None, (self.folder / f"{mode}.log").read_text()
            yield f"postgresql://postgres@{quote(str(self.folder), safe='')}:6432/{database}"
        finally:
            process.terminate()
            process.wait(20)

    def remove(self):
        subprocess.run(self._command("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "stop"), capture_output=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _command(self, program, *arguments):
        as_other = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        return [*as_other, str(programs() / program), *map(str, arguments)]

    def _run(self, program, *arguments):
        # A server that is started inherits what it is given: a pipe would stay open.
        subprocess.run(self._command(program, *arguments), check=True, cwd=self.folder, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

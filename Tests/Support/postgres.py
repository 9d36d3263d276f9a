"""A PostgreSQL of the tests' own, on a socket in a temporary folder. It refuses to run as root: then it runs as the user that its
package made."""

import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from contextlib import contextmanager, suppress
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

    # Beside those that every one has; and what stands before its program.
    options, around = "", ()
    # A copy of what initdb made for the first one: it takes a second of the processor.
    _initial = None

    def __init__(self, flushes=False):
        # What is tested is killed processes, not cut power: only measurements flush.
        self.flushes = flushes
        # Not in pytest's folder: only its owner may enter that, and a socket's path has a hundred characters at most.
        self.folder = Path(tempfile.mkdtemp(prefix="lookahead-pg-"))
        self.folder.chmod(0o777)
        self._initialise()
        self.start()
        self.sql("CREATE ROLE lookahead LOGIN PASSWORD '%s'" % self.PASSWORD)

    def _initialise(self):
        data = self.folder / "data"
        if Postgres._initial:
            subprocess.run(["cp", "-a", f"{Postgres._initial.name}/data", data], check=True)
            return
        self._run("initdb", "-D", data, "-A", "trust", "-U", "postgres", "--no-sync", "--no-instructions")
        rules = data / "pg_hba.conf"
        rules.write_text("local all lookahead scram-sha-256\n" + rules.read_text())
        Postgres._initial = tempfile.TemporaryDirectory(prefix="lookahead-pg-")
        subprocess.run(["cp", "-a", data, Postgres._initial.name], check=True)

    def start(self):
        options = f"-k {self.folder} -c listen_addresses= -c fsync={'on' if self.flushes else 'off'} -c shared_buffers=16MB {self.options}"
        log = self.folder / "log"
        try:
            self._run("pg_ctl", "-D", self.folder / "data", "-w", "-l", log, "-o", options, "start")
        except subprocess.CalledProcessError as error:
            raise AssertionError("\n".join(log.read_text(errors="replace").splitlines()[-20:])) from error

    def crash(self):
        """Stops it as a crash does: every connection breaks."""
        self._run("pg_ctl", "-D", self.folder / "data", "-w", "-m", "immediate", "stop")

    def back_up(self):
        """Keeps its files as they are, in the place of an earlier backup."""
        self._run("pg_ctl", "-D", self.folder / "data", "-w", "-m", "fast", "stop")
        shutil.rmtree(self.folder / "backup", ignore_errors=True)
        subprocess.run(["cp", "-a", self.folder / "data", self.folder / "backup"], check=True)
        self.start()

    def restore(self):
        """Goes on with what it was at the backup."""
        self.crash()
        shutil.rmtree(self.folder / "data")
        subprocess.run(["cp", "-a", self.folder / "backup", self.folder / "data"], check=True)
        self.start()

    def database(self, name):
        """Makes a database that belongs to `lookahead`. Returns its address for a user."""
        self.sql(f"CREATE DATABASE {name} OWNER lookahead")
        return self.address(name)

    def address(self, name, user="postgres"):
        return f"postgresql://{user}@{quote(str(self.folder), safe='')}/{name}"

    def sql(self, text, database="postgres"):
        done = subprocess.run(["psql", "-qAt", self.address(database), "-c", text], capture_output=True, text=True, check=True)
        return done.stdout.split("\n")[:-1]

    def copy_to(self, name):
        """A base backup, made while it runs, in its folder."""
        self._run("pg_basebackup", "-D", self.folder / name, "-h", self.folder, "-U", "postgres", "-X", "stream", "-c", "fast")

    def replace_by(self, name):
        """Puts a base backup in the place of what it has, while it is stopped."""
        shutil.rmtree(self.folder / "data")
        (self.folder / name).rename(self.folder / "data")

    @contextmanager
    def standby(self):
        """A second server that follows this one."""
        other = object.__new__(Postgres)
        other.flushes, other.folder = False, Path(tempfile.mkdtemp(prefix="lookahead-pg-"))
        other.folder.chmod(0o777)
        try:
            other._run("pg_basebackup", "-D", other.folder / "data", "-h", self.folder, "-U", "postgres", "-R", "-X", "stream", "-c", "fast")
            other.start()
            poll(lambda: self.sql("SELECT count(*) FROM pg_stat_replication") == ["1"], 20, "the standby is connected")
            yield other
        finally:
            other.remove()

    @contextmanager
    def delayed(self, seconds, is_cut=None):
        """A port of this machine by which each answer of the server comes later; none comes, and nothing gets there, while the event
        `is_cut` is set: the connections stay, as with a cable that was pulled."""
        listener = socket.create_server(("127.0.0.1", 0))
        sockets = [listener]

        def carry(source, target, delay):
            was_cut = False
            with suppress(OSError):
                while not was_cut and (data := source.recv(65536)):
                    time.sleep(delay)
                    was_cut = is_cut is not None and is_cut.is_set()
                    if not was_cut:
                        target.sendall(data)
            if not was_cut:
                with suppress(OSError):
                    target.shutdown(socket.SHUT_WR)

        def serve():
            with suppress(OSError):
                while True:
                    client = listener.accept()[0]
                    sockets.append(client)
                    if is_cut and is_cut.is_set():
                        continue
                    server = socket.socket(socket.AF_UNIX)
                    server.connect(str(self.folder / ".s.PGSQL.5432"))
                    sockets.append(server)
                    for way in [(client, server, 0), (server, client, seconds)]:
                        threading.Thread(target=carry, args=way, daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        try:
            yield listener.getsockname()[1]
        finally:
            for one in sockets:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
                one.close()

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
        return [*self.around, *as_other, str(programs() / program), *map(str, arguments)]

    def secure(self, certificate, port):
        """Starts it again with TLS on a port of this machine."""
        self._run("pg_ctl", "-D", self.folder / "data", "-w", "-m", "fast", "stop")
        for file, name in [(certificate.file, "server.crt"), (certificate.key, "server.key")]:
            target = self.folder / "data" / name
            shutil.copy(file, target)
            target.chmod(0o600)
            owner = (self.folder / "data").stat()
            os.chown(target, owner.st_uid, owner.st_gid)
        self.options = f"-c listen_addresses=127.0.0.1 -p {port} -c ssl=on"
        rules = self.folder / "data" / "pg_hba.conf"
        rules.write_text("hostssl all all 127.0.0.1/32 trust\nhostnossl all all 127.0.0.1/32 reject\n" + rules.read_text())
        self.start()

    def small_disk(self, megabytes):
        """Starts it again with a disk of its own that can be filled, which ends with it. Returns the tablespace there, by its name."""
        disk = self.folder / "disk"
        disk.mkdir()
        owner = (self.folder / "data").stat().st_uid if os.geteuid() == 0 else 0
        mount = f'mount -t tmpfs -o size={megabytes}m,mode=700,uid={owner} none {disk} && exec "$@"'
        if os.geteuid() == 0:
            self.around = ["unshare", "-m", "sh", "-c", mount, "sh"]
        else:
            self.around = ["unshare", "-rm", "sh", "-c", mount, "sh", "unshare", "-U", f"--map-user={os.getuid()}"]
        self._run("pg_ctl", "-D", self.folder / "data", "-w", "-m", "fast", "stop")
        self.start()
        self.sql(f"CREATE TABLESPACE small LOCATION '{disk}'")
        return "small"

    def _run(self, program, *arguments):
        # A server that is started inherits what it is given: a pipe would stay open.
        subprocess.run(self._command(program, *arguments), check=True, cwd=self.folder, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

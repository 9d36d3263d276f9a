"""A compromised decoder in a running server: the probe runs in its place and tries the whole table of attacks."""

import ctypes
import errno
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest
from lacking_system import lacking_system
from running import BINARY, ROOT, Server, poll
from test_hostile_pictures import image, items, workers

PROBE = BINARY.with_name("confinement-probe")
NOBODY = 65534
# What has to be in force where the kernel has it; this machine's own list is in `/healthz`.
PARTS = ["systemCalls", "files", "capabilities", "session", "threads"]


class UnprivilegedServer(Server):
    program: list[str] = []


@pytest.fixture(params=["own", "nobody"])
def besieged(request, real_pictures):
    """A server whose decoders are attackers, of this user, and of `nobody` who must not be this one."""
    if request.param == "nobody" and os.getuid() != 0:
        pytest.skip("only root can become another user")
    # Not pytest's own folder, which other users may not enter.
    folder = Path(tempfile.mkdtemp(prefix="lookahead-besieged-"))
    folder.chmod(0o755)
    try:
        for program in (BINARY, PROBE):
            shutil.copy(program, folder)
        shutil.copytree(ROOT / "Public", folder / "Public")
        for name in ("photos", "data", "cache"):
            (folder / name).mkdir()
        for number, picture in enumerate(real_pictures[:3]):
            shutil.copy(picture, folder / "photos" / f"{number}{picture.suffix}")
        user = os.getuid()
        if request.param == "nobody":
            user = NOBODY
            UnprivilegedServer.program = [
                "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", str(folder / "lookahead")]
            for path in [folder / "data", folder / "cache", folder / "photos", *(folder / "photos").iterdir()]:
                os.chown(path, NOBODY, NOBODY)
        else:
            UnprivilegedServer.program = [str(folder / "lookahead")]
        server = UnprivilegedServer(
            folder / "photos", "--no-previews", "--decoder", folder / "confinement-probe", data=folder / "data",
            cache=folder / "cache")
        yield server, user
        server.stop()
    finally:
        shutil.rmtree(folder)


def stats(folder):
    """All that can be seen of files from outside but the time of their last reading."""
    found = {p: p.stat() for p in sorted(folder.rglob("*"))}
    return {str(p): (s.st_mode, s.st_uid, s.st_gid, s.st_size, s.st_mtime_ns, os.listxattr(p)) for p, s in found.items()}


def shared_memory():
    """What outlives processes, and which ones made it. Other programs may be at work beside this one."""
    return [len(Path(f"/proc/sysvipc/{kind}").read_text().splitlines()) for kind in ("msg", "sem")]


def test_a_taken_over_decoder_gets_nothing_of_what_it_tries(besieged):
    server, _ = besieged
    photos = Path(server.arguments[0])
    before = stats(photos)
    limits = Path(f"/proc/{server.process.pid}/limits").read_text()
    kept = shared_memory()
    collection, named = items(server)
    for item in named.values():
        answer = image(server, collection, item)
        assert answer.status == 200, answer.body
        lines = [line.split() for line in answer.body.decode().splitlines()]
        attacks = {line[1]: int(line[2]) for line in lines if line[0] == "attack"}
        assert len(attacks) > 110
        confined = next(line for line in lines if line[0] == "confined")
        if "systemCalls," in confined:
            assert {a: e for a, e in attacks.items() if e != errno.EPERM} == {}
    # The server lives, as it was, and so do the files and the machine.
    assert server.process.poll() is None and server.ask("GET", "/healthz").status == 200
    assert Path(f"/proc/{server.process.pid}/limits").read_text() == limits
    assert os.sched_getaffinity(server.process.pid) == os.sched_getaffinity(0)
    assert os.getpriority(os.PRIO_PROCESS, server.process.pid) == os.getpriority(os.PRIO_PROCESS, 0)
    assert shared_memory() == kept
    assert stats(photos) == before
    assert not Path("/tmp/lookahead-attack").exists()


def status_of(process):
    return dict(line.split(":\t", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines() if ":\t" in line)


def confined_workers(server):
    """All workers, once they are confined."""
    def ready():
        found = workers(server)
        return len(found) > os.cpu_count() and all(status_of(p)["NoNewPrivs"] == "1" for p in found) and found

    return poll(ready, 20, "workers are started and confined")


def test_a_decoder_has_no_privileges_and_a_session_of_its_own(server):
    started = confined_workers(server)
    # A picture that was decoded: the first worker has reported by now.
    collection, named = items(server)
    assert image(server, collection, next(iter(named.values()))).status == 200
    missing = server.ask("GET", "/healthz").json.get("missingConfinement", [])
    assert set(missing) <= set(PARTS)
    for worker in started:
        status = status_of(worker)
        assert [status[f"Cap{kind}"] for kind in ("Inh", "Prm", "Eff", "Amb")] == ["0" * 16] * 4
        if os.getuid() == 0 or "threads" not in missing:
            assert status["CapBnd"] == "0" * 16
        assert status["NoNewPrivs"] == "1" and status["CoreDumping"] == "0"
        if "systemCalls" not in missing:
            poll(lambda: status_of(worker)["Seccomp"] == "2", 10)
        assert os.getsid(worker) == worker != os.getsid(server.process.pid)
        if os.getuid() == 0 and "threads" not in missing:
            assert status["Uid"].split() == [str(NOBODY)] * 4 and status["Gid"].split() == [str(NOBODY)] * 4
            assert status["Groups"].split() == []


def test_nobody_reads_the_memory_of_the_server(besieged):
    server, user = besieged
    if user == 0:
        pytest.skip("root may read everything")
    other = [] if user == os.getuid() else ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
    for process in [server.process.pid, *confined_workers(server)]:
        for file in ("environ", "maps", "fd/0"):
            reading = subprocess.run([*other, "head", "-c", "1", f"/proc/{process}/{file}"], capture_output=True, text=True)
            assert "denied" in reading.stderr, (file, reading)


def test_a_system_that_confines_in_part_says_so(start_server, photos, tmp_path):
    program = lacking_system(tmp_path / "without")

    class Lacking(Server):
        pass

    Lacking.program = [str(program), str(BINARY)]
    server = Lacking(photos, data=tmp_path / "lacking")
    try:
        health = poll(lambda: (h := server.ask("GET", "/healthz").json).get("missingConfinement") and h, 20)
        assert health["missingConfinement"] == ["files", "threads"] and health["status"] == "ok"
        poll(lambda: any("not fully confined" in line and "files, threads" in line for line in server.log), 20, "the log says so")
        collection, named = items(server)
        assert {image(server, collection, item).status for item in list(named.values())[:4]} == {200}
    finally:
        server.stop()


# Preloaded into a worker, it makes its attempts just before the filter of system calls is installed, which would refuse them first:
# Landlock is in force by then. With WITHOUT_LANDLOCK the kernel seems to have none.
ATTEMPTS = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static void say(const char *name, int result) { dprintf(1, "%s %d\n", name, result < 0 ? errno : 0); }

static void attempt(void)
{
    say("read", open(getenv("FILE_THERE"), O_RDONLY));
    say("write", open(getenv("FILE_THERE"), O_WRONLY));
    say("create", open(getenv("FILE_NEW"), O_CREAT | O_WRONLY, 0600));
    say("remove", unlink(getenv("FILE_THERE")));
    struct sockaddr_in port = {.sin_family = AF_INET, .sin_port = htons(atoi(getenv("PORT")))};
    port.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    say("connect", connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&port, sizeof port));
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    strcpy(name.sun_path + 1, getenv("SOCKET_NAME"));
    socklen_t length = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name.sun_path + 1);
    say("connect-by-name", connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&name, length));
}

long syscall(long number, ...)
{
    long (*next)(long, ...) = dlsym(RTLD_NEXT, "syscall");
    va_list rest;
    va_start(rest, number);
    long words[6];
    for (int index = 0; index < 6; index++) words[index] = va_arg(rest, long);
    va_end(rest);
    if (number == SYS_seccomp) attempt();
    if (number == 444 /* landlock_create_ruleset */ && getenv("WITHOUT_LANDLOCK")) {
        errno = ENOSYS;
        return -1;
    }
    return next(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
"""


def landlock_version():
    return ctypes.CDLL(None).syscall(444, None, ctypes.c_size_t(0), 1)


@pytest.mark.parametrize("program", ["lookahead", "lookahead-video"])
def test_landlock_alone_refuses_files_and_addresses(program):
    """What holds where a kernel has no seccomp filters, or the filter a gap."""
    version = landlock_version()
    if version < 1:
        pytest.skip("this kernel has no Landlock")
    arguments = [str(2 << 30)] if program == "lookahead-video" else ["decode-worker", "--address-space", str(3 << 30)]
    # A worker that has become `nobody` enters it too, and writes there where nothing refuses it.
    folder = Path(tempfile.mkdtemp(prefix="lookahead-landlock-"))
    folder.chmod(0o777)
    compiler = shutil.which("clang") or str(Path(os.path.realpath(shutil.which("swift"))).with_name("clang"))
    there, new, name = folder / "there", folder / "new", f"lookahead-{os.getpid()}"
    with socket.create_server(("127.0.0.1", 0)) as port, socket.socket(socket.AF_UNIX) as named:
        named.bind(f"\0{name}")
        named.listen()

        def attempts(**more):
            there.touch()
            there.chmod(0o666)
            environment = {
                **os.environ, "LD_PRELOAD": str(folder / "attempts.so"), "FILE_THERE": str(there), "FILE_NEW": str(new),
                "PORT": str(port.getsockname()[1]), "SOCKET_NAME": name, **more}
            # There is no server: it ends once it is confined.
            said = subprocess.run(
                [BINARY.with_name(program), *arguments], env=environment, stdout=subprocess.PIPE, text=True, timeout=60)
            return {words[0]: int(words[1]) for line in said.stdout.splitlines() if (words := line.split())}

        try:
            subprocess.run(
                [compiler, "-O1", "-shared", "-fPIC", "-x", "c", "-", "-o", folder / "attempts.so", "-ldl"], input=ATTEMPTS,
                text=True, check=True)
            refused = attempts()
            assert there.exists() and not new.exists()
            assert refused == {
                **dict.fromkeys(["read", "write", "create", "remove"], errno.EACCES),
                "connect": errno.EACCES if version >= 4 else 0, "connect-by-name": errno.EPERM if version >= 6 else 0}
            # The same worker on a kernel without Landlock: nothing else refused it.
            assert set(attempts(WITHOUT_LANDLOCK="1").values()) == {0}
            assert new.exists() and not there.exists()
        finally:
            shutil.rmtree(folder)


def test_the_server_still_says_how_it_crashed(start_server, photos, monkeypatch):
    """Hidden memory keeps others out, not the report of the program's own crash."""
    monkeypatch.setenv("SWIFT_BACKTRACE", "enable=yes,color=no")
    server = start_server(photos)
    os.kill(server.process.pid, signal.SIGSEGV)
    poll(lambda: any("crashed:" in line for line in server.log), 60, "it says where it crashed")
    server.process.kill()
    server.process.wait(10)

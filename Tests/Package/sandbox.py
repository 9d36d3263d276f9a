"""Runs a command as systemd would run a unit's, as far as that goes without systemd: sandbox.py UNIT ROOT COMMAND…, as root.

In a mount namespace whose root is ROOT, as the unit's user, with its environment and capabilities, with read-only system folders, the process
folder that it asks for, and the system calls, address families and namespaces that it allows. Of the unit's settings, those that are about
other programs (time-outs, restarts, control groups) are not tried.
"""

import ctypes
import os
import re
import subprocess
import sys
from pathlib import Path

import seccomp

LIBC = ctypes.CDLL(None, use_errno=True)
CLONE_NEWNS = 0x00020000
NAMESPACES = {"cgroup": 0x02000000, "ipc": 0x08000000, "net": 0x40000000, "mnt": CLONE_NEWNS, "pid": 0x20000000,
              "user": 0x10000000, "uts": 0x04000000}
FAMILIES = {"AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10, "AF_NETLINK": 16}
PROT_WRITE, PROT_EXEC = 2, 4


def settings(unit):
    found = {}
    for name, value in re.findall(r"^(\w+)=(.*)$", Path(unit).read_text(), re.MULTILINE):
        found.setdefault(name, []).append(value)
    return found


def system_calls(names):
    """The calls of a list in which sets have an @."""
    found = set()
    for name in names:
        if not name.startswith("@"):
            found.add(name)
            continue
        lines = subprocess.run(["systemd-analyze", "syscall-filter", name], check=True, capture_output=True, text=True).stdout.splitlines()
        found |= system_calls([line.strip() for line in lines[1:] if line.strip() and not line.strip().startswith("#")])
    return found


def run(*words):
    subprocess.run(words, check=True)


def enter(root, unit):
    """A mount namespace of its own, whose root is the folder: not by chroot, in which the kernel allows no user namespaces."""
    assert LIBC.unshare(CLONE_NEWNS) == 0
    run("mount", "--make-rprivate", "/")
    run("mount", "--rbind", root, root)
    assert unit["ProtectSystem"] == ["strict"]
    run("mount", "-t", "proc", "-o", "hidepid=invisible,subset=pid" if unit["ProcSubset"] == ["pid"] else "hidepid=invisible", "proc", f"{root}/proc")
    for folder in ["var/lib/lookahead", "var/cache/lookahead", "tmp", "var/tmp", "run"]:
        run("mount", "--bind", f"{root}/{folder}", f"{root}/{folder}")
    run("mount", "-o", "remount,bind,ro", root)
    os.chdir(root)
    # The old root is put over the new one, and taken away (pivot_root(2)).
    assert LIBC.pivot_root(b".", b".") == 0, os.strerror(ctypes.get_errno())
    assert LIBC.umount2(b".", 2) == 0
    os.chdir("/")


def become(user, kept):
    """The user, with the capabilities of `kept` alone, also over the start of a program."""
    import pwd

    entry = pwd.getpwnam(user)
    libcap = ctypes.CDLL("libcap.so.2")
    libcap.cap_from_text.restype = ctypes.c_void_p
    numbers = [10] if kept == ["CAP_NET_BIND_SERVICE"] else None
    assert numbers is not None, kept
    for number in range(64):
        if number not in numbers:
            LIBC.prctl(24, number, 0, 0, 0)
    LIBC.prctl(8, 1, 0, 0, 0)
    os.initgroups(user, entry.pw_gid)
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)
    assert libcap.cap_set_proc(ctypes.c_void_p(libcap.cap_from_text(b"cap_net_bind_service=eip"))) == 0
    assert LIBC.prctl(47, 2, 10, 0, 0) == 0


def filter_calls(unit, calls):
    refused = seccomp.SyscallFilter(seccomp.ALLOW)
    no = seccomp.ERRNO(1)
    if unit.get("MemoryDenyWriteExecute") == ["yes"]:
        both = PROT_WRITE | PROT_EXEC
        refused.add_rule(no, "mmap", seccomp.Arg(2, seccomp.MASKED_EQ, both, both))
        for name in ["mprotect", "pkey_mprotect"]:
            refused.add_rule(no, name, seccomp.Arg(2, seccomp.MASKED_EQ, PROT_EXEC, PROT_EXEC))
    namespaces = unit["RestrictNamespaces"][0].split()
    for name, flag in NAMESPACES.items():
        if name not in namespaces:
            for call, place in [("unshare", 0), ("clone", 0), ("setns", 1)]:
                refused.add_rule(no, call, seccomp.Arg(place, seccomp.MASKED_EQ, flag, flag))
    refused.add_rule(seccomp.ERRNO(38), "clone3")
    families = [FAMILIES[name] for name in unit["RestrictAddressFamilies"][0].split()]
    for family in range(1, 46):
        if family not in families:
            refused.add_rule(seccomp.ERRNO(97), "socket", seccomp.Arg(0, seccomp.EQ, family))
    allowed = seccomp.SyscallFilter(no)
    for name in calls:
        try:
            allowed.add_rule(seccomp.ALLOW, name)
        except (RuntimeError, ValueError, OSError):
            # Of another architecture, or newer than the library.
            pass
    refused.load()
    allowed.load()


unit, root, *command = settings(sys.argv[1]), *sys.argv[2:]
calls = system_calls(" ".join(unit["SystemCallFilter"]).split()) | {"execve"}
environment = dict(line.split("=", 1) for line in unit["Environment"])
environment |= {name: os.environ[name] for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC"] if name in os.environ}
enter(root, unit)
os.umask(int(unit["UMask"][0], 8))
become(unit["User"][0], unit["CapabilityBoundingSet"])
filter_calls(unit, calls)
os.execve(command[0], command, environment)

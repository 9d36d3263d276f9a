"""A machine for a Debian root: qemu without hardware virtualization, so that it runs wherever qemu does."""

import shutil
import socket
import subprocess
import time

# Says when it listens, runs each line that comes, and ends what that printed with its status and a byte 4.
SHELL = r"""#!/bin/bash
exec 3<>/dev/virtio-ports/trial.shell
printf 'listening:0\004' >&3
while IFS= read -r line <&3; do
    bash -c "$line" </dev/null >&3 2>&1
    printf 'status:%d\004' $? >&3
done
"""
UNIT = """[Unit]
Description=Commands of the trial
[Service]
Type=idle
ExecStart=/usr/local/sbin/trial-shell
[Install]
WantedBy=multi-user.target
"""


def make_disk(root, folder, megabytes=6144):
    """Of a Debian root with systemd and a kernel: a disk that boots, with a shell for `Machine` and an address by DHCP."""
    shell = root / "usr/local/sbin/trial-shell"
    shell.write_text(SHELL)
    shell.chmod(0o755)
    (root / "etc/systemd/system/trial-shell.service").write_text(UNIT)
    (root / "etc/systemd/network/trial.network").write_text("[Match]\nName=e*\n[Network]\nDHCP=yes\n")
    (root / "etc/hostname").write_text("trial\n")
    (root / "etc/fstab").write_text("/dev/vda / ext4 defaults 0 1\n")
    subprocess.run(["chroot", root, "systemctl", "enable", "--quiet", "trial-shell", "systemd-networkd"], check=True)
    for name in ["vmlinuz", "initrd.img"]:
        found, = (root / "boot").glob(f"{name}-*")
        shutil.copy(found, folder / name)
    with open(folder / "disk", "wb") as disk:
        disk.truncate(megabytes << 20)
    subprocess.run(["mkfs.ext4", "-q", "-F", "-d", root, folder / "disk"], check=True)


class Machine:
    """Runs the disk of a folder. Commands are root's; its port 443 is `port` here, on the loopback address."""

    def __init__(self, folder, port):
        self.folder = folder
        self.process = subprocess.Popen([
            "qemu-system-x86_64", "-machine", "q35", "-accel", "tcg,thread=multi", "-cpu", "max,la57=off", "-smp", "2", "-m", "2048",
            "-nodefaults", "-display", "none", "-serial", f"file:{folder}/console.log",
            "-kernel", folder / "vmlinuz", "-initrd", folder / "initrd.img", "-append", "root=/dev/vda rw console=ttyS0 quiet",
            "-drive", f"file={folder}/disk,format=raw,if=virtio,cache=unsafe", "-device", "virtio-rng-pci",
            # It reaches nothing, and is reached at one port.
            "-netdev", f"user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:{port}-:443", "-device", "virtio-net-pci,netdev=net",
            "-device", "virtio-serial", "-chardev", f"socket,id=shell,path={folder}/shell,server=on,wait=on",
            "-device", "virtserialport,chardev=shell,name=trial.shell"])
        # It waits for this before it starts.
        self.shell = socket.socket(socket.AF_UNIX)
        end = time.monotonic() + 30
        while self.shell.connect_ex(str(folder / "shell")) != 0:
            assert time.monotonic() < end and self.process.poll() is None, "qemu does not start"
            time.sleep(0.05)
        self.received = b""

    def wait_for_start(self, seconds=1800):
        """Until all that starts at boot has been started. Returns the seconds that took."""
        began = time.monotonic()
        while self._answer(began + seconds)[0] != "listening":
            pass
        return time.monotonic() - began

    def reboot(self):
        """As an administrator does it. Returns the seconds until all has been started again."""
        self.shell.sendall(b"systemctl reboot\n")
        return self.wait_for_start()

    def run(self, command, check=True, seconds=300):
        """Runs a line of the shell. Returns what it prints, without the space around it."""
        self.shell.sendall(command.encode() + b"\n")
        said, status = self._answer(time.monotonic() + seconds)
        said = said.removesuffix("status").strip()
        assert not check or status == 0, f"{command}: {status}\n{said}"
        return said

    def _answer(self, deadline):
        while (end := self.received.find(b"\x04")) < 0:
            self.shell.settimeout(max(0.01, deadline - time.monotonic()))
            try:
                more = self.shell.recv(65536)
            except TimeoutError:
                more = b""
            assert more, f"the machine does not answer:\n{self.console()}"
            self.received += more
        answer, self.received = self.received[:end].decode(errors="replace"), self.received[end + 1:]
        text, _, status = answer.rpartition(":")
        return text, int(status)

    def console(self):
        log = self.folder / "console.log"
        return log.read_text(errors="replace")[-4000:] if log.exists() else ""

    def stop(self):
        self.process.kill()
        self.process.wait()

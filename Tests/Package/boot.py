#!/usr/bin/env python3
"""Boots a bare Debian in qemu and runs the package there as its owner would: boot.py PACKAGE ROOT, as root. The root has systemd, a kernel and what
the package depends on; the machine reaches no network.

The package's two commands, then: served behind TLS at once and after a reboot, restarted after a kill and after it hangs, started by a connection,
and purged. Without hardware virtualization that takes some ten minutes.
"""

import re
import shutil
import ssl
import sys
import tempfile
import threading
import time
from pathlib import Path

from client import Client, free_port, make_pictures, say, wait_for
from machine import Machine, make_disk

AS_ITS_USER = "runuser -u lookahead -- env LOOKAHEAD_DATA=/var/lib/lookahead LOOKAHEAD_CACHE=/var/cache/lookahead"
# Emulated, everything takes longer.
SECONDS = 180


def prepare(package, root):
    """What the owner has: the package, and pictures."""
    shutil.copy(package, root / "root")
    make_pictures(root / "srv/pictures/Summer")


class Trial:
    def __init__(self, package, machine, client):
        self.package, self.machine, self.client = package, machine, client
        self.order = None

    def property(self, name, unit="lookahead.service"):
        return self.machine.run(f"systemctl show --value --property {name} {unit}")

    def wait_until_served(self):
        wait_for(self.client.is_served, SECONDS)

    def check_order(self):
        self.wait_until_served()
        assert self.client.order() == self.order

    def install(self):
        said = self.machine.run(f"DEBIAN_FRONTEND=noninteractive apt-get install --yes /root/{self.package}", seconds=600)
        assert "Setting up lookahead" in said, said
        assert self.property("ActiveState") == "active" and self.property("UnitFileState") == "enabled"
        say(f"installed by apt: {self.machine.run('lookahead --version')}, running as {self.property('User')}")

    def set_up(self):
        """The second of the two commands."""
        said = self.machine.run("lookahead-setup /srv/pictures")
        self.client.token, = re.findall(r"^  https://trial\.local/#token=(\w+)$", said, re.MULTILINE)
        self.trust()
        self.wait_until_served()
        assert self.client.collection()["itemCount"] == 5
        say("lookahead-setup FOLDER: served by TLS at port 443, with a token")
        stranger = Client(self.client.port, self.client.token)
        try:
            stranger.ask("/healthz")
            raise AssertionError("served to somebody who does not trust the certificate")
        except OSError as error:
            assert isinstance(error.reason, ssl.SSLCertVerificationError), error

    def trust(self):
        self.client.trust(self.machine.run("cat /etc/lookahead/certificate.pem"))

    def change(self):
        """What is used without a restart: another certificate, and an option of the file."""
        before = self.property("MainPID")
        self.machine.run("lookahead-setup --new-certificate")
        self.trust()
        self.wait_until_served()
        self.machine.run("echo 'verbose: true' >>/etc/lookahead/lookahead.yaml && systemctl reload lookahead")

        def requests():
            self.client.ask("/healthz")
            return self.machine.run("journalctl --boot --no-pager --output cat --unit lookahead | grep -c 'request=' || true") != "0"
        wait_for(requests, SECONDS)
        self.machine.run("sed -i '/^verbose/d' /etc/lookahead/lookahead.yaml && systemctl reload lookahead")
        assert self.property("MainPID") == before
        say("another certificate, and a reload of the configuration, without a restart")

    def use(self):
        picture = self.client.picture(self.client.order()[0])
        health = self.client.json("/healthz")
        assert health["status"] == "ok" and "missingConfinement" not in health, health
        say(f"a picture of {len(picture)} bytes, by decoders that are fully confined")
        self.order = self.client.move_first_to_end()

    def check_doctor(self):
        said = self.machine.run(f"{AS_ITS_USER} lookahead doctor --config /etc/lookahead/lookahead.yaml", check=False)
        assert said.endswith("Everything is right."), said
        say(f"lookahead doctor: {said.count('ok     ')} times ok, everything is right")

    def check_manager(self):
        status = self.machine.run("systemctl status --no-pager --lines 0 lookahead")
        assert "enabled" in status and "active (running)" in status, status
        said = self.machine.run("systemd-analyze security --no-pager lookahead.service | tail -n 1")
        level = float(said.split(": ")[1].split()[0])
        assert level <= 2.0, said
        before = self.property("WatchdogTimestampMonotonic")
        wait_for(lambda: self.property("WatchdogTimestampMonotonic") != before, SECONDS)
        say(f"systemd: active, exposure {level}, the watchdog is reported to")

    def check_journal(self):
        lines = self.machine.run("journalctl --boot --no-pager --output cat --unit lookahead")
        assert "items in" in lines and "https://localhost:443/" in lines, lines
        bad = self.machine.run("journalctl --boot --no-pager --output cat --priority warning --unit lookahead _COMM=lookahead", check=False)
        assert not bad or bad == "-- No entries --", bad
        say(f"the journal has {len(lines.splitlines())} lines of this start, no warnings")

    def reboot(self):
        seconds = self.machine.reboot()
        assert self.property("NRestarts") == "0"
        self.check_order()
        # The manager learns it a little later than who asks the server.
        wait_for(lambda: self.property("ActiveState") == "active", SECONDS)
        ready = int(self.property("ActiveEnterTimestampMonotonic")) - int(self.property("ExecMainStartTimestampMonotonic"))
        say(f"after a reboot ({seconds:.0f} s, emulated) it is served again, {ready / 1e6:.1f} s after its start, in the order as it was left")

    def kill(self):
        before = self.property("MainPID")
        self.machine.run("systemctl kill --signal KILL lookahead")
        wait_for(lambda: self.property("MainPID") not in ("0", before) and self.property("ActiveState") == "active", SECONDS)
        self.check_order()
        assert self.property("NRestarts") == "1"
        say("killed: started again, in the order as it was left")

    def hang(self):
        """A server that does nothing more, which only the watchdog can notice."""
        self.machine.run("mkdir -p /run/systemd/system/lookahead.service.d && printf '[Service]\\nWatchdogSec=15\\nTimeoutAbortSec=5\\n' "
                         ">/run/systemd/system/lookahead.service.d/trial.conf && systemctl daemon-reload && systemctl restart lookahead")
        self.wait_until_served()
        before = self.property("MainPID")
        self.machine.run(f"kill -STOP {before}")
        wait_for(lambda: self.property("MainPID") not in ("0", before) and self.property("ActiveState") == "active", SECONDS)
        self.check_order()
        assert "Watchdog timeout" in self.machine.run("journalctl --boot --no-pager --output cat --unit lookahead")
        self.machine.run("rm -r /run/systemd/system/lookahead.service.d && systemctl daemon-reload")
        say("hung: ended by the watchdog and started again, in the order as it was left")

    def back_up(self):
        self.machine.run("systemctl enable --now lookahead-backup.timer")
        assert self.property("NextElapseUSecRealtime", "lookahead-backup.timer")
        self.machine.run("systemctl start lookahead-backup.service")
        copies = self.machine.run("ls /var/backups/lookahead").split()
        assert any(name.endswith(".sqlite") for name in copies), copies
        say(f"the timer of backups waits for the night; its unit copied {', '.join(copies)}")

    def activate_by_socket(self):
        self.machine.run("systemctl stop lookahead && mkdir -p /etc/systemd/system/lookahead.socket.d && printf "
                         "'[Socket]\\nListenStream=\\nListenStream=443\\n' >/etc/systemd/system/lookahead.socket.d/port.conf "
                         "&& systemctl daemon-reload && systemctl enable --now lookahead.socket")
        assert self.property("ActiveState") == "inactive"
        # The first connection waits for the service that it starts.
        assert self.client.ask("/healthz/live", seconds=SECONDS)
        self.check_order()
        answers = []
        self.machine.run("systemctl restart --no-block lookahead")
        asked = [threading.Thread(target=lambda: answers.append(self.client.ask("/healthz/live", seconds=SECONDS))) for _ in range(8)]
        for one in asked:
            one.start()
            time.sleep(0.1)
        for one in asked:
            one.join()
        assert len(answers) == 8, "a connection was refused during a restart"
        say("by its socket: a connection starts it, and none is refused while it is restarted")

    def purge(self):
        said = self.machine.run("DEBIAN_FRONTEND=noninteractive apt-get purge --yes lookahead", seconds=600)
        assert "rm -r /var/lib/lookahead" in said and "userdel lookahead" in said and "rm -r /etc/lookahead" not in said, said
        assert "lookahead.sqlite" in self.machine.run("ls /var/lib/lookahead && ! ls /etc/lookahead")
        say("purged: orders and ratings are left, and the package says so")


def main():
    package, root = Path(sys.argv[1]), Path(sys.argv[2])
    prepare(package, root)
    folder = Path(tempfile.mkdtemp(prefix="machine-", dir=root.parent))
    make_disk(root, folder)
    port = free_port()
    machine = Machine(folder, port)
    trial = Trial(package.name, machine, Client(port))
    try:
        say(f"a bare Debian, {machine.wait_for_start():.0f} s (emulated): {machine.run('uname -r')}")
        trial.install()
        trial.check_doctor()
        trial.set_up()
        trial.use()
        trial.check_doctor()
        trial.check_manager()
        trial.reboot()
        trial.check_journal()
        trial.change()
        trial.kill()
        trial.hang()
        trial.back_up()
        trial.activate_by_socket()
        trial.purge()
    except BaseException:
        print(machine.console(), file=sys.stderr)
        raise
    finally:
        machine.stop()
        shutil.rmtree(folder)
    print("The package serves at boot.")


main()

"""Sessions with browsers by the commands of W3C's WebDriver, over the two transports that browsers offer.

The browsers are those that people use, in Debian's packages; Playwright's Firefox and WebKit are patched builds of its own. Both
transports fit on a page, so that no driver library is needed: Selenium's Firefox wants geckodriver, which Debian 12 lacks.
"""

import http.client
import json
import socket

# Method and path of each command over HTTP; `{}` is the session. Marionette knows the same commands by name.
ROUTES = {
    "Navigate": ("POST", "/session/{}/url"),
    "Refresh": ("POST", "/session/{}/refresh"),
    "Back": ("POST", "/session/{}/back"),
    "ExecuteScript": ("POST", "/session/{}/execute/sync"),
    "PerformActions": ("POST", "/session/{}/actions"),
    "ReleaseActions": ("DELETE", "/session/{}/actions"),
    "NewWindow": ("POST", "/session/{}/window/new"),
    "GetWindowHandle": ("GET", "/session/{}/window"),
    "GetWindowRect": ("GET", "/session/{}/window/rect"),
    "SetWindowRect": ("POST", "/session/{}/window/rect"),
    "SwitchToWindow": ("POST", "/session/{}/window"),
    "CloseWindow": ("DELETE", "/session/{}/window"),
    "TakeScreenshot": ("GET", "/session/{}/screenshot"),
    "DeleteSession": ("DELETE", "/session/{}"),
}

# Maximum time for one command, in seconds.
TIMEOUT_SECONDS = 60


class WebDriverError(Exception):
    """What a browser answered instead of a value."""


class HTTPSession:
    """WebDriver over HTTP, as WebKitWebDriver serves it."""

    def __init__(self, port, capabilities):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_SECONDS)
        self.id = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})["sessionId"]

    def command(self, name, parameters=None):
        method, path = ROUTES[name]
        return self._ask(method, path.format(self.id), parameters or {})

    def close(self):
        self.command("DeleteSession")
        self.connection.close()

    def _ask(self, method, path, parameters):
        body = json.dumps(parameters) if method == "POST" else None
        self.connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        answer = self.connection.getresponse()
        value = json.loads(answer.read())["value"]
        if answer.status != 200:
            raise WebDriverError(f"{path}: {value['error']}: {value['message']}")
        return value


class MarionetteSession:
    """WebDriver over Firefox's own protocol: messages of JSON behind their length, no driver program between."""

    def __init__(self, port, capabilities):
        self.socket = socket.create_connection(("127.0.0.1", port), TIMEOUT_SECONDS)
        self.stream = self.socket.makefile("rb")
        self.number = 0
        assert self._read()["marionetteProtocol"] == 3
        self.command("NewSession", capabilities)

    def command(self, name, parameters=None):
        """The value of a command; of one of Firefox's own where the name has a prefix: `Marionette:SetContext`."""
        self.number += 1
        message = json.dumps([0, self.number, name if ":" in name else f"WebDriver:{name}", parameters or {}]).encode()
        self.socket.sendall(b"%d:%b" % (len(message), message))
        _, number, error, value = self._read()
        assert number == self.number
        if error:
            raise WebDriverError(f"{name}: {error['error']}: {error['message']}")
        # A single value comes wrapped, an object as it is.
        return value["value"] if isinstance(value, dict) and value.keys() == {"value"} else value

    def close(self):
        self.command("Marionette:Quit", {"flags": ["eForceQuit"]})
        self.stream.close()
        self.socket.close()

    def _read(self):
        length = b""
        while (byte := self.stream.read(1)) != b":":
            assert byte, "Firefox has ended"
            length += byte
        return json.loads(self.stream.read(int(length)))

"""Firefox, driven by Marionette, which it has built in."""

import json
import os
import shutil
import subprocess

from engine import Engine
from running import poll
from webdriver import MarionetteSession

PREFERENCES = {
    # A free port; Firefox writes which one into the profile.
    "marionette.port": 0,
    "remote.prefs.recommended": True,
    "app.normandy.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.startup.homepage": "about:blank",
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    # A mouse (2: fine, 4: hovers): without a window Firefox reports that there is none.
    "ui.primaryPointerCapabilities": 6,
    "ui.allPointerCapabilities": 6,
    # The pages of tests are on this machine: nothing else is to be reached.
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "network.proxy.allow_hijacking_localhost": False,
}

# Errors of pages; those of the browser's own code are not ours.
ERRORS = """
const errors = Services.console.getMessageArray().filter((message) =>
  message instanceof Ci.nsIScriptError && message.sourceName.startsWith('http') && !(message.flags & message.warningFlag));
Services.console.reset();
return errors.map(({ errorMessage, sourceName, lineNumber }) => `${errorMessage} (${sourceName}:${lineNumber})`);
"""

# As WebDriver BiDi's `browsingContext.setViewport`: the window itself cannot be as narrow as a telephone.
RESIZE = """
const { style } = gBrowser.selectedBrowser;
for (const [name, length] of [['width', arguments[0]], ['height', arguments[1]]]) {
  for (const bound of ['', 'min-', 'max-']) style.setProperty(bound + name, `${length}px`);
}
"""


class Firefox(Engine):
    name = "firefox"
    # Its driver's touches reach the page, not the part of the browser that scrolls.
    finger_scrolls = False
    # It does not keep the grid's page: whoever returns finds it loaded anew, at the same place.
    keeps_pages = False

    def __init__(self, folder):
        profile = folder / "profile"
        profile.mkdir()
        (profile / "user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()))
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        assert program, "install firefox-esr"
        self.log = open(folder / "firefox.log", "w")
        self.process = subprocess.Popen(
            [program, "--marionette", "--headless", "--remote-allow-system-access", "--profile", profile, "about:blank"],
            env={**os.environ, "HOME": str(folder), "MOZ_HEADLESS_WIDTH": "1600", "MOZ_HEADLESS_HEIGHT": "1200"},
            stdout=self.log, stderr=self.log)
        port = profile / "MarionetteActivePort"
        poll(lambda: port.exists() and port.read_text(), 60, "Firefox has started")
        super().__init__(MarionetteSession(int(port.read_text()), {"unhandledPromptBehavior": "dismiss"}))

    def resize(self, page, width, height):
        self.switch(page.handle)
        self.in_browser(RESIZE, width, height)

    def errors(self):
        return self.in_browser(ERRORS)

    def in_browser(self, script, *arguments):
        """Runs a script in the browser itself, outside of pages."""
        self.session.command("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.session.command("ExecuteScript", {"script": script, "args": [*arguments]})
        finally:
            self.session.command("Marionette:SetContext", {"value": "content"})

    def close(self):
        self.session.close()
        self.process.wait(20)
        self.log.close()

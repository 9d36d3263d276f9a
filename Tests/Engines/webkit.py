"""WebKitGTK's MiniBrowser on a display that no one sees, driven by WebKitWebDriver."""

import os
import shutil
import subprocess
from pathlib import Path

from driven_page import DrivenPage
from engine import Engine
from fronts import free_port, is_open
from running import poll
from webdriver import HTTPSession

WATCH = """() => {
  window.reported = [];
  addEventListener('error', ({ message, filename, lineno }) => window.reported.push(`${message} (${filename}:${lineno})`));
  addEventListener('unhandledrejection', ({ reason }) => window.reported.push(String(reason)));
}"""


class WatchedPage(DrivenPage):
    """Notes errors in the page itself, once it has loaded: the driver reports none."""

    def goto(self, address):
        super().goto(address)
        self.evaluate(WATCH)

    def reload(self):
        super().reload()
        self.evaluate(WATCH)


class WebKit(Engine):
    name = "webkit"
    # Its driver makes a mouse of every pointer.
    has_touch = finger_scrolls = False
    # Without a window manager all windows are seen; of tabs only the first would be.
    opens = "window"
    page = WatchedPage

    def __init__(self, folder):
        assert shutil.which("WebKitWebDriver"), "install webkit2gtk-driver"
        assert shutil.which("Xvfb"), "install xvfb"
        read, write = os.pipe()
        self.display = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1400x24", "-nolisten", "tcp"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with open(read) as line:
            display = line.readline().strip()
        assert display, "Xvfb has not started"
        port = free_port()
        self.log = open(folder / "webkit.log", "w")
        self.pages = []
        self.driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"], stdout=self.log, stderr=self.log,
            env={**os.environ, "HOME": str(folder), "DISPLAY": f":{display}", "GDK_BACKEND": "x11"})
        poll(lambda: is_open(port), 20, "WebKitWebDriver has started")
        browser = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
        super().__init__(HTTPSession(port, {"webkitgtk:browserOptions": {"binary": str(browser), "args": ["--automation"]}}))

    def resize(self, page, width, height):
        """The window, until the view within it has the size."""
        self.switch(page.handle)
        window = self.session.command("GetWindowRect")
        inner = page.evaluate("[innerWidth, innerHeight]")
        self.session.command("SetWindowRect", {
            "width": window["width"] + width - inner[0], "height": window["height"] + height - inner[1]})

    def errors(self):
        return [error for page in self.pages for error in page.evaluate("window.reported?.splice(0) ?? []")]

    def new_page(self):
        page = super().new_page()
        self.pages.append(page)
        return page

    def close(self):
        self.session.close()
        for process in (self.driver, self.display):
            process.terminate()
            process.wait(20)
        self.log.close()

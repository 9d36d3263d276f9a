"""Chromium, driven by Playwright as in all tests of the page: a difference between engines is seen beside it."""

import grid_page
from browsers import chromium
from playwright.sync_api import sync_playwright


class Chromium:
    name = "chromium"
    has_touch = finger_scrolls = True

    def __init__(self, folder):
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"])
        # Tabs of one window, as in the other engines.
        self.context = self.browser.new_context(has_touch=True)
        self.context.set_default_timeout(30_000)
        self.reported = []

    def new_page(self):
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.reported.append(f"{error}"))
        return page

    def finger(self, page):
        return grid_page.Finger(page)

    def release(self, page):
        page.mouse.up()

    def errors(self):
        reported, self.reported = self.reported, []
        return reported

    def close(self):
        self.browser.close()
        self.playwright.stop()

"""Chromium, driven by Playwright as in all tests of the page: a difference between engines is seen beside it."""

import shutil

import grid_page
from playwright.sync_api import sync_playwright


class Chromium:
    name = "chromium"
    has_touch = finger_scrolls = keeps_pages = True

    def __init__(self, folder):
        self.playwright = sync_playwright().start()
        # The whole browser: the headless shell of other tests has no back/forward cache, which Playwright switches off besides.
        self.browser = self.playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-dev-shm-usage"],
            ignore_default_args=["--disable-back-forward-cache"])
        # Tabs of one window, as in the other engines.
        self.context = self.browser.new_context(has_touch=True)
        self.context.set_default_timeout(30_000)
        self.reported = []

    def new_page(self):
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.reported.append(f"{error}"))
        return page

    def back(self, page):
        # No load follows when the page was kept.
        page.go_back(wait_until="commit")

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

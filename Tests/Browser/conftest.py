"""A real Chromium for the tests of the page."""

import shutil

import pytest
from playwright.sync_api import sync_playwright


@pytest.fixture(scope="session")
def browser():
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield browser
        browser.close()


@pytest.fixture
def new_page(browser):
    """Opens pages with a window of their own: `new_page(width=360, …)`. None may have said an error at the end."""
    contexts, errors = [], []

    def open_page(width=1280, height=800, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(f"{error}"))
        page.on("console", lambda message: heard(message))
        return page

    def heard(message):
        # Chromium reports every refused or cut request there; what the page makes of them is tested by itself.
        if message.type == "error" and "Failed to load resource" not in message.text:
            errors.append(message.text)

    open_page.errors = errors
    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def page(new_page):
    return new_page()

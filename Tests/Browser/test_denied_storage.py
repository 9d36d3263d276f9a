"""A browser that keeps nothing: no cookies and no storage. The page works as long as it is open, and signing in says what is missing."""

import json
import shutil

import pytest
from grid_page import GridPage
from pictures import write_folder
from running import poll

BLOCKED = 2


@pytest.fixture
def open_page(browser, tmp_path):
    """Opens pages of a browser whose owner has blocked cookies and what pages store. None may have said an error at the end."""
    settings = tmp_path / "profile" / "Default" / "Preferences"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"profile": {"default_content_setting_values": {"cookies": BLOCKED}}}))
    # Chromium without its window knows no such settings.
    options = {"executable_path": shutil.which("chromium"), "args": ["--no-sandbox", "--disable-dev-shm-usage"], "locale": "en-GB"}
    context = browser.browser_type.launch_persistent_context(tmp_path / "profile", **options)
    errors = []

    def open_page(address):
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(f"{error}"))
        page.goto(address)
        assert page.evaluate("(() => { try { localStorage; } catch (error) { return error.name; } })()") == "SecurityError"
        return page

    yield open_page
    context.close()
    assert errors == []


def test_the_page_is_read_marked_and_put_in_order(open_page, start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"Left": 8}))
    server.opened()
    page = open_page(server.address)
    grid = GridPage(page, server.address).settle().equip()
    first, second = server.sections()[0][:2]
    path = f"/api/v1/collections/{server.collection()}/items/{first}"
    grid.focus(first).press("4")
    poll(lambda: server.ask("GET", path).json["attributes"] == {"stars": 4}, 15, "it is marked")
    # Who did it is known as long as the page is open.
    grid.press("Control+z")
    poll(lambda: server.ask("GET", path).json["attributes"] == {}, 15, "undone")
    grid.choose_layout("list")
    server.move(first, (0, 1))
    poll(lambda: grid.order()[:2] == [second, first], 15, "changes of others arrive")


def test_signing_in_says_that_cookies_are_blocked(open_page, start_server):
    server = start_server("--items", 5, "--token", "auto")
    page = open_page(server.address)
    for token, words in [("not-the-right-token", "This is not the server’s token."), (server.token, "The browser blocks cookies.")]:
        page.get_by_label("Token").fill(token)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("alert").get_by_text(words).wait_for()

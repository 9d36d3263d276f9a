"""A person who comes without the token is asked for it."""

from browsers import chromium
from grid_page import GRID, has_no_worker
from playwright.sync_api import Error
from running import poll

WHOLE, READING = "of-sixteen-letters-or-more", "another-one-of-as-many"


def shows_all(page):
    """Also over the navigation that signing in ends with, at which a question is lost."""
    def count():
        try:
            return page.evaluate(f"{GRID}?.itemCount")
        except Error:
            return None

    poll(lambda: count() == 30, 20, "the grid is there")


def test_a_page_asks_for_the_token_until_it_is_the_right_one(new_page, start_server):
    server = start_server("--items", 30, "--token", "auto")
    page = new_page(locale="en-GB")
    page.goto(f"{server.address}/?collection=items")
    field = page.get_by_label("Token")
    field.fill("not-the-right-token")
    page.keyboard.press("Enter")
    page.get_by_role("alert").wait_for()
    page.get_by_label("Token").fill(server.token)
    page.get_by_role("button", name="Sign in").click()
    shows_all(page)
    assert server.token not in page.url
    korean = new_page(locale="ko-KR")
    korean.goto(server.address)
    assert korean.get_by_label("토큰").is_visible()
    assert korean.evaluate("getComputedStyle(document.querySelector('button')).borderRadius") == "20px", "its style is let in"


def test_the_token_comes_in_the_fragment_and_is_in_no_request(new_page, start_server):
    server = start_server("--items", 30, "--token", WHOLE, "--read-only-token", READING)
    page, asked = new_page(), []
    has_no_worker(page)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server.address}/?collection=items#token=not-the-right-token")
    page.get_by_role("alert").get_by_text("not the server’s token").wait_for()
    assert page.url == f"{server.address}/?collection=items"
    # In a tab that shows the page already, only the fragment is another one.
    page.evaluate(f"location.hash = 'token={READING}'")
    page.locator(".bar .view-only").wait_for()
    page.evaluate(f"location.hash = 'token={WHOLE}'")
    page.locator(".bar .view-only").wait_for(state="hidden")
    shows_all(page)
    assert page.url == f"{server.address}/?collection=items"
    # What lies behind a place that somebody sends stays there.
    page.goto("about:blank")
    page.context.clear_cookies()
    page.goto(f"{server.address}/?collection=items#item=7")
    page.get_by_label("Token").fill(WHOLE)
    page.keyboard.press("Enter")
    shows_all(page)
    assert "item=7" in page.url
    assert asked and not any(WHOLE in url or READING in url or "token=" in url.split("#")[0] for url in asked)


def test_a_browser_that_was_closed_is_still_signed_in(browser, start_server, tmp_path):
    server = start_server("--items", 30, "--token", "auto")

    def visit(address):
        options = {"executable_path": chromium(), "args": ["--no-sandbox", "--disable-dev-shm-usage"]}
        context = browser.browser_type.launch_persistent_context(tmp_path / "profile", **options)
        page = context.pages[0]
        page.goto(address)
        shows_all(page)
        context.close()

    visit(f"{server.address}/?collection=items#token={server.token}")
    # Cookies have the port in their names.
    server.port = server.address.rsplit(":", 1)[1]
    server.restart()
    visit(f"{server.address}/?collection=items")

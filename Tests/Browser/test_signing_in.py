"""A person who comes without the token is asked for it."""

from grid_page import GridPage
from running import poll


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
    poll(lambda: GridPage(page, server.address).get("itemCount") == 30, 20, "the grid is there")
    assert server.token not in page.url
    korean = new_page(locale="ko-KR")
    korean.goto(server.address)
    assert korean.get_by_label("토큰").is_visible()
    assert korean.evaluate("getComputedStyle(document.querySelector('button')).borderRadius") == "20px", "its style is let in"

"""A person at a wrong address gets a page in their language, with a way home."""

import pytest
from grid_page import GridPage


@pytest.mark.parametrize("locale,home", [("en-GB", "Go to the pictures"), ("ko-KR", "사진 보러 가기")])
def test_a_wrong_address_leads_home(new_page, numbers, locale, home):
    page = new_page(locale=locale)
    answer = page.goto(f"{numbers.address}/fotos/2024")
    assert answer.status == 404
    # Its own style is allowed by the policy.
    assert page.locator("main").evaluate("(e) => getComputedStyle(e).display") == "grid"
    page.get_by_role("link", name=home).click()
    GridPage(page, numbers.address).settle()
    assert page.url == numbers.address + "/"

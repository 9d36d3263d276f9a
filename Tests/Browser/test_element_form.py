"""The element as a control of a form: when it is disabled, by itself or by a fieldset, and when the form is reset."""

import pytest
from grid_page import GridPage
from pictures import write_folder
from running import poll

FORM = """<!doctype html><meta charset="utf-8"><title>Form</title>
<script type="module" src="{server}/grid/collection-grid.js"></script>
<form><fieldset>
  <collection-grid name="cover" multiple value="VALUE" server="{server}" collection="{collection}"></collection-grid>
</fieldset></form>
<script>
  window.heard = [];
  const [form, fieldset, grid] = ['form', 'fieldset', 'collection-grid'].map((name) => document.querySelector(name));
  for (const name of ['input', 'change']) form.addEventListener(name, () => heard.push(name));
</script>"""


@pytest.fixture(scope="module")
def server(start_shared_server, module_path, site):
    server = start_shared_server(write_folder(module_path / "shop", {"Left": 12}), "--cors-origin", site.address)
    server.opened()
    return server


@pytest.fixture
def grid(page, site, server):
    """A picker in which the second item is chosen by its attribute."""
    page.goto(site.page(FORM.replace("VALUE", server.sections()[0][1]), server.address, server.collection()))
    grid = GridPage(page, server.address).settle()
    grid.sent = lambda: page.evaluate("new FormData(form).getAll('cover')")
    grid.selected = lambda: page.locator("collection-grid .cell.selected").count()
    poll(lambda: grid.sent() == [server.sections()[0][1]] and grid.selected() == 1, 10, "the attribute's value is chosen")
    return grid


@pytest.mark.parametrize("disabled", ["grid", "fieldset"])
def test_nothing_is_chosen_or_sent_while_it_is_disabled(grid, server, disabled):
    page, items = grid.page, server.sections()[0]
    page.evaluate(f"{disabled}.disabled = true")
    assert grid.sent() == [] and page.evaluate("grid.matches(':disabled')") and not page.evaluate("grid.willValidate")
    page.mouse.click(*grid.centre(items[2]))
    page.keyboard.press("Tab")
    assert not page.evaluate("grid.shadowRoot.activeElement"), "keys do not reach it either"
    assert page.evaluate("[grid.values, heard]") == [[items[1]], []] and grid.get("openItem") is None
    page.evaluate(f"{disabled}.disabled = false")
    assert grid.sent() == [items[1]], "what was chosen is sent again"
    page.mouse.click(*grid.centre(items[2]))
    poll(lambda: grid.sent() == items[1:3], 10, "it can be chosen in again")


def test_a_reset_returns_to_the_attribute_and_is_no_choice_of_a_person(grid, server):
    page, items = grid.page, server.sections()[0]
    for item in (items[1], items[4], items[5]):
        page.mouse.click(*grid.centre(item))
    poll(lambda: grid.sent() == items[4:6], 10, "one is given up, two are chosen")
    poll(lambda: page.evaluate("heard").count("change") == 3, 10)
    page.evaluate("form.reset()")
    assert grid.sent() == [items[1]], "at once"
    poll(lambda: grid.selected() == 1 and page.locator(f"collection-grid .cell[data-item='{items[1]}'].selected").count() == 1, 10)
    assert page.evaluate("heard").count("change") == 3
    page.evaluate("form.querySelector('collection-grid').removeAttribute('value')")
    poll(lambda: grid.sent() == [] and grid.selected() == 0, 10, "without the attribute nothing is chosen")

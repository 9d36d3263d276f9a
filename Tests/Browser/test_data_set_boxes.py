"""Data sets beside a folder, and groups by gaps, as people meet them."""

import json
import re

import pytest
from grid_page import GridPage
from pictures import write_folder
from playwright.sync_api import expect
from running import poll

TIMES = ["2024-05-17T12:00", "2024-05-17T12:05", "2024-05-17T18:00", "2024-05-17T23:55", "2024-05-18T00:05"]


@pytest.fixture
def server(start_server, tmp_path):
    folder = write_folder(tmp_path / "photos", {"Left": 5})
    pictures = sorted((folder / "Left").iterdir())
    animals = ["cat", "dog", "cat", "dog", "cat"]
    box = {"label": "nose", "x": 0.25, "y": 0.25, "width": 0.5, "height": 0.5}
    lines = [{"path": f"Left/{picture.name}", "animal": animal, "taken": time, **({"boxes": [box]} if time == TIMES[0] else {})}
             for picture, animal, time in zip(pictures, animals, TIMES)]
    lines += [{"path": "Left/gone.jpg", "animal": "cow"}]
    (folder / "metadata.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    server = start_server(folder)
    server.opened()
    path = f"/api/v1/collections/{server.collection()}"
    poll(lambda: (f := server.ask("GET", f"{path}/fields").json)["complete"] and any(one["field"] == "animal" for one in f["fields"]), 30, "all is read")
    return server


def test_fields_of_a_data_set_are_filtered_by_and_its_other_lines_are_told_of(page, server):
    grid = GridPage(page, server.address).open()
    expect(page.locator(".left-out p")).to_contain_text("In metadata.jsonl, 1 line names no picture here.")
    grid.press("f")
    page.locator("[data-field=animal]").get_by_text("animal", exact=True).click()
    option = page.locator("[data-field=animal] .option", has_text="cat")
    expect(option).to_contain_text("3")
    option.click()
    poll(lambda: grid.settle().get("itemCount") == 3, 15, lambda: grid.get("itemCount"))
    expect(page.locator(".chips")).to_contain_text("animal: cat")


def test_groups_by_gaps_are_titled_by_their_times_and_are_in_the_address(page, server):
    grid = GridPage(page, server.address).open()
    grid.press("s")
    page.get_by_label("Group by").select_option("Pauses over 1 h")
    wanted = ["Friday, May 17, 2024 at 11:55 PM – Saturday, May 18, 2024 at 12:05 AM", "Friday, May 17, 2024 at 6:00 PM",
              "Friday, May 17, 2024, 12:00 – 12:05 PM"]
    # Without the narrow spaces of some versions.
    plain = lambda titles: [re.sub("[\u202f\u2009]", " ", title) for title in titles]
    poll(lambda: plain(grid.headers()) == wanted, 15, lambda: grid.headers())
    assert page.url.endswith("sort=-taken&group=taken:gap-60")
    page.goto(page.url)
    poll(lambda: plain(grid.headers()) == wanted, 15, lambda: grid.headers())


def test_boxes_are_drawn_over_the_cell_and_over_the_large_picture(page, server):
    grid = GridPage(page, server.address).open()
    drawing = page.locator(".cell .boxes")
    expect(drawing).to_have_count(1)
    first = grid.order()[0]
    cell, box = grid.node(first, "e.getBoundingClientRect().toJSON()"), drawing.locator("rect").bounding_box()
    middle = lambda one: (one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    picture = grid.node(first, "e.querySelector('.body').getBoundingClientRect().toJSON()")
    # The box is in the middle of the picture, and so it is of the cell, whatever that cuts.
    assert all(abs(a - b) < 2 for a, b in zip(middle(picture), middle(box))), (cell, box)
    grid.focus(first)
    grid.press("Enter")
    large = page.locator(".lightbox .boxes")
    expect(large.locator("text")).to_have_text("nose")
    shown = page.locator(".lightbox .box:has(.boxes)").bounding_box()
    drawn = large.locator("rect").bounding_box()
    assert all(abs(drawn[side] - shown[side] / 2) < 4 for side in ("width", "height")), (shown, drawn)
    grid.press("ArrowRight")
    expect(large).to_have_count(0)
    grid.press("Escape")
    expect(page.locator(".lightbox")).to_be_hidden()
    # The last line of a corrected file counts.
    folder = next(server.data.parent.glob("photos"))
    lines = [json.loads(line) for line in (folder / "metadata.jsonl").read_text().splitlines()]
    (folder / "metadata.jsonl").write_text("".join(json.dumps({**line, "boxes": []}) + "\n" for line in lines))
    path = f"/api/v1/collections/{server.collection()}"
    assert server.ask("POST", f"{path}/refresh", {}).status in (200, 202)
    poll(lambda: server.ask("GET", f"{path}/items/{first}").json["attributes"]["boxes"] == [], 15, "it is read again")
    expect(drawing).to_have_count(0)


OVERLAY = """<style>collection-grid { height: 500px; } collection-grid::part(animal) { color: rgb(1, 2, 3); }</style>
<script type="module">
  import { registerOverlay } from '{server}/grid/collection-grid.js';
  window.drawn = [];
  registerOverlay('animal', (cell, { width, height, isLarge }) => {
    const { animal } = cell.item.attributes;
    if (animal === 'dog') return undefined;
    drawn.push([cell.id, width > 0 && height > 0, isLarge]);
    const words = document.createElement('b');
    words.textContent = isLarge ? `a ${animal}` : animal;
    return words;
  });
  registerOverlay('broken', () => { throw new Error('this one'); });
  document.querySelector('collection-grid').collection = '{collection}';
</script><collection-grid server="{server}" density="140" actions="select"></collection-grid>"""


def test_a_page_draws_over_cells_and_over_the_large_picture(new_page, start_server, site, tmp_path):
    folder = write_folder(tmp_path / "photos", {"Left": 3})
    names = sorted(picture.name for picture in (folder / "Left").iterdir())
    box = {"x": 0.25, "y": 0.25, "width": 0.5, "height": 0.5}
    (folder / "metadata.jsonl").write_text("".join(
        json.dumps({"path": f"Left/{name}", "animal": animal, "boxes": [box]}) + "\n" for name, animal in zip(names, ["cat", "dog", "cow"])))
    server = start_server(folder, "--cors-origin", site.address)
    server.opened()
    path = f"/api/v1/collections/{server.collection()}"
    poll(lambda: any(one["field"] == "animal" for one in server.ask("GET", f"{path}/fields").json["fields"]), 30, "all is read")
    page = new_page()
    page.goto(site.page(OVERLAY, server.address, server.collection()))
    grid = GridPage(page, server.address).settle().equip()
    over = lambda where: grid.parts(f"{where} [part=animal]", "e.textContent")
    poll(lambda: over(".cell:not([hidden])") == ["cat", "cow"], 15, lambda: over(".cell"))
    # Boxes are drawn in the same way, and an error costs the one drawing only.
    assert len(grid.parts(".cell:not([hidden]) .boxes", "1")) == 3
    assert grid.part(".cell [part=animal]", "[getComputedStyle(e).color, getComputedStyle(e).pointerEvents]") == ["rgb(1, 2, 3)", "none"]
    assert all(has_size and not is_large for _, has_size, is_large in page.evaluate("drawn"))
    grid.focus(grid.order()[0]).press("Enter")
    poll(lambda: over(".lightbox") == ["a cat"], 15, lambda: over(".lightbox"))
    grid.press("ArrowRight")
    poll(lambda: over(".lightbox") == [], 15, "a dog is left as it is")
    # What changes is drawn again.
    grid.press("Escape")
    change = {"attributes": {"animal": "cat"}}
    answer = server.ask("PATCH", f"{path}/items/{grid.order()[1]}", change, headers={"Content-Type": "application/merge-patch+json"})
    assert answer.status == 200, answer.body
    poll(lambda: over(".cell:not([hidden])") == ["cat", "cat", "cow"], 15, lambda: over(".cell"))
    assert all("this one" in error for error in new_page.errors), new_page.errors
    new_page.errors.clear()


def test_boxes_are_hidden_by_a_key_and_in_the_menu_of_the_view_and_stay_so(page, server):
    grid = GridPage(page, server.address).open()
    drawing = page.locator(".cell .boxes")
    expect(drawing).to_be_visible()
    grid.focus(grid.order()[0]).press("n")
    expect(drawing).to_be_hidden()
    grid.hears("Boxes are hidden")
    page.reload()
    grid.settle().equip()
    expect(drawing).to_be_hidden()
    page.locator(".layouts > button").click()
    choice = page.get_by_label("Boxes of data sets")
    expect(choice).not_to_be_checked()
    choice.check()
    expect(drawing).to_be_visible()
    page.keyboard.press("Escape")
    grid.focus(grid.order()[0]).press("Enter")
    large = page.locator(".lightbox .boxes")
    expect(large).to_be_visible()
    grid.press("n")
    expect(large).to_be_hidden()
    grid.press("n")
    expect(large).to_be_visible()


def animals(server):
    path = f"/api/v1/collections/{server.collection()}"
    return [server.ask("GET", f"{path}/items/{item}").json["attributes"].get("animal") for item in server.sections()[0]]


@pytest.mark.parametrize("locale,marks,entry,set_it,undo,said", [
    ("en-GB", "Mark…", "Set a field…", "Set", "Undo", "2 items: animal is “cow”"),
    ("ko-KR", "표시…", "필드 지정…", "지정", "실행 취소", "animal ‘cow’"),
])
def test_a_field_of_all_that_is_selected_is_set_and_taken_back(new_page, server, locale, marks, entry, set_it, undo, said):
    page = new_page(locale=locale)
    grid = GridPage(page, server.address).open()
    assert animals(server) == ["cat", "dog", "cat", "dog", "cat"]
    page.evaluate("(ids) => document.querySelector('collection-grid').select(ids)", server.sections()[0][1:3])
    page.get_by_role("toolbar").get_by_role("button", name=marks).click()
    page.get_by_role("menuitem", name=entry).click()
    page.locator(".sheet.field").wait_for()
    field, value = page.locator(".sheet.field input").all()
    assert field.input_value() == "animal"
    offered = "document.querySelector('collection-grid').shadowRoot.querySelectorAll('#field-choices-1 option')"
    poll(lambda: page.evaluate(f"[...{offered}].map((e) => e.value).sort()") == ["cat", "dog"], 10, "the values that there are are offered")
    value.fill("cow")
    page.locator(".sheet.field").get_by_role("button", name=set_it, exact=True).click()
    poll(lambda: animals(server) == ["cat", "cow", "cow", "dog", "cat"], 15, lambda: animals(server))
    grid.hears(said)
    page.get_by_role("button", name=undo).click()
    poll(lambda: animals(server) == ["cat", "dog", "cat", "dog", "cat"], 15, lambda: animals(server))


def test_a_field_of_one_is_removed_and_a_new_one_is_made_by_the_key(page, server):
    grid = GridPage(page, server.address).open()
    path = f"/api/v1/collections/{server.collection()}"
    first = grid.order()[0]
    attributes = lambda: server.ask("GET", f"{path}/items/{first}").json["attributes"]
    before = attributes()
    grid.focus(first).press("e")
    page.locator(".sheet.field").wait_for()
    page.keyboard.press("Enter")
    poll(lambda: "animal" not in attributes(), 15, attributes)
    grid.focus(first).press("e")
    page.locator(".sheet.field").wait_for()
    field, value = page.locator(".sheet.field input").all()
    field.fill("score")
    value.fill("0.5")
    value.press("Enter")
    poll(lambda: attributes().get("score") == 0.5, 15, attributes)
    page.keyboard.press("Control+z")
    poll(lambda: "score" not in attributes(), 15, attributes)
    page.keyboard.press("Control+z")
    poll(lambda: attributes() == before, 15, attributes)

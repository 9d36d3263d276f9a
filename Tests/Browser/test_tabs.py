"""Many tabs of one browser: a host has six connections, and all tabs stay live all the same."""

from grid_page import GridPage
from pictures import write_folder
from running import poll


def test_ten_tabs_all_see_a_move(new_page, start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"": 12}))
    server.opened()
    first = new_page(width=700, height=500)
    tabs = [GridPage(page, server.address) for page in [first, *(first.context.new_page() for _ in range(9))]]
    # All at once, as a browser that is started anew does.
    for tab in tabs:
        tab.page.goto(server.address, wait_until="commit")
    for tab in tabs:
        tab.page.bring_to_front()
        poll(lambda: tab.get("isIdle"), 60, "it shows what is there")
    order = tabs[0].order()
    assert server.move(order[0], [0, 3]).status == 200
    expected = [*order[1:4], order[0], *order[4:]]
    for tab in tabs:
        # A tab in the background draws nothing; brought to the front it shows what it has heard meanwhile.
        tab.page.bring_to_front()
        poll(lambda: tab.order() == expected, 30, "the move is seen")


def test_a_closed_tab_takes_nothing_from_the_others(new_page, start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"": 12}))
    server.opened()
    first = new_page(width=700, height=500)
    second = GridPage(first.context.new_page(), server.address).open()
    grid = GridPage(first, server.address).open()
    second.page.close()
    order = grid.order()
    assert server.move(order[0], [0, 2]).status == 200
    poll(lambda: grid.order()[:3] == [order[1], order[2], order[0]], 15, "the move is seen")
    # The server is told that the closed tab's viewer is no more.
    poll(lambda: server.ask("GET", "/api/v1/stats").json["viewers"] == 1, 10, "one viewer is left")

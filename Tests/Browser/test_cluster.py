"""A page on one of two servers over one database, behind HAProxy with the configuration of `deploy/`; its server is killed."""

import signal

import pytest
from cluster import kill_beneath, serving, two_servers
from grid_page import PAGE_MODULE, GridPage
from running import poll


@pytest.fixture(scope="module")
def cluster(start_shared_server, module_path, postgres):
    """Two servers on one folder and one database, and the address of HAProxy in front of them."""
    with two_servers(start_shared_server, postgres.database("page"), module_path) as both:
        yield both


def test_a_page_whose_server_is_killed_is_live_on_the_other_with_what_it_missed(new_page, cluster):
    servers, address = cluster
    grid = GridPage(new_page(ignore_https_errors=True), address).open()
    grid.scroll_to(900)
    # There, back and there again. `Scripts/soak cluster` does it ten times.
    seconds = [kill_beneath(grid, servers, address) for _ in range(3)]
    assert max(seconds) <= 3, seconds


def test_a_drag_whose_server_is_killed_ends_as_a_plain_move(new_page, cluster):
    servers, address = cluster
    page = new_page(ignore_https_errors=True)
    grid = GridPage(page, address).open()
    mine, other = serving(servers)
    first = other.sections()[0]
    grid.carry(first[0])
    assert mine.stop(signal.SIGKILL) == -signal.SIGKILL
    # The page has another viewer, on the other server, which knows nothing of the movement.
    poll(lambda: other.ask("GET", "/api/v1/stats").json["viewers"] > 0, 10, "it is on the other")
    x, y = grid.centre(first[3])
    page.mouse.move(x, y, steps=8)
    poll(lambda: grid.gap_is_near(x, y), 15, "the others made room")
    page.mouse.up()
    expected = [*first[1:4], first[0], *first[4:8]]
    poll(lambda: other.sections()[0][:8] == expected, 15, "it is stored")
    poll(lambda: grid.order()[:8] == expected, 15, "and seen")
    mine.start()
    mine.opened()
    poll(lambda: mine.sections()[0][:8] == expected, 15, "also on the one that comes back")


def test_pages_say_that_the_database_is_away_and_go_on(new_page, cluster, postgres):
    servers, address = cluster
    banner = {"en-US": "Changes cannot be saved right now. Everything can still be viewed.",
              "ko-KR": "지금은 변경 사항을 저장할 수 없습니다. 보기는 계속할 수 있습니다."}
    pages = {language: new_page(ignore_https_errors=True, locale=language) for language in banner}
    grids = [GridPage(page, address).open() for page in pages.values()]
    shown = lambda page: page.locator(".banner.shown").all_inner_texts()
    postgres.crash()
    try:
        for language, page in pages.items():
            poll(lambda: shown(page) == [banner[language]], 20, "the page says it")
        # Looking goes on, and a change says that it is not made.
        page, grid = pages["en-US"], grids[0]
        before = servers[0].sections()
        grid.scroll_to(900)
        poll(lambda: before[0][0] not in [cell["id"] for cell in grid.seen()], 10, "it scrolls")
        grid.scroll_to(0)
        poll(lambda: grid.order()[:8] == before[0][:8], 10, "and back")
        grid.carry(before[0][0])
        x, y = grid.centre(before[0][3])
        page.mouse.move(x, y, steps=8)
        page.mouse.up()
        poll(lambda: "not confirmed" in page.locator(".toast").inner_text(), 20, "the change is refused with the reason")
        poll(lambda: grid.order()[:8] == before[0][:8], 10, "nothing has moved")
        # A page that is opened meanwhile says it too.
        late = new_page(ignore_https_errors=True)
        GridPage(late, address).open()
        poll(lambda: shown(late) == [banner["en-US"]], 10, "a new page says it")
    finally:
        postgres.start()
    for page in [*pages.values(), late]:
        poll(lambda: not shown(page), 20, "it is gone by itself")
    move = lambda: servers[0].move(before[0][3], (0, 0)).status == 200
    poll(move, 20, "changes are taken again")
    poll(lambda: grids[1].order()[0] == before[0][3], 10, "and seen by all")


def test_the_dashboard_shows_who_holds_leases(new_page, cluster):
    servers, _ = cluster
    # In English at one server, in Korean at the other.
    titles = ["Leases of this server", "이 서버의 리스"]
    nobody = ["No server holds a lease.", "리스를 가진 서버가 없습니다."]
    holders = ["Leases are held by {}.", "리스를 가진 서버: {}"]
    own = ["this server {} (1)", "이 서버 {} (1)"]
    pages = [new_page(locale=language) for language in ["en-US", "ko-KR"]]
    for page, server in zip(pages, servers):
        GridPage(page, server.address).open()
        page.keyboard.press("d")

    def shown(page):
        value = page.locator(".card.leases .value").inner_text()
        return page.locator(".holders:not([hidden])").all_inner_texts(), value

    for number, page in enumerate(pages):
        poll(lambda: shown(page) == ([nobody[number]], "0"), 30, "nobody has one")
        assert page.locator(".card.leases h3").inner_text() == titles[number]
    names = [page.evaluate(f"{PAGE_MODULE}.then(({{ beside }}) => beside.dashboard.report.store.server)") for page in pages]
    assert len(set(names)) == 2 and all(len(name) == 8 for name in names)
    # Of each collection that is posted here, the server has the lease that writes enough for a checkpoint.
    for id, server in zip(["ones", "twos"], servers):
        items = [{"id": str(number)} for number in range(1200)]
        sections = [{"id": "all", "title": "All", "items": items}]
        assert server.ask("POST", "/api/v1/collections", {"id": id, "sections": sections}).status == 201
        snapshot = server.snapshot(id)
        snapshot.pop("version")
        snapshot["sections"][0]["items"].reverse()
        assert server.ask("PUT", f"/api/v1/collections/{id}/snapshot", snapshot).status == 200
    for number, page in enumerate(pages):
        both = [own[number].format(name) if name == names[number] else f"{name} (1)" for name in sorted(names)]
        poll(lambda: shown(page) == ([holders[number].format(", ".join(both))], "1"), 10, f"{both} are shown")
    for id in ["ones", "twos"]:
        assert servers[0].ask("DELETE", f"/api/v1/collections/{id}").status == 204

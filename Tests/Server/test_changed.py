"""`Scripts/test changed` finds the suites of what was changed, and runs everything where it knows none."""

import changed
import pytest
from running import ROOT


@pytest.mark.parametrize(("path", "phase", "suite"), [
    ("Sources/SharedStore/Schema.swift", "swift", "SharedStoreTests"),
    ("Sources/CollectionModel/Order/OrderTree.swift", "swift", "GridAPITests"),
    ("Sources/SharedStore/Schema.swift", "server", "Tests/Server/test_shared_store_starts.py"),
    ("Public/grid/albums/album.js", "page", "Tests/Browser/test_albums.py"),
    ("Tests/Browser/test_marks.py", "page", "Tests/Browser/test_marks.py"),
    ("docs/rest.md", "server", "Tests/Server/test_documents.py"),
])
def test_a_change_has_its_suites(path, phase, suite):
    assert suite in changed.select([path])[phase]


def test_all_of_a_phase_stays_all_of_it():
    assert changed.select(["Public/page/page.js", "Public/grid/albums/album.js"])["page"] is None


def test_what_no_row_names_concerns_everything():
    assert changed.select(["Sources/SharedStore/Schema.swift", "Tests/Support/running.py"]) == dict.fromkeys(changed.EVERYTHING)


def test_rows_name_what_there_is():
    for start, server, page in changed.ROWS:
        folder = ROOT / start
        assert folder.is_dir() or list(folder.parent.glob(f"{folder.name}*")), start
        for place, patterns in [(changed.SERVER, server), (changed.PAGE, page)]:
            for pattern in patterns.split():
                assert changed.files(place, pattern), (start, pattern)


def test_each_folder_of_sources_has_a_row_of_its_own():
    for folder in (ROOT / "Sources").iterdir():
        if list(folder.rglob("*.swift")) and folder.name not in ("JSONText", "Hashing", "SeededRandom"):
            row = next(row for row in changed.ROWS if f"Sources/{folder.name}/x".startswith(row[0]))
            assert row[0] != "Sources/", folder

"""Grids of others, ready-built in Python packages: fetched into the build folder, never committed, run in no environment of ours."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

# Each with the package and version that holds it, and its folder in there.
PACKAGES = {
    "nicegui": ("nicegui", "3.18.0", "nicegui"),
    "tabulator": ("django-js-lib-tabulator", "6.3.1.1", "js_lib_tabulator/static/tabulator"),
    "slickgrid": ("cubicweb-slickgrid", "1.3.1", "cubicweb_slickgrid/data/SlickGrid"),
}
# What people call what is inside.
TITLES = {
    "plain": "plain grid",
    "slickgrid": "SlickGrid 2.1",
    "ag-grid": "AG Grid 34.2",
    "tabulator": "Tabulator 6.3",
    "quasar": "Quasar 2.18 QVirtualScroll",
}


def install(folder):
    """Folders by name, as the origin serves them."""
    found = {}
    for name, (package, version, inside) in PACKAGES.items():
        place = Path(folder) / f"{package}-{version}"
        if not (place / "done").exists():
            place.mkdir(parents=True, exist_ok=True)
            fetch(package, version, place)
            (place / "done").touch()
        found[name] = next(path for path in [place / inside, *place.glob(f"*/{inside}")] if path.is_dir())
    return found


def fetch(package, version, place):
    subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                    "--dest", str(place), f"{package}=={version}"], check=True, stdout=sys.stderr)
    archive = next(path for path in place.iterdir() if path.suffix in {".whl", ".gz"})
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as files:
            files.extractall(place)
    else:
        with tarfile.open(archive) as files:
            files.extractall(place, filter="data")
    archive.unlink()

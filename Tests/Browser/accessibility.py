"""What axe finds on a page."""

from axe_playwright_python.sync_playwright import Axe
from grid_page import ANIMATIONS_FINISH


def complaints(page):
    """What axe complains of, with the nodes. What still fades in has too little contrast, so that it waits for that. Axe styles the page
    while it looks: the page's policy has to be bypassed."""
    page.evaluate(ANIMATIONS_FINISH)
    found = Axe().run(page).response["violations"]
    return [(v["id"], [node["html"][:120] for node in v["nodes"]]) for v in found]

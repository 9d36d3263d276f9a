"""One picture, large, as tests see it."""

from grid_page import GRID, GridPage
from running import poll


class Picture:
    """The large picture as a reader sees it."""

    def __init__(self, grid: GridPage):
        self.grid, self.page = grid, grid.page

    def part(self, selector, what):
        return self.grid.part(f".lightbox {selector}", what)

    @property
    def is_open(self):
        return self.grid.part(".lightbox", "e.open") or False

    @property
    def title(self):
        return self.part(".title", "e.textContent")

    @property
    def place(self):
        return self.part(".place", "e.textContent")

    def shows(self, title):
        """The picture is there and sharp, and the words say so."""
        poll(lambda: self.title == title and self.sharp and self.page.evaluate(f"{GRID}.isIdle"), 20, f"{title} is shown")
        return self

    @property
    def sharp(self):
        return self.part(".slide[aria-hidden=false] .large.shown", "e.complete && e.naturalWidth > 0 && e.alt")

    @property
    def box(self):
        return self.part(".slide[aria-hidden=false] .box", "e.getBoundingClientRect().toJSON()")

    def stands(self, width):
        """The flight is over, and the picture so wide."""
        poll(lambda: abs(self.box["width"] - width) < 1.5, 5, f"it is {width} px wide; {self.box}")

    def has_closed(self):
        poll(lambda: not self.is_open, 10, "it has closed")
        return self.grid.settle()

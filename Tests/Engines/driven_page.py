"""A page of a browser that is driven by WebDriver, in Playwright's words: what `GridPage` asks of a page. Input is the browser's own."""

import base64
from pathlib import Path

from running import poll

# Keys by the code points that WebDriver gives them.
KEYS = {
    "Escape": "\ue00c", "Enter": "\ue007", "Space": " ", "Tab": "\ue004", "Control": "\ue009", "Shift": "\ue008",
    "End": "\ue010", "Home": "\ue011", "PageUp": "\ue00e", "PageDown": "\ue00f",
    "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
}

# An expression, or a function that is called with one argument, as `page.evaluate` takes them.
EVALUATE = "const value = ({}); return typeof value === 'function' ? value(arguments[0]) : value;"


class Pointer:
    """A mouse or a finger. Lengths in CSS px."""

    def __init__(self, page, kind):
        self.page, self.kind = page, kind
        self.place = (0, 0)

    def act(self, *actions):
        self.page.act({"type": "pointer", "id": self.kind, "parameters": {"pointerType": self.kind}, "actions": [*actions]})

    def move(self, x, y, steps=1):
        from_x, from_y = self.place
        for step in range(1, steps + 1):
            at = (from_x + (x - from_x) * step / steps, from_y + (y - from_y) * step / steps)
            self.act({"type": "pointerMove", "duration": 0, "x": round(at[0]), "y": round(at[1]), "origin": "viewport"})
        self.place = (x, y)

    def down(self):
        self.act({"type": "pointerDown", "button": 0})

    def up(self):
        self.act({"type": "pointerUp", "button": 0})


class Mouse(Pointer):
    def __init__(self, page):
        super().__init__(page, "mouse")
        self.turns = 0

    def click(self, x, y):
        self.move(x, y)
        self.down()
        self.up()

    def wheel(self, x, y):
        # A wheel of its own for each turn: WebKit's driver takes a distance as the sum of all that a wheel has turned.
        self.turns += 1
        at = {"x": round(self.place[0]), "y": round(self.place[1]), "origin": "viewport"}
        self.page.act({"type": "wheel", "id": f"wheel {self.turns}", "actions": [
            {"type": "scroll", "duration": 0, "deltaX": round(x), "deltaY": round(y), **at}]})


class Finger(Pointer):
    """As `grid_page.Finger`."""

    def __init__(self, page):
        super().__init__(page, "touch")

    def down(self, x, y):
        self.move(x, y)
        super().down()

    def move(self, x, y, steps=1):
        super().move(x, y, steps)


class Keyboard:
    def __init__(self, page):
        self.page = page

    def press(self, keys):
        """One key, with others held: `Control+End`."""
        values = [KEYS.get(key, key) for key in keys.split("+")]
        self.page.act({"type": "key", "id": "keys", "actions": [
            *({"type": "keyDown", "value": value} for value in values),
            *({"type": "keyUp", "value": value} for value in reversed(values))]})

    def down(self, key):
        self.page.act({"type": "key", "id": "keys", "actions": [{"type": "keyDown", "value": KEYS.get(key, key)}]})

    def up(self, key):
        self.page.act({"type": "key", "id": "keys", "actions": [{"type": "keyUp", "value": KEYS.get(key, key)}]})


class DrivenPage:
    """One tab. Commands go to the tab that was switched to last: each switches to its own first."""

    def __init__(self, engine, handle):
        self.engine, self.handle = engine, handle
        self.mouse, self.keyboard = Mouse(self), Keyboard(self)

    def command(self, name, parameters=None):
        self.engine.switch(self.handle)
        return self.engine.session.command(name, parameters)

    def act(self, *sources):
        self.command("PerformActions", {"actions": [*sources]})

    def goto(self, address):
        self.command("Navigate", {"url": address})

    def reload(self):
        self.command("Refresh")

    def go_back(self):
        self.command("Back")

    def evaluate(self, expression, argument=None):
        return self.command("ExecuteScript", {"script": EVALUATE.replace("{}", expression), "args": [argument]})

    def set_viewport_size(self, size):
        width, height = size["width"], size["height"]
        self.engine.resize(self, width, height)
        poll(lambda: self.evaluate("[innerWidth, innerHeight]") == [width, height], 10, f"the view is {width} × {height} px")

    def screenshot(self, path):
        Path(path).write_bytes(base64.b64decode(self.command("TakeScreenshot")))

    def bring_to_front(self):
        self.engine.switch(self.handle)

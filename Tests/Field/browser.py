"""Chromium as a third opinion, where the second decoder and the server differ: people compare with what browsers show."""

import base64
import io
import shutil

from PIL import Image

# Sides that a picture is drawn with at most.
SIDE = 640

DRAW = """async ([side, content]) => {
    const picture = await createImageBitmap(await (await fetch(content)).blob())
    const shrink = Math.max(1, picture.width / side, picture.height / side)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width / shrink))
    canvas.height = Math.max(1, Math.round(picture.height / shrink))
    const context = canvas.getContext('2d')
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL()
}"""


class Browser:
    """Pictures as Chromium draws them; none where there is no Chromium, or no Playwright. Started when it is first asked."""

    def __init__(self):
        self.page = self.playwright = None
        self.is_tried = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.playwright:
            self.playwright.stop()

    def start(self):
        self.is_tried = True
        found = shutil.which("chromium-headless-shell")
        try:
            from playwright.sync_api import sync_playwright
        except ImportError:
            return
        if found:
            self.playwright = sync_playwright().start()
            browser = self.playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--force-color-profile=srgb"])
            self.page = browser.new_page()

    @staticmethod
    def knows(path):
        """Whether Chromium shows pictures of such content."""
        with open(path, "rb") as file:
            start = file.read(16)
        return start.startswith((b"\xff\xd8\xff", b"\x89PNG", b"GIF8")) or start[8:12] == b"WEBP" or start[4:12] in (b"ftypavif", b"ftypavis")

    def refuses(self, path):
        """Whether there is a Chromium that does not show the file."""
        return self.picture(path) is None and self.page is not None

    def picture(self, path):
        """`None` of what Chromium does not show."""
        if not self.is_tried:
            self.start()
        if not self.page:
            return None
        with open(path, "rb") as file:
            content = "data:application/octet-stream;base64," + base64.b64encode(file.read()).decode()
        try:
            drawn = self.page.evaluate(DRAW, [SIDE, content])
        except Exception:
            return None
        picture = Image.open(io.BytesIO(base64.b64decode(drawn.partition(",")[2])))
        picture.load()
        return picture

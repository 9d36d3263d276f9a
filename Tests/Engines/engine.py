"""A browser with tabs, as the tests drive it."""

from driven_page import DrivenPage, Finger


class Engine:
    """A subclass starts its browser and sets `session`; closing ends both."""

    # Whether its driver can touch, and whether the browser then scrolls.
    has_touch = finger_scrolls = True
    # Whether a page that is left is kept, as it was, until it is returned to.
    keeps_pages = True

    # How it opens pages: as tabs or as windows.
    opens = "tab"
    page = DrivenPage

    def __init__(self, session):
        self.session, self.shown = session, None

    def new_page(self):
        opened = self.session.command("NewWindow", {"type": self.opens})
        return self.page(self, opened["handle"])

    def back(self, page):
        """To the page before this one."""
        page.go_back()

    def finger(self, page):
        return Finger(page)

    def release(self, page):
        """Lifts what is still pressed."""
        self.switch(page.handle)
        self.session.command("ReleaseActions")

    def switch(self, handle):
        """Commands go to a tab from now on, which is brought to the front."""
        if self.shown != handle:
            self.session.command("SwitchToWindow", {"handle": handle})
            self.shown = handle

    def resize(self, page, width, height):
        """Gives the tab's view a size. Takes effect some time later."""
        raise NotImplementedError

    def errors(self):
        """What pages reported as errors since the last call."""
        raise NotImplementedError

    def close(self):
        raise NotImplementedError

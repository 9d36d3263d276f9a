"""The browsers of tests."""

import shutil


def chromium():
    """Chromium without its window: a third of the processor time, most of which the window's drawing takes without a GPU."""
    path = shutil.which("chromium-headless-shell")
    assert path, "install chromium-headless-shell"
    return path

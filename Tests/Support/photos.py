"""Real photos to serve, in sections with names of several scripts."""

import shutil
from pathlib import Path

BACKGROUNDS = Path("/usr/share/backgrounds")
# Sections in several scripts, and one in another.
SECTIONS = ["", "Ferien 2024", "写真", "صور", "Ünïcode & 'quotes' #1", "Ferien 2024/Abend"]


def copy_photos(pictures, folder):
    """The first 24, in six sections. Answers the folder."""
    for number, picture in enumerate(pictures[:24]):
        section = folder / SECTIONS[number % len(SECTIONS)]
        section.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(picture, section / f"{number + 1} {picture.stem}{picture.suffix}")
    return folder

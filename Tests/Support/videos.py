"""Videos of four quarters, red, green, blue and white: short ones, made by Tests/Support/videos/make."""

import shutil
from pathlib import Path

VIDEOS = Path(__file__).parent / "videos"


def write_video(path: Path, name="clip.webm"):
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(VIDEOS / name, path)
    return path

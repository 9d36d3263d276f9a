"""RAW files as the TIFF-based ones are: the camera's own picture in a directory of its own, and nothing of what the sensor measured."""

import struct
from pathlib import Path

from camera_pictures import ASCII, JPEG, LONG, MODEL

SHORT = 3
# Tags of a directory.
REDUCED, WIDTH, HEIGHT, COMPRESSION, DIRECTORIES, OFFSET, BYTES = 0x00FE, 0x0100, 0x0101, 0x0103, 0x014A, 0x0201, 0x0202


def write_raw(path: Path, preview: bytes | None = JPEG, width=30, height=20, camera="Model One"):
    """With a preview of that size, or without one."""
    model = camera.encode() + b"\0"
    count = 3 if preview else 2
    model_at = 8 + directory_bytes(count)
    preview_at = model_at + len(model) + len(model) % 2
    main = [(REDUCED, LONG, 1, 1), (MODEL, ASCII, len(model), model_at)]
    if preview:
        main.append((DIRECTORIES, LONG, 1, preview_at))
    file = b"II*\0" + struct.pack("<I", 8) + directory(main) + model.ljust(preview_at - model_at, b"\0")
    if preview:
        jpeg_at = preview_at + directory_bytes(6)
        file += directory([
            (REDUCED, LONG, 1, 1), (WIDTH, LONG, 1, width), (HEIGHT, LONG, 1, height), (COMPRESSION, SHORT, 1, 6),
            (OFFSET, LONG, 1, jpeg_at), (BYTES, LONG, 1, len(preview)),
        ]) + preview
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(file)
    return path


def directory(entries) -> bytes:
    return struct.pack("<H", len(entries)) + b"".join(struct.pack("<HHII", *entry) for entry in entries) + bytes(4)


def directory_bytes(count) -> int:
    return 2 + 12 * count + 4

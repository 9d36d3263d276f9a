"""Pictures for tests: real PNG files, each of another colour, and files that are broken."""

import colorsys
import struct
import zlib
from functools import cache
from pathlib import Path


def write_png(path: Path, number: int, width=360, height=240):
    """A gradient whose colour depends on its number."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(png(number, width, height))
    return path


@cache
def png(number: int, width: int, height: int) -> bytes:
    r, g, b = (int(255 * part) for part in colorsys.hsv_to_rgb((number * 0.381) % 1, 0.55, 0.9))
    rows = bytearray()
    for y in range(height):
        shade = 1 - 0.6 * y / height
        rows += b"\0" + bytes((int(r * shade), int(g * shade), int(b * shade))) * width
    return encoded(bytes(rows), width, height)


def write_white(path: Path, side=300):
    """A picture that is white all over."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encoded((b"\0" + b"\xff" * 3 * side) * side, side, side))
    return path


def write_chart(path: Path, width: int, height: int):
    """Black and white lines, each one pixel wide: grey wherever its own pixels are not shown. Written row by row, whatever its size."""
    packed, row = zlib.compressobj(1), b"\0" + (b"\0\0\0\xff\xff\xff" * width)[: width * 3]
    data = b"".join(packed.compress(row) for _ in range(height)) + packed.flush()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(packed_png(data, width, height))
    return path


def encoded(rows: bytes, width: int, height: int, colour_type: int = 2) -> bytes:
    """A PNG file of rows, each behind its filter; of colour type 6 with alpha."""
    return packed_png(zlib.compress(rows, 1), width, height, colour_type)


def packed_png(data: bytes, width: int, height: int, colour_type: int = 2) -> bytes:
    """A PNG file of what its rows were compressed to."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, colour_type, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data)
            + chunk(b"IEND", b""))


def write_dated(path: Path, jpeg: Path, date: str):
    """A JPEG file that says when it was taken: `2024:05:17 12:33:01`."""
    content = jpeg.read_bytes()
    assert content[:2] == b"\xff\xd8" and len(date) == 19
    tiff = (b"II*\0" + struct.pack("<IH", 8, 1) + struct.pack("<HHII", 0x8769, 4, 1, 26) + bytes(4)
            + struct.pack("<HHHII", 1, 0x9003, 2, 20, 44) + bytes(4) + date.encode() + b"\0")
    segment = b"Exif\0\0" + tiff
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\xff\xd8\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + content[2:])
    return path


def write_broken(path: Path):
    """Begins as a picture and ends too early."""
    whole = write_png(path, 7).read_bytes()
    path.write_bytes(whole[: len(whole) // 3])
    return path


def write_folder(folder: Path, sections: dict[str, int]):
    """Sections as sub-folders, each with its number of pictures; '' is the folder itself."""
    number = 0
    for section, count in sections.items():
        for i in range(count):
            number += 1
            write_png(folder / section / f"{section or 'top'} {i + 1}.png", number)
    return folder

"""Small pictures that say when and with what they were taken, as a camera writes it."""

import base64
import struct
from pathlib import Path

# 30 × 20 px of one colour.
JPEG = base64.b64decode(
    "/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC"
    "8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAUAB4DASIAAhEBAxEB/8QAHwAA"
    "AQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2"
    "JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKz"
    "tLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtR"
    "EAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElK"
    "U1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5e"
    "bn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwB1FFFekcIUUUUAFFFFABRRRQB//9k="
)
ASCII, LONG = 2, 4
MODEL, EXIF, TAKEN = 0x0110, 0x8769, 0x9003


def write_taken(path: Path, date: str | None, camera: str | None = None):
    """A JPEG file whose Exif has a date (`2024:05:17 12:33:01`) and a camera, or none of that."""
    tiff = b"II*\0" + struct.pack("<I", 8)
    model = (camera or "").encode() + b"\0"
    taken = (date or "").encode() + b"\0"
    first = ([(MODEL, ASCII, model)] if camera else []) + ([(EXIF, LONG, None)] if date else [])
    size = 2 + 12 * len(first) + 4
    texts, at = b"", 8 + size
    entries = b""
    for tag, kind, text in first:
        if text is None:
            # The second directory comes behind the texts of the first.
            entries += struct.pack("<HHII", tag, kind, 1, at + len(texts))
        else:
            entries += struct.pack("<HHI", tag, kind, len(text)) + value(text, at + len(texts))
            texts += text if len(text) > 4 else b""
    tiff += struct.pack("<H", len(first)) + entries + bytes(4) + texts
    if date:
        tiff += struct.pack("<H", 1) + struct.pack("<HHI", TAKEN, ASCII, len(taken)) + value(taken, len(tiff) + 18) + bytes(4) + taken
    segment = b"Exif\0\0" + tiff
    path.parent.mkdir(parents=True, exist_ok=True)
    header = b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment if first else b""
    path.write_bytes(JPEG[:2] + header + JPEG[2:])
    return path


def value(text: bytes, offset: int) -> bytes:
    """Texts of up to four bytes stand in the entry itself."""
    return text.ljust(4, b"\0") if len(text) <= 4 else struct.pack("<I", offset)

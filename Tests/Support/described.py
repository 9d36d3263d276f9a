"""JPEG files with all that cameras and programs write into them, byte by byte: different ones by number."""

import struct

CAMERAS = [("Canon", "Canon EOS R5"), ("NIKON CORPORATION", "NIKON D750"), ("SONY", "ILCE-7M3"), ("Apple", "iPhone 15"),
           ("FUJIFILM", "X-T5")]
KEYWORDS = ["바다", "하늘", "sea", "mountain", "night", "친구", "harbour", "snow"]


def described(jpeg: bytes, number: int) -> bytes:
    """The same picture with a date, a camera, a place, a rating, keywords, a title and a caption that follow from the number."""
    assert jpeg[:2] == b"\xff\xd8"
    return b"".join([jpeg[:2], segment(0xE1, b"Exif\0\0" + exif(number)),
                     segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + xmp(number)), segment(0xED, iptc(number)), jpeg[2:]])


def taken(number: int) -> str:
    """As Exif has it."""
    return f"{2000 + number % 25}:{1 + number % 12:02}:{1 + number % 28:02} {number % 24:02}:{number % 60:02}:{number // 60 % 60:02}"


def camera(number: int) -> str:
    """As people name it."""
    maker, model = CAMERAS[number % len(CAMERAS)]
    return model if model.startswith(maker.split()[0]) else f"{maker} {model}"


def segment(marker: int, content: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(content) + 2) + content


def exif(number: int) -> bytes:
    maker, model = CAMERAS[number % len(CAMERAS)]
    main = [text(0x10F, maker), text(0x110, model), short(0x112, 1), text(0x131, "Camera 1.0")]
    picture = [fractions(0x829A, [(1, 30 + number % 4000)]), fractions(0x829D, [(14 + number % 200, 10)]),
               short(0x8827, 100 * (1 + number % 64)), text(0x9003, taken(number)), text(0x9004, taken(number)),
               text(0x9011, "+09:00"), fractions(0x920A, [(12 + number % 400, 1)]), text(0xA434, f"Lens {number % 30} mm")]
    place = [text(1, "N"), fractions(2, [(number % 90, 1), (number % 60, 1), (number % 6000, 100)]), text(3, "E"),
             fractions(4, [(number % 180, 1), (number % 60, 1), (number % 6000, 100)])]
    main_at = 8
    picture_at = main_at + size(main) + 24
    place_at = picture_at + size(picture)
    main += [(0x8769, 4, 1, struct.pack("<I", picture_at)), (0x8825, 4, 1, struct.pack("<I", place_at))]
    return (b"II*\0" + struct.pack("<I", main_at) + directory(main, main_at) + directory(picture, picture_at)
            + directory(place, place_at))


def text(tag: int, value: str):
    return tag, 2, len(value.encode()) + 1, value.encode() + b"\0"


def short(tag: int, value: int):
    return tag, 3, 1, struct.pack("<H", value)


def fractions(tag: int, values):
    return tag, 5, len(values), b"".join(struct.pack("<II", *value) for value in values)


def size(entries) -> int:
    return 6 + 12 * len(entries) + sum(len(data) + len(data) % 2 for *_, data in entries if len(data) > 4)


def directory(entries, offset: int) -> bytes:
    head, data = struct.pack("<H", len(entries)), b""
    for tag, kind, count, value in sorted(entries):
        head += struct.pack("<HHI", tag, kind, count)
        if len(value) > 4:
            head += struct.pack("<I", offset + 6 + 12 * len(entries) + len(data))
            data += value + b"\0" * (len(value) % 2)
        else:
            head += value.ljust(4, b"\0")
    return head + bytes(4) + data


def xmp(number: int) -> bytes:
    keywords = "".join(f"<rdf:li>{KEYWORDS[(number + step) % len(KEYWORDS)]}</rdf:li>" for step in range(number % 4))
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">\
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmp:Rating="{number % 6}">\
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">사진 {number}</rdf:li></rdf:Alt></dc:title>\
<dc:subject><rdf:Bag>{keywords}</rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>\
<?xpacket end="w"?>""".encode()


def iptc(number: int) -> bytes:
    caption = f"Picture {number} of a long walk along the harbour".encode()
    sets = b"\x1c\x02\x78" + struct.pack(">H", len(caption)) + caption
    return b"Photoshop 3.0\x008BIM\x04\x04\0\0" + struct.pack(">I", len(sets)) + sets + b"\0" * (len(sets) % 2)

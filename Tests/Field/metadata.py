"""Compares what the server knows of a file with what ExifTool reads."""

import json
import re
import subprocess
import tempfile

TAGS = [
    "DateTimeOriginal#", "CreateDate#", "DateCreated#", "TimeCreated#", "DateTimeDigitized#", "CreationDate#", "SubSecTimeOriginal#",
    "OffsetTimeOriginal#", "OffsetTimeDigitized#", "Make", "Model", "LensModel", "Lens", "LensID", "LensType", "FocalLength#", "FNumber#", "ApertureValue#",
    "ExposureTime#", "ShutterSpeedValue#", "TargetExposureTime#", "ISO#", "RecommendedExposureIndex#", "ISOSpeed#", "GPSLatitude#", "GPSLongitude#",
    "Title", "ObjectName", "XPTitle", "Description", "Caption-Abstract", "XPComment", "ImageDescription", "UserComment", "Subject",
    "Keywords", "XPKeywords", "Comment", "Rating#", "ImageWidth#", "ImageHeight#", "Rotation#", "FileType", "Error", "Warning",
]
# What counts of a field: the first that has a value.
DATES = [
    "ExifIFD:DateTimeOriginal", "IFD0:DateTimeOriginal", "XMP-exif:DateTimeOriginal", "XMP-photoshop:DateCreated", "IPTC:DateCreated",
    "ExifIFD:CreateDate", "XMP-exif:DateTimeDigitized", "XMP-xmp:CreateDate",
]
DATES_OF_VIDEOS = ["Keys:CreationDate", "UserData:DateTimeOriginal", "ItemList:ContentCreateDate", "QuickTime:CreateDate"]
OFFSETS = ["ExifIFD:OffsetTimeOriginal", "ExifIFD:OffsetTimeDigitized"]
LENSES = ["ExifIFD:LensModel", "Canon:LensModel", "XMP-exifEX:LensModel", "XMP-aux:Lens"]
TITLES = ["XMP-dc:Title", "IPTC:ObjectName", "IFD0:XPTitle"]
CAPTIONS = ["XMP-dc:Description", "IPTC:Caption-Abstract", "IFD0:XPComment", "IFD0:ImageDescription", "ExifIFD:UserComment"]
NUMBERS = {
    "focalLength": ["ExifIFD:FocalLength", "XMP-exif:FocalLength"],
    "aperture": ["ExifIFD:FNumber", "XMP-exif:FNumber", "ExifIFD:ApertureValue"],
    "exposure": ["ExifIFD:ExposureTime", "XMP-exif:ExposureTime", "ExifIFD:ShutterSpeedValue"],
    "iso": ["ExifIFD:ISO", "XMP-exif:ISO", "ExifIFD:RecommendedExposureIndex", "ExifIFD:ISOSpeed"],
}
# What cameras write where people write words.
BY_ITSELF = re.compile(r"(olympus|minolta|konica minolta|kodak|sony|nikon|samsung|sanyo|traveler|<kenox|digital|default|exif_jpeg|camera roll|processed with|dcim|screenshot$|file written by )", re.I)
NOTHING = {"", "n/a", "none", "unknown", "undefined", "----", "0"}


def read(paths):
    """What ExifTool says, by path. Files that it cannot read are missing."""
    if not paths:
        return {}
    with tempfile.NamedTemporaryFile("w", suffix=".args") as arguments:
        arguments.write("\n".join(paths))
        arguments.flush()
        out = subprocess.run(
            ["exiftool", "-j", "-G1", "-a", "-q", "-q", "-charset", "filename=UTF8", *(f"-{tag}" for tag in TAGS), "-@", arguments.name],
            capture_output=True).stdout
    return {one["SourceFile"]: one for one in json.loads(out.decode("utf-8", "replace") or "[]", strict=False)}


def first(tags, names):
    for name in names:
        value = tags.get(name)
        if value is not None and str(value).strip():
            return value
    return None


def compare(known, tags, size=None):
    """Yields (field, what the server says, what it should say) for each field that is wrong or missing.

    Where ExifTool has nothing of a field and says that the file is damaged, what another reader still finds is not wrong."""
    is_damaged = any(tag in tags for tag in ("ExifTool:Warning", "ExifTool:Error"))
    for name, said, right in differences(known, tags, size):
        if right is None and (is_damaged or is_elsewhere(name, said, tags)):
            continue
        yield name, said, right


# Names of a field's tags, whatever their group.
ELSEWHERE = {
    "taken": ["DateTimeOriginal", "CreateDate"], "camera": ["Model", "Make"], "lens": ["Lens", "LensID", "LensType", "LensModel"],
    "aperture": ["FNumber", "ApertureValue"], "exposure": ["ExposureTime", "ShutterSpeedValue", "TargetExposureTime"], "iso": ["ISO"],
    "focalLength": ["FocalLength"], "title": ["Title"], "caption": ["Description", "Comment"],
}


def is_elsewhere(name, said, tags):
    """Whether ExifTool has the value in a group that is not read here: of a maker's own format, or a video's container."""
    values = [value for key, value in tags.items() if key.partition(":")[2] in ELSEWHERE.get(name, [])]
    if name == "taken":
        return any(date(value) == date(said) for value in values)
    if isinstance(said, (int, float)):
        return any(close(said, value) for value in values)
    if not isinstance(said, str) or said.lower() in NOTHING:
        return False
    return any(bare(value) and bare(value) in bare(said) or bare(said) in bare(value) for value in values)


def close(said, value):
    try:
        return abs(said - float(str(value).split()[0])) <= 0.02 * abs(said)
    except (ValueError, IndexError):
        return False


def differences(known, tags, size):
    yield from taken(known, tags)
    yield from names(known, tags)
    yield from numbers(known, tags)
    yield from place(known, tags)
    yield from texts(known, tags)
    yield from stars(known, tags)
    if size:
        for name, value in zip(("width", "height"), size):
            if known.get(name) != value:
                yield name, known.get(name), value


def date(text):
    """Year to second, where it is a date that can be."""
    found = re.match(r"(\d{4})[:-](\d\d)[:-](\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?", str(text or ""))
    if not found or int(found[1]) < 1800 or not 1 <= int(found[2]) <= 12 or not 1 <= int(found[3]) <= 31:
        return None
    if found[4] and (int(found[4]) > 23 or int(found[5]) > 59):
        return None
    return f"{found[1]}-{found[2]}-{found[3]}", f"{found[4]}:{found[5]}:{found[6] or '00'}" if found[4] else None


def taken(known, tags):
    said, places = known.get("taken"), DATES_OF_VIDEOS + DATES if known.get("kind") == "video" else DATES
    dates = [d for d in (date(tags.get(name)) for name in places) if d]
    if not said:
        if dates and dates[0][0] > "1970-01-02":
            yield "taken", None, "T".join(filter(None, dates[0]))
        return
    day, _, time = said.partition("T")
    if not dates:
        yield "taken", said, None
    elif day != dates[0][0] or (time and dates[0][1] and time[:8] != dates[0][1]):
        yield "taken", said, "T".join(filter(None, dates[0]))
    elif (zone := re.search(r"[+-]\d\d:\d\d$", time)) and zone[0] != "+00:00":
        # Whoever edited the file was elsewhere: OffsetTime is the zone of ModifyDate.
        if not any(zone[0] in str(tags.get(name, "")) for name in [*places, "IPTC:TimeCreated", *OFFSETS]):
            yield "taken", said, "without the zone"


def bare(text):
    return re.sub(r"\W", "", str(text)).casefold()


def names(known, tags):
    model, maker = (str(first(tags, [f"IFD0:{tag}", f"XMP-tiff:{tag}", f"Keys:{tag}"]) or "").strip() for tag in ("Model", "Make"))
    said = known.get("camera")
    wanted = next((name for name in (model, maker) if re.search(r"[^\W\d]", name)), "")
    if bare(wanted) not in bare(said or "") or bool(bare(said or "")) != bool(bare(wanted)):
        yield "camera", said, wanted or None
    said = known.get("lens")
    given = [str(tags[name]).strip() for name in LENSES if name in tags]
    given = [lens for lens in given if lens.lower() not in NOTHING and re.search(r"[A-Za-z]", lens)]
    if said and said.lower() in NOTHING:
        yield "lens", said, None
    elif said and given and bare(said) not in map(bare, given):
        yield "lens", said, given[0]
    elif given and not said:
        yield "lens", None, given[0]


def numbers(known, tags):
    for name, places in NUMBERS.items():
        said, values = known.get(name), []
        for tag in places:
            try:
                values.append(float(str(tags[tag]).split()[0]))
            except (KeyError, ValueError, IndexError):
                continue
        values = [value for value in values if 0 < value < 1e8]
        if said is None and values:
            yield name, None, values[0]
        elif said is not None and not any(abs(said - value) <= 0.02 * value for value in values):
            yield name, said, values[0] if values else None


def place(known, tags):
    given = []
    for group in ("Composite", "XMP-exif", "Keys", "UserData"):
        pair = [tags.get(f"{group}:GPS{tag}") for tag in ("Latitude", "Longitude")]
        if all(isinstance(value, (int, float)) for value in pair) and any(pair):
            given.append(tuple(pair))
    said = (known.get("latitude"), known.get("longitude"))
    if said == (None, None):
        if given:
            yield "place", None, given[0]
    elif not any(abs(said[0] - a) < 0.001 and abs(said[1] - b) < 0.001 for a, b in given):
        yield "place", said, given[0] if given else None


def words_of(text):
    return set(re.findall(r"\w+", str(text).lower()))


def texts(known, tags):
    camera = words_of(tags.get("IFD0:Make", "")) | words_of(tags.get("IFD0:Model", ""))
    for name, places in (("title", TITLES), ("caption", CAPTIONS)):
        said = known.get(name)
        values = [plain(tags[tag]) for tag in places if tag in tags]
        # A camera's own name is what it writes by itself.
        values = [value for value in values if value and not BY_ITSELF.match(value) and not words_of(value) <= camera]
        if name == "title" and said == known.get("name"):
            said = None
        if said is None and values:
            yield name, None, values[0]
        elif said is not None and not any(value == plain(said) or (len(said) > 200 and value.startswith(plain(said)[:200])) for value in values):
            yield name, said, values[0] if values else None
    words = {plain(word) for tag in ("XMP-dc:Subject", "IPTC:Keywords") for word in several(tags.get(tag))}
    words |= {plain(word) for word in str(tags.get("IFD0:XPKeywords", "")).split(";")}
    words.discard("")
    said = {plain(word) for word in several(known.get("keywords"))}
    if {word[:40] for word in said} != {word[:40] for word in words}:
        yield "keywords", sorted(said - words) or None, sorted(words - said) or None


def several(value):
    return value if isinstance(value, list) else [] if value is None else [value]


def plain(text):
    text = str(text[0] if isinstance(text, list) else text)
    return re.sub(r"[\0-\x20\x7f\s]+", " ", text).strip()


def stars(known, tags):
    said = known.get("stars")
    wanted = None
    for tag in ("XMP-xmp:Rating", "IFD0:Rating"):
        try:
            number = round(float(tags[tag]))
        except (KeyError, ValueError, TypeError):
            continue
        if 0 <= number <= 5:
            wanted = number or None
            break
    if said != wanted:
        yield "stars", said, wanted

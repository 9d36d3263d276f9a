"""A second look at a picture: Pillow decodes it strictly, turns it upright, and converts it to sRGB through LittleCMS."""

import io
import struct
import subprocess
import warnings
from fractions import Fraction
from functools import cache

import pillow_heif
from PIL import ExifTags, Image, ImageCms, PngImagePlugin

# Fields that a picture is divided into, along a side.
FIELDS = 6
# What lies behind transparent pixels in both pictures: it is in none of them.
BACKGROUND = (96, 160, 64)
# Pictures in RAW files, as ExifTool names them.
PREVIEWS = ["JpgFromRaw", "PreviewImage", "OtherImage", "ThumbnailImage", "JpgFromRaw2"]
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_270, 7: Image.Transpose.TRANSVERSE, 8: Image.Transpose.ROTATE_90,
}

pillow_heif.register_heif_opener()
Image.MAX_IMAGE_PIXELS = None
PngImagePlugin.MAX_TEXT_CHUNK = PngImagePlugin.MAX_TEXT_MEMORY = 64 * 1024 * 1024
warnings.simplefilter("ignore")


class NotCompared(Exception):
    """The picture can be decoded, and says too little about its colours to be compared."""


def opened(path, raw=False):
    """The picture as it is in the file, upright and whole. Raises what Pillow raises when it is not whole."""
    if raw:
        return largest_preview(path)
    picture = Image.open(path)
    if picture.format == "JPEG" or picture.format == "MPO":
        picture.draft(None, (640, 640))
    picture.load()
    return cropped(picture, path) if picture.format == "AVIF" else picture


def cropped(picture, path):
    """To the clean aperture of an AVIF file (ISO 14496-12), which libavif leaves to the programs that use it."""
    with open(path, "rb") as file:
        header = file.read(65536)
    at = header.find(b"clap") + 4
    if at < 4 or len(header) < at + 32:
        return picture
    width, height, right, down = (Fraction(*struct.unpack(">iI", header[at + 8 * part:at + 8 * part + 8])) for part in range(4))
    left, top = (picture.width - width) / 2 + right, (picture.height - height) / 2 + down
    part = picture.crop((round(left), round(top), round(left + width), round(top + height)))
    part.info = picture.info
    return part


def size(path, picture):
    """The size of the picture upright: that of its header, for `picture` may have been loaded smaller."""
    if picture.format in (None, "AVIF"):
        return upright(picture).size
    with Image.open(path) as picture:
        wide, high = picture.size
        return (high, wide) if orientation(picture) in (5, 6, 7, 8) else (wide, high)


def orientation(picture):
    """Exif's, for a TIFF file is upright once it is opened. XMP alone turns no picture, as in browsers."""
    if picture.format == "TIFF" or not picture.info.get("exif"):
        return 1
    exif = Image.Exif()
    try:
        exif.load(picture.info["exif"])
    except Exception:
        return 1
    return exif.get(ExifTags.Base.Orientation, 1)


def largest_preview(path):
    """The largest picture in a RAW file, turned as the file says."""
    found = None
    for tag in PREVIEWS:
        content = subprocess.run(["exiftool", "-b", f"-{tag}", path], capture_output=True).stdout
        try:
            picture = Image.open(io.BytesIO(content))
            picture.load()
        except Exception:
            continue
        if not found or picture.width * picture.height > found.width * found.height:
            found = picture
    if not found:
        raise OSError("no preview in it can be decoded")
    said = subprocess.run(["exiftool", "-n", "-s3", "-IFD0:Orientation", path], capture_output=True, text=True).stdout.strip()
    turn = TURNS.get(int(said)) if said.isdigit() else None
    found.info.pop("exif", None)
    return found.transpose(turn) if turn is not None else found


def upright(picture):
    turn = TURNS.get(orientation(picture))
    return picture.transpose(turn) if turn is not None else picture


def standard(picture):
    """In sRGB with eight bits, RGB or RGBA. Raises `NotCompared`."""
    profile = picture.info.get("icc_profile")
    alpha = None
    if picture.format == "TIFF" and picture.tag_v2.get(ExifTags.Base.BitsPerSample, (8,))[0] == 32:
        raise NotCompared("samples of 32 bits")
    if picture.format in ("AVIF", "HEIF") and min(picture.size) < FIELDS:
        # Decoders spread the colours that four pixels share in two ways.
        raise NotCompared("fewer pixels than fields")
    if picture.mode in ("I;16", "I;16B", "I;16L", "I"):
        picture, profile = grey(picture), None
    if picture.mode == "F":
        raise NotCompared("floating point")
    if picture.mode in ("P", "PA", "LA", "La", "RGBa") or "transparency" in picture.info:
        if picture.mode == "P" and "transparency" not in picture.info:
            picture = picture.convert(picture.palette.mode if picture.palette.mode == "RGBA" else "RGB")
        else:
            picture = picture.convert("RGBA")
    if picture.mode == "RGBA":
        alpha = picture.getchannel("A")
        picture = picture.convert("RGB")
    if picture.mode in ("1", "YCbCr", "HSV", "RGBX"):
        picture = picture.convert("RGB")
    if picture.mode == "CMYK" and not profile:
        raise NotCompared("CMYK without a profile")
    picture = converted(picture, profile)
    if alpha is not None:
        picture.putalpha(alpha)
    return picture


def grey(picture):
    """Sixteen bits as eight."""
    least, most = picture.getextrema()
    if least < 0 or most > 65535:
        raise NotCompared("32 bits")
    return picture.point(lambda value: value * (1 / 257)).convert("L") if picture.mode == "I" else picture.convert("I").point(
        lambda value: value * (1 / 257)).convert("L")


@cache
def srgb():
    return ImageCms.createProfile("sRGB")


def converted(picture, profile):
    if picture.mode == "LAB":
        return ImageCms.profileToProfile(picture, ImageCms.createProfile("LAB"), srgb(), outputMode="RGB")
    if profile:
        try:
            given = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            space = given.profile.xcolor_space.strip()
            wanted = {"RGB": "RGB", "GRAY": "L", "CMYK": "CMYK"}.get(space)
            if wanted == "L" and picture.mode == "RGB":
                picture = picture.convert("L")
            if wanted == picture.mode:
                intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
                return ImageCms.profileToProfile(picture, given, srgb(), renderingIntent=intent, outputMode="RGB")
        except (ImageCms.PyCMSError, OSError):
            pass
        # A profile of another kind of picture is none, as browsers have it.
        if picture.mode == "CMYK":
            raise NotCompared("CMYK with a profile that does not fit")
    return corrected(picture.convert("RGB"))


def corrected(picture):
    """A PNG file without a profile may have a gamma of its own, which browsers follow."""
    gamma = picture.info.get("gamma")
    if not gamma or "srgb" in picture.info or abs(gamma - 1 / 2.2) < 0.01:
        return picture
    def encoded(value):
        light = (value / 255) ** (1 / gamma)
        return round(255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055))
    return picture.point([encoded(value) for value in range(256)] * 3)


def fields(picture):
    """The mean colours of 6 × 6 fields, over the background; fewer of a smaller picture."""
    if picture.mode != "RGBA":
        picture = picture.convert("RGBA")
    behind = Image.new("RGBA", picture.size, (*BACKGROUND, 255))
    flat = Image.alpha_composite(behind, picture).convert("RGB")
    return flat.resize((FIELDS, FIELDS), Image.Resampling.BOX)


def difference(left, right):
    """Mean and maximum over the fields of two pictures, of 255."""
    pairs = list(zip(left.get_flattened_data(), right.get_flattened_data()))
    each = [sum(abs(a - b) for a, b in zip(one, other)) / 3 for one, other in pairs]
    return sum(each) / len(each), max(each)

"""`Scripts/field`: right on right pictures, and able to find what is wrong."""

from pathlib import Path

import browser
import field
import metadata
import picture
import pytest
import serving
from PIL import Image, ImageCms

FORMATS = ["jpg", "png", "webp", "gif", "tif", "avif", "heic"]
TAKEN, CAMERA, ORIENTATION = 0x9003, 0x0110, 0x0112


def drawn(width=240, height=160):
    """A picture that is another one in each of its eight turns."""
    image = Image.linear_gradient("L").resize((width, height))
    return Image.merge("RGB", (image, image.transpose(Image.Transpose.ROTATE_180), Image.linear_gradient("L").rotate(90).resize((width, height))))


@pytest.fixture(scope="module")
def folder(module_path):
    """A right picture of each format, upright and turned by its file."""
    folder = module_path / "pictures"
    folder.mkdir()
    exif = Image.Exif()
    exif[CAMERA] = "Made Here"
    exif.get_ifd(0x8769)[TAKEN] = "2024:05:17 12:33:01"
    for ending in FORMATS:
        drawn().save(folder / f"upright.{ending}", **({} if ending == "gif" else {"exif": exif}))
    exif[ORIENTATION] = 6
    drawn().save(folder / "turned.jpg", exif=exif)
    drawn().convert("RGBA").resize((200, 90)).save(folder / "transparent.png")
    drawn().save(folder / "coloured.png", icc_profile=ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    (folder / "notes.txt").write_text("Not a picture.")
    (folder / "upright.xcf").write_bytes(b"gimp xcf")
    return folder


@pytest.fixture(scope="module")
def told(folder):
    return serving.ask(folder)


@pytest.fixture(scope="module")
def read(told):
    return metadata.read([one.path for one in told.shown])


@pytest.fixture(autouse=True)
def read_once(read, monkeypatch):
    """ExifTool takes a second to start."""
    monkeypatch.setattr(metadata, "read", lambda paths: read)


@pytest.fixture
def count(folder, told, monkeypatch):
    """Counts the faults of a kind beside a reference that a test has changed, which no browser is to overrule."""
    monkeypatch.setattr(browser.Browser, "picture", lambda self, path: None)
    return lambda kind: field.compared(folder, told).count(kind)


def test_right_pictures_of_each_format_are_right(folder, told):
    report = field.compared(folder, told)
    assert report.faults == []
    assert (report.files, report.listed, report.shown, report.silent) == (12, 10, 10, 0)
    assert report.compared == 10
    assert report.skipped == {"document-file": 1, "editor-file": 1}


def test_a_wrong_turn_is_found(count, monkeypatch):
    upright = picture.upright
    monkeypatch.setattr(picture, "upright", lambda image: upright(image).transpose(Image.Transpose.ROTATE_180))
    assert count("turn") == 10


def test_wrong_colours_are_found(count, monkeypatch):
    converted = picture.converted
    monkeypatch.setattr(picture, "converted", lambda image, profile: Image.merge("RGB", converted(image, profile).split()[::-1]))
    assert count("pixels") == 10


def test_wrong_proportions_are_found(count, monkeypatch):
    upright = picture.upright
    monkeypatch.setattr(picture, "upright", lambda image: upright(image).resize((300, 160)))
    assert count("shape") == 10


def test_what_the_second_decoder_shows_is_not_to_be_refused(folder, told, monkeypatch):
    monkeypatch.setattr(told.shown[0], "picture", None)
    monkeypatch.setattr(told.shown[0], "refusal", "picture-damaged")
    report = field.compared(folder, told)
    assert report.count("refused") == 1
    assert report.refused == {"picture-damaged": 1}


def test_a_file_without_a_word_is_found(folder, told):
    report = field.compared(folder, serving.Told(told.shown[1:], told.skipped))
    assert (report.silent, report.count("silent")) == (1, 1)


def test_wrong_and_missing_metadata_are_found(folder, told, monkeypatch):
    one = next(one for one in told.shown if Path(one.path).name == "turned.jpg")
    monkeypatch.setitem(one.fields, "taken", "2024-05-17T14:33:01")
    monkeypatch.delitem(one.fields, "camera")
    monkeypatch.setitem(one.fields, "title", "Nobody wrote this")
    assert set(field.compared(folder, told).metadata) == {"taken", "camera", "title"}


def test_a_zone_that_the_file_does_not_give_is_found(folder, told, monkeypatch):
    one = next(one for one in told.shown if Path(one.path).name == "turned.jpg")
    monkeypatch.setitem(one.fields, "taken", "2024-05-17T12:33:01+02:00")
    assert dict(field.compared(folder, told).metadata) == {"taken": 1}


def test_the_command_prints_a_row_and_fails_for_a_fault(folder, told, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(serving, "ask", lambda folder, say: told)
    assert field.main([str(folder), "--markdown"]) == 0
    assert "| pictures | 12 | 10 | document-file 1, editor-file 1 | 0 | 10 | none | 0 | 10 | 0 | 0 | 0 |" in capsys.readouterr().out
    monkeypatch.setattr(serving, "ask", lambda folder, say: serving.Told(told.shown[1:], told.skipped))
    assert field.main([str(folder), "--details", str(tmp_path / "details")]) == 1
    assert (tmp_path / "details").read_text() == f"pictures\tsilent\t{folder}\t'2 left out'\t'3 not listed'\n"

"""Pictures of benchmarks as cameras write them: clouds of several sizes with a sensor's noise, as JPEG."""

import subprocess


def vips(folder, *arguments):
    subprocess.run(["vips", *map(str, arguments)], check=True, cwd=folder)


def make_noisy_pictures(folder, count, width, height, quality, sigma, thumbnail=False):
    """Makes a folder of `0.jpg`, `1.jpg` and so on, of cameras with a thumbnail in their Exif data. Returns their paths."""
    folder.mkdir()
    for number in range(count):
        for band in "rgb":
            seed = 3 * number + "rgb".index(band)
            vips(folder, "perlin", f"{band}.v", width, height, "--cell-size", 20 + 37 * seed % (width // 8), "--seed", seed, "--uchar")
        vips(folder, "bandjoin", "r.v g.v b.v", "joined.v")
        vips(folder, "gaussnoise", "noise.v", width, height, "--sigma", sigma, "--mean", 0)
        vips(folder, "add", "joined.v", "noise.v", "sum.v")
        vips(folder, "cast", "sum.v", "cast.v", "uchar")
        vips(folder, "copy", "cast.v", "copy.v", "--interpretation", "srgb")
        vips(folder, "jpegsave", "copy.v", f"{number}.jpg", "--Q", quality)
        if thumbnail:
            vips(folder, "thumbnail", "copy.v", "small.jpg", 160)
            subprocess.run(["exiftool", "-q", "-overwrite_original", "-ThumbnailImage<=small.jpg", f"{number}.jpg"], check=True, cwd=folder)
    for part in [*folder.glob("*.v"), *folder.glob("small.jpg")]:
        part.unlink()
    return [folder / f"{number}.jpg" for number in range(count)]


def megabytes(pictures):
    return sum(picture.stat().st_size for picture in pictures) / len(pictures) / 1e6

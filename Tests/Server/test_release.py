"""A release is refused for whatever is not right about it, in a clone in which it would be; and the list of what is in it is SPDX."""

import io
import json
import re
import subprocess
import tarfile

import pytest
from running import ROOT

VERSION = "9.8.7"
# Nothing has run the tests of a commit that was just made: with this one left, nothing is built.
UNTESTED = "Scripts/test has not passed on this commit: run it."


def git(folder, *words):
    subprocess.run(["git", "-C", folder, "-c", "user.name=Test", "-c", "user.email=test@example.org", *words], check=True, capture_output=True)


def replace(file, old, new):
    text = file.read_text()
    assert old in text, (file, old)
    file.write_text(text.replace(old, new, 1))


@pytest.fixture(scope="module")
def right(tmp_path_factory):
    """A clone that says everywhere what docs/releasing.md asks for."""
    folder = tmp_path_factory.mktemp("release") / "clone"
    git(ROOT, "clone", "--quiet", ROOT, folder)
    for name in ["Scripts/release", "docs/benchmarks.md"]:
        (folder / name).write_bytes((ROOT / name).read_bytes())
    version = re.search(r'"(\d+\.\d+\.\d+)"', (folder / "Sources/GridAPI/GridAPI+Version.swift").read_text())[1]
    replace(folder / "Sources/GridAPI/GridAPI+Version.swift", version, VERSION)
    replace(folder / "CHANGELOG.md", "## [Unreleased]\n", f"## [Unreleased]\n\n## [{VERSION}] - 2026-12-01\n")
    replace(folder / "debian/changelog", "lookahead (", f"lookahead ({VERSION}) unstable; urgency=medium\n\nlookahead (")
    replace(folder / "debian/lookahead.metainfo.xml", "<releases>", f'<releases>\n    <release version="{VERSION}" date="2026-12-01"/>')
    replace(folder / "docs/benchmarks.md", "Figures of version ", f"Figures of version {VERSION}.\n\nfigures of version ")
    git(folder, "commit", "--quiet", "--all", "--message", "A release")
    return folder


def problems(folder, version=VERSION):
    done = subprocess.run([folder / "Scripts/release", version, "--check"], capture_output=True, text=True, timeout=120)
    assert done.returncode != 0 and not (folder / f".build/release-{version}").exists()
    return {line.strip() for line in done.stderr.splitlines() if line.startswith("  ")} - {UNTESTED, "The image is built as root: run this as root."}


def test_a_release_needs_nothing_but_its_tests(right):
    assert problems(right) == set()


@pytest.mark.parametrize(("tested", "said"), [
    ("{} 0", set()), ("{} 2", {"Tests passed on this commit only at the second try: run Scripts/test again, or mend them."}), ("0{} 0", {UNTESTED}),
])
def test_only_what_passed_at_the_first_try_is_released(right, tested, said):
    commit = subprocess.run(["git", "-C", right, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    (right / ".build").mkdir(exist_ok=True)
    (right / ".build/tested").write_text(tested.format(commit) + "\n")
    # Of another version, so that nothing is built.
    done = subprocess.run([right / "Scripts/release", "9.8.6", "--check"], capture_output=True, text=True, timeout=120)
    assert {line.strip() for line in done.stderr.splitlines() if "Scripts/test" in line} == said
    (right / ".build/tested").unlink()


def test_another_version_is_refused_by_every_place_that_names_one(right):
    found = problems(right, "9.8.6")
    assert len(found) == 5, found
    for place in ["GridAPI+Version.swift", "CHANGELOG.md", "debian/changelog", "metainfo", "docs/benchmarks.md"]:
        assert any(place in line for line in found), (place, found)
    assert subprocess.run([right / "Scripts/release", "9.8", "--check"], capture_output=True).returncode != 0


@pytest.mark.parametrize(("file", "old", "new", "said"), [
    ("CHANGELOG.md", f"## [{VERSION}] - 2026-12-01", f"## [{VERSION}]", "no heading"),
    ("CHANGELOG.md", "## [Unreleased]\n", "## [Unreleased]\n\n- Something new.\n", "still has entries"),
    ("debian/changelog", f"({VERSION})", "(9.8.8)", "debian/changelog"),
    ("docs/benchmarks.md", f"Figures of version {VERSION}", f"Figures of version {VERSION}1", "docs/benchmarks.md"),
    ("docs/benchmarks.md", f"Figures of version {VERSION}", f"Nothing of version {VERSION}", "docs/benchmarks.md"),
    ("docs/benchmarks.md", f"Figures of version {VERSION}.", f"Figures of version {VERSION}, and of what is unreleased after it.", "docs/benchmarks.md"),
])
def test_what_is_not_right_is_named(right, tmp_path, file, old, new, said):
    folder = tmp_path / "clone"
    git(right, "clone", "--quiet", right, folder)
    replace(folder / file, old, new)
    assert len(problems(folder)) == 2 and any("not committed" in line for line in problems(folder))
    git(folder, "commit", "--quiet", "--all", "--message", "No release")
    found = problems(folder)
    assert len(found) == 1 and said in found.pop()


def make_package(folder):
    """With dependencies as the real one has them, which the check of a package reads too."""
    control = folder / "package/DEBIAN/control"
    control.parent.mkdir(parents=True)
    control.write_text(f"Package: lookahead\nVersion: {VERSION}\nArchitecture: amd64\nMaintainer: A <a@example.org>\nDescription: a test\n"
                       "Depends: openssl, libc6 (>= 2.36), libstdc++6\nRecommends: libavcodec59 (>= 7:5.0), libavutil57\n")
    deb = folder / f"lookahead_{VERSION}_amd64.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "--build", folder / "package", deb], check=True, capture_output=True)
    return deb


def make_image(file, *layers):
    """An archive as `Scripts/image` writes it, of layers that each have dpkg's list of packages."""
    def write(archive, name, content):
        entry = tarfile.TarInfo(name)
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content))

    with tarfile.open(file, "w") as archive:
        for number, status in enumerate(layers):
            layer = io.BytesIO()
            with tarfile.open(fileobj=layer, mode="w") as files:
                write(files, "./var/lib/dpkg/status" if number == 0 else "var/lib/dpkg/status", status.encode())
            write(archive, f"{number}.tar", layer.getvalue())
        write(archive, "manifest.json", json.dumps([{"Layers": [f"{number}.tar" for number in range(len(layers))]}]).encode())
    return file


def stanza(name, version, status="install ok installed"):
    return f"Package: {name}\nStatus: {status}\nVersion: {version}\nDescription: a test\n more\n"


def test_the_list_is_spdx_and_has_what_is_linked_needed_recommended_and_in_the_image(tmp_path):
    deb = make_package(tmp_path)
    base = [stanza("dpkg", "1.0"), stanza("tzdata", "2:2026a+x-0")]
    image = make_image(tmp_path / "lookahead.image.tar", "\n".join(base), "\n".join(
        [*base, stanza("lookahead", VERSION), stanza("gone", "1", "deinstall ok config-files"), stanza("libc6", "0.1")]))
    written = [subprocess.run([ROOT / "Scripts/sbom", deb, image, ROOT / "Package.resolved", "1800000000"], check=True, capture_output=True).stdout
               for _ in range(2)]
    assert written[0] == written[1]
    document = json.loads(written[0])
    assert (document["spdxVersion"], document["dataLicense"], document["SPDXID"]) == ("SPDX-2.3", "CC0-1.0", "SPDXRef-DOCUMENT")
    assert document["creationInfo"]["created"] == "2027-01-15T08:00:00Z" and document["creationInfo"]["creators"]
    assert re.fullmatch(r"[a-z]+:\S+", document["documentNamespace"])
    packages = {one["SPDXID"]: one for one in document["packages"]}
    assert len(packages) == len(document["packages"])
    for identifier, one in packages.items():
        assert re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", identifier)
        # What SPDX 2.3 requires of a package (7.1, 7.7) and of files that were not analyzed (7.8).
        assert one["name"] and one["downloadLocation"] and one["filesAnalyzed"] is False and "packageVerificationCode" not in one
        for reference in one.get("externalRefs", []):
            assert reference["referenceCategory"] == "PACKAGE-MANAGER" and reference["referenceLocator"].startswith("pkg:")
    names = {identifier: one["name"] for identifier, one in packages.items()} | {"SPDXRef-DOCUMENT": "the document"}
    found = {}
    for one in document["relationships"]:
        found.setdefault((names[one["spdxElementId"]], one["relationshipType"]), set()).add(names[one["relatedSpdxElement"]])
    pins = {pin["identity"] for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]}
    assert found == {
        ("the document", "DESCRIBES"): {"lookahead", "lookahead-image"},
        ("lookahead", "STATIC_LINK"): pins | {"swift-runtime"},
        ("lookahead", "DEPENDS_ON"): {"openssl", "libc6", "libstdc++6"},
        ("libavcodec59", "OPTIONAL_DEPENDENCY_OF"): {"lookahead"},
        ("libavutil57", "OPTIONAL_DEPENDENCY_OF"): {"lookahead"},
        ("lookahead-image", "CONTAINS"): {"lookahead", "dpkg", "tzdata", "libc6"},
    }
    # The image's own, beside the one of this machine.
    assert "0.1" in {one["versionInfo"] for one in packages.values() if one["name"] == "libc6"}
    zones, = (one for one in packages.values() if one["name"] == "tzdata")
    assert zones["externalRefs"][0]["referenceLocator"] == "pkg:deb/debian/tzdata@2:2026a%2Bx-0"

"""The library products for other Swift programs: what they make public is documented, and the example builds against them and does what it says."""

import json
import re
import shutil
import subprocess

import pytest
from own_programs import linked_objects
from running import BINARY, ROOT

LIBRARIES = ["CollectionModel", "CollectionLayout", "Prefetching"]
BUILD = BINARY.parent
EXAMPLE = ROOT / "docs" / "examples" / "swift-package"


def run(*words, **more):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300, **more)
    assert done.returncode == 0, f"{words[0]}:\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def symbols(module_path):
    """Each library's public symbols, without those that the compiler makes."""
    if not (BUILD / "Modules").exists():
        pytest.fail("The modules of the debug build are missing: swift build")
    target = json.loads(run("swiftc", "-print-target-info"))["target"]["unversionedTriple"]
    found = {}
    for library in LIBRARIES:
        folder = module_path / library
        folder.mkdir()
        run("swift-symbolgraph-extract", "-module-name", library, "-I", BUILD / "Modules", "-target", target,
            "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder)
        found[library] = json.loads((folder / f"{library}.symbols.json").read_text())["symbols"]
    return found


def takes_properties_only(symbol, names):
    """Whether an initializer's parameters are all values of properties of the same name, which say what they are."""
    labels = re.findall(r"(\w+):", symbol["pathComponents"][-1])
    return symbol["kind"]["identifier"] == "swift.init" and all(
        (*symbol["pathComponents"][:-1], label) in names for label in labels if label != "_")


def test_everything_public_is_documented(symbols):
    undocumented = []
    for library, found in symbols.items():
        names = {tuple(symbol["pathComponents"]) for symbol in found}
        undocumented += [
            f"{library}: {'.'.join(symbol['pathComponents'])}" for symbol in found
            if not symbol.get("docComment") and not takes_properties_only(symbol, names)]
    assert undocumented == []


def test_the_surface_is_small_and_has_no_other_modules_types(symbols):
    # A member more is a promise more: decision 0060.
    assert {library: len(found) for library, found in symbols.items() if len(found) > 200} == {}
    for library, found in symbols.items():
        declarations = " ".join(part["spelling"] for symbol in found for part in symbol.get("declarationFragments", []))
        assert not re.search(r"\bJSON\w+", declarations), library


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_pages_of_the_documentation_link_to_what_is_there(library, symbols, module_path):
    if not shutil.which("docc"):
        pytest.skip("this toolchain has no docc")
    catalogue = ROOT / "Sources" / library / f"{library}.docc"
    convert = ["docc", "convert", "--fallback-display-name", library, "--fallback-bundle-identifier", library,
               "--additional-symbol-graph-dir", module_path / library, "--warnings-as-errors"]
    run(*convert, "--output-path", module_path / f"{library}.doccarchive", catalogue)
    # A link to nothing is an error.
    broken = module_path / "broken" / f"{library}.docc"
    shutil.copytree(catalogue, broken)
    page = broken / f"{library}.md"
    page.write_text(page.read_text().replace("## Topics", "See ``NowhereToBeFound``.\n\n## Topics"))
    done = subprocess.run([*map(str, convert), "--output-path", str(module_path / "broken.doccarchive"), str(broken)],
                          capture_output=True, text=True, timeout=300)
    assert done.returncode != 0 and "NowhereToBeFound" in done.stdout + done.stderr


def test_every_page_has_each_public_type(symbols):
    for library, found in symbols.items():
        types = {symbol["pathComponents"][0] for symbol in found if len(symbol["pathComponents"]) == 1
                 and symbol["kind"]["identifier"] in ("swift.struct", "swift.enum", "swift.protocol", "swift.class")}
        page = (ROOT / "Sources" / library / f"{library}.docc" / f"{library}.md").read_text()
        listed = set(re.findall(r"^- ``(\w+)``$", page, re.MULTILINE))
        assert listed == types, library


def test_the_example_builds_against_the_libraries_and_prints_what_the_page_says(module_path, symbols):
    # As another package does: without this one's name, so that nothing but the public is there. The modules are those of the
    # debug build; the package itself is built by the checks of a release.
    sources = sorted((EXAMPLE / "Sources" / "example").glob("*.swift"))
    # Those that the build has linked: of a file that is gone, the object stays in its folder.
    objects = [path for path in linked_objects() if path.split("/")[-2] in {f"{library}.build" for library in [*LIBRARIES, "JSONText"]}]
    program = module_path / "example"
    run("swiftc", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-I", BUILD / "Modules", "-o", program, *sources, *objects)
    said = re.search(r"^```console\n\$ swift run\n(.*?)^```", (ROOT / "docs" / "swift.md").read_text(), re.MULTILINE | re.DOTALL)[1]
    assert run(program) == said


def test_the_examples_manifest_names_products_that_are_there():
    named = set(re.findall(r'\.product\(name: "(\w+)", package: "lookahead"\)', (EXAMPLE / "Package.swift").read_text()))
    # It only reads: a build that runs beside it is not waited for.
    package = json.loads(run("swift", "package", "--ignore-lock", "dump-package", cwd=ROOT))
    libraries = {product["name"]: product["targets"] for product in package["products"] if "library" in product["type"]}
    assert named == set(LIBRARIES)
    assert set(libraries) == {*LIBRARIES, "LookaheadKit"}
    # None has unsafe flags, which a dependency by version may not have.
    assert [target["name"] for target in package["targets"] if "unsafeFlags" in json.dumps(target["settings"])] == []
    # The pure ones need no others.
    targets = {target["name"]: target for target in package["targets"]}
    reached, waiting = set(), [name for library in LIBRARIES for name in libraries[library]]
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting += [one["byName"][0] for one in targets[name]["dependencies"] if one["byName"][0] not in reached]
    assert reached == {*LIBRARIES, "JSONText"}

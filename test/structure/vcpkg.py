"""The port for vcpkg agrees with the tree that it builds.

Its manifest has the fields that vcpkg's registry asks for and no unknown ones, and the version of base/config.hpp. Each
feature is described, and is an option of CMakeLists.txt that the portfile sets; so is all else that the portfile sets.
"""

import json
import re

from checks import main

PORT = "test/package/vcpkg/weft"
REQUIRED = {"name", "version", "description", "license", "dependencies"}
OPTIONAL = {"homepage", "documentation", "maintainers", "port-version", "supports", "features", "default-features"}
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def check(root):
    manifest = json.loads((root / PORT / "vcpkg.json").read_text())
    port = re.sub(r"#.*", "", (root / PORT / "portfile.cmake").read_text())
    return manifest_problems(root, manifest) + feature_problems(manifest, port) + option_problems(root, port)


def manifest_problems(root, manifest):
    problems = [f"vcpkg.json: no field `{field}`" for field in sorted(REQUIRED - manifest.keys())]
    problems += [f"vcpkg.json: unknown field `{field}`" for field in sorted(manifest.keys() - REQUIRED - OPTIONAL)]
    config = (root / "include/weft/base/config.hpp").read_text()
    version = ".".join(re.findall(r"#define WEFT_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", config))
    if manifest.get("version") != version:
        problems.append(f"vcpkg.json: version {manifest.get('version')}, should be {version} as in config.hpp")
    licence = str(manifest.get("license")).split(" AND ")[0]  # that of weft; others are of what it holds
    if f"{licence} License" not in (root / "LICENSE").read_text():
        problems.append(f"vcpkg.json: LICENSE is no {licence} License")
    features = manifest.get("features", {})
    dependencies = manifest.get("dependencies", []) + [d for f in features.values() for d in f.get("dependencies", [])]
    names = [d if isinstance(d, str) else d.get("name", "") for d in dependencies]
    names += [manifest.get("name", ""), *features]
    problems += [f"vcpkg.json: `{name}` is no name of a port or feature" for name in names if not NAME.fullmatch(name)]
    problems += [f"vcpkg.json: feature `{name}` has no description"
                 for name, feature in features.items() if not feature.get("description")]
    problems += [f"vcpkg.json: default feature `{name}` is no feature"
                 for name in manifest.get("default-features", []) if name not in features]
    return problems


def feature_problems(manifest, port):
    call = re.search(r"vcpkg_check_features\([^)]*\bFEATURES\s+([^)]*)\)", port)
    components = re.search(r"foreach\(component IN ITEMS ([^)]*)\)", port)
    checked = {*(call[1].split()[::2] if call else []), *(components[1].split() if components else [])}
    return [f"feature `{name}` is not in both vcpkg.json and portfile.cmake"
            for name in sorted(checked ^ manifest.get("features", {}).keys())]


def option_problems(root, port):
    lists = [path.read_text() for path in [root / "CMakeLists.txt", *sorted((root / "cmake").glob("*.cmake"))]]
    options = {name for text in lists for name in re.findall(r"^(?:option\(|set\((?=\w+ \w+ CACHE))(\w+)", text, re.MULTILINE)}
    return [f"portfile.cmake: {name} is no option of CMakeLists.txt"
            for name in sorted(set(re.findall(r"\bWEFT_\w+|(?<=-D)\w+", port)) - options)]


MANIFEST = {
    "name": "weft", "version": "1.2.3", "description": "tensors", "license": "MIT",
    "dependencies": ["boost-hana", {"name": "vcpkg-cmake", "host": True}],
    "default-features": ["blas"], "features": {"blas": {"description": "BLAS", "dependencies": ["openblas"]}},
}
PORTFILE = """# -DFAST=ON in words
vcpkg_check_features(OUT_FEATURE_OPTIONS FEATURE_OPTIONS FEATURES blas WEFT_WITH_BLAS)
vcpkg_cmake_configure(OPTIONS ${FEATURE_OPTIONS} -DWEFT_BUILD_TESTS=OFF)
"""
GOOD = {
    "LICENSE": "MIT License\n",
    "CMakeLists.txt": 'option(WEFT_WITH_BLAS "b" ON)\noption(WEFT_BUILD_TESTS "t" ON)\n',
    "include/weft/base/config.hpp":
        "#define WEFT_VERSION_MAJOR 1\n#define WEFT_VERSION_MINOR 2\n#define WEFT_VERSION_PATCH 3\n",
    f"{PORT}/vcpkg.json": json.dumps(MANIFEST),
    f"{PORT}/portfile.cmake": PORTFILE,
}


def manifest_with(**fields):
    changed = {name: value for name, value in (MANIFEST | fields).items() if value is not None}
    return {f"{PORT}/vcpkg.json": json.dumps(changed)}


BAD = [
    (manifest_with(version="1.2.4"), "version 1.2.4, should be 1.2.3"),
    (manifest_with(description=None), "no field `description`"),
    (manifest_with(licence="MIT"), "unknown field `licence`"),
    (manifest_with(license="Zlib"), "LICENSE is no Zlib License"),
    (manifest_with(dependencies=["Boost::hana"]), "`Boost::hana` is no name"),
    (manifest_with(features={"blas": {}}), "feature `blas` has no description"),
    (manifest_with(**{"default-features": ["lapack"]}), "default feature `lapack` is no feature"),
    (manifest_with(features={}, **{"default-features": []}), "feature `blas` is not in both"),
    ({f"{PORT}/portfile.cmake": PORTFILE.replace("FEATURES blas", "FEATURES svd")}, "feature `svd` is not in both"),
    ({f"{PORT}/portfile.cmake": PORTFILE.replace("WEFT_WITH_BLAS", "WEFT_BLAS")}, "WEFT_BLAS is no option"),
    ({f"{PORT}/portfile.cmake": PORTFILE.replace("-DWEFT_BUILD_TESTS", "-DBUILD_TESTS")}, "BUILD_TESTS is no option"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)

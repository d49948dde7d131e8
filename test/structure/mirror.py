"""Each header include/weft/x/y.hpp has its test test/x/y.cpp."""

from checks import headers, main


def check(root):
    names = [path.relative_to(root / "include/weft").with_suffix(".cpp") for path in headers(root)]
    return [f"test/{name} is missing" for name in names if len(name.parts) > 1 and not (root / "test" / name).exists()]


GOOD = {"include/weft/weft.hpp": "", "include/weft/ops/a.hpp": "", "test/ops/a.cpp": ""}
BAD = [({"include/weft/ops/b.hpp": ""}, "test/ops/b.cpp is missing")]

if __name__ == "__main__":
    main(check, GOOD, BAD)

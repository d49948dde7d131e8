"""Each header include/weft/x/y.hpp that declares something has its test test/x/y.cpp. Modules of Python are tested from
there: by test/python/test_y.py."""

import re

from checks import headers, main


def check(root):
    names = [path.relative_to(root / "include/weft").with_suffix(".cpp") for path in headers(root)
             if re.search(r"^(?!\s*(?:#|//|$))", path.read_text(), re.MULTILINE)]
    return [f"test/{name} is missing" for name in names if len(name.parts) > 1 and not (root / "test" / name).exists()
            and not (name.parts[0] == "python" and (root / f"test/python/test_{name.stem}.py").exists())]


GOOD = {"include/weft/weft.hpp": "", "include/weft/ops/a.hpp": "int a;\n", "test/ops/a.cpp": "",
        "include/weft/python/b.hpp": "int b;\n", "test/python/test_b.py": "",
        "include/weft/ops/both.hpp": "// of a\n#include <weft/ops/a.hpp>\n\n"}
BAD = [({"include/weft/ops/b.hpp": "// b\nint b;\n"}, "test/ops/b.cpp is missing")]

if __name__ == "__main__":
    main(check, GOOD, BAD)

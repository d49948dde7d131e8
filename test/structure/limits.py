"""Headers and sources stay short: one idea each, and lines that fit beside each other on a screen."""

from checks import headers, main

LINES = 400
COLUMNS = 121


def check(root):
    problems = []
    sources = sorted(path for path in (root / "src").rglob("*.?pp") if path.suffix in (".cpp", ".hpp"))
    for path in headers(root) + sources:
        name = path.relative_to(root)
        lines = path.read_text().splitlines()
        if len(lines) >= LINES:
            problems.append(f"{name}: {len(lines)} lines, should be below {LINES}")
        problems += [f"{name}:{number}: {len(line)} columns, should be below {COLUMNS}"
                     for number, line in enumerate(lines, 1) if len(line) >= COLUMNS]
    return problems


A, B = "include/weft/ops/a.hpp", "src/ops/b.cpp"
GOOD = {path: "\n" * (LINES - 2) + "x" * (COLUMNS - 1) + "\n" for path in (A, B)}
BAD = [({path: "\n" * LINES}, f"{path}: {LINES} lines") for path in (A, B)] + [
    ({path: "\n" + "x" * COLUMNS}, f"{path}:2: {COLUMNS} columns") for path in (A, B)]

if __name__ == "__main__":
    main(check, GOOD, BAD)

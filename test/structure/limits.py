"""Headers stay short: one idea each, and lines that fit beside each other on a screen."""

from checks import headers, main

LINES = 400
COLUMNS = 121


def check(root):
    problems = []
    for path in headers(root):
        name = path.relative_to(root / "include/weft")
        lines = path.read_text().splitlines()
        if len(lines) >= LINES:
            problems.append(f"{name}: {len(lines)} lines, should be below {LINES}")
        problems += [f"{name}:{number}: {len(line)} columns, should be below {COLUMNS}"
                     for number, line in enumerate(lines, 1) if len(line) >= COLUMNS]
    return problems


A = "include/weft/ops/a.hpp"
GOOD = {A: "\n" * (LINES - 2) + "x" * (COLUMNS - 1) + "\n"}
BAD = [
    ({A: "\n" * LINES}, f"ops/a.hpp: {LINES} lines"),
    ({A: "\n" + "x" * COLUMNS}, f"ops/a.hpp:2: {COLUMNS} columns"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)

"""What the checks share: the list of headers, and a self-test, so that a check that cannot fail is noticed."""

import pathlib
import sys
import tempfile


def headers(root):
    found = sorted(path for path in (root / "include/weft").rglob("*.h*") if path.suffix in (".h", ".hpp"))
    if not found:
        raise SystemExit(f"no headers under {root / 'include/weft'}")
    return found


def needs_python(path):
    """True for the headers of weft/python, which include those of Python and of libraries for it: .ci/jobs/python
    compiles them."""
    return path.parent.name == "python"


def main(check, good, bad):
    """check(root, *options) returns a list of problems.

    good is a tree, {path: text}, without problems; each of bad is a change of it and a text that a problem must contain.
    """
    if sys.argv[1] == "--self-test":
        problems = self_test(check, good, bad, sys.argv[2:])
    else:
        problems = check(pathlib.Path(sys.argv[1]), *sys.argv[2:])
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


def self_test(check, good, bad, options):
    problems = [f"reported in a good tree: {p}" for p in check_tree(check, good, options)]
    for change, text in bad:
        reported = check_tree(check, good | change, options)
        if not any(text in problem for problem in reported):
            problems.append(f"not reported: '{text}' after changing {', '.join(change)}; reported: {reported}")
    return problems


def check_tree(check, files, options):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(text.encode())
        return check(root, *options)

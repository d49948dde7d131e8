"""The compiler warns on each line of a program that says `// warns`, and on no other."""

import re
import subprocess

from checks import main


def check(folder, name, *compiler):
    command = [*compiler, "-Wall", "-fsyntax-only", "-fdiagnostics-color=never", name]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if done.returncode:
        return [f"{name} does not compile:\n{done.stderr}"]
    warned = {int(n) for n in re.findall(rf"^{re.escape(name)}:(\d+):\d+: warning:", done.stderr, re.MULTILINE)}
    lines = (folder / name).read_text().splitlines()
    wanted = {n for n, line in enumerate(lines, 1) if line.endswith("// warns")}
    return [f"{name}:{n}: {'a warning' if n in warned else 'no warning'}: {lines[n - 1].strip()}"
            for n in sorted(warned ^ wanted)]


SOURCE = "[[nodiscard]] int f();\nint g();\nvoid h() {\n  f(); // warns\n  g();\n}\n"
GOOD = {"sample.cpp": SOURCE}
BAD = [
    ({"sample.cpp": SOURCE.replace("f(); // warns", "f();")}, "sample.cpp:4: a warning"),
    ({"sample.cpp": SOURCE.replace("  g();", "  g(); // warns")}, "sample.cpp:5: no warning"),
    ({"sample.cpp": SOURCE.replace("int g()", "int")}, "does not compile"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)

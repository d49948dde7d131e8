"""What a debugger prints of weft's objects, beside what the program itself has printed of them.

    printers.py gdb|lldb DEBUGGER FOLDER_OF_PRINTERS PROGRAM

The program writes a line `== name` and a text for each object, and stops in stop_here(). Of an expression, the first line
is compared, and behind it stand the operands.
"""
import os
import re
import subprocess
import sys


def expected_texts(program):
    out = subprocess.run([program], stdout=subprocess.PIPE, check=True, text=True, timeout=60).stdout
    parts = re.split(r"^== (.*)\n", out, flags=re.MULTILINE)
    return {name: text.rstrip("\n") for name, text in zip(parts[1::2], parts[2::2])}


def gdb_commands(folder, names):
    yield from ("set confirm off", "set width 0", "set print elements 0", "source %s/weft_gdb.py" % folder,
                "break stop_here", "run >/dev/null", "up")
    for name in names:
        yield from (r"echo \n== %s\n" % name, "output " + name)
    yield r"echo \n== end\n"


def lldb_commands(folder, names):
    yield from ("command script import %s/weft_lldb.py" % folder, "breakpoint set -n stop_here",
                "process launch -o /dev/null", "up")
    for name in names:
        yield from ('script print("\\n== %s")' % name, "frame variable " + name)
    yield 'script print("\\n== end")'


def found_texts(kind, debugger, folder, program, names):
    commands = (gdb_commands if kind == "gdb" else lldb_commands)(folder, names)
    flag = "-ex" if kind == "gdb" else "-o"
    line = [debugger] + (["-nx", "-batch"] if kind == "gdb" else ["-x", "-b"])
    for command in commands:
        line += [flag, command]
    run = subprocess.run(line + [program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300,
                         env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"))
    found = {}
    for name, text in re.findall(r"^== ([^\n]*)\n(.*?)(?=^== )", run.stdout, flags=re.MULTILINE | re.DOTALL):
        if kind == "lldb":  # (type) name = text, with its commands between
            text = re.sub(r"^\(lldb\) .*\n", "", text, flags=re.MULTILINE)
            text = text.partition(" = ")[2] if " = " in text else text
        found[name] = text.strip("\n")
    return found, run.stdout


def without_lldbs_name(text):
    return text.rstrip(" {")


def is_same(wanted, found):
    if " of shape " in wanted or wanted.startswith("an expression"):
        first, _, rest = found.partition("\n") if "{" not in found else found.partition("{")
        return without_lldbs_name(re.sub(r" = ?$", "", first.rstrip())) == wanted
    return found == wanted


def main(kind, debugger, folder, program):
    wanted = expected_texts(program)
    found, output = found_texts(kind, debugger, folder, program, wanted)
    wrong = [name for name in wanted if name not in found or not is_same(wanted[name], found[name])]
    for name in wrong[:5]:
        print("%s: %s prints\n%s\nin place of\n%s\n" % (name, kind, found.get(name, "nothing"), wanted[name]))
    operands = [name for name in ("added", "product") if wanted["a"] not in found.get(name, "")]
    if operands:
        print("not shown: the operands of %s" % ", ".join(operands))
    if wrong or operands or len(wanted) < 100:
        print(output[:2000])
        print("%d of %d objects are printed in another way" % (len(wrong), len(wanted)))
        return 1
    print("%d objects: %s prints what weft prints" % (len(wanted), kind))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

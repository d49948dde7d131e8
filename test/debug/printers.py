"""What a debugger prints of weft's objects, beside what the program itself has printed of them.

    printers.py gdb|lldb DEBUGGER FOLDER_OF_PRINTERS PROGRAM [OPTIMISED_PROGRAM]

The program writes a line `== name` and a text for each object, and stops in stop_here(). What it writes of an
expression stands first in the debugger's text, and behind it the operands. In the optimised program objects may be
anywhere, or nowhere: there each must have an answer, and none may be the failure of a printer.
"""
import os
import re
import subprocess
import sys

# Objects of which more is looked at than what the program prints, and what must stand in their texts; $a is that of a.
PARTS = {
    "added": ["$a", "times of shape (2,3)"],
    "*added_by_address": ["$a"],
    "product": ["$a"],
    "picked": ["$a", "[1 0]"],
    "taken_over": ["[[ 2.e+00  5.e+00  6.e+00]\n [-8.e+00  1.e+01  2.e-03]]"],
    "chosen": ["greater of shape (2,3)", "$a", "= 7"],
    "over_own": ["values of ramp of shape (2,3)"],
    "half_decided": ["$a", "an expression that is decided at run time, of shape (2,3)"],
    "record": ["$a", "[7 8]", "0.5"],
    "record_sum": ["$a", "plus of shape (2,3)", "times of shape (2,3)", "[7 8]", "1.5"],
    "table": ["[0.5 1.5]", "[3 4]"],
    "coins": ["cents = 0", "cents = 7"],
}
# Expressions of gdb, and what it prints of them: a is [[1 2.5 3], [-4 5 0.001]], and the step enters is_full().
METHODS = {
    "a.at(1, 0)": "-4", "a.at(0, 1) * 2": "5", "a.shape()": '"(2,3)"', "a.strides()": '"(3,1)"', "a.extent(1)": "3",
    "a.stride(0)": "3", "a.size()": "6", "a.rank()": "2", "backwards.stride(0)": "-3", "backwards.at(0, 1)": "-4",
    "turned.at(2, 0)": "3", "fixed_view.shape()": '"(2,3)"', "inside.size()": "6", "on_heap.rank()": "2",
}
REFUSED = {"a.at(2, 0)": "index 2 on axis 0, whose extent is 2", "a.at(1)": "1 subscripts for a tensor of rank 2",
           "a.extent(2)": "axis 2 of a tensor of rank 2"}
# Clang writes several places of a line down.
STEPS = "python [gdb.execute('step') for _ in range(4) if gdb.selected_frame().name().startswith('main')]"
SKIP = r"skip -rfu ^(weft::|_ZNK?4weft)"
POINTERS = {"gdb": r"\(weft::tensor<double, 2, weft::row_major> \*\) 0x[0-9a-f]+", "lldb": "0x[0-9a-f]+ $a"}


def expected_texts(program):
    out = subprocess.run([program], stdout=subprocess.PIPE, check=True, text=True, timeout=60).stdout
    parts = re.split(r"^== (.*)\n", out, flags=re.MULTILINE)
    return {name: text.rstrip("\n") for name, text in zip(parts[1::2], parts[2::2])}


def gdb_commands(folder, names):
    # Containers may forbid what else turns the randomisation of addresses off.
    yield from ("set confirm off", "set width 0", "set print elements 0", "set disable-randomization off",
                "source %s/weft_gdb.py" % folder, "break stop_here", "run >/dev/null", "up")
    for name in names:
        yield from (r"echo \n== %s\n" % name, "output " + name)
    yield r"echo \n== end\n"


def lldb_commands(folder, names):
    yield from ("settings set target.disable-aslr false", "command script import %s/weft_lldb.py" % folder,
                "breakpoint set -n stop_here", "process launch -o /dev/null", "up")
    for name in names:
        yield from ('script print("\\n== %s")' % name, "frame variable " + name)
    yield 'script print("\\n== end")'


def found_texts(kind, debugger, folder, program, names):
    commands = (gdb_commands if kind == "gdb" else lldb_commands)(folder, names)
    flag = "-ex" if kind == "gdb" else "-o"
    line = [debugger] + (["-nx", "-batch"] if kind == "gdb" else ["-x", "-b"])
    for command in commands:
        line += [flag, command]
    # gdb answers there what it cannot evaluate; lldb warns of debug information, from a thread of its own, amid lines.
    errors = subprocess.STDOUT if kind == "gdb" else subprocess.PIPE
    run = subprocess.run(line + [program], stdout=subprocess.PIPE, stderr=errors, text=True, timeout=300,
                         env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"))
    found = {}
    for name, text in re.findall(r"^== ([^\n]*)\n(.*?)(?=^== )", run.stdout, flags=re.MULTILINE | re.DOTALL):
        if kind == "lldb":  # (type) name = text, with its commands between
            text = re.sub(r"^\(lldb\) .*\n", "", text, flags=re.MULTILINE)
            text = text.partition(" = ")[2] if " = " in text else text
        found[name] = text.strip("\n")
    return found, run.stdout + (run.stderr or "")


def is_same(wanted, found):
    return found == wanted or found.startswith((wanted + " = {", wanted + " {", wanted + ": {"))


def missing_parts(kind, found, whole):
    """Names of objects whose texts are not all there."""
    out = [name for name, parts in PARTS.items()
           if any(part.replace("$a", whole) not in found.get(name, "") for part in parts)]
    pointer = POINTERS[kind].replace("$a", re.escape(whole))
    return out if re.fullmatch(pointer, found.get("pointer", "")) else out + ["pointer"]


def check(kind, debugger, folder, program):
    wanted = expected_texts(program)
    found, output = found_texts(kind, debugger, folder, program, [*wanted, *(PARTS.keys() - wanted.keys()), "pointer"])
    wrong = [name for name in wanted if name not in found or not is_same(wanted[name], found[name])]
    for name in wrong[:5]:
        print("%s: %s prints\n%s\nin place of\n%s\n" % (name, kind, found.get(name, "nothing"), wanted[name]))
    parts = missing_parts(kind, found, wanted["a"])
    for name in parts:
        print("%s: something is missing:\n%s\n" % (name, found.get(name, "nothing")))
    if wrong or parts or len(wanted) < 200:
        print(output[:2000])
        print("%d of %d objects are printed in another way" % (len(wrong), len(wanted)))
        return 1
    print("%d objects: %s prints what weft prints" % (len(wanted), kind))
    return 0


def check_methods(kind, debugger, folder, program):
    """Member functions in expressions, and a step that goes into the program's own function."""
    if kind != "gdb":
        return 0
    sources = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(sources, "objects.cpp")) as file:
        line = next(number for number, text in enumerate(file, 1) if "// the step" in text)
    commands = [*gdb_commands(folder, [*METHODS, *REFUSED]), "break objects.cpp:%d" % line, "continue", SKIP,
                STEPS, "frame", "delete", "break doubled", "continue", r"echo == backtrace\n", "bt"]
    run = subprocess.run([debugger, "-nx", "-batch", *(word for c in commands for word in ("-ex", c)), program],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
    found = dict(re.findall(r"^== ([^\n]*)\n(.*?)(?=^== |\Z)", run.stdout, flags=re.MULTILINE | re.DOTALL))
    wrong = [(text, found.get(text, "nothing")) for text, wanted in METHODS.items() if found.get(text, "").strip() != wanted]
    wrong += [(text, found.get(text, "nothing")) for text, wanted in REFUSED.items() if wanted not in found.get(text, "")]
    if not re.search(r"^#0 +is_full \(x=", run.stdout, flags=re.MULTILINE):
        wrong.append(("step", run.stdout[-400:]))
    # gdb 13 knows no names of Clang 19 that have a concept, Tk, in them.
    unread = [name for name in re.findall(r"\b_Z\S+|\[abi:weft", found.get("backtrace", "_Z0")) if "Tk" not in name]
    if unread or not re.search(r"weft::tensor<double, 2, weft::row_major>::tensor<", found.get("backtrace", "")):
        wrong.append(("backtrace", found.get("backtrace", "nothing")))
    for text, words in wrong:
        print("%s: gdb says %s" % (text, words.strip()))
    return 1 if wrong else 0


def check_optimised(kind, debugger, folder, program):
    wanted = expected_texts(program)
    found, output = found_texts(kind, debugger, folder, program, wanted)
    silent = [name for name in wanted if not found.get(name)]
    failures = re.findall(r".*(?:Traceback|Python Exception|NoneType|Error\b).*", output)
    for line in silent[:5] + failures[:5]:
        print("optimised: %s" % line)
    return 1 if silent or failures else 0


def main(kind, debugger, folder, program, *optimised):
    return max([check(kind, debugger, folder, program), check_methods(kind, debugger, folder, program)] +
               [check_optimised(kind, debugger, folder, other) for other in optimised])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

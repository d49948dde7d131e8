"""Are the tests good enough to notice a single mistake? Before a release, not in every run of CI:

    cmake --preset mutants && cmake --build --preset mutants
    mutants.py BUILD [--number 300] [--seed 1] [--jobs 1] [--only PREFIX]... [--quick] [--again] [--of OTHER_BUILD]
    mutants.py --self-test

Each mutant is weft with one change: a comparison, a sign, a constant, a condition, a statement left out. They are drawn
by the seed from include/weft/layout, include/weft/eval and src, evenly over their lines. A mutant is killed by a test
that fails, by a static_assert, or by time. Those that do not compile, or whose machine code is what it was, are drawn
again. What survives is printed, unless test/mutants.md says why no test can tell it from weft.

BUILD is a build with a shared libweft: then a mutant of src takes one object, one link, and the tests as they are. A
mutant of a header takes the tests that include it, compiled without optimisation: its own one first. Results are kept in
BUILD/mutants.jsonl: what is killed stays so as long as its file is what it was. --quick runs only the tests that know a
folder best, and not their slow cases; --again runs all of them on what survived, but for what test/mutants.md argues.
--of takes the survivors of another build: so a build with sanitizers need not meet the rest.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("src", "include/weft/layout", "include/weft/eval")

# The tests that know a folder best come first, the quickest of them before the others; for src all others follow.
TESTS = {
    "src/base": ["base", "layout", "expr", "ops"], "src/dynamic": ["dynamic"], "src/linalg/dynamic": ["dynamic"], "src/fold": ["eval", "plans", "ops", "laws"],
    "src/field": ["field"], "src/grad": ["grad"], "src/index": ["index"], "src/info": ["linalg"],
    "src/io": ["io", "records", "fuzz.npy", "fuzz.npz", "fuzz.csv", "fuzz.pnm", "fuzz.png"],
    "src/linalg/factor": ["linalg", "linalg.own"], "src/linalg/iterative": ["iterative", "linalg"],
    "src/linalg/lapack": ["lapack", "linalg"], "src/linalg/small": ["small", "linalg"],
    "src/loop": ["eval", "plans", "tensor", "ops", "laws"], "src/machine": ["ops", "eval", "plans", "small"],
    "src/math": ["ops", "eval", "plans"], "src/nn": ["nn"],
    "src/ops": ["ops", "laws"], "src/product": ["linalg", "linalg.own", "linalg.auto", "linalg.baseline", "allocation"],
    "src/numerics": ["numerics"], "src/hdf5": ["hdf5"], "src/mpi": ["mpi.3"], "src/c": ["c", "c_header"], "src/records": ["records"], "src/run": ["memory", "eval", "plans", "linalg"], "src/sparse": ["sparse"], "src/fft": ["fft", "numerics"],
    "include/weft/layout": ["layout/*", "tensor/view", "tensor/memory", "expr/window", "ops/rearrange", "ops/take", "laws/*"],
    "include/weft/eval": ["eval/*", "tensor/replace_values", "tensor/view", "expr/expression", "ops/reduce", "ops/scan", "laws/*"],
}

# Labels of the tests that may kill a mutant, and tests that not every build has.
JUDGES = {"unit", "numeric"}
OPTIONAL = {"fuzz.png", "mpi.3", "c", "c_header"}

# --- where a mutant can be made -----------------------------------------------------------------------------------------

BLANK = re.compile(r"""
    //[^\n]* | /\*.*?\*/ | R"(?P<raw>[^(]*)\(.*?\)(?P=raw)" | "(?:\\.|[^"\\\n])*" | (?<!\w)'(?:\\.|[^'\\\n])+'
    | ^[ ]*\#(?:\\\n|[^\n])* | \[\[.*?\]\] | \bstatic_assert\s*\([^;]*;
    """, re.VERBOSE | re.DOTALL | re.MULTILINE)

OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "/", "/": "*",
         "%": "/", "&&": "||", "||": "&&", "&": "|", "|": "&", "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=",
         "*=": "+=", "/=": "*=", "|=": "&=", "&=": "|=", "++": "--", "--": "++", "true": "false", "false": "true",
         "std::min": "std::max", "std::max": "std::min"}

BINARY = re.compile(r"(?<=\s)(?:%s)(?=\s)" % "|".join(re.escape(op) for op in sorted(OTHER, key=len, reverse=True)
                                                     if not re.search(r"\w|^(\+\+|--)$", op)))
WORD = re.compile(r"\+\+(?=[\w(*])|(?<=[\w\])])\+\+|--(?=[\w(*])|(?<=[\w\])])--|\btrue\b|\bfalse\b|\bstd::(?:min|max)\b")
NUMBER = re.compile(r"(?<![\w.'])(?<![pP][-+])\d{1,2}(?=[uUlL]{0,2}\b)(?![uUlL]*['.])")
CONDITION = re.compile(r"\bif \(")
CHOICE = re.compile(r"(?<= \? )([\w.:\[\]>+-]+) : ([\w.:\[\]>+-]+)(?=[;,)])")
ARGUMENTS = re.compile(r"(?<=\w\()([A-Za-z_]\w*), ([A-Za-z_]\w*)(?=\))")
STATEMENT = re.compile(r"(?:(?<=[;{}:)])|(?<=\belse))\s*\n *(?!(?:return|throw|using|static|goto|delete|case|co_|else)\b)"
                       r"((?:\+\+|--)?[\w:.>-]+(?:\[[^\n;]*\]|<[^\n;]*>)?[\w.>-]*"
                       r"(?: [-+*/|&]?= [^\n;{}]+|\([^\n;{}]*\)|\+\+|--|(?<=[+-][\w.])|);)(?= *\n)")


def blank(text):
    """The text with what is not code replaced by spaces: every place stays where it is."""
    return BLANK.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


def places(text):
    """(start, end, replacement) of each mutant."""
    code = blank(text)
    found = [(m.start(), m.end(), OTHER[m.group()]) for pattern in (BINARY, WORD) for m in pattern.finditer(code)]
    for m in NUMBER.finditer(code):
        found.append((m.start(), m.end(), "0" if m.group() == "1" else str(int(m.group()) + 1)))
    for m in CONDITION.finditer(code):
        end = closing(code, m.end())
        if ";" not in code[m.end():end]:
            found.append((m.end(), end, f"!({text[m.end():end]})"))
    for pattern, between in ((CHOICE, " : "), (ARGUMENTS, ", ")):
        found += [(m.start(), m.end(), m.group(2) + between + m.group(1)) for m in pattern.finditer(code)
                  if m.group(1) != m.group(2)]
    found += [(m.start(1), m.end(1), ";") for m in STATEMENT.finditer(code) if m.group(1).count("(") == m.group(1).count(")")
              and re.search(r"[=(]|\+\+|--", m.group(1))]
    return sorted(found)


def closing(code, start):
    """Where the parenthesis that was opened before start is closed."""
    depth = 1
    for at in range(start, len(code)):
        depth += {"(": 1, ")": -1}.get(code[at], 0)
        if depth == 0:
            return at
    return len(code)


class Mutant:
    def __init__(self, path, text, place):
        self.path, self.text = path, text
        self.start, self.end, self.to = place
        self.line = text.count("\n", 0, self.start) + 1
        first = text.rfind("\n", 0, self.start) + 1
        last = text.find("\n", self.end)
        self.before = " ".join(text[first:last].split())
        self.after = " ".join((text[first:self.start] + self.to + text[self.end:last]).split())
        self.key = [path, hashlib.sha256(text.encode()).hexdigest()[:16], self.start, self.to]

    def mutated(self):
        return self.text[:self.start] + self.to + self.text[self.end:]

    def quoted(self):
        """As in test/mutants.md."""
        return self.path, self.before, self.after

    def folder(self):
        return next(folder for folder in TESTS if self.path.startswith(folder + "/"))


def shares(lines, number):
    """{path: number of mutants}, by the lines of code of each file; the largest remainders get what is left."""
    exact = {path: number * count / sum(lines.values()) for path, count in lines.items()}
    share = {path: int(value) for path, value in exact.items()}
    rest = sorted(exact, key=lambda path: (share[path] - exact[path], path))
    for path in rest[:number - sum(share.values())]:
        share[path] += 1
    return share


def draws(root, number, seed):
    """{path: (number wanted, mutants in the order in which they are drawn)}. A change of one file leaves the others."""
    texts = {str(path.relative_to(root)): path.read_text() for folder in FOLDERS
             for path in sorted((root / folder).rglob("*.[ch]pp"))}
    lines = {path: sum(1 for line in blank(text).splitlines() if line.strip()) for path, text in texts.items()
             if places(text)}
    drawn = {}
    for path, share in shares(lines, number).items():
        order = places(texts[path])
        random.Random(f"{seed}:{path}").shuffle(order)
        drawn[path] = (share, [Mutant(path, texts[path], place) for place in order])
    return drawn


def argued(text):
    """{(path, line, mutated line)} of the rows | file | line | becomes | why |."""
    found = set()
    for line in text.splitlines():
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)][1:-1]
        if len(cells) == 4 and cells[3] and cells[1].startswith("`"):
            found.add((cells[0].strip("`"), cells[1].strip("`"), cells[2].strip("`")))
    return found


# --- how one is built and tested ----------------------------------------------------------------------------------------


SLOW = ".slow"


def run(command, folder, seconds, env=None):
    """(exit code, None where it took too long; output). What it started ends with it.

    The limit is one of processor time, so that other work on the machine kills nothing; who sleeps for ever needs more.
    """

    def limits():
        if "ASAN_OPTIONS" not in os.environ:
            resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, cwd=folder, env=os.environ | (env or {}), stdin=subprocess.DEVNULL,
                                   stdout=output, stderr=output, start_new_session=True, preexec_fn=limits)
        try:
            code = process.wait(20 * seconds)
        except subprocess.TimeoutExpired:
            code = None
        if code != 0:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        output.seek(0)
        return None if code == -signal.SIGXCPU else code, output.read().decode(errors="replace")


class Build:
    """What the build folder knows: commands, which file is read by which object, and the tests."""

    def __init__(self, folder):
        self.folder = folder.resolve()
        self.commands = {}
        for entry in json.loads((self.folder / "compile_commands.json").read_text()):
            words = [word for word in shlex.split(entry["command"]) if not word.startswith("-W") and "ccache" not in word]
            self.commands[entry["file"]] = words
        self.readers = collections.defaultdict(list)
        source = None
        for line in self.output("ninja", "-t", "deps").splitlines():
            if not line.startswith(" "):
                source = None
            elif line.strip():
                path = os.path.normpath(self.folder / line.strip())
                source = source or path
                self.readers[path].append(source)
        library = next((self.folder / "src").glob("libweft.so.*.*.*"), None)
        if library is None:
            raise SystemExit(f"no shared libweft in {self.folder}: cmake --preset mutants && cmake --build --preset mutants")
        self.library = library.relative_to(self.folder)
        # The library is what a test links as it is, so both names that the loader may ask for are in src.
        self.link = next(line for line in self.output("ninja", "-t", "commands", str(self.library)).splitlines()
                         if f"-o {self.library} " in line)
        self.tests = [test for test in json.loads(self.output("ctest", "--show-only=json-v1"))["tests"]
                      if not JUDGES.isdisjoint(properties(test).get("LABELS", []))
                      and "PASS_REGULAR_EXPRESSION" not in properties(test)]
        unknown = {name for names in TESTS.values() for name in names if "/" not in name} - {t["name"] for t in self.tests}
        if unknown - OPTIONAL:
            raise SystemExit(f"test/mutants.py names tests that are none of labels {JUDGES}: {sorted(unknown - OPTIONAL)}")
        self.lock = threading.Lock()
        self.times_path = self.folder / "mutants.times.json"
        self.times = json.loads(self.times_path.read_text()) if self.times_path.exists() else {}

    def output(self, *command):
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=True).stdout

    def usual(self, name, file, run_it):
        """Seconds of processor time of a test without a mutant, None where it fails; kept until its file changes."""
        with self.lock:
            stamp = os.path.getmtime(file)
            if self.times.get(name, [None, None])[0] != stamp:
                start = resource.getrusage(resource.RUSAGE_CHILDREN)
                code, text = run_it()
                end = resource.getrusage(resource.RUSAGE_CHILDREN)
                if code != 0:
                    print(f"{name} fails without a mutant, and is left out: {text[-300:]}", flush=True)
                self.times[name] = [stamp, end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime if code == 0 else None]
                self.times_path.write_text(json.dumps(self.times))
            return self.times[name][1]

    def slow_cases(self, test, run_it):
        """The test cases of a fifth of a second and more, as doctest's filters write a list."""
        name, stamp = test["name"] + " cases", os.path.getmtime(test["command"][0])
        with self.lock:
            if self.times.get(name, [None, None])[0] != stamp:
                found = re.findall(r"^([\d.]+) s: (.*)$", run_it()[1], re.MULTILINE)
                self.times[name] = [stamp, ",".join(re.sub(r"[,\\]", "?", case) for took, case in found if float(took) >= 0.2)]
                self.times_path.write_text(json.dumps(self.times))
            return self.times[name][1]

    def compile_words(self, source, overlay, output, *more):
        """The command with what the overlay holds in place of the files of that name, and without warnings."""
        words = list(self.commands[source])
        words[words.index("-o") + 1] = str(output)
        mutated = overlay / pathlib.Path(source).relative_to(ROOT)
        words[words.index("-c") + 1] = str(mutated) if mutated.exists() else source
        first = next(at for at, word in enumerate(words) if word.startswith("-I"))
        return words[:first] + [f"-I{overlay}/src", f"-I{overlay}/include"] + words[first:] + [
            f"-ffile-prefix-map={overlay}={ROOT}", "-w", *more]


def is_doctest(test):
    return b"abort-after" in pathlib.Path(test["command"][0]).read_bytes()


def unless_skipped(code, skip):
    """The exit code of a test, 0 where it says that it is skipped; no code, of what took too long, is no such word."""
    return 0 if code is not None and code == skip else code


def properties(test):
    return {entry["name"]: entry["value"] for entry in test["properties"]}


def seconds_for(usual):
    """Processor time after which a loop never ends."""
    return 3 * usual + 5


class Bench:
    """One job's folder: the mutated file alone, and what is built from it."""

    def __init__(self, build, number, quick=False):
        self.build, self.quick = build, quick
        self.place = build.folder / "mutant" / str(number)
        self.overlay = self.place / "overlay"
        self.objects = self.place / "objects"
        for folder in (self.overlay, self.objects, self.place / "empty", self.place / "src", self.place / "run"):
            folder.mkdir(parents=True, exist_ok=True)
        for name in ("libweft.so", re.sub(r"(\.\d+)$", "", build.library.name)):
            (self.place / "src" / name).unlink(missing_ok=True)
            (self.place / "src" / name).symlink_to(build.library.name)

    def judge(self, mutant):
        """(verdict, by what)"""
        path = self.overlay / mutant.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(mutant.mutated())
        try:
            return self.judge_source(mutant) if mutant.path.startswith("src/") else self.judge_header(mutant)
        finally:
            path.unlink()

    def judge_source(self, mutant):
        changed = {}
        for source in dict.fromkeys(self.build.readers[str(ROOT / mutant.path)]):
            if not source.startswith(str(ROOT / "src")):
                continue  # a test that reads a private header
            relative = pathlib.Path("src/CMakeFiles/weft.dir") / (os.path.relpath(source, ROOT / "src") + ".o")
            output = self.objects / relative.name
            code, text = run(self.build.compile_words(source, self.overlay, output), self.build.folder, 600)
            if code != 0:
                return "does not compile", first_error(text)
            if output.read_bytes() != (self.build.folder / relative).read_bytes():
                changed[str(relative)] = output
        if not changed:
            return "same code", ""
        words = shlex.split(self.build.link.split("&&")[1])
        words = [str(changed.get(word, word)) for word in words]
        words[words.index("-o") + 1] = str(self.place / self.build.library)
        code, text = run(words, self.build.folder, 600)
        if code != 0:
            return "does not compile", text[-200:]
        return self.run_programs(mutant)

    def run_programs(self, mutant):
        first = TESTS[mutant.folder()]
        tests = {part["name"]: part for test in self.build.tests if not self.quick or test["name"] in first
                 for part in self.parts(test)[:1 if self.quick else None]}
        usual = {name: self.build.usual(name, test["command"][0],
                                        lambda: self.run_program(test, self.build.folder / "src", 600))
                 for name, test in tests.items()}
        for name in sorted((name for name in tests if usual[name] is not None),
                           key=lambda name: (name.removesuffix(SLOW) not in first, usual[name])):
            code, text = self.run_program(tests[name], self.place / "src", seconds_for(usual[name]))
            if code != 0:
                return ("time" if code is None else "killed"), f"{name}: {test_case(text)}"
        return "survived", ""

    def parts(self, test):
        """The quick cases of a program that runs all, and the slow ones."""
        if len(test["command"]) > 1 or not is_doctest(test):
            return [test]
        slow = self.build.slow_cases(test, lambda: self.run_program(test, self.build.folder / "src", 600, "-d"))
        return [test | {"command": test["command"] + [f"--test-case-exclude={slow}"]},
                test | {"command": test["command"] + [f"--test-case={slow}"], "name": test["name"] + SLOW}] if slow else [test]

    def run_program(self, test, libraries, seconds, *more):
        env = dict(entry.split("=", 1) for entry in properties(test).get("ENVIRONMENT", []))
        command = [*test["command"], *more]
        if is_doctest(test):
            command.append("--abort-after=1")
        code, text = run(command, self.place / "run", seconds, env | {"LD_LIBRARY_PATH": str(libraries)})
        return unless_skipped(code, properties(test).get("SKIP_RETURN_CODE")), text

    def judge_header(self, mutant):
        compiled = False
        for source in self.tests_of(mutant):
            usual = self.build.usual(source, source, lambda: self.run_header(source, self.place / "empty", 600))
            if usual is None:
                continue
            code, text = self.run_header(source, self.overlay, seconds_for(usual))
            if code == 0:
                compiled = True
                continue
            name = str(pathlib.Path(source).relative_to(ROOT))
            if code == "compiler":
                if re.search("static assertion failed|constant expression|non-constant condition", text):
                    return "static_assert", f"{name}: {first_error(text)}"
                if compiled:
                    return "killed", f"{name}: {first_error(text)}"
                return "does not compile", first_error(text)
            return ("time" if code is None else "killed"), f"{name}: {test_case(text)}"
        return "survived", ""

    def tests_of(self, mutant):
        """The header's own test, then those of its folder, then a few of those that stand on it."""
        own = ROOT / "test" / pathlib.Path(mutant.path).relative_to("include/weft").with_suffix(".cpp")
        readers = set(self.build.readers[str(ROOT / mutant.path)])
        wanted = [str(own)]
        for pattern in TESTS[mutant.folder()][:1 if self.quick else None]:
            wanted += sorted(str(path) for path in (ROOT / "test").glob(pattern + ".cpp"))
        return [source for source in dict.fromkeys(wanted) if source in readers]

    def run_header(self, source, overlay, seconds):
        """One file of tests as a program. Code "compiler" where there is none."""
        output, program = self.objects / "test.o", self.objects / "test"
        words = self.build.compile_words(source, overlay, output, "-O0")
        code, text = run(words, self.build.folder, seconds)
        if code == 0:
            libraries = self.build.folder / "src"
            main = self.build.folder / "test/CMakeFiles/weft_test_support.dir/support/main.cpp.o"
            flags = [word for word in words if word.startswith("-fsanitize")]
            code, text = run([words[0], *flags, output, main, f"-L{libraries}", "-lweft", f"-Wl,-rpath,{libraries}", "-o",
                              program], self.build.folder, 300)
        if code != 0:
            return "compiler", text
        return run([program, "--abort-after=1"], self.place / "run", seconds)


def first_error(text):
    return next((line.strip() for line in text.splitlines() if "error" in line), text[-200:])


def test_case(text):
    found = re.search(r"TEST CASE:\s*(.*)", text)
    return found.group(1) if found else " ".join(text[-100:].split())


# --- many of them -------------------------------------------------------------------------------------------------------

COUNTED = ("killed", "static_assert", "time", "survived")
# A file whose first mutants all leave the code as it was is not in this build: a twin for other standard libraries.
UNREAD = 8


class Results:
    """What is known, kept on disk line by line: a run that is stopped goes on where it was."""

    def __init__(self, path, again=False, reasons=()):
        self.path, self.again, self.reasons, self.known = path, again, reasons, {}
        self.lock = threading.Lock()
        if path.exists():
            for line in path.read_text().splitlines():
                entry = json.loads(line)
                self.known[tuple(entry["key"])] = (entry["verdict"], entry["by"])
        self.old = set(self.known)

    def verdict(self, mutant):
        known = self.known.get(tuple(mutant.key))
        again = self.again and tuple(mutant.key) in self.old and mutant.quoted() not in self.reasons
        return None if known and known[0] == "survived" and again else known

    def keep(self, mutant, verdict, by):
        with self.lock:
            self.known[tuple(mutant.key)] = (verdict, by)
            self.old.discard(tuple(mutant.key))
            with self.path.open("a") as file:
                file.write(json.dumps({"key": mutant.key, "line": mutant.line, "before": mutant.before,
                                       "after": mutant.after, "verdict": verdict, "by": by}) + "\n")
            print(f"{verdict:16} {mutant.path}:{mutant.line}: {mutant.before}  ->  {mutant.after}   [{by[:90]}]", flush=True)


def judge_files(files, benches, results, only_of):
    """[(mutant, verdict)] of those that count, and of those drawn again."""
    jobs = len(benches)
    judged = []

    def one_file(share, mutants):
        bench = benches.pop()
        counted = same = 0
        for mutant in mutants:
            if counted == share or (counted == 0 and same == UNREAD):
                break
            if only_of is not None:
                known = only_of.verdict(mutant)
                if known is None or known[0] != "survived":
                    counted += known is not None and known[0] in COUNTED
                    continue
            known = results.verdict(mutant)
            if known is None:
                known = bench.judge(mutant)
                results.keep(mutant, *known)
            judged.append((mutant, known[0]))
            counted += known[0] in COUNTED
            same += known[0] == "same code"
        benches.append(bench)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for done in [pool.submit(one_file, *file) for file in files]:
            done.result()
    return judged


def report(judged, reasons):
    """Prints a table and what survives; true if 95 % are killed and nothing is left to argue."""
    columns = ("killed", "static_assert", "time", "argued", "survived", "same code", "does not compile")
    rows = collections.defaultdict(collections.Counter)
    left = []
    for mutant, verdict in judged:
        if verdict == "survived" and mutant.quoted() in reasons:
            verdict = "argued"
        elif verdict == "survived":
            left.append(mutant)
        for row in (mutant.folder(), "all"):
            rows[row][verdict] += 1
    print(f"\n{'':22}" + "".join(f"{column:>17}" for column in ("drawn", *columns)))
    for row in sorted(rows, key=lambda name: (name == "all", name)):
        counts = rows[row]
        drawn = sum(counts[name] for name in ("argued", *COUNTED))
        print(f"{row:22}" + "".join(f"{count:17}" for count in (drawn, *(counts[name] for name in columns))))
    for mutant in left:
        print(f"\n{mutant.path}:{mutant.line}\n- {mutant.before}\n+ {mutant.after}")
    drawn = sum(rows["all"][name] for name in ("argued", *COUNTED))
    killed = sum(rows["all"][name] for name in ("killed", "static_assert", "time"))
    print(f"\n{killed} of {drawn} killed, {100 * killed / max(drawn, 1):.1f} %; {rows['all']['argued']} argued, {len(left)} left")
    return not left and killed >= 0.95 * drawn


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--number", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", action="append", default=[], help="files whose path begins so")
    parser.add_argument("--quick", action="store_true", help="the first tests only")
    parser.add_argument("--again", action="store_true", help="what survived may be killed by new tests")
    parser.add_argument("--of", type=pathlib.Path, help="survivors of that build")
    options = parser.parse_args()
    drawn = draws(ROOT, options.number, options.seed)
    reasons = argued((ROOT / "test/mutants.md").read_text())
    for path, before, after in sorted(reasons):
        if path not in drawn or all(m.quoted() != (path, before, after) for m in drawn[path][1]):
            print(f"test/mutants.md argues a mutant that can no longer be made: {path}: {before}")
    prefixes = options.only or [""]
    files = [drawn[path] for prefix in prefixes for path in drawn if path.startswith(prefix)]
    results = Results(options.build / "mutants.jsonl", options.again, reasons)
    other = Results(options.of / "mutants.jsonl") if options.of else None
    build = Build(options.build)
    judged = judge_files(files, [Bench(build, job, options.quick) for job in range(options.jobs)], results, other)
    sys.exit(0 if report(judged, reasons) else 1)


# --- its own test -------------------------------------------------------------------------------------------------------

# Code, and all that it can become.
SAMPLES = [
    ("  if (a < b)\n    return f(a, b);\n", ["  if (a <= b)", "  if (!(a < b))", "    return f(b, a);"]),
    ("  for (int k = 0; k < n; ++k)\n    x[k] = y[k] + 2;\n",
     ["  for (int k = 1; k < n; ++k)", "  for (int k = 0; k <= n; ++k)", "  for (int k = 0; k < n; --k)", "    ;",
      "    x[k] = y[k] - 2;", "    x[k] = y[k] + 3;"]),
    ("{\n  f(x);\n  ++count;\n  a.b = c;\n}\n", ["  ;", "  ;", "  ;", "  --count;"]),
    ("  return a && true ? b : c;\n", ["  return a || true ? b : c;", "  return a && false ? b : c;",
                                      "  return a && true ? c : b;"]),
    ("  n = std::min(n, 100 * u);\n", ["  n = std::max(n, 100 * u);", "  n = std::min(n, 100 / u);"]),
    ("  x |= 1u;\n", ["  x &= 1u;", "  x |= 0u;"]),
    ("  f(0x1.8p-5, 1.0, 2e3, 17, x1);\n", ["  f(0x1.8p-5, 1.0, 2e3, 18, x1);"]),
    ("template <class A, class B = C<A>>\nauto f(A const& a, B&& b) -> C<A>&;\n", []),
    ("// a < b\n/* a\n < b */ char const* s = \"a < b \\\" + c\"; char c = '<', d = 1.5, e = 0x1f, g = 1'000;\n", []),
    ("#if a < b && \\\n  c < d\n[[likely]] static_assert(a < b,\n \"c\");\nint operator+(x);\nauto r = R\"(a < b)\";\n", []),
]


def self_test():
    problems = []
    for text, wanted in SAMPLES:
        lines = [Mutant("", text, place) for place in places(text)]
        found = [m.mutated().splitlines()[m.line - 1] for m in lines]
        if sorted(found) != sorted(wanted):
            problems.append(f"{text!r} becomes {found}, not {wanted}")
    if [unless_skipped(*codes) for codes in ((0, None), (1, None), (77, 77), (1, 77), (None, None), (None, 77))] != [
            0, 1, 0, 1, None, None]:
        problems.append("the exit codes of tests")
    if shares({"a": 10, "b": 10, "c": 21}, 4) != {"a": 1, "b": 1, "c": 2}:
        problems.append("the shares of files")
    if argued("| file | a | b | why |\n|---|---|---|---|\n| `x` | `a \\|\\| b` | `a` | so |\n| `y` | `a` | `b` | |\n") != {
            ("x", "a || b", "a")}:
        problems.append("the list of those that are argued")
    for path, (_, mutants) in draws(ROOT, 1, 1).items():
        if not any(path.startswith(folder + "/") for folder in TESTS):
            problems.append(f"{path}: no tests of its folder come first")
    for problem in problems:
        print(problem)
    return not problems


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(0 if self_test() else 1)
    main()

"""examples/names.md has a line for each public name, names nothing else, and says which header each needs. And each
public declaration is documented.

No function of weft::detail is called like a public one: expressions have arguments from there, so a call without a
prefix would find both.

Public is what stands in namespace weft and the namespaces in it, but for INTERNAL, and the member functions of classes
(structs are plain data, or parts of expressions). What the sheet leaves out it lists, each with a reason; only the type
name_t of an object `name` needs neither.
"""

import re

from checks import headers, main
from declarations import declarations, is_function, name_of, without_comments

INTERNAL = {"detail", "op", "reducer", "by_argument"}
COLUMNS = 5
EXEMPT = re.compile(r"^- `([\w:]+)`: \w", re.MULTILINE)
CPP = {"auto", "double", "float", "int", "true", "false"}


class Public:
    """The public names of the headers and where each is declared; members of their types; and what is undocumented."""

    def __init__(self, root):
        self.headers = {}  # name: headers
        self.functions = {}  # member function of a class: with the class
        self.members = set()  # those, data members and enumerators
        self.undocumented = []
        self.hidden = {}  # functions of detail: where
        for path in headers(root):
            self.read(str(path.relative_to(root / "include/weft")), path.read_text())

    def read(self, header, source):
        text = without_comments(source)
        lines = source.splitlines()
        group, group_end, documented = None, 0, False
        for space, place, head, body, end in declarations(text, 0, len(text)):
            spaces = space.split("::")
            name = name_of(head)
            if spaces[-1] == "detail" and name and name.isidentifier() and is_function(head):
                if not name.startswith("operator"):
                    self.hidden[name] = header
            # Only C has its names outside the namespace.
            if name is None or INTERNAL & set(spaces) or (spaces[0] != "weft" and not header.endswith(".h")):
                continue
            is_type = re.match(r"(?:class|struct|enum)\b", head)
            if is_type and text[body] == ";":  # declared, not defined
                continue
            qualified = "::".join(spaces[1:] + [name])
            self.headers.setdefault(qualified, set()).add(header)
            if is_type:
                self.read_members(header, qualified, is_type[0], text[body + 1:text.rindex("}", body, end)])
            # Overloads that follow without an empty line share the words before the first.
            line = text.count("\n", 0, place)
            alike = group_end == line - 1 and (group == name or not is_function(head))
            documented = lines[line - 1].startswith("///") or (alike and documented)
            group, group_end = name, text.count("\n", 0, end)
            if not documented and header.endswith(".hpp") and not self.documents_space(source, spaces[-1]):
                self.undocumented.append(f"{header}:{line + 1}: {qualified} has no documentation")

    @staticmethod
    def documents_space(source, space):
        return re.search(rf"^///.*\nnamespace {space} {{$", source, re.MULTILINE)

    def read_members(self, header, owner, kind, body):
        if kind == "enum":
            self.members |= set(re.findall(r"\w+", body))
            return
        for _, _, head, _, _ in declarations(body, 0, len(body)):
            name = name_of(head)
            if not name or not name[0].isalpha() or name.startswith("operator") or name == owner.split("::")[-1]:
                continue
            if re.search(r"\bfriend\b", head):
                self.headers.setdefault(name, set()).add(header)
                continue
            self.members |= {name} if is_function(head) else set(re.findall(r"\w+", head))
            if kind == "class" and is_function(head):
                self.functions.setdefault(name, f"{owner}::{name}")


def reachable(root, header):
    """The headers that one brings, itself among them."""
    found, todo = set(), [header]
    while todo:
        header = todo.pop()
        if header not in found and (root / "include/weft" / header).is_file():
            found.add(header)
            todo += re.findall(r"#include <weft/(.*?)>", (root / "include/weft" / header).read_text())
    return found


def rows(sheet):
    """(line, number of cells, names in the first cell, headers in the last) of each row of a table whose first heading
    is weft; members begin with a dot."""
    inside = False
    for number, line in enumerate(sheet.splitlines(), 1):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)][1:-1]
        if not cells or cells[0] == "weft":
            inside = bool(cells)
        elif inside and not re.match(r"-+$", cells[0]):
            code = " ".join(re.findall(r"`([^`]*)`", cells[0].replace("\\|", "|")))
            code = re.sub(r'"[^"]*"|\b(?:std|fmt)::\w+', "", code)
            code = re.sub(r"(?<=[\w)])\.", " .", code)
            names = set(re.findall(r"operator[^\s\w]+|(?<!\w)\.?[A-Za-z_]\w*(?:::\w+)*", code))
            yield number, len(cells), names, set(re.findall(r"`([^`]*)`", cells[-1]))


def check(root):
    public = Public(root)
    umbrella = reachable(root, "weft.hpp")
    problems = list(public.undocumented)
    problems += [f"{header}: detail::{name} is called like a public function"
                 for name, header in sorted(public.hidden.items()) if name in public.headers]
    sheet = (root / "examples/names.md").read_text()
    exempt = set(EXEMPT.findall(sheet))
    named = set()
    for number, cells, names, wanted in rows(sheet):
        where = f"examples/names.md:{number}"
        if cells != COLUMNS:
            problems.append(f"{where}: {cells} cells, should be {COLUMNS}")
        problems += [f"{where}: there is no header {header}" for header in sorted(wanted)
                     if not (root / "include/weft" / header).is_file()]
        brought = umbrella.union(*(reachable(root, header) for header in wanted))
        for name in sorted(names):
            outer, _, inner = name.rpartition("::" if "::" in name else ".")
            named |= {name, outer}
            declared = public.headers.get(name) or public.headers.get(outer, set())
            if declared and not declared & brought:
                problems.append(f"{where}: {name} needs {min(declared)}, which the last cell does not say")
            known = name in public.headers or (inner in public.members and ("." in name or outer in public.headers))
            if not known and len(name) > 1 and name not in CPP:
                problems.append(f"{where}: there is no {name}")
    required = {name: name for name in public.headers} | {f".{name}": of for name, of in public.functions.items()}
    for name, qualified in sorted(required.items()):
        is_tag_type = name.endswith("_t") and name[:-2] in public.headers
        if not is_tag_type and name not in named and qualified not in exempt:
            problems.append(f"examples/names.md: {qualified} is missing")
    return problems + [f"examples/names.md: there is no {name} to leave out" for name in sorted(exempt)
                       if name not in required.values()]


A = "include/weft/ops/a.hpp"
B = "include/weft/ops/b.hpp"
SHEET = "examples/names.md"
TABLE = "| weft | NumPy | Eigen 3.4 | Armadillo | header |\n|---|---|---|---|---|\n"
GOOD = {
    "include/weft/weft.hpp": "#include <weft/ops/a.hpp>\n",
    A: """#pragma once
namespace weft {
namespace detail {
int hidden();
}
/// Two overloads.
template <class T>
  requires(sizeof(T) < 9) && requires(T t) { t.begin(); }
WEFT_INLINE auto twice(T const& t) {
  return 2 * t; // not }
}
template <class T, auto N = (1 > 0)>
void twice(T, int);
/// An object.
inline constexpr all_t all{};
struct all_t;
/// A type.
template <class T>
class box {
public:
  box() : n_{0} {}
  explicit(false) box(int n) : n_{n} {}
  static constexpr int two = [] { return 2; }();
  T open() const { return n_; }
  friend void turn(box&) {}

private:
  T hide();
  T n_;
};
template <class T>
class box<T*> {};
/// A type of which only objects are named.
struct all_t {};
/// A concept.
template <class T>
concept Boxed = requires(T t) { t.open(); };
/// A constant.
inline constexpr int odd = box<int>::two + 1;
/// Choices.
enum class colour : unsigned char { red, green };
/// A sum.
template <class T>
box<T> operator+(box<T> const&, box<T> const&);
template <class T>
void shut(T) WEFT_REFUSED("weft: boxes stay open");
} // namespace weft
""",
    B: "#pragma once\nnamespace weft {\n/// Far away.\nint far(int n);\n} // namespace weft\n",
    SHEET: TABLE + "| `twice(x)`, `twice(x, 2)` | `2 * x` | - | - | |\n| `twice(all)` | - | - | - | |\n"
    "| `box<int> b(3)`: `b.open()`, `turn(b)` | - | - | - | |\n| `Boxed`, a concept | - | - | - | |\n"
    "| `colour::red` | `'a \\| b'` | - | - | |\n| `a + b`: `operator+` | `a + b` | - | - | |\n"
    "| `far(1)` | - | - | - | `ops/b.hpp` |\n\n| habit | weft |\n|---|---|\n| `none` | `none` |\n\nLeft out:\n\n- `odd`: a reason\n",
}


def changed(path, before, after):
    assert before in GOOD[path]
    return {path: GOOD[path].replace(before, after)}


BAD = [
    (changed(A, "int hidden();", "int twice();"), "ops/a.hpp: detail::twice is called like"),
    (changed(SHEET, "| `Boxed`, a concept | - | - | - | |\n", ""), "Boxed is missing"),
    (changed(SHEET, ": `operator+`", ""), "operator+ is missing"),
    (changed(SHEET, "`b.open()`", "`b`"), "box::open is missing"),
    (changed(SHEET, "`b.open()`", "`open(b)`"), "names.md:5: there is no open"),
    (changed(SHEET, "`b.open()`", "`b.open()`, `b.hide()`"), "names.md:5: there is no .hide"),
    (changed(SHEET, ", `turn(b)`", ""), "turn is missing"),
    (changed(SHEET, "`twice(all)`", "`twice(2)`"), "all is missing"),
    (changed(SHEET, "`twice(all)`", "`twice(all, every)`"), "names.md:4: there is no every"),
    (changed(SHEET, "`twice(all)`", "`twice(all, hidden)`"), "names.md:4: there is no hidden"),
    (changed(SHEET, "`colour::red`", "`colour::blue`"), "names.md:7: there is no colour::blue"),
    (changed(SHEET, "| `ops/b.hpp` |", "| |"), "names.md:9: far needs ops/b.hpp"),
    (changed(SHEET, "`ops/b.hpp`", "`ops/c.hpp`"), "names.md:9: there is no header ops/c.hpp"),
    (changed(SHEET, "- `odd`: a reason\n", "- `odd`\n"), "odd is missing"),
    (changed(SHEET, "- `odd`", "- `gone`: a reason\n- `odd`"), "there is no gone to leave out"),
    (changed(SHEET, "`'a \\| b'`", "`'a | b'`"), "names.md:7: 6 cells, should be 5"),
    (changed(A, "  T hide();\n", "public:\n  T hide();\n"), "box::hide is missing"),
    (changed(A, "/// Two overloads.\n", ""), "ops/a.hpp:6: twice has no documentation"),
    (changed(A, "/// A type.\n", "\n"), "ops/a.hpp:18: box has no documentation"),
    (changed(A, "void twice(T, int);", "void thrice(T, int);"), "ops/a.hpp:12: thrice has no documentation"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)

"""No public function takes an integer of fewer than 64 bits, and no public options hold one: C++ would cut a larger
number without a word. What has a reason stands in ALLOWED.

    widths.py ROOT
"""

import re

from checks import headers, main
from declarations import behind_bracket, declarations, is_function, name_of, without_comments

INTERNAL = {"detail", "op", "reducer"}
NARROW = re.compile(r"\b(?:int|unsigned|short|long|std::u?int(?:8|16|32)_t)\b(?!\s*\()")
# {file: {function or type: reason}}
ALLOWED = {
    "base/half.hpp": {"from_bits": "all the bits of a number, no number of things"},
    "mpi/block_cyclic.hpp": dict.fromkeys(["from_global", "to_global"], "ranks are int to MPI"),
    "mpi/cartesian.hpp": {"coordinates": "ranks are int to MPI"},
    "mpi/collective.hpp": dict.fromkeys(["broadcast", "reduce", "gather", "scatter"], "ranks are int to MPI"),
    "mpi/communicator.hpp": {"environment": "the arguments of main", "split": "colors and keys are int to MPI"},
    "mpi/distributed.hpp": {"block_of": "ranks are int to MPI"},
    "mpi/message.hpp": dict.fromkeys(["send", "recv", "isend", "irecv"], "ranks and tags are int to MPI"),
    "mpi/rows.hpp": dict.fromkeys(["first", "count", "to_global"], "ranks are int to MPI"),
    "mpi/redistribute.hpp": {"to_global": "ranks are int to MPI"},
    "layout/extents.hpp": {"dynamic_extents": "a rank that check_rank let through; programs write shape(...)"},
}


def parameters(head, name):
    """The parameters of a function, without the arguments of templates; those without a name are not read."""
    call = re.search(re.escape(name.removeprefix("operator")) + r"\s*(?=\()", head)
    if not call:
        return []
    end = behind_bracket(head, call.end())
    inside, place, plain = head[call.end() + 1:end - 1], 0, ""
    while place < len(inside):
        if inside[place] in "<([{" and not inside.startswith("<<", place):
            place = behind_bracket(inside, place)
        else:
            plain += inside[place]
            place += 1
    return plain.split(",")


def narrow(text, first, last, holder=""):
    """(place, name, parameter) of each integer that is too narrow."""
    for space, place, head, body, end in declarations(text, first, last):
        name = name_of(head)
        if name is None or INTERNAL & set(space.split("::")):
            continue
        if re.match(r"(?:class|struct) ", head):
            if text[body] == "{":
                yield from narrow(text, body + 1, text.rindex("}", body, end), name)
        elif is_function(head) and "= delete" not in head:
            yield from ((place, name, parameter.strip()) for parameter in parameters(head, name)
                        if NARROW.search(parameter.split("=")[0]) and "*" not in parameter
                        and not NARROW.fullmatch(parameter.strip()))
        elif holder.endswith("_options") and NARROW.match(head):
            yield place, f"{holder}::{name}", head.strip()


def check(root):
    problems, used = [], set()
    for path in headers(root):
        if path.suffix != ".hpp":
            continue
        file = str(path.relative_to(root / "include/weft"))
        text = without_comments(path.read_text())
        for place, name, parameter in narrow(text, 0, len(text)):
            if name in ALLOWED.get(file, {}):
                used.add((file, name))
            else:
                problems.append(f"{file}:{text.count(chr(10), 0, place) + 1}: {name} takes `{parameter}`: index_t, or a "
                                "reason in widths.py")
    return problems + [f"{file}: {name} is in widths.py for nothing" for file, names in ALLOWED.items()
                       for name in names if (root / "include/weft" / file).exists() and (file, name) not in used]


A = "include/weft/a.hpp"
GOOD = {A: """namespace weft {
struct print_options {
  index_t digits = 3;
  bool wide = false;
};
struct report {
  int loops = 0;
};
class tensor {
public:
  index_t extent(index_t k) const { return k; }
  int rank() const;
  tensor operator++(int);
private:
  void hidden(int k);
};
template <class X, int K = 2>
auto power(X const& a, index_t n, std::array<int, 3> b = {}) {
  return a;
}
namespace detail {
int counted(int k);
}
}
"""}


def changed(before, after):
    assert before in GOOD[A]
    return {A: GOOD[A].replace(before, after)}


BAD = [
    (changed("index_t digits", "int digits"), "a.hpp:3: print_options::digits"),
    (changed("extent(index_t k)", "extent(int k)"), "a.hpp:11: extent takes `int k`"),
    (changed("index_t n, std", "int n, std"), "a.hpp:17: power takes `int n`"),
    (changed("index_t n, std", "unsigned n = 3, std"), "a.hpp:17: power takes"),
    (changed("index_t n, std", "std::uint32_t n, std"), "a.hpp:17: power takes"),
    (changed("namespace detail {", "namespace linalg {"), "a.hpp:22: counted takes"),
    ({"include/weft/layout/extents.hpp": "namespace weft {\n}\n"}, "dynamic_extents is in widths.py for nothing"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)

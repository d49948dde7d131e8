"""What has no effect but its value is [[nodiscard]]: the types of expressions, and each public function and public member
that returns something, but for those of EFFECT.

    nodiscard.py ROOT          reports those that lack it
    nodiscard.py --add ROOT    writes it
"""

import pathlib
import re
import sys

from checks import headers, main
from declarations import DECORATION, behind_template, declarations, is_function, name_of, without_comments

INTERNAL = {"detail", "op", "reducer"}
# Functions with an effect beside the value that they return.
EFFECT = re.compile(r"~\w+|operator(?:[-+*/%&|^]|<<|>>)?=|operator(?:\+\+|--)|at|set_\w+|visit|swap|bind|save_\w+|next\w*|read\w*")
EXPRESSIONS = {"node", "deferred", "constant_leaf", "generator_leaf", "value_leaf"}
WIDTH = 120


def returns(head):
    """What stands before the name: nothing for constructors, deduction guides and conversions."""
    plain = DECORATION.sub("", head.replace("decltype(auto)", "auto"))
    plain = re.sub(r"\b(?:static|constexpr|inline|friend|virtual)\b", "", plain)
    before = re.split(r"\boperator\b|\w+\s*\(", plain, maxsplit=1)[0].strip()
    return before


def lacking(text, first, last):
    """Places where [[nodiscard]] is missing, with the name."""
    for space, place, head, body, _ in declarations(text, first, last):
        name = name_of(head)
        if name is None or INTERNAL & set(space.split("::")):
            continue
        start = behind_template(text, place)
        if head.startswith("using "):
            continue
        kind = re.match(r"(?:class|struct) (?:\[\[.*?\]\] *)?(?:WEFT_API )?(\w+)", head)
        if kind:
            if name in EXPRESSIONS and "[[nodiscard" not in head and text[body] == "{":
                yield start + len(re.match(r"\w+ ", head)[0]), name
            if text[body] == "{":
                yield from lacking(text, body + 1, text.rindex("}", body, _))
        elif is_function(head) and "[[nodiscard" not in head and not EFFECT.fullmatch(name):
            result = returns(head)
            if result not in ("", "void", "using") and "basic_ostream" not in result and "= delete" not in head:
                yield start, name


def check(root):
    problems = []
    for path in headers(root):
        if path.suffix == ".hpp":
            text = path.read_text()
            plain = without_comments(text)
            problems += [f"{path.relative_to(root / 'include/weft')}:{text.count(chr(10), 0, place) + 1}: {name} is not "
                         "[[nodiscard]]" for place, name in lacking(plain, 0, len(plain))]
    return problems


def add(root):
    for path in headers(root):
        text = path.read_text()
        plain = without_comments(text)
        for place, name in sorted(lacking(plain, 0, len(plain)), reverse=True):
            line = text.rfind("\n", 0, place) + 1
            width = text.index("\n", place) - line
            indent = re.match(r" *", text[line:])[0]
            fits = width + len("[[nodiscard]] ") <= WIDTH or text[line:place].strip()
            text = text[:place] + ("[[nodiscard]] " if fits else "[[nodiscard]]\n" + indent) + text[place:]
        path.write_text(text)


A = "include/weft/a.hpp"
GOOD = {A: """namespace weft {
struct [[nodiscard]] node {
  node(int);
  [[nodiscard]] WEFT_FN int rank() const { return 0; }
  void fill();
  node& operator=(node const&);
};
template <class T>
[[nodiscard]] WEFT_INLINE auto sum(T x) {
  return x;
}
template <class T>
void sort(T&, T*) WEFT_REFUSED("weft: no");
node(int) -> node;
namespace detail {
int hidden();
}
int set_width(int);
}
"""}


def changed(before, after):
    assert before in GOOD[A]
    return {A: GOOD[A].replace(before, after)}


BAD = [
    (changed("struct [[nodiscard]] node", "struct node"), "a.hpp:2: node is not"),
    (changed("  [[nodiscard]] WEFT_FN int rank", "  WEFT_FN int rank"), "a.hpp:4: rank is not"),
    (changed("[[nodiscard]] WEFT_INLINE auto sum", "WEFT_INLINE auto sum"), "a.hpp:9: sum is not"),
    (changed("void sort(T&, T*) WEFT_REFUSED(\"weft: no\")", "bool sort(T&, T*)"), "a.hpp:13: sort is not"),
    (changed("int set_width", "int width"), "a.hpp:18: width is not"),
]

if __name__ == "__main__":
    if sys.argv[1] == "--add":
        add(pathlib.Path(sys.argv[2]))
    else:
        main(check, GOOD, BAD)

"""Each inline function of the headers carries the tag of its build: see WEFT_FN in base/config.hpp.

And no virtual function is inline: a class of which all are has its table of them in every object file, without a tag.

symbols.py finds what a program really shares; this finds what no program has used yet.
"""

import re

from checks import headers, main

# A function that begins with constexpr or inline, or a special member that is defaulted. Templates and members without
# those words are left to symbols.py. A member that is defined behind its class has the tag of its declaration, and no
# program with a function that is refused compiles.
FUNCTION = re.compile(r"^\s*(?:\[\[nodiscard\]\] )?(?:(?:static|friend|explicit|constexpr|inline) )*"
                      r"(?:constexpr|inline) (?![^(]*(?:::\w+\(|\brefused_value\b))"
                      r"(?:[^=;{(]*\w|[^;{(]*\boperator\W+)\([^;]*\{")
DEFAULTED = re.compile(r"\) ?(?:const )?&{0,2} ?(?:noexcept )?= default;")
VIRTUAL = re.compile(r"\bvirtual\b.*\{|\) ?(?:const )?(?:noexcept )?(?:override|final)\b[^;]*\{"
                     r"|(?:\bvirtual\b.*|\boverride|\bfinal) = default;")


def check(root):
    return inline_virtual(root) + [
        f"{path.relative_to(root / 'include/weft')}:{number}: no WEFT_FN or WEFT_INLINE: {line.strip()}"
        for path in headers(root)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if "WEFT_" not in line and (FUNCTION.search(line) or DEFAULTED.search(line))]


def inline_virtual(root):
    return [f"{path.relative_to(root / 'include/weft')}:{number}: an inline virtual function: {line.strip()}"
            for path in headers(root)
            for number, line in enumerate(path.read_text().splitlines(), 1) if VIRTUAL.search(line)]


A = "include/weft/ops/a.hpp"
GOOD = {A: "WEFT_FN constexpr int f() {\n  constexpr int n = [] { return 1; }();\n  return n;\n}\n"
           "inline constexpr int table[] = {f(), 2};\nstruct s {\n  WEFT_INLINE s() = default;\n};\n"
           "constexpr int s::g(int n) {\n}\nconstexpr kind k{[](int n) {\n}};\ninline auto h = [](int n) {\n};\n"
           "[[nodiscard]] constexpr detail::refused_value operator+(s, s) {\n}\n"
           "class WEFT_API t final : public u {\npublic:\n  virtual ~t();\n  void f() override;\n};\n"}
BAD = [
    ({A: "constexpr int f() { return 1; }\n"}, "ops/a.hpp:1: no WEFT_FN"),
    ({A: "struct s {\n  static constexpr auto f(int n) {\n  }\n};\n"}, "ops/a.hpp:2: no WEFT_FN"),
    ({A: "inline int f(int n) noexcept {\n}\n"}, "ops/a.hpp:1: no WEFT_FN"),
    ({A: "constexpr int f(int n = 1) { return n; }\n"}, "ops/a.hpp:1: no WEFT_FN"),
    ({A: "constexpr bool operator==(s, s) { return true; }\n"}, "ops/a.hpp:1: no WEFT_FN"),
    ({A: "static constexpr void write(int*& to) { *to++ = 1; }\n"}, "ops/a.hpp:1: no WEFT_FN"),
    ({A: "[[nodiscard]] static constexpr int f() {\n}\n"}, "ops/a.hpp:1: no WEFT_FN"),
    ({A: "struct s {\n  s& operator=(s const&) & = default;\n};\n"}, "ops/a.hpp:2: no WEFT_FN"),
    ({A: "struct s {\n  s(s const&) = default;\n};\n"}, "ops/a.hpp:2: no WEFT_FN"),
    ({A: "struct s : t {\n  WEFT_FN void* f(int n) override {\n  }\n};\n"}, "ops/a.hpp:2: an inline virtual"),
    ({A: "struct s : t {\n  WEFT_FN int f(int n) const final { return n; }\n};\n"}, "ops/a.hpp:2: an inline virtual"),
    ({A: "struct s {\n  WEFT_FN virtual ~s() = default;\n};\n"}, "ops/a.hpp:2: an inline virtual"),
]

if __name__ == "__main__":
    main(check, GOOD, BAD)

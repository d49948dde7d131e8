"""Writes random questions (random_questions.py) as C++ for weft, as loops by hand, for Eigen, and as the oracle.

The oracle is the loops that nobody would time: one after the other in the order of the indices, in a wider type. The
loops by hand go through memory as the target lies, in one loop where all lies alike, in tiles of 32 where an operand is
contiguous along another axis, and call BLAS for products with matrices.
"""
from random_questions import NAMES, REAL, may_cancel

CPP = {"double": "double", "float": "float", "int": "int", "byte": "std::uint8_t", "long": "long"}
WIDE = {"double": "long double", "float": "double", "int": "int", "byte": "int", "long": "long"}
PER_FILE = 15
TILE = 32
SPECIAL = ("cumsum", "sort", "take")
PRELUDE = {
    "loops": '#include "random.hpp"\nusing peer::block, peer::run, peer::least, peer::largest, peer::squared;\n',
    "weft": '''#include "random.hpp"
#include <weft/ops/sort.hpp>
#include <weft/weft.hpp>
using namespace weft;
using peer::run;
namespace {
template <class C, class... Extents>
C operand(int k, Extents... extents) {
  C a(uninit, extents...);
  peer::fill(k, a.data(), a.size());
  return a;
}
template <class C>
C operand(int k) {
  C a;
  peer::fill(k, a.data(), a.size());
  return a;
}
/// The elements of a result, as they are once it is computed.
template <class T>
struct typed {
  explicit typed(any_tensor const& a) : of(a) {}
  T const* data() const { return of.as<T>().data(); }
  any_tensor const& of;
};
} // namespace
''',
    "eigen": '''#include "random.hpp"
#include <Eigen/Dense>
using namespace Eigen;
using peer::run;
namespace {
template <class C, class... Extents>
C operand(int k, Extents... extents) {
  C a(extents...);
  peer::fill(k, a.data(), long(a.size()));
  return a;
}
template <class C, class... Extents>
C zeros(Extents... extents) {
  C a(extents...);
  a.setZero();
  return a;
}
} // namespace
''',
}
PRELUDE["oracle"] = PRELUDE["fast"] = PRELUDE["mkl"] = PRELUDE["highway"] = PRELUDE["loops"]
VERSION = {"loops": '"-"', "fast": '"-"', "oracle": '"-"', "mkl": "std::to_string(INTEL_MKL_VERSION)",
           "highway": 'std::to_string(HWY_MAJOR) + "." + std::to_string(HWY_MINOR)',
           "weft": "weft::build_info().version",
           "eigen": 'std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." + '
                    "std::to_string(EIGEN_MINOR_VERSION)"}


def scalar(value, kind):
    if kind not in REAL:
        return str(value)
    text = repr(float(value))
    return text + "f" if kind == "float" else text


def stored_extent(axis):
    if axis.of is None:
        return str(1 + axis.room)
    count = f"n{axis.of}" if abs(axis.step) == 1 else f"{abs(axis.step)} * n{axis.of}"
    return f"{count} + {axis.room}" if axis.room else count


def stored_extents(operand):
    return [stored_extent(operand.axes[axis]) for axis in operand.stored]


def product_of(factors):
    factors = [f"({factor})" if "+" in factor else factor for factor in factors if factor != "1"]
    return " * ".join(factors) or "1"


def names_of(question):
    return [*zip(NAMES, question.operands), ("d", question.target)]


def arguments(k, extents):
    return f"{k}, {extents}" if extents else str(k)


def extents_text(question):
    if question.static:
        return [f"  [[maybe_unused]] constexpr long n{axis} = {n};" for axis, n in enumerate(question.extents)]
    return [f"  [[maybe_unused]] const long n{axis} = peer::unseen({n});" for axis, n in enumerate(question.extents)]


# Loops: the oracle's and those by hand.

def strides(name, operand):
    """axis -> the name of its stride, or 1; and their definitions."""
    found, lines = {}, []
    for place, axis in enumerate(operand.stored):
        inner = operand.stored[place + 1:] if operand.order == "row" else operand.stored[:place]
        text = product_of([stored_extent(operand.axes[other]) for other in inner])
        found[axis] = text if text == "1" else f"{name}{axis}"
        if text != "1":
            lines.append(f"const long {name}{axis} = {text};")
    return found, lines


def position(axis, shift):
    i, start = f"i{axis.of}", axis.start + shift
    if axis.step < 0:
        return f"(n{axis.of} - 1 - {i})"
    text = i if axis.step == 1 else f"{axis.step} * {i}"
    return f"({text} + {start})" if start else text


def place_in(name, operand, shifts=()):
    """The element as an index into memory."""
    steps, terms = strides(name, operand)[0], []
    for n, axis in enumerate(operand.axes):
        if axis.of is not None:
            at = position(axis, shifts[n] if shifts else 0)
            terms.append(at if steps[n] == "1" else f"{at} * {steps[n]}")
        elif axis.start:
            terms.append(str(axis.start) if steps[n] == "1" else f"{axis.start} * {steps[n]}")
    return " + ".join(terms) or "0"


class Dialect:
    """What a tree is in C++, where a dialect says what leaf, scalar, choice and call are."""

    def text(self, tree):
        name, *parts = tree
        if name == "leaf":
            return self.leaf(*parts)
        if name == "scalar":
            return self.scalar(*parts)
        if name == "where":
            return self.choice(parts[0], *map(self.argument, parts[1:]))
        if name in "+-*/":
            return f"({self.text(parts[0])} {name} {self.text(parts[1])})"
        return self.call(name, parts)

    def argument(self, tree):
        return self.text(tree)


class Loops(Dialect):
    """Elements of an expression as C++ on indices i0, i1, ..."""

    def __init__(self, question, wide=False, flat=False):
        self.question, self.flat = question, flat
        self.type = (WIDE if wide else CPP)[question.type]
        self.result = (WIDE if wide else CPP)[question.target.type]
        self.converted = wide or question.kind == "mixed"

    def leaf(self, k, shifts=()):
        name = NAMES[k]
        text = f"{name}[{'i' if self.flat else place_in(name, self.question.operands[k], shifts)}]"
        return f"{self.cast()}({text})" if self.converted else text

    def cast(self):
        return self.type if " " not in self.type else "wide"

    def scalar(self, value):
        text = scalar(value, self.question.type)
        return f"{self.cast()}({text})" if self.converted else text

    def choice(self, comparison, x, y, first, second):
        return f"({x} {comparison} {y} ? {first} : {second})"

    def call(self, name, parts):
        function = {"minimum": "least", "maximum": "largest", "square": "squared"}.get(name, f"std::{name}")
        return f"{function}({', '.join(map(self.argument, parts))})"

    def target(self):
        return f"d[{'i' if self.flat else place_in('d', self.question.target)}]"

    def first(self):
        limits = f"std::numeric_limits<{self.result}>"
        return {"max": f"{limits}::lowest()", "min": f"{limits}::max()"}.get(self.question.reducer, "0")

    def folded(self, into):
        x = self.text(self.question.tree)
        fold = {"max": f"{into} = largest({into}, {x})", "min": f"{into} = least({into}, {x})",
                "norm": f"{into} += squared({x})"}
        text = fold.get(self.question.reducer, f"{into} += {x}")
        if self.result == "std::uint8_t" and self.question.reducer in ("max", "min"):
            into, value = text.split(" = ", 1)
            text = f"{into} = {self.result}({value})"
        return text

    def finished(self, value):
        count = product_of([f"n{axis}" for axis in self.question.reduced])
        return {"mean": f"{value} / {self.cast()}({count})", "norm": f"std::sqrt({value})"}.get(
            self.question.reducer, value)


def loop(axis):
    return f"for (long i{axis} = 0; i{axis} < n{axis}; ++i{axis})"


def nest(axes, body, tiles=(), unordered=True):
    """Loops over the axes, outermost first; the two in `tiles` go in tiles. Body: lines of a block."""
    lines, outer = [], [axis for axis in axes if axis not in tiles]
    for axis in outer if tiles else axes[:-1]:
        lines.append(loop(axis))
    for axis in tiles:
        lines.append(f"for (long t{axis} = 0; t{axis} < n{axis}; t{axis} += {TILE})")
    within = [f"for (long i{axis} = t{axis}; i{axis} < std::min(n{axis}, t{axis} + {TILE}); ++i{axis})"
              for axis in tiles] or [loop(axis) for axis in axes[-1:]]
    lines += within[:-1] + (["_Pragma(\"GCC ivdep\")"] if unordered and within else []) + within[-1:]
    return lines + ["{", *body, "}"]


def storage_order(operand):
    """The question's axes, outermost first, as the operand lies."""
    stored = operand.stored if operand.order == "row" else operand.stored[::-1]
    return [operand.axes[axis].of for axis in stored if operand.axes[axis].of is not None]


def alike(question):
    """All lies in one piece and in the same order, so that one loop does."""
    everything = question.operands if question.reducer else (*question.operands, question.target)
    rank = len(question.extents)
    return all(o.layout == "plain" and len(o.axes) == rank and (o.order == everything[0].order or rank == 1)
               for o in everything)


def tiles_of(question, axes):
    """The innermost axis and one along which another operand is contiguous, that one first."""
    for operand in question.operands:
        unit = operand.axes[operand.unit()].of
        if unit not in (None, axes[-1]) and len(operand.axes) == len(axes):
            return (unit, axes[-1])
    return ()


def flat_size(question):
    return product_of([f"n{axis}" for axis in range(len(question.extents))])


def statement_by_hand(question):
    flat = alike(question)
    code = Loops(question, flat=flat)
    value = f"{CPP[question.target.type]}({code.text(question.tree)})"
    stored = f"{code.target()} {'+=' if question.update else '='} {value};"
    if flat:
        return [f"const long n = {flat_size(question)};", "_Pragma(\"GCC ivdep\")", "for (long i = 0; i < n; ++i)",
                "  " + stored]
    axes = storage_order(question.target)
    return nest(axes, [stored], tiles_of(question, axes))


def reduction_by_hand(question):
    """One sum at a time where the innermost axis is summed, else a row of them."""
    code = Loops(question)
    kind, rank = code.result, len(question.extents)
    if len(question.reduced) == rank:
        if alike(question):
            code = Loops(question, flat=True)
            inner = [f"const long n = {flat_size(question)};", "for (long i = 0; i < n; ++i)", f"  {code.folded('s')};"]
        else:
            inner = nest(storage_order(question.operands[0]), [f"{code.folded('s')};"], unordered=False)
        return [f"{kind} s = {code.first()};", *inner, f"d = {kind}({code.finished('s')});"]
    axes, along = storage_order(question.operands[0]), question.reduced[0]
    if axes[-1] == along:
        body = [f"{kind} s = {code.first()};", loop(along), f"  {code.folded('s')};",
                f"{code.target()} = {kind}({code.finished('s')});"]
        return nest(axes[:-1], body, unordered=False)
    count = product_of([f"n{axis.of}" for axis in question.target.axes])
    lines = [f"std::fill_n(d, {count}, {kind}({code.first()}));"] + nest(axes, [f"{code.folded(code.target())};"])
    if question.reducer in ("mean", "norm"):
        lines += [f"for (long i = 0; i < {count}; ++i)", f"  d[i] = {kind}({code.finished('d[i]')});"]
    return lines


def matrix_by_hand(name, operand):
    steps = strides(name, operand)[0]
    kind = f"{CPP[operand.type]}{'' if name == 'd' else ' const'}"
    by_rows = "true" if operand.unit() == 1 else "false"
    start = first_element(name, operand)
    return f"peer::strided_matrix<{kind}>{{{start}, {steps[0]}, {steps[1]}, {by_rows}}}"


def first_element(name, operand):
    steps, text = strides(name, operand)[0], name
    for n, axis in enumerate(operand.axes):
        if axis.start:
            text += f" + {axis.start}" if steps[n] == "1" else f" + {axis.start} * {steps[n]}"
    return text


def product_by_hand(question):
    kind, a, b = CPP[question.type], question.operands[0], question.operands[1]
    if question.kind == "matrix x vector":
        return [f"peer::apply<{kind}>(n0, n1, {matrix_by_hand('a', a)}, {first_element('b', b)}, {b.axes[0].step}, d);"]
    start = "std::fill_n(d, n0 * n1, 0);" if question.added is None else "std::copy_n(c, n0 * n1, d);"
    return [start, f"peer::add_product<{kind}>(n0, n1, n2, {matrix_by_hand('a', a)}, {matrix_by_hand('b', b)}, "
                   f"{matrix_by_hand('d', question.target)});"]


def static_product_by_hand(question):
    """Sums of a row, or of a column, of the target at a time."""
    code, target = Loops(question), question.target
    if not target.axes:
        return reduction_by_hand(question)
    *outer, inner = storage_order(target)
    along = question.reduced[0]
    first = "0" if question.added is None else f"c[{place_in('c', question.operands[question.added])}]"
    body = [f"{code.result} s[n{inner}];", loop(inner), f"  s[i{inner}] = {first};", loop(along),
            "  " + loop(inner), f"    {code.folded(f's[i{inner}]')};", loop(inner), f"  {code.target()} = s[i{inner}];"]
    return nest(outer, body, unordered=False) if outer else body


def special_loops(question, result):
    if question.kind == "sort":
        return ["std::copy_n(a, n0, d);", "std::sort(d, d + n0);"]
    if question.kind == "take":
        return [loop(1), "  d[i1] = a[b[i1]];"]
    along, rank = question.reduced[0], len(question.extents)
    code = Loops(question)
    if rank == 2 and along == 0 and result == code.result:
        return ["std::copy_n(a, n1, d);", "for (long i = n1; i < n0 * n1; ++i)", "  d[i] = d[i - n1] + a[i];"]
    rest = [axis for axis in range(rank) if axis != along]
    body = [f"{result} s = 0;", loop(along), "{", f"s += {code.leaf(0)};",
            f"{code.target()} = {CPP[question.type]}(s);", "}"]
    return nest(rest, body, unordered=False) if rest else body


def by_hand(question):
    if question.kind in SPECIAL:
        return special_loops(question, CPP[question.type])
    if question.static and question.reduced and len(question.reduced) < len(question.extents):
        return static_product_by_hand(question)
    if question.kind in ("matrix x vector", "matrix x matrix"):
        return product_by_hand(question)
    return reduction_by_hand(question) if question.reducer else statement_by_hand(question)


def oracle(question):
    """Element by element of the target, in the order of the indices."""
    code, target = Loops(question, wide=True), question.target
    head = [f"using wide [[maybe_unused]] = {WIDE[question.type]};"]
    if question.kind in SPECIAL:
        return head + special_loops(question, code.result)
    stored, kind = code.target() if target.axes else "d", CPP[target.type]
    if question.reducer:
        body = [f"{code.result} s = {code.first()};"]
        body += nest(question.reduced, [f"{code.folded('s')};"], unordered=False)
        result = code.finished("s")
        if question.added is not None:
            result += f" + {code.leaf(question.added)}"
    else:
        body, result = [], code.text(question.tree)
    if question.update:
        result = f"{code.cast()}({stored}) + {result}"
    body += [f"{stored} = {kind}({result});"]
    axes = [axis.of for axis in target.axes if axis.of is not None]
    return head + (nest(axes, body, unordered=False) if axes else body)


def loops_function(question, lines):
    head, captured = extents_text(question), ["="]
    definitions = []
    for k, (name, operand) in enumerate(names_of(question)):
        kind = CPP[operand.type]
        if name == "d" and not operand.axes:
            head.append(f"  {kind} d = 0;")
            captured.append("&d")
            continue
        given = "" if name == "d" and not question.update or question.kind in SPECIAL else f"{k}, "
        head.append(f"  block<{kind}> {name}({given}{product_of(stored_extents(operand))});")
        if question.kind in SPECIAL and name != "d":
            head.append("  " + filled(question, name, f"{name}.data()"))
        captured.append(f"{name} = {name}.data()")
        definitions += [f"  [[maybe_unused]] {line}" for line in strides(name, operand)[1]]
    count = product_of(stored_extents(question.target))
    if question.static:
        definitions = [line.replace("const long", "constexpr long") for line in definitions]
    return [*head, *definitions, f"  r({count}, [{', '.join(captured)}] {{", *("    " + line for line in lines),
            "  }, d);"]


def filled(question, name, pointer):
    """What lies in operands of the questions that are no expressions."""
    if name == "b":
        return f"peer::fill_places({pointer}, n1, n0);"
    size = product_of(stored_extents(question.operands[0]))
    return f"peer::fill{'(0, ' if question.kind == 'cumsum' else '_shuffled('}{pointer}, {size});"


# weft.

class Weft(Dialect):
    def __init__(self, question):
        self.question = question

    def looked_at(self, name, operand, shifts=()):
        parts = []
        for n in operand.stored:
            axis, start = operand.axes[n], operand.axes[n].start + (shifts[n] if shifts else 0)
            rest = axis.room - start
            if axis.of is None and operand.layout == "line":
                parts.append(str(start))
            elif axis.step > 1:
                parts.append(f"range({start}, end, {axis.step})")
            elif axis.room:
                parts.append(f"range({start}, end - {rest})" if rest else f"range({start}, end)")
            else:
                parts.append("all")
        text = name if set(parts) == {"all"} else f"{name}({', '.join(parts)})"
        for place, n in enumerate(operand.stored):
            text = f"reverse({text}, {place})" if operand.axes[n].step < 0 else text
        if operand.stored == tuple(range(len(operand.stored))):
            return text
        if len(operand.stored) == 2:
            return f"transpose({text})"
        return f"permute({text}, {', '.join(str(operand.stored.index(n)) for n in range(len(operand.stored)))})"

    def leaf(self, k, shifts=()):
        operand = self.question.operands[k]
        text = self.looked_at(NAMES[k], operand, shifts)
        return f"cast<double>({text})" if operand.type != self.question.type else text

    def scalar(self, value):
        return scalar(value, self.question.type)

    def choice(self, comparison, x, y, first, second):
        return f"where({x} {comparison} {y}, {first}, {second})"

    def call(self, name, parts):
        return f"{name}({', '.join(map(self.argument, parts))})"

    def argument(self, tree):
        """Without the parentheses around all of it."""
        text = self.text(tree)
        return text[1:-1] if tree[0] in "+-*/" else text

    def value(self):
        q = self.question
        if q.kind in SPECIAL:
            return {"cumsum": f"cumsum(a, {q.reduced[0]})" if q.reduced else "", "sort": "sort(a)",
                    "take": "take(a, b)"}[q.kind]
        if is_product(q):
            text = f"{'matmul' if q.target.axes else 'dot'}({self.leaf(0)}, {self.leaf(1)})"
            return text if q.added is None else f"{text} + {self.leaf(q.added)}"
        text = self.argument(q.tree)
        if not q.reducer:
            return text
        return f"{q.reducer}({text})" if not q.target.axes else f"{q.reducer}({text}, {q.reduced[0]})"

    def statement(self):
        target = self.looked_at("d", self.question.target) if self.question.target.axes else "d"
        return f"{target} {'+=' if self.question.update else '='} {self.value()}"

    def type_of(self, operand, static_rank=False):
        kind, rank = CPP[operand.type], len(operand.axes)
        order = ", column_major" if operand.order == "column" and rank > 1 else ""
        if self.question.static:
            extents = [str(operand.axes[n].stored(self.question.extents)) for n in operand.stored]
            return f"tensor<{kind}, fixed<{', '.join(extents)}>{order}>"
        if self.question.kind == "untyped" and not static_rank:
            return "any_tensor"
        if self.question.kind == "runtime rank" and not static_rank:
            return f"tensor<{kind}>"
        return f"tensor<{kind}, {rank}{order}>"

    def function(self):
        q, lines = self.question, extents_text(self.question)
        for k, (name, operand) in enumerate(names_of(q)):
            extents = ", ".join(stored_extents(operand)) if not q.static else ""
            if not operand.axes:
                lines.append("  any_tensor d;" if q.kind == "untyped" else f"  {CPP[operand.type]} d = 0;")
            elif q.kind in SPECIAL and name != "d":
                lines += [f"  {self.type_of(operand)} {name}({extents});", "  " + filled(q, name, f"{name}.data()")]
            elif name != "d" or q.update:
                made = f"operand<{self.type_of(operand, static_rank=True)}>"
                lines.append(f"  {self.type_of(operand)} {name}({made}({arguments(k, extents)}));")
            elif q.static:
                lines.append(f"  {self.type_of(operand)} d;")
            elif q.kind == "runtime rank":
                lines.append(f"  {self.type_of(operand)} d(shape({extents}));")
            elif q.kind == "untyped":
                lines.append(f"  any_tensor d{{{self.type_of(operand, static_rank=True)}({extents})}};")
            else:
                lines.append(f"  {self.type_of(operand)} d({extents});")
        count = product_of(stored_extents(q.target))
        result = f"typed<{CPP[q.target.type]}>(d)" if q.kind == "untyped" else "d"
        return [*lines, f"  r({count}, [&] {{ {self.statement()}; }}, {result});"]


def is_product(question):
    return "matrix" in question.kind or question.kind == "dot" or question.static and question.tree == (
        "*", ("leaf", 0, ()), ("leaf", 1, ())) and question.reducer == "sum" and (
        len(question.extents) - len(question.target.axes) == 1)


def text_of(question):
    """The question as weft's users would read it: declarations with numbers, and the statement."""
    weft, parts = Weft(question), []
    for name, operand in names_of(question):
        kind = weft.type_of(operand) if operand.axes else CPP[operand.type]
        extents = [str(operand.axes[n].stored(question.extents)) for n in operand.stored]
        parts.append(f"{kind} {name}" + (f"({', '.join(extents)})" if operand.axes and not question.static else ""))
    return "; ".join([*parts, weft.statement()])


# Eigen: its dense module, which has one and two axes; more of them as one where all lies alike.

class Eigen(Dialect):
    def __init__(self, question):
        self.question = question
        self.flat = len(question.extents) > 2 and not is_product(question)
        self.linear = is_product(question)

    def can_say(self):
        q = self.question
        if q.kind in ("cumsum", "sort"):
            return False
        if q.kind == "lines" and len(q.extents) > 1:
            return False
        if not self.flat:
            return True
        return alike(q) and (not q.reducer or not q.target.axes)

    def type_of(self, operand):
        kind, family, q = CPP[operand.type], "Matrix" if self.linear else "Array", self.question
        extents = ["Dynamic"] * 2
        if q.static:
            extents = [str(operand.axes[n].stored(q.extents)) for n in operand.stored] + ["1"]
        if operand.layout == "line":
            return f"{family}<{kind}, Dynamic, Dynamic, {'RowMajor' if operand.order == 'row' else 'ColMajor'}>"
        if self.is_row(operand):
            return f"{family}<{kind}, 1, {extents[0]}, RowMajor>"
        if self.flat or len(operand.axes) == 1 or self.is_column(operand):
            return f"{family}<{kind}, {extents[0]}, 1>"
        order = "RowMajor" if operand.order == "row" else "ColMajor"
        return f"{family}<{kind}, {extents[0]}, {extents[1]}, {order}>"

    def is_row(self, operand):
        """A row of a question with two axes."""
        if self.flat or self.linear or len(self.question.extents) != 2 or self.question.kind == "take":
            return False
        axes = [axis.of for axis in operand.axes]
        return axes in ([1], [None, 1])

    def is_column(self, operand):
        return not self.flat and operand.layout != "line" and [axis.of for axis in operand.axes] == [0, None]

    def extents(self, operand):
        if self.question.static:
            return ""
        if self.flat:
            return product_of(stored_extents(operand))
        extents = stored_extents(operand)
        if self.is_row(operand):
            return extents[-1]
        return extents[0] if self.is_column(operand) else ", ".join(extents)

    def looked_at(self, name, operand, shifts=()):
        if operand.layout == "line":
            place = next(n for n, axis in enumerate(operand.axes) if axis.of is None)
            part = f"{name}.{('row', 'col')[place]}({operand.axes[place].start})"
            return part if place else part + ".transpose()"
        if self.flat or self.is_row(operand) or self.is_column(operand):
            return name + (".colwise().replicate(n0)" if self.is_row(operand) and name != "d" else
                           ".rowwise().replicate(n1)" if self.is_column(operand) else "")
        stored = [(operand.axes[n], operand.axes[n].start + (shifts[n] if shifts else 0)) for n in operand.stored]
        text = name
        if self.linear and operand.layout == "strided":  # products do not compile with seq
            (axis, start), = stored
            return f"Map<{self.type_of(operand)}, 0, InnerStride<{axis.step}>>({name}.data() + {start}, n{axis.of})"
        if any(axis.step > 1 for axis, _ in stored):
            parts = [f"seq({start}, last, fix<{axis.step}>)" if axis.step > 1 else "Eigen::all"
                     for axis, start in stored]
            text = f"{name}({', '.join(parts)})"
        elif any(axis.room for axis, _ in stored):
            what = "segment" if len(stored) == 1 else "block"
            parts = [str(start) for _, start in stored] + [f"n{axis.of}" for axis, _ in stored]
            text = f"{name}.{what}({', '.join(parts)})"
        for place, (axis, _) in enumerate(stored):
            if axis.step < 0:
                text += ".reverse()" if len(stored) == 1 else (".colwise().reverse()", ".rowwise().reverse()")[place]
        return text + (".transpose()" if operand.stored == (1, 0) else "")

    def leaf(self, k, shifts=()):
        operand = self.question.operands[k]
        text = self.looked_at(NAMES[k], operand, shifts)
        return text + ".cast<double>()" if operand.type != self.question.type else text

    def scalar(self, value):
        kind = self.question.type
        return f"std::uint8_t({value})" if kind == "byte" else scalar(value, kind)

    def choice(self, comparison, x, y, first, second):
        return f"({x} {comparison} {y}).select({first}, {second})"

    def call(self, name, parts):
        if name in ("minimum", "maximum") and parts[0][0] == "scalar":
            parts = parts[::-1]
        parts = [self.argument(part) for part in parts]
        if name in ("minimum", "maximum"):
            return f"{parts[0]}.{name[:3]}({parts[1]})"
        if name in ("erf", "cbrt"):
            kind = CPP[self.question.type]
            return f"{parts[0]}.unaryExpr([]({kind} x) {{ return std::{name}(x); }})"
        return f"{parts[0]}.{name}()"

    def reduced(self, text):
        q = self.question
        if q.target.type == "long":
            text += ".cast<long>()"
        if q.reducer == "norm":
            text += ".square()"
        along = {(0,): ".colwise()", (1,): ".rowwise()"}[q.reduced] if q.target.axes else ""
        done = {"sum": "sum", "mean": "mean", "max": "maxCoeff", "min": "minCoeff", "norm": "sum"}[q.reducer]
        text = f"{text}{along}.{done}()"
        if q.reducer != "norm":
            return text
        return text + ".sqrt()" if q.target.axes else f"std::sqrt({text})"

    def statement(self):
        q = self.question
        if q.kind == "take":
            return "d = a(b)"
        if self.linear:
            product = f"{self.leaf(0)} * {self.leaf(1)}"
            if not q.target.axes:
                return f"d = {self.leaf(0)}.dot({self.leaf(1)})"
            begin = f"d = {self.leaf(q.added)}; d.noalias() += " if q.added is not None else "d.noalias() = "
            return begin + product
        text = self.text(q.tree)
        if q.reducer:
            return f"d = {self.reduced(text)}"
        return f"{self.looked_at('d', q.target)} {'+=' if q.update else '='} {text}"

    def function(self):
        q, lines = self.question, extents_text(self.question)
        for k, (name, operand) in enumerate(names_of(q)):
            extents = self.extents(operand)
            if not operand.axes:
                lines.append(f"  {CPP[operand.type]} d = 0;")
            elif q.kind in SPECIAL and name != "d":
                lines += [f"  {self.type_of(operand)} {name}({extents});", "  " + filled(q, name, f"{name}.data()")]
            elif name != "d" or q.update:
                lines.append(f"  auto {name} = operand<{self.type_of(operand)}>({arguments(k, extents)});")
            else:
                lines.append(f"  auto d = zeros<{self.type_of(operand)}>({extents});")
        count = product_of(stored_extents(q.target))
        return [*lines, f"  r({count}, [&] {{ {self.statement()}; }}, d);"]


# Files.

def can_say(question, dialect):
    """Loops by hand with MKL's products, or with Highway's sort, say only what these are for."""
    if dialect == "mkl":
        return question.kind in ("matrix x vector", "matrix x matrix") and question.type in REAL
    if dialect == "highway":
        return question.kind == "sort"
    return dialect != "fast" or not may_cancel(question.tree)


def function(question, dialect):
    """The body, or None where the library cannot say it, or where -ffast-math would leave out what is asked."""
    if not can_say(question, dialect):
        return None
    if dialect == "weft":
        return Weft(question).function()
    if dialect == "eigen":
        eigen = Eigen(question)
        return eigen.function() if eigen.can_say() else None
    if dialect == "highway":
        return loops_function(question, ["std::copy_n(a, n0, d);", "peer::sort_by_highway(d, n0);"])
    return loops_function(question, oracle(question) if dialect == "oracle" else by_hand(question))


def source(part, questions, dialect):
    """One translation unit: the functions, and one that puts them into the book."""
    lines, added = [PRELUDE[dialect], "namespace {"], []
    for question in questions:
        body = function(question, dialect)
        if body:
            lines += [f"void {question.name}(run& r, long) {{", *body, "}"]
            added.append(f'  book.add("{question.name}", {question.name}, "{question.type}");')
    return "\n".join([*lines, "} // namespace", f"void add_{part}(peer::book& book) {{", *added, "}"]) + "\n"


def main_source(parts, dialect, name):
    declared = [f"void add_{part}(peer::book& book);" for part in range(parts)]
    called = [f"  add_{part}(book);" for part in range(parts)]
    return "\n".join([PRELUDE[dialect], *declared, "int main() {", "  peer::book book;", *called,
                      f'  return book.serve("{name}", {VERSION[dialect]});', "}"]) + "\n"


def sources(questions, dialect, name):
    """file name -> text, of one program"""
    chunks = [questions[n:n + PER_FILE] for n in range(0, len(questions), PER_FILE)]
    files = {f"part{n}.cpp": source(n, chunk, dialect) for n, chunk in enumerate(chunks)}
    return {**files, "main.cpp": main_source(len(chunks), dialect, name)}

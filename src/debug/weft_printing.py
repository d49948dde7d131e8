"""What a debugger shows of weft's objects: the text that weft prints of tensors, views, shapes and layouts, and of an
expression its operation, shape and operands.

Values of expressions are not computed. weft computes them in kernels that a program has of the expressions it evaluates
itself, and a core file can call none; arithmetic written down here once more would round, promote and overflow in a way
of its own, for a few of the operations only. What the operands hold is shown instead.

weft_gdb.py and weft_lldb.py give this module objects of their debugger, as `Adapter` lists what it asks of them. An
object that is not there yet, has been moved from, or lies where no memory is, is described by a sentence.
"""
import re
import struct

# As print_options in io/format.hpp has them.
PRECISION, THRESHOLD, EDGE_ITEMS, LINE_WIDTH = 8, 1000, 3, 75
MAX_RANK = 16
MOST_SHOWN = 100000  # of sixteen axes even the summary has 6**16 elements
DTYPES = "? b h i q B H I Q f d F D".split()  # enumerators of dtype, in their order
SIZES = {"?": 1, "b": 1, "B": 1, "h": 2, "H": 2, "i": 4, "I": 4, "q": 8, "Q": 8, "f": 4, "d": 8, "F": 8, "D": 16}
# Places in objects of which programs have no description.
DATA_IN_BLOCK = 24  # of a block (src/run/storage.cpp): after its own address, its owners and its ticket
SHAPE_IN_PART = 16  # of a program_part (dynamic/program/part.hpp): after the table of its functions, kind and element type
MODE = "B7xqqQQQ"  # a hierarchical_layout: whether it is a list, extent, stride, and begin and length of the list
MOST_MODES = 1000
DYNAMIC = -1


class Adapter:
    """An object in a debugger. Names of types are those of the source, without typedefs and const."""

    def type_name(self):
        raise NotImplementedError

    def address(self):
        raise NotImplementedError

    def member(self, name):
        """The member of that name, of a base class too; None where there is none."""
        raise NotImplementedError

    def base(self, prefix):
        """The base class whose name begins so, of bases too; None where there is none."""
        raise NotImplementedError

    def number(self):
        """Of an integer, a pointer or an enumerator."""
        raise NotImplementedError

    def numbers(self, count):
        """The first of an array of integers, which need not lie in the program's memory."""
        raise NotImplementedError

    def element(self):
        """Of a pointer or an array: the letter of the struct module for its elements (F, D: complex; c: plain char;
        None: others) and their size."""
        raise NotImplementedError

    def read(self, address, size):
        """Bytes of the program's memory."""
        raise NotImplementedError

    def text_at(self, address):
        """Of a pointer or an array: how the debugger itself prints an element at an address."""
        raise NotImplementedError

    def text(self):
        """How the debugger itself prints the object."""
        raise NotImplementedError


class Unreadable(Exception):
    """What cannot be shown, and why."""


def optimised_out():
    return Unreadable("optimised out")


def no_memory(address):
    return Unreadable("no memory at 0x%x" % address)


# -------------------------------------------------------------------------------------------------- numbers as text


def shortest(x, letter):
    """The fewest digits that read back as x: (digits, exponent of the first)."""
    if letter == "d":
        text = repr(abs(x))
    else:
        for digits in range(1, 10):
            text = "%.*e" % (digits - 1, abs(x))
            if struct.unpack("f", struct.pack("f", float(text)))[0] == abs(x):
                break
    mantissa, _, exponent = ("%e" % 0 if x == 0 else text).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    first = len(whole) - 1 - (len(whole + fraction) - len(digits)) + int(exponent or 0)
    digits = digits.rstrip("0")
    return (digits, first) if digits else ("0", 0)


def is_negative(x):
    return struct.pack(">d", x)[0] >= 0x80


def positional(x, letter, precision, fill=False):
    """(whole, fraction, exponent) of a number; at most `precision` digits behind the point, with `fill` exactly so
    many."""
    digits, first = shortest(x, letter)
    sign = "-" if is_negative(x) else ""
    behind = len(digits) - 1 - first
    if behind > precision or (fill and behind < precision):
        whole, _, fraction = ("%.*f" % (precision, abs(x))).partition(".")
        return sign + whole, fraction if fill else fraction.rstrip("0"), ""
    if first < 0:
        return sign + "0", "0" * (-first - 1) + digits if x else "", ""
    digits = digits.ljust(first + 1, "0")
    return sign + digits[:first + 1], digits[first + 1:].rstrip("0"), ""


def scientific(x, letter, precision, fill=False):
    digits, first = shortest(x, letter)
    if len(digits) - 1 > precision or (fill and len(digits) - 1 < precision):
        mantissa, _, exponent = ("%.*e" % (precision, abs(x))).partition("e")
        digits, first = mantissa.replace(".", ""), int(exponent)
    fraction = digits[1:] if fill else digits[1:].rstrip("0")
    return ("-" if is_negative(x) else "") + digits[0], fraction, "e%+03d" % first


def is_finite(x):
    return x == x and abs(x) != float("inf")


def to_float(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def float_words(values, letter, plus=False):
    """Texts of one width, aligned at the point."""
    finite = [x for x in values if is_finite(x)]
    sizes = [abs(x) for x in finite if x != 0]
    use_exponents = False
    if sizes:
        round_to = to_float if letter == "f" else float
        ratio = round_to(max(sizes) / min(sizes)) if max(sizes) / min(sizes) < 3e38 else float("inf")
        use_exponents = max(sizes) >= (1e6 if letter == "f" else 1e8) or min(sizes) < round_to(1e-4) or ratio > 1000

    def text(x, precision, fill):
        whole, fraction, exponent = (scientific if use_exponents else positional)(x, letter, precision, fill)
        return ("" if whole[0] == "-" or not plus else "+") + whole, fraction, exponent

    first = [text(x, PRECISION, False) for x in finite]
    left = max([len(whole) for whole, _, _ in first], default=0)
    longest = max([len(fraction) for _, fraction, _ in first], default=0)
    wide = max([len(exponent) for _, _, exponent in first], default=0)
    right = longest + wide
    if len(finite) != len(values):
        signed = plus or float("-inf") in values
        left = max(left, 3 + int(signed) - min(3 + int(signed), right + 1))
    out = []
    for x in values:
        if not is_finite(x):
            name = ("-" if x < 0 else "+" if plus else "") + ("nan" if x != x else "inf")
            out.append(name.rjust(left + 1 + right))
            continue
        whole, fraction, exponent = text(x, longest if use_exponents else PRECISION, use_exponents)
        if exponent:
            exponent = exponent[:2] + exponent[2:].rjust(wide - 2, "0")
        out.append((whole.rjust(left) + "." + fraction + exponent).ljust(left + 1 + right))
    return out


def letter_of_complex(name):
    """Of a type by its name, which in libc++ has a namespace more: F, D or None."""
    return {"std::complex<float>": "F", "std::complex<double>": "D"}.get((name or "").replace("std::__1::", "std::"))


def lone_float(x, letter, is_component=False):
    """A number alone, as rank 0 is printed."""
    if not is_finite(x):
        return "nan" if x != x else "-inf" if x < 0 else "inf"
    plain = x == 0 or 1e-4 <= abs(x) < (1e6 if letter == "f" else 1e16)
    whole, fraction, exponent = (positional if plain else scientific)(x, letter, 400)
    if not fraction and plain and not is_component:
        fraction = "0"
    return whole + ("." + fraction if fraction else "") + exponent


def lone_text(x, letter):
    if letter == "?":
        return str(bool(x))
    if letter == "c":
        return character(x)
    if letter in "fd":
        return lone_float(x, letter)
    if letter in "FD":
        real, imaginary = (lone_float(part, letter.lower(), True) for part in x)
        if x[0] == 0 and not is_negative(x[0]):
            return imaginary + "j"
        return "(%s%s%sj)" % (real, "" if imaginary[0] == "-" else "+", imaginary)
    return str(x)


def character(x):
    """A plain char, which is text to weft; escaped where a terminal would obey it."""
    return x.decode("latin-1") if 32 <= x[0] < 127 else "\\x%02x" % x[0]


def aligned_texts(values, letter):
    if letter == "?":
        return [" True" if x else "False" for x in values]
    if letter in "fd":
        return float_words(values, letter)
    if letter in "FD":
        reals = float_words([x[0] for x in values], letter.lower())
        parts = float_words([x[1] for x in values], letter.lower(), True)
        return [r + i.rstrip() + "j" + i[len(i.rstrip()):] for r, i in zip(reals, parts)]
    texts = [lone_text(x, letter) for x in values]
    widest = max(map(len, texts), default=0)
    return [text.rjust(widest) for text in texts]


# ------------------------------------------------------------------------------------------------------- the frame


def product(numbers):
    out = 1
    for n in numbers:
        out *= n
    return out


def shown_numbers(extents):
    """Numbers along each axis of what is printed; None stands for what is left out."""
    summarised = product(extents) > THRESHOLD
    return [list(range(n)) if not summarised or n <= 2 * EDGE_ITEMS else
            list(range(EDGE_ITEMS)) + [None] + list(range(n - EDGE_ITEMS, n)) for n in extents]


def shown_offsets(numbers, strides):
    offsets = [0]
    for axis, stride in zip(numbers, strides):
        offsets = [o + k * stride for o in offsets for k in axis if k is not None]
    return offsets


def brackets(numbers, texts, axis=0):
    rank = len(numbers)
    if axis == rank - 1:
        return "[" + row(numbers[axis], texts, rank) + "]"
    separator = "\n" * (rank - 1 - axis) + " " * (axis + 1)
    return "[" + separator.join("..." if k is None else brackets(numbers, texts, axis + 1) for k in numbers[axis]) + "]"


def row(numbers, texts, rank):
    """The last axis, broken into lines. The first line stands where the indentation of the others ends."""
    out, line, used = "", "", rank
    for place, k in enumerate(numbers):
        word = "..." if k is None else next(texts)
        if used > rank and used + len(word) > LINE_WIDTH - rank:
            out += line.rstrip(" ") + "\n"
            line, used = " " * rank, rank
        line += word + (" " if place + 1 < len(numbers) else "")
        used += len(word) + int(place + 1 < len(numbers))
    return out + line


def array_text(pointer, address, letter, size, extents, strides):
    """Elements as weft prints them; of `letter` None, as the debugger prints each."""
    if 0 in extents:
        return "[]"
    if address == 0:
        raise Unreadable("no memory: moved from, or not made yet")
    numbers = shown_numbers(extents)
    if product(len(axis) for axis in numbers) > MOST_SHOWN:
        raise Unreadable("too many elements to print: shape " + shape_text(extents))
    places = [address + o * size for o in shown_offsets(numbers, strides)]
    if letter is None:
        texts = [pointer.text_at(p) for p in places]
        widest = max(map(len, texts))
        return texts[0] if not extents else brackets(numbers, iter(text.rjust(widest) for text in texts))
    values = [unpacked(pointer.read(p, size), letter) for p in places]
    if not extents:
        return lone_text(values[0], letter)
    return brackets(numbers, iter(aligned_texts(values, letter)))


def unpacked(data, letter):
    if letter in "FD":
        return struct.unpack("2" + letter.lower(), data)
    if letter == "?":
        return data[0] != 0
    return struct.unpack(letter, data)[0]


# ----------------------------------------------------------------------------------------------- objects of weft


def arguments(name):
    """The template arguments of a type, as text."""
    start = name.find("<")
    if start < 0:
        return []
    out, depth, begin = [], 0, start + 1
    for k in range(start, len(name)):
        c = name[k]
        if c in "<({":
            depth += 1
        elif c in ">)}" and name[k - 1] != "-":
            depth -= 1
        if (c == "," and depth == 1) or depth == 0:
            out.append(name[begin:k].strip())
            begin = k + 1
        if depth == 0:
            break
    return [a for a in out if a]


def static_extents(name):
    """The numbers in extents<2, 3>."""
    if "<" not in name:
        raise Unreadable("the debug information names no template arguments")
    return [int(re.match(r"-?\d+", a.replace("(long)", "")).group()) for a in arguments(name)]


def checked_rank(count):
    if not 0 <= count <= MAX_RANK:
        raise Unreadable("not made yet: a rank of %d" % count)
    return count


def numbers_of(extents):
    """What extents<...>, dims<...>, dynamic_extents or a stride_list of them list."""
    name = extents.type_name()
    if name.startswith("weft::stride_list<"):
        name = arguments(name)[0]
    if "dynamic_extents" in name.split("<")[0]:
        count = checked_rank(extents.member("count").number())
        return extents.member("value").numbers(count)
    numbers = static_extents(name)
    places = [k for k, n in enumerate(numbers) if n == DYNAMIC]
    if places:
        for k, n in zip(places, extents.member("value").numbers(len(places))):
            numbers[k] = n
    return numbers


def checked_extents(numbers):
    if any(n < 0 for n in numbers) or product(numbers) >= 1 << 63:
        raise Unreadable("not made yet: extents " + shape_text(numbers))
    return numbers


def shape_text(numbers):
    return "(" + ",".join(map(str, numbers)) + ")"


def dense_strides(extents, by_rows):
    out, run = [0] * len(extents), 1
    for k in (reversed if by_rows else iter)(range(len(extents))):
        out[k] = run
        run *= extents[k]
    return out


def place_of(layout):
    """Extents and strides of a layout."""
    order = arguments(layout.type_name())[1]
    extents = checked_extents(numbers_of(layout.member("extents_")))
    if "dense" in order:
        return extents, dense_strides(extents, "row_major" in order)
    strides = numbers_of(layout.member("strides_"))
    if extents and "row_major" in order:
        strides[-1] = 1
    if extents and "column_major" in order:
        strides[0] = 1
    return extents, strides


def stored_text(pointer, extents, strides, address=None):
    letter, size = pointer.element()
    return array_text(pointer, pointer.number() if address is None else address, letter, size, extents, strides)


def tensor_text(x):
    storage = x.base("weft::detail::base_of_tensor::tensor_storage<")
    elements = storage.member("elements_")
    if elements is None:
        return stored_text(storage.member("data_"), *place_of(storage.member("place_")))
    _, extents, order = arguments(storage.type_name())[:3]
    extents = static_extents(extents)
    return stored_text(elements, extents, dense_strides(extents, "row_major" in order), elements.address())


def number_of_reference(keep):
    """Of a storage_ref or a watch_ref (memory/storage.hpp)."""
    state = keep.member("state_")
    return (state.member("tagged") if state else keep.member("ticket_")).number()


def has_died(keep):
    """Builds with checks note which life of a block a view or an expression reads (memory/storage.hpp)."""
    try:
        reference = number_of_reference(keep) & (1 << 64) - 1
        watches = reference & 1 == 1 and reference & 0xffff != 0xffff
        return watches and unsigned_at(keep, reference >> 16) != reference
    except Exception:  # optimised out, which says nothing of the elements
        return False


def leaf_text(leaf):
    extents, strides = place_of(leaf.member("place"))
    if has_died(leaf.member("keep")):
        raise Unreadable("its memory has died")
    return stored_text(leaf.member("data"), extents, strides)


def unsigned_at(x, address):
    return struct.unpack("Q", x.read(address, 8))[0]


def any_tensor_text(x):
    number = x.member("type_").number()
    if not 0 <= number < len(DTYPES):
        raise Unreadable("not made yet: an element type of %d" % number)
    letter = DTYPES[number]
    extents = checked_extents(numbers_of(x.member("shape_")))
    if 0 in extents:
        return "[]"
    reference = number_of_reference(x.member("keep_")) & (1 << 64) - 1
    block = reference >> 16
    if reference & 0xffff != 0 or block == 0 or unsigned_at(x, block) != reference:
        raise Unreadable("no memory: moved from, or not made yet")
    data = unsigned_at(x, block + DATA_IN_BLOCK)
    return array_text(x, data, letter, SIZES[letter], extents, dense_strides(extents, True))


def outer_name(type_name):
    """The name of a type without namespaces and template arguments; none of a lambda, which compilers and debuggers
    call {lambda(long)#1}, (lambda at file.cpp:7), (unnamed class) or $_0."""
    depth, name = 0, ""
    for c in type_name:
        depth += (c in "<({") - (c in ">)}")
        if depth == 0 and c not in ">)}":
            name = "" if c == ":" else name + c
    return "" if name.startswith("$") else name


def operation_name(type_name):
    """What a program calls an operation: plus of weft::op::plus, sum of fold_operation<weft::reducer::sum<...>, ...>,
    and the class of an expression of its own."""
    name = outer_name(type_name)
    if name in ("fold_operation", "element_of_own"):
        return operation_name(arguments(type_name)[0])
    if name == "exchanged":  # a > b is b < a, with operands in this order
        return operation_name(arguments(type_name)[0]).replace("less", "greater")
    return (name[:-len("_operation")] if name.endswith("_operation") else name) or "a callable"


def packed(pack):
    """The children of a node."""
    out = [pack.member(name) for name in ("first", "second")]
    if out[0] is None:
        out = [pack.base("weft::detail::pack_item<%d," % k) for k in range(len(arguments(pack.type_name())))]
        out = [item.member("value") for item in out if item is not None]
    return [child for child in out if child is not None]


def of_shape(what, numbers):
    """With a shape that may be nowhere, although the rest can be read: optimised builds keep parts of objects."""
    try:
        return "%s of shape %s" % (what, shape_text(checked_extents(numbers())))
    except Unreadable as reason:
        return "%s of a shape <%s>" % (what, reason)
    except Exception as error:  # of the debugger
        return "%s of a shape <not readable: %s>" % (what, error)


def node_text(x):
    return of_shape(operation_name(arguments(x.type_name())[0]), lambda: numbers_of(x.member("shape_")))


def deferred_text(x):
    name = operation_name(arguments(x.type_name())[0])
    return of_shape(name, lambda: place_of(x.member("place"))[0]) + ", not evaluated"


def value_leaf_text(x):
    extents, order = arguments(arguments(x.type_name())[1])
    extents = static_extents(extents)
    elements = x.member("elements")
    return stored_text(elements, extents, dense_strides(extents, "row_major" in order), elements.address())


def constant_text(x):
    value = x.member("value")
    extents = numbers_of(x.member("shape_"))
    return value.text() + (" of shape " + shape_text(extents) if extents else "")


def generated_text(x):
    name = operation_name(arguments(x.type_name())[0])
    return of_shape("values of " + name, lambda: place_of(x.member("place"))[0])


def virtual_text(x):
    return of_shape("an expression that is decided at run time,", lambda: numbers_of(x.member("shape_")))


def any_expr_text(x):
    """any_expr<> asks its program."""
    if x.member("shape_") is not None:
        return virtual_text(x)
    part = x.member("program_").member("part_").number()
    if part == 0:
        raise Unreadable("no expression: moved from, or not made yet")
    rank = checked_rank(struct.unpack("i", x.read(part + SHAPE_IN_PART, 4))[0])
    data = x.read(part + SHAPE_IN_PART + 8, 8 * rank)
    return of_shape("an expression that is decided at run time,", lambda: list(struct.unpack("%dq" % rank, data)))


def hierarchy(x):
    """The modes of a hierarchical_layout, read as bytes: (extents, strides) as texts."""
    modes = []

    def columns(address):
        modes.append(address)
        is_list, extent, stride, first, count, _ = struct.unpack(MODE, x.read(address, struct.calcsize(MODE)))
        if is_list > 1 or len(modes) + count > MOST_MODES:
            raise Unreadable("not made yet")
        places = range(first, first + count * struct.calcsize(MODE), struct.calcsize(MODE))
        if not is_list:
            return str(extent), str(stride)
        parts = [columns(place) for place in places]
        return tuple("(" + ",".join(part[k] for part in parts) + ")" for k in range(2))

    return columns(x.address())


def layout_text(x):
    return "%s:%s" % tuple(map(shape_text, place_of(x)))


KINDS = {
    "tensor": tensor_text,
    "view": lambda x: leaf_text(x.member("leaf_")),
    "strided_leaf": leaf_text,
    "value_leaf": value_leaf_text,
    "any_tensor": any_tensor_text,
    "extents": lambda x: shape_text(numbers_of(x)),
    "dynamic_extents": lambda x: shape_text(numbers_of(x)),
    "stride_list": lambda x: shape_text(numbers_of(x)),
    "layout": layout_text,
    "hierarchical_layout": lambda x: "%s:%s" % hierarchy(x),
    "node": node_text,
    "deferred": deferred_text,
    "detail::picked_elements": lambda x: deferred_text(x.base("weft::deferred<")),
    "constant_leaf": constant_text,
    "generator_leaf": generated_text,
    "virtual_leaf": virtual_text,
    "any_expr": any_expr_text,
    "record_expression": lambda x: "a record of expressions",
}
OPERANDS = {"node": "children", "deferred": "operands", "detail::picked_elements": "operands",
            "record_expression": "components"}
PATTERN = re.compile(r"^weft::(%s)(<|$)" % "|".join(KINDS))


def kind_of(type_name):
    """The kind of object that a type is; None of what is printed as the debugger does it."""
    found = PATTERN.match(type_name)
    return found and found.group(1)


def describe(x):
    try:
        return KINDS[kind_of(x.type_name())](x)
    except Unreadable as reason:
        return "<%s>" % reason
    except Exception as error:  # of the debugger: no memory there, optimised out
        return "<not readable: %s>" % (str(error) or type(error).__name__)


def children(x):
    """Names and objects of the operands of an expression, as far as they can be read."""
    try:
        return [(str(k), child) for k, child in enumerate(packed(x.member(OPERANDS[kind_of(x.type_name())])))]
    except Exception:  # of the debugger: the text of the expression says why
        return []

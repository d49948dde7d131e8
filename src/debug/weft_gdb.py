"""Printers of weft's objects for gdb: source weft_gdb.py, in .gdbinit or by hand."""
import os
import sys

import gdb
import gdb.printing

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import weft_printing

INTEGERS = {(1, True): "b", (2, True): "h", (4, True): "i", (8, True): "q",
            (1, False): "B", (2, False): "H", (4, False): "I", (8, False): "Q"}


def plain(kind):
    return kind.strip_typedefs().unqualified()


def bases(value):
    for field in plain(value.type).fields():
        if field.is_base_class:
            base = value[field]
            yield base
            yield from bases(base)


class Object(weft_printing.Adapter):
    def __init__(self, value):
        if value.type.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
            value = value.referenced_value()
        self.value = value

    def type_name(self):
        return plain(self.value.type).name or str(plain(self.value.type))

    def address(self):
        if self.value.address is None:
            raise weft_printing.optimised_out()
        return int(self.value.address)

    def member(self, name):
        for part in (self.value, *bases(self.value)):
            if any(field.name == name and not field.is_base_class and hasattr(field, "bitpos")
                   for field in plain(part.type).fields()):
                return Object(part[name])
        return None

    def base(self, prefix):
        return next((Object(b) for b in bases(self.value) if Object(b).type_name().startswith(prefix)), None)

    def number(self):
        # Of what an optimised build does not keep, gdb takes 0 for the number, but its text says so.
        if "synthetic pointer" in self.value.format_string(raw=True):
            raise weft_printing.optimised_out()
        return int(self.value)

    def numbers(self, count):
        return [Object(self.value[k]).number() for k in range(count)]

    def element(self):
        kind = plain(plain(self.value.type).target())
        if kind.code == gdb.TYPE_CODE_BOOL:
            return "?", 1
        if kind.code == gdb.TYPE_CODE_FLT:
            return {4: "f", 8: "d"}.get(kind.sizeof), kind.sizeof
        if kind.name == "char":
            return "c", 1
        if kind.code == gdb.TYPE_CODE_INT:
            return INTEGERS.get((kind.sizeof, kind.is_signed)), kind.sizeof
        return weft_printing.letter_of_complex(kind.name), kind.sizeof

    def read(self, address, size):
        try:
            return bytes(gdb.selected_inferior().read_memory(address, size)) if size else b""
        except gdb.MemoryError:
            raise weft_printing.no_memory(address)

    def text_at(self, address):
        kind = plain(self.value.type).target()
        return gdb.Value(address).cast(kind.pointer()).dereference().format_string()

    def text(self):
        return self.value.format_string()


class Printer:
    def __init__(self, value):
        self.object = Object(value)

    def to_string(self):
        return weft_printing.describe(self.object)


class PrinterOfExpressions(Printer):
    def children(self):
        return ((name, child.value) for name, child in weft_printing.children(self.object))


class Printers(gdb.printing.PrettyPrinter):
    def __init__(self):
        super().__init__("weft")

    def __call__(self, value):
        object_ = Object(value)
        kind = weft_printing.kind_of(object_.type_name())
        if kind is None or plain(object_.value.type).code != gdb.TYPE_CODE_STRUCT:  # but a pointer to one
            return None
        return (PrinterOfExpressions if kind in weft_printing.OPERANDS else Printer)(value)


gdb.printing.register_pretty_printer(gdb.current_objfile(), Printers(), replace=True)

import weft_gdb_frames  # noqa: E402,F401 it registers a filter
import weft_gdb_methods  # noqa: E402,F401 it registers them, and needs what stands above

"""Printers of weft's objects for lldb: command script import weft_lldb.py, in .lldbinit or by hand."""
import os
import sys

import lldb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import weft_printing

BASIC = {lldb.eBasicTypeBool: "?", lldb.eBasicTypeFloat: "f", lldb.eBasicTypeDouble: "d",
         lldb.eBasicTypeSignedChar: "b", lldb.eBasicTypeUnsignedChar: "B"}
SIGNED = (lldb.eBasicTypeShort, lldb.eBasicTypeInt, lldb.eBasicTypeLong, lldb.eBasicTypeLongLong)
UNSIGNED = (lldb.eBasicTypeUnsignedShort, lldb.eBasicTypeUnsignedInt, lldb.eBasicTypeUnsignedLong,
            lldb.eBasicTypeUnsignedLongLong)
BY_SIZE = {2: "h", 4: "i", 8: "q"}


def plain(kind):
    return kind.GetCanonicalType().GetUnqualifiedType()


class Object(weft_printing.Adapter):
    def __init__(self, value):
        if value.GetType().IsReferenceType():
            value = value.Dereference()
        self.value = value.GetNonSyntheticValue()  # last: what a reference refers to has children of our own again
        if not self.value.IsValid():
            raise weft_printing.Unreadable("not there")

    def type_name(self):
        return plain(self.value.GetType()).GetName()

    def address(self):
        address = self.value.GetLoadAddress()
        if address == lldb.LLDB_INVALID_ADDRESS:
            raise weft_printing.optimised_out()
        return address

    def parts(self):
        """The object and its base classes. lldb leaves out those without members."""
        yield self
        for k in range(self.value.GetNumChildren()):
            child = self.value.GetChildAtIndex(k)
            if (child.GetName() or "").startswith("weft::"):
                yield from Object(child).parts()

    def member(self, name):
        for part in self.parts():
            kind = plain(part.value.GetType())
            if any(kind.GetFieldAtIndex(k).GetName() == name for k in range(kind.GetNumberOfFields())):
                return Object(part.value.GetChildMemberWithName(name))
        return None

    def base(self, prefix):
        return next((part for part in self.parts() if part is not self and part.type_name().startswith(prefix)), None)

    def number(self):
        error = lldb.SBError()
        number = self.value.GetValueAsSigned(error)
        if error.Fail():
            raise weft_printing.Unreadable(error.GetCString())
        return number

    def numbers(self, count):
        return [Object(self.value.GetChildAtIndex(k)).number() for k in range(count)]

    def element_type(self):
        kind = plain(self.value.GetType())
        return plain(kind.GetPointeeType() if kind.IsPointerType() else kind.GetArrayElementType())

    def element(self):
        kind = self.element_type()
        basic, size = kind.GetBasicType(), kind.GetByteSize()
        if kind.GetName() == "char":
            return "c", size
        letter = BASIC.get(basic) or (BY_SIZE.get(size) if basic in SIGNED else None) or \
            (BY_SIZE[size].upper() if basic in UNSIGNED else None)
        return letter or weft_printing.letter_of_complex(kind.GetName()), size

    def read(self, address, size):
        if not size:
            return b""
        error = lldb.SBError()
        data = self.value.GetProcess().ReadMemory(address, size, error)
        if error.Fail():
            raise weft_printing.no_memory(address)
        return bytes(data)

    def text_at(self, address):
        return text_of(self.value.CreateValueFromAddress("element", address, self.element_type()))

    def text(self):
        return text_of(self.value)


def text_of(value):
    return value.GetSummary() or value.GetValue() or str(value).partition(" = ")[2]


def object_of(value):
    """lldb asks for the summary of a pointer too."""
    return Object(value.Dereference() if value.GetType().IsPointerType() else value)


def summary(value, _):
    address = value.GetValue() + " " if value.GetType().IsPointerType() else ""
    return address + weft_printing.describe(object_of(value))


class Operands:
    """The operands of an expression, as children."""

    def __init__(self, value, _):
        self.object = object_of(value)
        self.found = []

    def update(self):
        self.found = weft_printing.children(self.object)

    def num_children(self):
        return len(self.found)

    def get_child_at_index(self, k):
        name, child = self.found[k]
        return child.value.Clone("[" + name + "]")

    def get_child_index(self, name):
        return int(name.strip("[]"))

    def has_children(self):
        return bool(self.found)


def __lldb_init_module(debugger, _):
    with_operands, others = ("^weft::(%s)(<.*|$)" % "|".join(k for k in weft_printing.KINDS
                                                             if (k in weft_printing.OPERANDS) == has_operands)
                             for has_operands in (True, False))
    for command in ('summary add -v -w weft -x "%s" -F weft_lldb.summary' % others,
                    'summary add -v -w weft -x "%s" -e -F weft_lldb.summary' % with_operands,
                    'synthetic add -w weft -x "%s" -l weft_lldb.Operands' % with_operands):
        debugger.HandleCommand("type " + command)
    debugger.HandleCommand("type category enable weft")

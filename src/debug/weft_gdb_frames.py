"""Names of functions in backtraces of gdb.

Functions of weft carry the flags that they were compiled with in their names, as [abi:weft_...]. A constructor that is a
template and has such a tag cannot be read by gdb 13: it looks for a return type behind the tag. Without the tag it can.
"""
import re

import gdb
from gdb.FrameDecorator import FrameDecorator

LENGTH = re.compile(r"B(\d+)(?=weft_)")
TAG = re.compile(r"\[abi:weft_\w+\]")


def without_tags(mangled):
    while tag := LENGTH.search(mangled):
        mangled = mangled[:tag.start()] + mangled[tag.end() + int(tag[1]):]
    return mangled


def readable(name):
    if name.startswith("_Z") and LENGTH.search(name):
        whole = gdb.execute("demangle -- " + without_tags(name), to_string=True).strip()
        name = name if whole.startswith(("_Z", "Can't")) else whole
    return TAG.sub("", before_parameters(name))


def before_parameters(text):
    """text up to the parenthesis that opens the last list of parameters: a backtrace has the arguments behind it."""
    depth = 0
    for place in range(text.rfind(")") if text.endswith((")", ") const")) else 0, 0, -1):
        depth += (text[place] == ")") - (text[place] == "(")
        if depth == 0:
            return text[:place]
    return text


class Frame(FrameDecorator):
    def function(self):
        name = super().function()
        return readable(name) if isinstance(name, str) else name


class Frames:
    name = "weft"
    enabled = True
    priority = 100

    def __init__(self):
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        return map(Frame, frames)


Frames()

"""Declarations as a person would write them, for the reference: without what tells the compiler alone.

    signatures.py ROOT [NAME]...     prints those of these names, or of all

A parameter whose type is deduced is its name. A parameter of a template stands in <...> where a call may say it. The
type in front is what comes back, where the declaration says it. A struct of options or results is a list of its fields:
type, name, value unless it is set, and the words of its comment.
"""

import pathlib
import re
import sys

from checks import headers
from declarations import (DECORATION, OPENING, behind_bracket, behind_template, declarations, is_function, name_of,
                          without_comments)
from names import INTERNAL

FOR_COMPILERS = re.compile(r"\bWEFT_\w+\b(?:\([^()]*\))?|\[\[.*?\]\]|"
                           r"\b(?:constexpr|inline|static|virtual|explicit|noexcept)\b")
RESULT = re.compile("(?:result|report|table|progress|minimum|solution)$")
PARAMETER = re.compile(r"(?P<type>.*?[\s&*>\]])\s*(?P<name>\w+)(?P<rest>(?:\[\w*\])*)$", re.DOTALL)


class Signatures:
    """by_name: name, or .member of a class, to its signatures in the order of the headers."""

    def __init__(self, root):
        self.by_name, self.fields = {}, {}
        self.of_class = {}  # (member, class): its signatures there
        self.calls, self.objects = {}, {}  # class: its call operators; object: its class
        for path in headers(root):
            source = path.read_text()
            self.read(source, without_comments(source), "")
        for name, kind in self.objects.items():
            for text in self.calls.get(kind, ()):
                self.add(name, text.replace("operator()", name, 1))

    def read(self, source, text, owner, first=0, last=None):
        for space, place, head, body, end in declarations(text, first, len(text) if last is None else last):
            spaces = space.split("::") if space else []
            name = name_of(head)
            if name and text[body] == "{" and re.match(r"(class|struct)\b", head) and not owner:
                self.read_calls(source, text, name, body + 1, text.rindex("}", body, end))
            if not name or INTERNAL & set(spaces) or not (owner or spaces[:1] == ["weft"]) or "~" in name:
                continue
            named = "::".join([*spaces[1:], name])
            start = behind_template(text, place)
            if kind := re.match(r"(class|struct)\b", head):
                if text[body] != "{":
                    continue
                inside = text.rindex("}", body, end)
                if kind[1] == "class":
                    self.read(source, text, named, body + 1, inside)
                elif fields := fields_of(source, text, body + 1, inside, bool(RESULT.search(name))):
                    self.fields.setdefault(named, fields)
            elif is_function(head) and name != owner.rpartition("::")[2] and not is_refused(text, head, body, end):
                words = source[start:start + len(head)]
                line = signature(name if owner else named, text[place:start], words)
                self.add(f".{name}" if owner else named, line)
                if owner and line and line not in self.of_class.setdefault((f".{name}", owner), []):
                    self.of_class[f".{name}", owner].append(line)
            elif object_of := re.match(r"inline constexpr (?:detail::)?(\w+)<", head):
                self.objects[named] = object_of[1]

    def read_calls(self, source, text, name, first, last):
        for _, place, head, body, end in declarations(text, first, last):
            if name_of(head) == "operator()" and not is_refused(text, head, body, end):
                start = behind_template(text, place)
                call = signature("operator()", text[place:start], source[start:start + len(head)])
                if call and call not in self.calls.setdefault(name, []):
                    self.calls[name].append(call)

    def of(self, name, classes):
        """Those of a name, of a member in these classes."""
        if name[0] != "." or classes is None:
            return self.by_name.get(name, [])
        return [line for owner in classes for line in self.of_class.get((name, owner), [])]

    def add(self, name, text):
        found = self.by_name.setdefault(name, [])
        if text and text not in found:
            found.append(text)
            found.sort(key=lambda line: "any_" in line)  # the typed ones first


def is_refused(text, head, body, end):
    return "refused" in head or re.search(r"=\s*delete", text[body:end] + head) or re.search(r"\bfriend\b", head)


def split(text, sign=","):
    """The parts of text between commas that are in no bracket."""
    parts, begin, place = [], 0, 0
    while place < len(text):
        if text[place] in OPENING and (text[place] != "<" or re.match(r"<\S", text[place:])):
            place = behind_bracket(text + " ", place)
        elif text[place] == sign:
            parts.append(text[begin:place])
            begin = place = place + 1
        else:
            place += 1
    return [part.strip() for part in [*parts, text[begin:]] if part.strip()]


def template_parameters(template):
    """(name, how it is written) of each."""
    found, place = [], 0
    while head := re.compile(r"template (?=<)").search(template, place):
        place = behind_bracket(template, head.end())
        inside = template[head.end() + 1:place - 1]
        for parameter in split(inside):
            declared, _, default = parameter.partition("=")
            if declared.startswith("template"):
                continue
            if name := re.search(r"(\w+)\s*$", declared):
                found.append((name[1], f"{name[1]} = {plain(default)}" if default else name[1], declared.strip()))
    return found


def plain(words):
    words = re.sub(r"\bdetail::", "", re.sub(r"\s+", " ", words)).strip()
    return re.sub(r"std::type_identity_t<(\w+)>", r"\1", words)


def signature(name, template, head):
    """The function as one line; empty where nothing of it is for a person."""
    head = FOR_COMPILERS.sub(" ", head)
    last = name.rpartition("::")[2]
    called = rf"\(?\b{re.escape(last)}\)?\s*\(" if last.isidentifier() else r"operator\s*(?:\(\)|[^\s\w(]+)\s*\("
    place = re.search(called, head)
    if not place:
        return ""
    opened = place.end() - 1
    closed = behind_bracket(head, opened)
    deduced = template_parameters(template)
    parameters = [parameter_text(part, {own for own, _, _ in deduced}) for part in split(head[opened + 1:closed - 1])]
    if None in parameters:
        return ""
    of_call = head[opened:closed]
    told = [text for own, text, declared in deduced
            if not re.search(rf"\b{own}\b", of_call) and not re.match(r"int\s*=|class\s*=", declared)]
    gives = plain(head[:place.start()])
    unsaid = re.match(r"(?:auto|decltype\(auto\))", gives) or any(re.search(rf"\b{own}\b", gives) for own, _, _ in deduced)
    gives = "" if unsaid else f"{gives} "
    return f"{gives}{name}{'<' + ', '.join(told) + '>' if told else ''}({', '.join(parameters)})"


def parameter_text(part, deduced):
    """None of a parameter without a name: the overload is there for the compiler."""
    declared, _, default = part.partition("=")
    found = PARAMETER.fullmatch(declared.strip())
    if not found or found["name"] in ("const", "int", "double"):
        return None
    kind = plain(found["type"])
    bare = re.sub(r"\bconst\b|[&*.\s]", "", kind)
    name = found["name"] + found["rest"]
    text = name if bare in deduced or bare == "auto" else f"{kind} {name}"
    if "..." in kind and bare in deduced:
        text += "..."
    return re.sub(r"\s+([&*])", r"\1", text) + (f" = {plain(default)}" if default else "")


def fields_of(source, text, first, last, is_result):
    """(type, name, value, words) of each field where a struct has nothing else that is public. Structs that functions
    return may have a constructor, and functions, which are among the fields."""
    found = []
    for _, place, head, body, end in declarations(text, first, last):
        name = name_of(head)
        if is_function(head) and is_result:
            called = re.search(rf"([\w:&<> ]+?)\s+{name}\(\) const", FOR_COMPILERS.sub("", head)) if name else None
            if called:
                found.append((plain(called[1]), f"{name}()", "", comment_of(source, behind_template(text, place), end)))
            continue
        if is_result and not name:
            continue
        if is_function(head) or not name or re.match(r"(?:using|static|friend|enum|struct|class)\b", head):
            return []
        words, kind, literals = comment_of(source, place, end), "", []

        def kept(match, literals=literals):  # a comma in a literal separates nothing
            literals.append(match[0])
            return f"\ue000{len(literals) - 1}\ue001"
        for part in split(re.sub(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])\'', kept, source[place:end].rstrip().rstrip(";"))):
            part = re.sub("\ue000(\\d+)\ue001", lambda match, literals=literals: literals[int(match[1])], part)
            declared, _, value = re.sub(r"\s+", " ", part).partition(" = ")
            in_braces = re.search(r"\{.+\}$", declared)
            value = value or (in_braces[0] if in_braces else "")
            declared = DECORATION.sub("", re.sub(r"\{.*\}$", "", declared)).strip()
            match = PARAMETER.fullmatch(declared if not kind else f"{kind} {declared}")
            if not match:
                return []
            kind = plain(match["type"])
            found.append(("" if len(kind) == 1 else kind, match["name"], plain(value), words))
            words = ""  # those of the first are about all of its line
    return found


def comment_of(source, place, end):
    """The words behind a field, or else above it."""
    behind = re.match(r"[ \t]*///?<? ?(.*)", source[end:])
    lines, at = [behind[1]] if behind else [], source.count("\n", 0, place)
    rows = source.splitlines()
    if behind:
        at = source.count("\n", 0, end) + 1
        while at < len(rows) and (more := re.match(r"\s*(?:///<|//(?!/)) ?(.*)", rows[at])):
            lines.append(more[1])
            at += 1
        return " ".join(lines).strip()
    while at > 0 and (above := re.match(r"\s*///(?!<) ?(.*)", rows[at - 1])):
        lines.insert(0, above[1])
        at -= 1
    return " ".join(lines).strip()


if __name__ == "__main__":
    known = Signatures(pathlib.Path(sys.argv[1]))
    for asked in sys.argv[2:] or sorted({*known.by_name, *known.fields}):
        print(asked, *("    " + text for text in known.by_name.get(asked, [])), sep="\n")
        print(*("    " + " | ".join(field) for field in known.fields.get(asked, [])), sep="\n")

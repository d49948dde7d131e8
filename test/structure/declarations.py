"""The declarations of a header of our own style: not a parser for all of C++."""

import re

OPENING = {"(": ")", "[": "]", "{": "}", "<": ">"}
DECORATION = re.compile(r"\[\[.*?\]\]|\bdecltype\(auto\)|\bexplicit(?:\((?:[^()]|\([^()]*\))*\))?|"
                        r"\bWEFT_(?:INLINE|ELEMENT|FN|SLOW|COLD|API|LIFETIMEBOUND)\b")


def without_comments(text):
    """Comments, the contents of literals and preprocessor lines replaced by blanks, so that places stay the same."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match[0])
    text = re.sub(r"/\*.*?\*/", blank, text, flags=re.DOTALL)
    text = re.sub(r'//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', blank, text)
    return re.sub(r"^(?:[ \t]*#(?:[^\n]*\\\n)*[^\n]*|[A-Z_]+$)", blank, text, flags=re.MULTILINE)


def match_at(pattern, text, place):
    return re.compile(pattern).match(text, place)


def behind_bracket(text, place):
    """The place behind the bracket that closes the one at `place`."""
    opened = text[place]
    place += 1
    while text[place] != OPENING[opened] or (opened == "<" and text[place - 1] in "-="):
        nested = text[place] in "([{" or (opened == "<" and text[place] == "<" and text[place + 1] not in " =")
        place = behind_bracket(text, place) if nested else place + 1
    return place + 1


def behind_space(text, place):
    return match_at(r"\s*", text, place).end()


def behind_constraint(text, place):
    """The place behind what follows `requires`: terms joined by && and ||."""
    while True:
        place = match_at(r"\s*!*", text, place).end()
        if expression := match_at(r"requires\s*", text, place):
            place = expression.end()
            if text[place] == "(":
                place = behind_space(text, behind_bracket(text, place))
            place = behind_bracket(text, place)
        elif text[place] == "(":
            place = behind_bracket(text, place)
        else:
            while term := match_at(r"[\w:]+", text, place):
                place = term.end()
                if text[place] == "<":
                    place = behind_bracket(text, place)
        joined = match_at(r"\s*(?:&&|\|\|)", text, place)
        if not joined:
            return place
        place = joined.end()


def behind_template(text, place):
    while head := match_at(r"template (?=<)", text, place):
        place = behind_space(text, behind_bracket(text, head.end()))
        if requires := match_at(r"requires\b", text, place):
            place = behind_space(text, behind_constraint(text, requires.end()))
    return place


def declaration_at(text, place):
    """What is declared there, up to the body or the initialiser; where the body begins, and where all ends."""
    head = place
    while text[place] not in "{;":
        place = behind_bracket(text, place) if text[place] in "([" else place + 1
        if text[place] == "{" and re.search(r"\brequires(?: ?\([^()]*\))? $|\S\s*[,:]\s+\w+$", text[head:place]):
            place = behind_bracket(text, place)
    end = place
    if re.search(r"[^=!<>]= *$|= \[", text[head:end]):
        while text[place] != ";":
            place = behind_bracket(text, place) if text[place] in "([{" else place + 1
    if text[place] == "{":
        place = behind_bracket(text, place)
        if semicolon := match_at(r"\s*;", text, place):
            return text[head:end], end, semicolon.end()
        return text[head:end], end, place
    return text[head:end], end, place + 1


def declarations(text, first, last):
    """(namespace, place, head, place of the body, end) of each declaration between two places; only public members."""
    spaces = []
    public = True
    place = behind_space(text, first)
    while place < last:
        if text[place] == "}":
            spaces.pop()
            place += 1
        elif space := match_at(r"(?:inline )?namespace ?([\w:]*) ?\{|extern\s+()\{", text, place):
            spaces.append(space[1] or "")
            place = space.end()
        elif access := match_at(r"(public|protected|private):", text, place):
            public = access[1] == "public"
            place = access.end()
        else:
            head, body, end = declaration_at(text, behind_template(text, place))
            if public:
                yield "::".join(filter(None, spaces)), place, head, body, end
            place = end
        place = behind_space(text, place)


def name_of(head):
    """None for what has no name of its own: specialisations, assertions, what is refused."""
    head = DECORATION.sub("", head).strip()
    head = re.sub(r"\((min|max)\)(?=\()", r" \1", head)  # which windows.h defines as macros with arguments
    if re.match(r"static_assert\b|BOOST_HANA_DEFINE_STRUCT\b|friend class|friend struct|#", head) or "WEFT_REFUSED" in head:
        return None
    if declared := re.match(r"(?:using|concept) (\w+) =|using [\w:]+::(\w+)$", head):
        return declared[1] or declared[2]
    if declared := re.match(r"(?:class|struct|enum class|enum|union)\s+(\w+)(<?)", head):
        return None if declared[2] else declared[1]
    if operator := re.search(r"\boperator ?(\(\)|[^\s\w(]+|\w+(?=\(\)))", head):
        return "operator" + operator[1]
    place, plain = 0, ""
    while place < len(head) and head[place] not in "(=":
        if head[place] == "<":
            place = behind_bracket(head, place)
            plain += "<"
        else:
            plain += head[place]
            place += 1
    declared = re.search(r"(~?\w+)(<?)\s*$", plain)
    return declared[1] if declared and not declared[2] else None


def is_function(head):
    return "(" in DECORATION.sub("", head).split("=")[0] or "operator" in head

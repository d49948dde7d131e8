"""doc/reference.md and doc/reference/ have an entry for each public name, and are current.

    reference.py ROOT DOXYGEN            reports what is missing or not current
    reference.py --write ROOT DOXYGEN    writes the pages

An entry is made of what is there already: how the name is written, from its row in examples/names.md; the words above
its declaration, which Doxygen reads; and what examples/reference prints, code, what comes back, and what it holds. Pages
are the sections of names.md. An entry has words, but for members, and an example.
"""

import collections
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap
import xml.etree.ElementTree as xml

from checks import headers, main
from declarations import (behind_bracket, behind_constraint, behind_space, declarations, is_function, name_of,
                          without_comments)
from names import EXEMPT, Public, reachable, rows
from output import LACKING, filled
from signatures import Signatures

CODE = "zxcodexz"  # around code in words, which Doxygen passes on as digits
OUT = "examples/reference/reference.expected"
INDEX = "doc/reference.md"
TABLE = "doc/reference/array_api.md"  # by array_api.py
# How words begin of overloads that are there to be refused.
NO_INTERFACE = "Refused", "The compiler refuses", "Does not compile"
# How words of overloads for other operands begin, by the folder of their header.
OPERANDS = {"dynamic": "for untyped operands", "records": "for records", "grad": "for variables",
            "index": "in index notation", "sparse": "for sparse matrices"}
HEAD = "[All names, and how to read the examples](../reference.md).\n\n<!-- Written by test/structure/reference.py. -->"
SETTINGS = """INPUT = .
RECURSIVE = YES
EXTRACT_ALL = YES
FILE_PATTERNS = *.hpp *.h
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = "WEFT_REFUSED(x)=" "WEFT_COPIED(...)=" __cpp_lib_mdspan=1 WEFT_INLINE= WEFT_ELEMENT= WEFT_FN= WEFT_SLOW= WEFT_COLD= \\
  WEFT_API= WEFT_LIFETIMEBOUND=
SEARCH_INCLUDES = NO
QUIET = YES
WARNINGS = NO
WARN_IF_DOC_ERROR = NO
"""


def words_by_name(root, doxygen):
    """name: the words above its declarations, as Doxygen finds them, each with the class that they are of and with the
    header. Members are .name, and have an entry without words for each class that does not say what its own is."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for number, path in enumerate(headers(root)):
            copy = folder / path.relative_to(root / "include")
            copy.parent.mkdir(parents=True, exist_ok=True)
            text = plain_comments(without_constraints(with_shared_words(path.read_text())))
            # Without their constraints overloads of two headers are alike, and Doxygen would join their words.
            copy.write_text(re.sub(r"^namespace weft\b", f"namespace weft{number}", text, flags=re.MULTILINE))
        (folder / "Doxyfile").write_text(SETTINGS)
        subprocess.run([doxygen, "Doxyfile"], cwd=folder, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        for file in sorted((folder / "xml").glob("*.xml")):
            for compound in xml.parse(file).getroot().iter("compounddef"):
                kind, name = compound.get("kind"), re.sub(r"^weft\d+(::|$)", "", compound.findtext("compoundname"))
                if "<" in name:  # a specialisation
                    continue
                if kind in ("class", "struct", "concept"):
                    add(found, name, compound, header_of(compound))
                space = name if kind == "namespace" else ""
                if space:
                    add(found, space, compound, header_of(compound))
                for member in compound.iter("memberdef"):
                    own, header = member.findtext("name"), header_of(member)
                    if kind in ("class", "struct"):
                        if member.get("prot") == "public" and member.get("kind") != "variable" and own != name.rpartition("::")[2]:
                            add(found, f".{own}", member, header, name)
                            found.setdefault(f".{own}", []).append((name, header, ""))
                    elif kind in ("namespace", "file"):
                        add(found, f"{space}::{own}" if space else own, member, header)
                    if member.get("kind") == "enum" and kind == "namespace":
                        for value in member.iter("enumvalue"):
                            add(found, f"{own}::{value.findtext('name')}", value, header)
    return found


def with_shared_words(text):
    """Objects that follow another without an empty line share the words above the first, as names.py has it."""
    blank, lines = without_comments(text), text.splitlines()
    above, last, found = [], 0, {}
    for _, place, head, _, end in declarations(blank, 0, len(blank)):
        line = place_of_template(blank, place)
        own = []
        while line - len(own) > 0 and lines[line - len(own) - 1].startswith("///"):
            own.insert(0, lines[line - len(own) - 1])
        if not own and line == last + 1 and above and name_of(head) and not is_function(head):
            found[line] = above
        above, last = own or (above if line == last + 1 else []), blank.count("\n", 0, end)
    return "\n".join("\n".join([*found.get(number, []), line]) for number, line in enumerate(lines)) + "\n"


def without_constraints(text):
    """What follows `requires` behind a template head: Doxygen takes some of it for declarations."""
    blank = without_comments(text)
    for head in reversed(list(re.finditer(r"template (?=<)", blank))):
        begin = behind_space(blank, behind_bracket(blank, head.end()))
        if requires := re.compile(r"requires\b").match(blank, begin):
            end = behind_constraint(blank, requires.end())
            text = text[:begin] + re.sub(r"[^\n]", " ", text[begin:end]) + text[end:]
    return text


def place_of_template(text, place):
    """The line where a declaration begins, its template head among it."""
    line = text.count("\n", 0, place)
    rows_of_text = text.splitlines()
    while line and re.match(r"\s*(template|requires)\b", rows_of_text[line - 1]):
        line -= 1
    return line


def plain_comments(text):
    """Nothing in a comment is a command or a tag, but for what stands in code; lines that are set in are code."""
    def code(match):
        words = textwrap.dedent(re.sub(r"^ *///", "", match[0], flags=re.MULTILINE))
        return f"/// {CODE}{words.encode().hex()}{CODE}\n"

    def plain(match):
        parts = re.split(r"(`[^`]*`)", match[2].replace("@post", "Post:"))
        return match[1] + "".join(part if part.startswith("`") else
                                  re.sub(r"([\\@#%*])", r"\\\1", part).replace("<", "&lt;") for part in parts)

    text = re.sub(r"^/\*(?= .*\*/$)", "/**", text, flags=re.MULTILINE)
    text = re.sub(r"(?:^ *///   +\S.*\n)+", code, text, flags=re.MULTILINE)
    return re.sub(r"(//[/!]<?|/\*\*)((?:(?!\*/).)*)", plain, text)


def header_of(node):
    location = node.find("location")
    return "" if location is None else location.get("file").rpartition("weft/")[2]


def add(found, name, node, header, owner=""):
    parts = (text_of(node.find(part)) for part in ("briefdescription", "detaileddescription"))
    words = "\n\n".join(filter(None, parts))
    # No tag of HTML, no emphasis, and a lambda is no link.
    words = re.sub(r"(`[^`]*`)|([<*]|\[(?=[^\]\n]*\]\())", lambda part: part[1] or f"\\{part[2]}", words)
    words = re.sub(rf"\s*{CODE}(\w*?){CODE}\s*",
                   lambda code: f"\n\n```text\n{bytes.fromhex(code[1]).decode().rstrip()}\n```\n\n", words).strip()
    if words and not words.startswith(NO_INTERFACE) and (owner, header, words) not in found.setdefault(name, []):
        found[name].append((owner, header, words))


def text_of(node):
    """Of a description, as Markdown."""
    if node is None:
        return ""
    inner = (node.text or "") + "".join(text_of(child) + (child.tail or "") for child in node)
    if node.tag == "computeroutput":
        return f"`{inner.strip()}`"
    if node.tag == "listitem":
        return f"\n- {inner.strip()}"
    if node.tag in ("itemizedlist", "orderedlist", "programlisting"):
        return f"\n{inner.strip()}\n"
    paragraphs = re.split(r"[ \t]*\n\s*\n", inner)
    inner = "\n\n".join(re.sub(r"[ \t]*\n[ \t]*(?!- )", " ", part) for part in paragraphs)
    if node.tag == "ref":
        return inner
    return inner.strip() + ("\n\n" if node.tag == "para" else "")


class Entry:
    def __init__(self, line, cell, names, needed):
        self.cells, self.names, self.spoken, self.needed = [cell], [], names, needed
        self.line, self.examples, self.shown = line, [], set()  # shown: the names that are in them
        self.shown_by = ""  # the entry whose examples are the only ones that show this

    def says(self, name):
        """An enumerator says its type, x.f a member .f."""
        return any(said == name or said.startswith(f"{name}::") or
                   (name[0] == "." and "." in said and said.rpartition(".")[2] == name[1:]) for said in self.spoken)

    def spans(self):
        return [span.replace("\\|", "|") for cell in self.cells for span in re.findall(r"`([^`]*)`", cell)]


def sections(sheet):
    """title: (words below it, entries), in order."""
    titles = [(m.start(), m[1]) for m in re.finditer(r"^## (.*)$", sheet, re.MULTILINE)]
    line_of = lambda place: sheet.count("\n", 0, place) + 1  # noqa: E731
    found = {}
    table = list(rows(sheet))
    lines = sheet.splitlines()
    for k, (place, title) in enumerate(titles):
        last = titles[k + 1][0] if k + 1 < len(titles) else len(sheet)
        inside = [row for row in table if line_of(place) < row[0] < line_of(last)]
        if not inside or title == "Habits":
            continue
        words = re.split(r"^\|", sheet[place:last], maxsplit=1, flags=re.MULTILINE)[0].split("\n", 1)[1].strip()
        found[title] = (words, [Entry(number, re.split(r"(?<!\\)\|", lines[number - 1])[1].strip(), names, needed)
                                for number, _, names, needed in inside])
    return found


def owned(pages, required):
    """Gives each name to the row that begins with it, or else has it first; a row without names of its own goes to the
    entry of the first name that it says."""
    order = [entry for _, entries in pages.values() for entry in entries]
    owner = {}
    for name in required:
        saying = [entry for entry in order if entry.says(name)]
        beginning = re.compile((r"\w+" if name[0] == "." else "") + re.escape(name) + r"(?!\w)")
        begins = [entry for entry in saying if any(map(beginning.match, entry.spans()))]
        if saying:
            owner[name] = (begins or saying)[0]
            owner[name].names.append(name)
    for _, entries in pages.values():
        for entry in list(entries):
            if not entry.names:
                into = next((owner[name] for span in entry.spans() for name in re.findall(r"[\w:]+", span)
                             if owner.get(name) in entries), None)
                if into:
                    into.cells += entry.cells
                    entries.remove(entry)
        for entry in entries:
            row = " ".join(entry.spans())
            entry.names.sort(key=lambda name: place_in(row, name))
    return owner


def place_in(row, name):
    """Names of a row stand in the order in which it says them, members behind others."""
    said = re.search(rf"\b{re.escape(name.removeprefix('.'))}(?!\w)", row)
    return name[0] == ".", said.start() if said else len(row)


def printed(text):
    """title: [code, lines] of what the program prints."""
    found, blocks = {}, []
    for line in text.splitlines():
        if line.startswith("## "):
            blocks = found.setdefault(line[3:], [])
        elif line.startswith("    "):
            blocks[-1][1].append(line)
        elif line:
            blocks.append((line, []))
    return found


def give_examples(entries, blocks):
    """Each example to the entries that are written like it, or of which it is the first to say a name, or else to the
    one whose name is the first in its last statement."""
    for block in blocks:
        said = {id(entry): places_of_names(entry, block) for entry in entries}
        saying = sorted((entry for entry in entries if said[id(entry)]), key=lambda of: min(said[id(of)].values()))
        wanted = [entry for entry in entries if block[0] in entry.spans()] or \
            [entry for entry in saying if said[id(entry)].keys() - entry.shown] or saying[:1]
        wanted += [entry for entry in entries if not entry.names and not entry.examples
                   and entry not in wanted and any(span in block[0] for span in entry.spans())]
        for entry in wanted:
            entry.examples.append(block)
            entry.shown |= said[id(entry)].keys()
    printed_once(entries)


def printed_once(entries):
    """An example that several entries share stands in the first of them, to which the others point."""
    holder = {}
    for entry in entries:
        for block in entry.examples:
            holder.setdefault(id(block), entry)
    for entry in entries:
        own = [block for block in entry.examples if holder[id(block)] is entry]
        if entry.examples and not own:
            entry.shown_by = heading_of(holder[id(entry.examples[0])])
        entry.examples = own


def places_of_names(entry, block):
    """Where an example says names of an entry: members stand behind a dot or an arrow, others do not."""
    code, output = " ".join(reversed(statements(block[0], 0))), "\n".join(block[1])
    places = {}
    for name in entry.names:
        last = name.rpartition("::")[2].lstrip(".")
        sign = last.removeprefix("operator")
        if sign != last:
            first = sign in "~!-" and re.match(re.escape(sign), code)
            found = re.search(rf"(?<= ){re.escape(sign)} ", code) or first
        else:
            member = rf"(?:\.|->){last}(?:<[^()]*>)?\("
            found = re.search(member if name[0] == "." else rf"(?<![.\w])(?<!->){last}\b", code)
        if found:
            places[name] = found.start()
        elif re.search(rf"^    throws {last}:", output, re.MULTILINE):
            places[name] = len(code)
    return places


def page_of(title):
    return re.sub(r"\W+", "_", title.lower()).strip("_")


def heading_of(entry):
    names = ", ".join(name.lstrip(".") for name in entry.names)
    return names + " (member)" * all(name[0] == "." for name in entry.names) if names else entry.spans()[0]


def classes_of(entry, name, known, usual):
    """The classes whose member an entry is about: those that its row names, or else those of the folder that most of a
    section is in, or tensor and view. None where a single class has the member."""
    owners = dict((owner, header) for owner, header, _ in known if owner)
    if len(owners) < 2:
        return None
    said = {*entry.spoken, *entry.names}
    main = usual.most_common(1)[0][0] if usual else ""
    return next(filter(None, ([owner for owner in owners if owner in said or owner.rpartition("::")[2] in said],
                              [owner for owner, header in owners.items() if header.partition("/")[0] == main],
                              [owner for owner in owners if owner in ("tensor", "view")])), list(owners))


def known_words(entry, name, words, usual):
    """(class, header, words) of a name; of a member those of the classes that the entry is about."""
    # The words above a namespace are those of its declarations where these have none.
    known = words.get(name) or words.get(name.rpartition("::")[0], [])
    classes = classes_of(entry, name, known, usual)
    return [said for said in known if classes is None or said[0] in classes], classes


def words_of(entry, words, usual):
    """[names, header, words]: those of one header together, first those of the folder that most of a section is in."""
    found = []
    for name in entry.names:
        def place(word, stem=f"/{name.rpartition('::')[2]}.hpp"):
            return -usual[word[1].partition("/")[0]], stem not in f"/{word[1]}", word[1]
        for _, header, text in sorted(known_words(entry, name, words, usual)[0], key=place):
            if text:
                same = next((item for item in found if item[2] == text), None)
                if same and name not in same[0]:
                    same[0].append(name)
                elif not same:
                    found.append([[name], header, text])
    return found


def labelled(found):
    """Paragraphs, with the names that they are about where there are others, and the operands, or the header, where
    these are others."""
    first, last = {}, ""
    for names, header, text in found:
        label = ", ".join(f"`{name.lstrip('.')}`" for name in names if any(other != names for other, _, _ in found))
        if first.setdefault(tuple(names), header) != header:
            folder = header.partition("/")[0]
            kind = OPERANDS.get(folder if folder != first[tuple(names)].partition("/")[0] else "", f"in `{header}`")
            label = f"{label} {kind}" if label else f"{kind[0].upper()}{kind[1:]}"
        yield f"{label}: {text}" if label and label != last else text
        last = label


def declared_text(entry, words, usual, signatures):
    """How the functions of an entry are declared, and the fields of its structs."""
    lines = list(dict.fromkeys(text for name in entry.names for text in
                               signatures.of(name, known_words(entry, name, words, usual)[1])))
    found = ["```cpp", *lines, "```", ""] if lines else []
    for name in entry.names:
        if fields := signatures.fields.get(name):
            rows_of = [(f"`{field}`", f"`{kind}`" if kind else "", f"`{value}`" if value else "", said)
                       for kind, field, value, said in fields]
            heads = ("field", "type", "value", "")
            kept = [k for k, head in enumerate(heads) if k == 0 or any(row[k] for row in rows_of)]
            found += [f"Fields of `{name}`:", ""]
            for row in (heads, ("---",) * 4, *rows_of):
                found.append("| " + " | ".join(row[k].replace("|", "\\|") for k in kept) + " |")
            found.append("")
    return found


def header_text(declared, brought, usual):
    """Which header a program includes for an entry, and which of its headers declare it."""
    groups = {}
    for header in sorted(declared, key=lambda header: (-usual[header.partition("/")[0]], header)):
        own = f"{header.partition('/')[0]}.hpp"
        top = next((top for top in ("weft.hpp", own, *brought) if header in brought.get(top, ())), header)
        groups.setdefault(top, []).append(header)
    order = sorted(groups, key=lambda top: list(brought).index(top) if top in brought else len(brought))
    return "Header: " + "; ".join(f"`<weft/{top}>`" + (" (" + ", ".join(f"`{header}`" for header in groups[top]) + ")"
                                                       if groups[top] != [top] else "") for top in order) + "."


class Neighbours:
    """Which entries the words of an entry speak of."""

    def __init__(self, pages):
        self.places = {}  # a name without its namespace: [(page, heading, the whole name)]
        for title, (_, entries) in pages.items():
            for entry in entries:
                for name in entry.names:
                    if name[0] != "." and name.isascii():
                        self.places.setdefault(name.rpartition("::")[2], []).append((page_of(title), heading_of(entry), name))

    def line(self, entry, page, texts, most=6):
        """Links to the names that are called, or are two words, in the texts; those of the page before others."""
        own, links = {name.rpartition("::")[2].lstrip(".") for name in entry.names}, {}
        for said in re.findall(r"(?<![\w.:])(\w+(?=\()|[a-z]+_\w+)", " ".join(texts)):
            found = sorted(self.places.get(said, ()), key=lambda place: place[0] != page)
            if found and said not in own and len(links) < most:
                there, heading, name = found[0]
                links[name] = f"[{name}]({'' if there == page else f'{there}.md'}#{anchor(heading)})"
        return "See also: " + ", ".join(links.values()) + "." if links else ""


def entry_text(entry, page, words, public, brought, usual, signatures, neighbours):
    lines = [f"### {heading_of(entry)}", "", "; ".join(cell.replace("\\|", "|") for cell in entry.cells), "",
             *declared_text(entry, words, usual, signatures)]
    said = list(labelled(words_of(entry, words, usual)))
    for text in said:
        lines += [text, ""]
    if declared := set().union(*(public.headers.get(name, set()) for name in entry.names)):
        lines += [header_text(declared, brought, usual), ""]
    if entry.examples:
        shown = [line for code, output in entry.examples for line in (*lines_of(code), *output)]
        lines += ["```text", *shown, "```", ""]
    if also := neighbours.line(entry, page, [text for text in said if not text.startswith("For ")]):
        lines += [also, ""]
    if entry.shown_by:
        lines += [f"The example of [{entry.shown_by}](#{anchor(entry.shown_by)}) shows it.", ""]
    return lines, bool(said)


def statements(code, most=80):
    """A line for each, where all together are a long one."""
    found, depth = [""], 0
    for sign in code:
        depth += (sign in "([{") - (sign in ")]}")
        found[-1] += sign
        if sign == ";" and depth == 0 and len(code) > most:
            found.append("")
    return [line.strip() for line in found]


def lines_of(code):
    """Statements as one would write them: blocks of long ones on lines of their own."""
    found = []
    for line in statements(code):
        for block in re.findall(r"{ ([^{}]*;) }", line) if len(line) > 100 else ():
            line = line.replace(f"{{ {block} }}", "\n  ".join(["{", *statements(block, 0)]).rstrip() + "\n}")
        found += line.splitlines()
    return found


def pages(root, doxygen):
    """path: text of all pages; and problems."""
    public, words = Public(root), words_by_name(root, doxygen)
    tops = sorted({path.name for path in (root / "include/weft").glob("*.hpp")} - {"weft.hpp"})
    brought = {top: reachable(root, top) for top in tops}
    brought = {"weft.hpp": reachable(root, "weft.hpp"), **{top: brought[top] for top in
                                                           sorted(tops, key=lambda top: len(brought[top]))}}
    signatures = Signatures(root)
    sheet = (root / "examples/names.md").read_text()
    exempt = set(EXEMPT.findall(sheet))
    required = [name for name in sorted(public.headers) if name not in exempt and
                not (name.endswith("_t") and name[:-2] in public.headers)]
    required += [f".{name}" for name, of in sorted(public.functions.items()) if of not in exempt]
    found, problems, texts, index = sections(sheet), [], {}, []
    owner = owned(found, required)
    neighbours = Neighbours(found)
    problems += [f"{INDEX}: {name} has no entry" for name in required if name not in owner]
    outputs = printed((root / OUT).read_text())
    problems += [f"{OUT}: there is no section {title}" for title in outputs if title not in found]
    problems += [f"{OUT}: {code}: {LACKING.strip()}, take another" for blocks in outputs.values()
                 for code, lines in blocks if LACKING in lines]
    for title, (below, entries) in found.items():
        give_examples(entries, outputs.get(title, []))
        page = page_of(title)
        lines = [f"# {title}", "", HEAD, ""]
        lines += [below, ""] if below else []
        for k, operands in enumerate(operands_of(root, title)):
            lines += [*["Operands of the examples:", ""][2 * (k > 0):], "```cpp", *operands, "```", ""]
        usual = collections.Counter(header.partition("/")[0] for entry in entries for name in entry.names
                                    for header in public.headers.get(name, ()))
        for entry in entries:
            text, documented = entry_text(entry, page, words, public, brought, usual, signatures, neighbours)
            if not documented and any(name[0] != "." for name in entry.names):
                problems.append(f"doc/reference/{page}.md: {', '.join(entry.names)}: Doxygen finds no words")
            lines += text
            index += [(name, page, text[0][4:]) for name in entry.names]
        texts[root / f"doc/reference/{page}.md"] = "\n".join(lines).rstrip() + "\n"
        problems += [f"examples/names.md:{entry.line}: {name} is in no example in examples/reference"
                     for entry in entries for name in set(entry.names or entry.spans()[:1]) - entry.shown
                     if entry.names or not (entry.examples or entry.shown_by)]
    texts[root / INDEX] = index_text(found, index)
    return texts, problems


def operands_of(root, title):
    found = []
    for path in sorted((root / "examples/reference").glob("*.cpp")):
        text = path.read_text()
        if text.startswith(f"// doc/reference: {title}\n"):
            found += re.findall(r"^ *// \[[^\n]*\]\n(.*?)^ *// \[end\]$", text, re.MULTILINE | re.DOTALL)
    return [textwrap.dedent(region).splitlines() for region in found]


def anchor(heading):
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def index_text(found, index):
    out = ["# Reference", "",
           "Every public name: how it is written, what its declaration says (shapes, what is viewed and what is copied, "
           "cost, errors), and an example with what comes back. In the examples `float64: 21` is a number, a `tensor` has "
           "memory of its own, a `view` looks at somebody else's, an `expression` is computed where it is assigned, and a "
           "`deferred` one before the loop that reads it, once for each assignment; `throws shape_error` is followed by "
           "the words of what is thrown. Names with a dot are members. "
           "[names.md](../examples/names.md) has the same names beside those of NumPy, Eigen and Armadillo.", ""]
    out += [f"- [{title}](reference/{page_of(title)}.md)" for title in found]
    out += ["- [The array API standard](reference/array_api.md), function by function", "", "## All names", ""]
    letters = {}
    for name, page, heading in sorted(index, key=lambda item: item[0].lstrip(".").lower()):
        first = name.lstrip(".")[0].upper()
        letters.setdefault(first, []).append(f"[{name}](reference/{page}.md#{anchor(heading)})")
    out += [line for names in letters.values() for line in (", ".join(names), "")]
    return "\n".join(out).rstrip() + "\n"


def check(root, doxygen):
    texts, problems = pages(root, doxygen)
    there = {root / INDEX, *(root / "doc/reference").glob("*.md")} - {root / TABLE}
    problems += [f"{path.relative_to(root)}: not current: python3 test/structure/reference.py --write . doxygen"
                 for path, text in texts.items() if path not in there or path.read_text() != text]
    return problems + [f"{path.relative_to(root)}: nothing writes it" for path in sorted(there - set(texts))]


def write(root, doxygen):
    texts, problems = pages(root, doxygen)
    (root / "doc/reference").mkdir(exist_ok=True)
    for path in set((root / "doc/reference").glob("*.md")) - {root / TABLE}:
        path.unlink()
    for path, text in texts.items():
        path.write_text(text)
    print("\n".join(problems))


def print_examples(root, *program):
    path = root / OUT
    printed = subprocess.run(program, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    path.write_text("\n".join(filled(path.read_text().splitlines(), printed)) + "\n")


SHEET = """# Names

## Making

All of these make boxes.

| weft | NumPy | Eigen 3.4 | Armadillo | header |
|---|---|---|---|---|
| `box b(3)`: `b.open()` | - | - | - | |
| `twice(b)`, a `box` | `2 * b` | - | - | |
| `twice(b, 2)` | - | - | - | |
| `a + b`: `operator+` | - | - | - | |
| `odd`, a constant; `even` | - | - | - | |
| `n + 1`, a number | - | - | - | |
| `box_options`, how it is made | - | - | - | |
| `crate`, of boxes | - | - | - | |
| `lid_result`, of a crate | - | - | - | |
"""
A = """#pragma once
namespace weft {
/// Holds a *number* < 9.
///
/// It
/// stays.
class box {
public:
  explicit box(int n) : n_{n} {}
  /// What it holds, in `int`.
  int open() const;

private:
  int n_;
};
/// Twice as much.
template <class T>
  requires(sizeof(T) < 9) && requires(T t) { t.open(); }
WEFT_INLINE T twice(T const& t);
/// With another factor: `k < 2` is refused.
template <class T>
T twice(T const& t, int k);
/// Refused: never three times.
void twice(int, int, int);
/// A sum.
box operator+(box const&, box const&);
/// Odd and even.
inline constexpr int odd = 1;
inline constexpr int even = 2;
/// How a box is made.
struct box_options {
  int size = 3;     ///< of the box,
                    ///< in one direction
  char const* name; ///< `a|b`
  char sign = ',';  ///< between boxes
};
} // namespace weft
"""
B = """#pragma once
namespace weft {
/// Of a number.
int twice(int n);
/// Holds boxes, as twice(b) does.
class crate {
public:
  /// Opens the lid.
  void open(int force);
};
/// Closes a crate.
struct lid_result {
  explicit lid_result(int k) : kind(k) {}
  int kind; ///< of lids
  /// True if it is shut.
  [[nodiscard]] bool shut() const { return kind > 0; }
};
} // namespace weft
"""
CPP = """// doc/reference: Making
void making() {
  // [operands of making]
  box b(3);
  // [end]
  // [more]
  int n = 2;
  // [end]
  SHOW(twice(b));
}
"""
PRINTED = """## Making
box c(3); c.open()
    int32: 3
twice(b)
    object: 6
box long_name_of_a_box(3); box other = twice(twice(long_name_of_a_box)); twice(other, 2)
    object: 6
a + b
    object: 5
odd * even
    int32: 3
n + 1
    int32: 3
box_options{.size = 1}.size
    int32: 1
crate c; lid_result l; c
    object: 0
"""
PAGE = """# Making

[All names, and how to read the examples](../reference.md).

<!-- Written by test/structure/reference.py. -->

All of these make boxes.

Operands of the examples:

```cpp
box b(3);
```

```cpp
int n = 2;
```

### box, open

`box b(3)`: `b.open()`

```cpp
int open()
```

`box`: Holds a \\*number\\* \\< 9.

It stays.

`open`: What it holds, in `int`.

Header: `<weft/weft.hpp>` (`a.hpp`).

```text
box c(3); c.open()
    int32: 3
```

### twice

`twice(b)`, a `box`; `twice(b, 2)`

```cpp
twice(t)
twice(t, int k)
int twice(int n)
```

Twice as much.

With another factor: `k < 2` is refused.

In `more/b.hpp`: Of a number.

Header: `<weft/weft.hpp>` (`a.hpp`); `<weft/more/b.hpp>`.

```text
twice(b)
    object: 6
box long_name_of_a_box(3);
box other = twice(twice(long_name_of_a_box));
twice(other, 2)
    object: 6
```

### operator+

`a + b`: `operator+`

A sum.

Header: `<weft/weft.hpp>` (`a.hpp`).

```text
a + b
    object: 5
```

### odd, even

`odd`, a constant; `even`

Odd and even.

Header: `<weft/weft.hpp>` (`a.hpp`).

```text
odd * even
    int32: 3
```

### n + 1

`n + 1`, a number

```text
n + 1
    int32: 3
```

### box_options

`box_options`, how it is made

Fields of `box_options`:

| field | type | value |  |
| --- | --- | --- | --- |
| `size` | `int` | `3` | of the box, in one direction |
| `name` | `char const*` |  | `a\\|b` |
| `sign` | `char` | `','` | between boxes |

How a box is made.

Header: `<weft/weft.hpp>` (`a.hpp`).

```text
box_options{.size = 1}.size
    int32: 1
```

### crate

`crate`, of boxes

Holds boxes, as twice(b) does.

Header: `<weft/more/b.hpp>`.

```text
crate c; lid_result l; c
    object: 0
```

See also: [twice](#twice).

### lid_result

`lid_result`, of a crate

Fields of `lid_result`:

| field | type |  |
| --- | --- | --- |
| `kind` | `int` | of lids |
| `shut()` | `bool` | True if it is shut. |

Closes a crate.

Header: `<weft/more/b.hpp>`.

The example of [crate](#crate) shows it.
"""
GOOD = {
    "include/weft/weft.hpp": "#include <weft/a.hpp>\n", "include/weft/a.hpp": A,
    "include/weft/more/b.hpp": B, "examples/names.md": SHEET,
    "examples/reference/a.cpp": CPP, OUT: PRINTED, "doc/reference/making.md": PAGE,
    INDEX: index_text({"Making": None}, [(name, "making", heading) for name, heading in
                                         (("box", "box, open"), (".open", "box, open"), ("twice", "twice"),
                                          ("even", "odd, even"), ("odd", "odd, even"), ("operator+", "operator+"), ("box_options", "box_options"), ("crate", "crate"),
                                          ("lid_result", "lid_result"))]),
}
BAD = [
    ({"examples/names.md": SHEET.replace("twice", "odd")}, "twice has no entry"),
    ({"include/weft/a.hpp": A.replace("/// A sum.\n", "")}, "operator+: Doxygen finds no words"),
    ({"include/weft/a.hpp": A.replace("/// A sum.", "/// The sum.")}, "doc/reference/making.md: not current"),
    ({OUT: PRINTED.replace("a + b\n    object: 5\n", "")}, "operator+ is in no example"),
    ({OUT: PRINTED.replace("n + 1\n    int32: 3\n", "")}, "n + 1 is in no example"),
    ({OUT: PRINTED.replace("    object: 5", LACKING)}, "a + b: not in this build"),
    ({OUT: PRINTED.replace("Making", "Baking")}, "there is no section Baking"),
    ({OUT: PRINTED.replace("object: 5", "object: 6")}, "doc/reference/making.md: not current"),
    ({INDEX: "# Reference\n"}, "doc/reference.md: not current"),
    ({"doc/reference/baking.md": ""}, "doc/reference/baking.md: nothing writes it"),
]

if __name__ == "__main__":
    if sys.argv[1] == "--write":
        write(pathlib.Path(sys.argv[2]), sys.argv[3])
    elif sys.argv[1] == "--print":
        print_examples(pathlib.Path(sys.argv[2]), *sys.argv[3:])
    else:
        main(check, GOOD, BAD)

"""All headers compile behind the macros that headers of systems define: a program may include those first.

The standard headers come before the macros, because libstdc++ takes min and max away again.
"""

import re
import subprocess

from checks import headers, main, needs_python

# As the headers define them: a value where a name of weft would become another token, nothing where it would vanish.
MACROS = {
    "windows.h": """
near=
far=
pascal=
cdecl=
IN=
OUT=
OPTIONAL=
CONST=const
VOID=void
FAR=
NEAR=
CALLBACK=
small=char
hyper=long
interface=struct
min(a,b)=(((a)<(b))?(a):(b))
max(a,b)=(((a)>(b))?(a):(b))
TRUE=1
FALSE=0
ERROR=0
DELETE=0x10000
IGNORE=0
INFINITE=0xffffffff
NO_ERROR=0
STRICT=1
DIFFERENCE=11
TRANSPARENT=1
OPAQUE=2
ABSOLUTE=1
RELATIVE=2
PASSTHROUGH=19
DOMAIN=1
OVERFLOW=3
UNDERFLOW=4
Yield()=
GetObject=GetObjectA
LoadImage=LoadImageA
SearchPath=SearchPathA
CopyFile=CopyFileA
Rectangle=1
grp1=0x0430
lst1=0x0460
psh1=0x0400
rad1=0x0420
stc1=0x0440
""",
    "X11/Xlib.h": """
None=0L
True=1
False=0
Bool=int
Status=int
Success=0
Always=2
Above=0
Below=1
Opposite=4
Complex=0
Convex=2
Nonconvex=1
Unsorted=0
YSorted=1
CursorShape=0
StippleShape=2
TileShape=1
ShapeBounding=0
CurrentTime=0L
NoSymbol=0L
AnyKey=0L
AnyButton=0L
ParentRelative=1L
CopyFromParent=0L
PointerWindow=0L
InputFocus=1L
Expose=12
FocusIn=9
FocusOut=10
KeyPress=2
KeyRelease=3
GrayScale=1
StaticGray=0
DirectColor=5
TrueColor=4
PseudoColor=3
XYBitmap=0
XYPixmap=1
ZPixmap=2
LSBFirst=0
MSBFirst=1
CoordModeOrigin=0
EvenOddRule=0
WindingRule=1
""",
    "sys/sysmacros.h and sys/param.h": """
major(dev)=gnu_dev_major(dev)
minor(dev)=gnu_dev_minor(dev)
makedev(a,b)=gnu_dev_makedev(a,b)
MIN(a,b)=(((a)<(b))?(a):(b))
MAX(a,b)=(((a)>(b))?(a):(b))
howmany(x,y)=(((x)+((y)-1))/(y))
roundup(x,y)=((((x)+((y)-1))/(y))*(y))
powerof2(x)=((((x)-1)&(x))==0)
setbit(a,i)=((a)|=(i))
clrbit(a,i)=((a)&=~(i))
NGROUPS=65536
NODEV=-1
DEV_BSIZE=512
""",
    "termios.h": """
B0=0000000
B50=0000001
B110=0000003
B300=0000007
CR1=0001000
ECHO=0000010
EXTA=14
EXTB=15
FF1=0100000
NL0=0000000
TAB1=0004000
VT1=0040000
""",
    "complex.h": """
I=(1.0iF)
""",
    "sys/stat.h, netdb.h and others": """
unix=1
linux=1
h_addr=h_addr_list[0]
s_addr=S_un
st_atime=st_atim
sa_handler=sa_union
si_value=si_union
DOTS=1
PI=3.14
""",
}


def check(root, *compiler):
    names = [str(path.relative_to(root / "include")) for path in headers(root) if not needs_python(path)]
    text = "".join((root / "include" / name).read_text() for name in names)
    # Headers of the standard library and of Hana come first: Hana's do not compile behind the I of <complex.h>.
    standard = sorted(set(re.findall(r"^\s*#\s*include <([\w.]+|boost/hana/[\w./]+)>", text, re.MULTILINE)))
    lines = [f"#if __has_include(<{name}>)\n#include <{name}>\n#endif" for name in standard]
    for one in MACROS.values():
        for macro in one.split():
            name, _, value = macro.partition("=")
            lines += [f"#undef {name.partition('(')[0]}", f"#define {name} {value}"]
    lines += [f"#include <{name}>" for name in sorted(names, key=lambda name: (name != "weft/weft.hpp", name))]
    command = [compiler[0], f"-I{root / 'include'}", *compiler[1:], "-fsyntax-only", "-w", "-x", "c++", "-"]
    result = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True)
    return [f"behind the macros of systems:\n{result.stderr[:4000]}"] if result.returncode else []


A = "include/weft/self_test/a.hpp"
GOOD = {A: "#pragma once\n#include <limits>\ninline int most = (std::numeric_limits<int>::max)();\n"}
BAD = [({A: f"#pragma once\n#include <algorithm>\n{text}\n"}, "behind the macros")
       for text in ("inline int near = 1, far = 2;", "struct a { int small; };", "template <int... I> struct a {};",
                    "inline int most = std::max(1, 2) + std::numeric_limits<int>::max();", "enum class a { None };",
                    "template <bool Below> struct a {};", "inline int minor(int a, int b) { return a + b; }")]

if __name__ == "__main__":
    main(check, GOOD, BAD)

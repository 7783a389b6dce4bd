"""Colouring of code blocks by CSS class."""

import re
from functools import lru_cache
from html import escape
from itertools import groupby
from operator import itemgetter

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES, _TokenType

CLASS_PREFIX = "hl-"
LENGTH_MAX = 12_000
LINE_MAX = 300
"""Characters of one code block, and of one line in it, up to which it is coloured.

Many lexers need time that grows with the square of a line or of a run of blank lines; within these bounds the slowest
of them takes some tenths of a second for anything that was tried.
"""

_SLOW = re.compile(rf"[^\n]{{{LINE_MAX + 1}}}|(?:[ \t\r\f]*\n){{6}}")

_ALIASES = {
    "bash": "bash shell sh zsh",
    "bat": "bat batch cmd",
    "c": "c h",
    "cmake": "cmake",
    "console": "console shell-session terminal",
    "cpp": "cpp c++ cc cxx hpp h++ ascendc",
    "css": "css",
    "cuda": "cuda cu",
    "cython": "cython pyx",
    "diff": "diff patch udiff",
    "docker": "docker dockerfile",
    "fortran": "fortran f90",
    "go": "go golang",
    "html": "html htm",
    "http": "http",
    "ini": "ini cfg conf",
    "javascript": "javascript js jsx node",
    "json": "json jsonc json5",
    "julia": "julia jl",
    "kotlin": "kotlin kt",
    "llvm": "llvm mlir",
    "lua": "lua",
    "make": "make makefile",
    "markdown": "markdown md",
    "matlab": "matlab octave",
    "nginx": "nginx",
    "numpy": "numpy",
    "php": "php",
    "powershell": "powershell ps1 pwsh",
    "protobuf": "protobuf proto",
    "pycon": "pycon python-console python-repl ipython",
    "pytb": "pytb py3tb traceback python-traceback",
    "python": "python py python3 py3 sage",
    "r": "r",
    "ruby": "ruby rb",
    "rust": "rust rs",
    "scala": "scala",
    "sql": "sql mysql postgresql postgres sqlite",
    "swift": "swift",
    "tex": "tex latex",
    "toml": "toml",
    "typescript": "typescript ts tsx",
    "xml": "xml svg xsd",
    "yaml": "yaml yml",
}
_LANGUAGE_OF = {alias: language for language, aliases in _ALIASES.items() for alias in aliases.split()}
LANGUAGES = frozenset(_ALIASES)
"""Languages that are coloured. A closed list: Pygments knows 500 more, which nobody here has timed.

Missing on purpose are C# and Java, whose lexers take seconds for a few thousand characters of the wrong kind.
"""

_UNCOLOURED = frozenset(("", "err", "esc", "g", "l", "ld", "n", "nx", "p", "pm", "w", "x"))
"""Kinds that look like plain text, by short name: names, punctuation, space, errors. Spans would double the HTML."""

CSS_CLASSES = frozenset(CLASS_PREFIX + name for name in STANDARD_TYPES.values() if name not in _UNCOLOURED)
"""Every class that colouring can give to a span."""


def language_of(info: str) -> str | None:
    """Return the language that the first word after a fence names, or None for text and unknown languages."""
    words = info.split(maxsplit=1)
    return _LANGUAGE_OF.get(words[0].strip("{.}").lower()) if words else None


@lru_cache(maxsize=len(_ALIASES))
def _lexer(language: str) -> Lexer:
    return get_lexer_by_name(language, stripnl=False, ensurenl=False)


@lru_cache(maxsize=512)
def _css_class(kind: _TokenType) -> str:
    """Return the class of a kind of token, or of the nearest kind above it that has one; "" where it has no colour."""
    while kind not in STANDARD_TYPES:
        kind = kind.parent
    name = STANDARD_TYPES[kind]
    return "" if name in _UNCOLOURED else CLASS_PREFIX + name


def highlight(code: str, language: str | None) -> str:
    """Return escaped HTML for code: spans with `hl-…` classes when the language is known, else only escaped text."""
    if language is None or len(code) > LENGTH_MAX or _SLOW.search(code):
        return escape(code, quote=False)
    coloured = ((_css_class(kind), text) for kind, text in _lexer(language).get_tokens(code))
    runs = ((css, "".join(text for _, text in run)) for css, run in groupby(coloured, key=itemgetter(0)))
    return "".join(_span(css, text) for css, text in runs)


def _span(css: str, text: str) -> str:
    text = escape(text, quote=False)
    return f'<span class="{css}">{text}</span>' if css else text

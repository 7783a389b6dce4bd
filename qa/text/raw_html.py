"""HTML that a person typed into Markdown: a few tags are meant as such, everything else is text.

The first of two gates. It keeps what `List<String>` means by turning unknown tags into text, where a sanitiser would
drop them without a word; `qa.text.sanitise` is the gate that safety rests on.
"""

import re
from html import escape, unescape

_TAG_NAMES = """
a abbr b blockquote br code dd del details div dl dt em h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small
span strike strong sub summary sup table tbody td tfoot th thead tr u ul var wbr
"""
TAGS = frozenset(_TAG_NAMES.split())
"""Tags that may come out, and be typed; typed headings become lower ones."""

TAGS_MAX = 5_000
"""Tags that may be typed in one text; those beyond are shown as text."""

_FORMATTING = frozenset(["a", "b", "code", "em", "i", "s", "small", "strike", "strong", "u"])
"""Tags which an HTML parser opens again in every following block until they are closed."""

_HEADING = re.compile(r"h([1-6])", re.IGNORECASE)
_LOWEST_HEADING = 6

_ATTRIBUTE = r"""\s+[a-zA-Z_:][\w:.-]*(?:\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'=<>`]+))?"""
_TAG = re.compile(rf"</?([a-zA-Z][a-zA-Z0-9]*)(?:{_ATTRIBUTE})*\s*/?>|<")
_VALUE = re.compile(r"""\s(src|alt|title)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))""", re.IGNORECASE)
_OWN_IMAGE = re.compile(r"/media/(?:[\w-][\w.-]*/)*[\w-][\w.-]*", re.ASCII)


def is_known(name: str) -> bool:
    """Say whether a tag of this name is meant as HTML when it is typed."""
    return name.lower() in TAGS or _HEADING.fullmatch(name) is not None


def heading(level: int) -> str:
    """Return the tag for a heading of a text: a page's own headings are h1 and h2, so those of a post begin at h3."""
    return f"h{min(level + 2, _LOWEST_HEADING)}"


def is_own_image(address: str) -> bool:
    """Say whether an image address is a plain path below this site's `/media/`."""
    return _OWN_IMAGE.fullmatch(address) is not None


def image(address: str, alt: str, title: str = "", *, linked: bool = False, shown: bool = True) -> str:
    """Return an `<img>` for an image of this site, and for any other a link to it: no page loads from elsewhere.

    With `linked`, the image already stands inside a link, and only its text is returned in place of a second link.
    Without `shown`, images of this site become links as well.
    """
    titled = f' title="{escape(title)}"' if title else ""
    if shown and is_own_image(address):
        return f'<img src="{escape(address)}" alt="{escape(alt)}"{titled}>'
    label = escape(alt or title or address)
    return label if linked else f'<a class="image-link" href="{escape(address)}"{titled}>{label}</a>'


def _typed_image(tag: str) -> str:
    values = {name.lower(): unescape(a or b or c) for name, a, b, c in _VALUE.findall(tag)}
    return image(values.get("src", ""), values.get("alt", ""), values.get("title", ""))


def without_comments(html: str) -> str:
    """Return HTML without its comments; one that is never closed is left as it is."""
    kept, start = [], 0
    while (opening := html.find("<!--", start)) >= 0 and (closing := html.find("-->", opening + 4)) >= 0:
        kept.append(html[start:opening])
        start = closing + 3
    return "".join((*kept, html[start:]))


class Gate:
    """Lets typed HTML of one text pass piece by piece, and closes what a piece leaves open."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._passed = 0

    def let_pass(self, html: str) -> str:
        """Return typed HTML with known tags as they are, comments dropped, and all other tags escaped as text."""
        return _TAG.sub(self._tag, without_comments(html))

    def close(self) -> str:
        """Return the end tags for the formatting that is still open; call it at the end of each block.

        Browsers carry unclosed formatting on into every later paragraph, and so would a bold that was never ended.
        """
        ends = "".join(f"</{name}>" for name in reversed(self._open))
        self._open.clear()
        return ends

    def _tag(self, match: re.Match[str]) -> str:
        tag, name = match[0], (match[1] or "").lower()
        self._passed += 1
        if not is_known(name) or self._passed > TAGS_MAX:
            return escape(tag, quote=False)
        if level := _HEADING.fullmatch(name):
            return f"<{'/' * (tag[1] == '/')}{heading(int(level[1]))}>"
        if name in _FORMATTING:
            return self._formatting(tag, name)
        if name == "img":
            return _typed_image(tag)
        if name == "table":
            return "</table></div>" if tag[1] == "/" else '<div class="table-scroll">' + tag
        return tag

    def _formatting(self, tag: str, name: str) -> str:
        """Pass each kind of formatting once at a time: repeated inside itself it shows nothing new."""
        if (tag[1] == "/") != (name in self._open):
            return ""
        if tag[1] == "/":
            self._open.remove(name)
            return tag
        self._open.append(name)
        return tag if name == "a" else f"<{name}>"

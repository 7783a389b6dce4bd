"""The last gate: HTML goes out only through these allow-lists."""

import re

import nh3

from qa.text.chars import strip_controls
from qa.text.highlight import CSS_CLASSES, LANGUAGES
from qa.text.raw_html import TAGS, is_own_image

_MATHML_TAG_NAMES = """
math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle
msub msubsup msup mtable mtd mtext mtr munder munderover none
"""
_MATHML_ATTRIBUTE_NAMES = """
accent accentunder align columnalign columnlines columnspacing depth display displaystyle fence form height
largeop linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation
rowlines rowspacing rspace scriptlevel separator stretchy voffset width
"""
_MATHML_TAGS = frozenset(_MATHML_TAG_NAMES.split())
_INLINE_TAGS = frozenset(("a", "br", "code", "em", "s", "strong"))
_SCHEMES = frozenset(("http", "https", "mailto"))
_REL = "nofollow ugc noopener"

_CLASSES = {
    "a": {"image-link"},
    "code": {"math-error", *(f"language-{language}" for language in LANGUAGES)},
    "div": {"math-block", "table-scroll"},
    "pre": {"code"},
    "span": set(CSS_CLASSES),
}
_ATTRIBUTES = {
    "a": {"href", "title"},
    "abbr": {"title"},
    "details": {"open"},
    "img": {"src", "alt", "title", "width", "height"},
    "ol": {"start", "reversed"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
    **{tag: set(_MATHML_ATTRIBUTE_NAMES.split()) for tag in _MATHML_TAGS},
}
_ATTRIBUTE_VALUES = {
    "pre": {"tabindex": {"0"}},
    "td": {"align": {"left", "center", "right"}},
    "th": {"align": {"left", "center", "right"}},
}


def _own_images_only(tag: str, attribute: str, value: str) -> str | None:
    return value if tag != "img" or attribute != "src" or is_own_image(value) else None


def _cleaner(tags: frozenset[str], **options: object) -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=set(tags | _MATHML_TAGS),
        attributes={tag: names for tag, names in _ATTRIBUTES.items() if tag in tags | _MATHML_TAGS},
        tag_attribute_values={tag: values for tag, values in _ATTRIBUTE_VALUES.items() if tag in tags},
        allowed_classes={tag: names for tag, names in _CLASSES.items() if tag in tags},
        url_schemes=set(_SCHEMES),
        link_rel=_REL,
        **options,
    )


_BLOCK_TAGS = TAGS - {"img"}
_BLOCKS = _cleaner(_BLOCK_TAGS)
_BLOCKS_WITH_IMAGES = _cleaner(
    TAGS, attribute_filter=_own_images_only, set_tag_attribute_values={"img": {"loading": "lazy"}}
)
_INLINE = _cleaner(_INLINE_TAGS)
_IMAGE = re.compile(r"<img\b", re.IGNORECASE)


def clean(html: str) -> str:
    """Return the allowed part of a post's HTML; safe to put into a page as it is."""
    # Looking at every attribute from Python costs time, and only images need it.
    cleaner = _BLOCKS_WITH_IMAGES if _IMAGE.search(html) else _BLOCKS
    return strip_controls(cleaner.clean(html))


def clean_inline(html: str) -> str:
    """Return the allowed part of a comment's HTML: emphasis, code, links, formulas and line breaks."""
    return strip_controls(_INLINE.clean(html))

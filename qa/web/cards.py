"""The picture that other sites show beside a link to a question: title, state and name of the site, 1200 by 630."""

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext, ngettext, override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe
from PIL import Image, ImageDraw, ImageFont

from qa.models import Question
from qa.text.chars import CJK, strip_controls
from qa.web.feeds import READER

SIZE = WIDTH, HEIGHT = 1200, 630
MARGIN, BAND = 80, 16
TITLE_SIZE, TITLE_LINES, SMALL_SIZE = 64, 4, 34
BACKGROUND, INK, MUTED, ACCENT = "#ffffff", "#1d2329", "#5b6570", "#0f6b5c"
KEPT_SECONDS = 3_600
CLOSING, OPENING = "，。、；：？！）》」』】”’…％,.;:?!)%", "（《「『【“‘("
PIECE = re.compile(rf"[{OPENING}]*(?:[{CJK}]|[^\s{CJK}]+?(?=[\s{CJK}{OPENING}]|$)|[^\s])[{CLOSING}]*\s*")
"""What stays on one line: a word or a Chinese character, with the signs that may not begin or end a line."""

FONT_PLACES = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/System/Library/Fonts/PingFang.ttc",
    "/System/Library/Fonts/STHeiti Medium.ttc",
    "/System/Library/Fonts/Hiragino Sans GB.ttc",
)
"""Where Debian, Ubuntu, Fedora, Arch and macOS have a font with Chinese characters; Pillow brings one without."""


@cache
def font_file() -> str:
    """A font with Chinese characters, or empty."""
    return next((place for place in FONT_PLACES if Path(place).is_file()), "")


@cache
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.truetype(font_file(), size) if font_file() else ImageFont.load_default(size)


def drawable(text: str) -> str:
    """The text, or nothing where the font at hand lacks its characters."""
    text = strip_controls(text)
    return text if font_file() or text.isascii() else ""


def is_wide(text: str, size: int) -> bool:
    return font(size).getlength(text.rstrip()) > WIDTH - 2 * MARGIN


def parts(piece: str, size: int) -> Iterator[str]:
    """The piece, cut where it alone is wider than a line."""
    while is_wide(piece, size):
        fits = next(n for n in range(len(piece) - 1, 0, -1) if n == 1 or not is_wide(piece[:n], size))
        yield piece[:fits]
        piece = piece[fits:]
    yield piece


def lines(text: str, size: int, most: int) -> list[str]:
    """The text in lines of the card's width; what does not fit in `most` of them ends in three dots."""
    found = [""]
    for part in (part for piece in PIECE.findall(text) for part in parts(piece, size)):
        if is_wide(found[-1] + part, size):
            found.append("")
        found[-1] += part
    found = [line.strip() for line in found if line.strip()]
    if len(found) > most:
        found = [*found[: most - 1], found[most - 1][:-2].rstrip() + "…"]
    return found


def state_of(question: Question) -> str:
    """In the question's language: whether it is solved, and how many answers it has."""
    with override("zh-hans" if question.lang == "zh" else "en"):
        count = ngettext("%(n)s answer", "%(n)s answers", question.answer_count) % {"n": question.answer_count}
        return f"{gettext('solved')} · {count}" if question.is_solved else count


def draw(question: Question) -> bytes:
    """PNG."""
    image = Image.new("RGB", SIZE, BACKGROUND)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, WIDTH, BAND), fill=ACCENT)
    for place, line in enumerate(lines(drawable(question.title), TITLE_SIZE, TITLE_LINES)):
        pen.text((MARGIN, MARGIN + place * TITLE_SIZE * 1.45), line, font=font(TITLE_SIZE), fill=INK)
    bottom = HEIGHT - MARGIN - SMALL_SIZE
    pen.text((MARGIN, bottom), drawable(state_of(question)), font=font(SMALL_SIZE), fill=MUTED)
    name = drawable(settings.SITE_NAME) or settings.SITE_HOST
    length = font(SMALL_SIZE).getlength(name)
    pen.text((WIDTH - MARGIN - length, bottom), name, font=font(SMALL_SIZE), fill=ACCENT)
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def etag(request: HttpRequest, pk: int) -> str | None:
    """Of all that the picture shows."""
    shown = Question.objects.listed_for(READER).filter(pk=pk)
    state = shown.values_list("edited_at", "answer_count", "accepted_answer").first()
    return f'"{pk}-{"-".join(map(str, state))}"'.replace(" ", "T") if state else None


@require_safe
@cache_control(public=True, max_age=KEPT_SECONDS)
@condition(etag_func=etag)
def card(request: HttpRequest, pk: int) -> HttpResponse:
    question = get_object_or_404(Question.objects.listed_for(READER), pk=pk)
    return HttpResponse(draw(question), content_type="image/png")

"""The bytes of an uploaded picture → the bytes that are kept: encoded anew, so that only pixels are left of it.

No metadata (place, camera, comments), no second file hidden behind the picture, no animation.
"""

import hashlib
import struct
import zlib
from dataclasses import dataclass
from io import BytesIO

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from PIL import Image as Pillow
from PIL import ImageOps

from qa import rules
from qa.errors import Invalid

TAKEN = ("PNG", "GIF", "JPEG", "WEBP")
"""SVG is none of them: it is a document that can hold scripts."""
KEPT_AS = {"PNG": "PNG", "GIF": "PNG", "JPEG": "JPEG", "MPO": "JPEG", "WEBP": "WEBP"}
"""What each becomes; MPO is a JPEG of a telephone that holds several pictures."""
SUFFIXES = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp"}
OPTIONS = {"PNG": {}, "JPEG": {"quality": 86, "progressive": True}, "WEBP": {"quality": 88}}
MODES = {"PNG": {"L", "LA", "RGB", "RGBA"}, "JPEG": {"L", "RGB"}, "WEBP": {"RGB", "RGBA"}}
"""How pixels may be stored as they are; others become RGB, or RGBA where something is transparent."""

BROKEN = (
    *(OSError, SyntaxError, ValueError, TypeError, LookupError, ArithmeticError, EOFError),
    *(struct.error, zlib.error),
)
"""What Pillow raises on a file that is damaged or no picture at all."""
TOO_LARGE = (Pillow.DecompressionBombError, Pillow.DecompressionBombWarning)

NO_PICTURE = _("This is no picture that can be shown. Use PNG, JPEG, WebP or GIF.")
TOO_MANY_BYTES = format_lazy(_("A picture has at most {most} MB."), most=rules.IMAGE_BYTES_MAX // 1024 // 1024)
TOO_MANY_PIXELS = format_lazy(
    _("A picture has at most {most} million pixels; cut it or make it smaller."),
    most=rules.IMAGE_PIXELS_MAX // 1_000_000,
)


@dataclass(frozen=True, slots=True)
class Picture:
    data: bytes
    suffix: str
    width: int
    height: int

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.data).hexdigest()[: rules.IMAGE_DIGEST_LENGTH]


def refuse(code: str, reason: str) -> Invalid:
    return Invalid("image", code, reason)


def opened(data: bytes) -> Pillow.Image:
    """The file's header is read, no pixel yet."""
    try:
        image = Pillow.open(BytesIO(data), formats=TAKEN)
    except TOO_LARGE as error:
        raise refuse("too_many_pixels", TOO_MANY_PIXELS) from error
    except BROKEN as error:
        raise refuse("no_picture", NO_PICTURE) from error
    if image.width * image.height > rules.IMAGE_PIXELS_MAX:
        raise refuse("too_many_pixels", TOO_MANY_PIXELS)
    return image


def upright(image: Pillow.Image, kept_as: str) -> Pillow.Image:
    """The pixels of the first frame as they are meant to be looked at, not wider than a page can show."""
    image = ImageOps.exif_transpose(image)
    if image.mode not in MODES[kept_as]:
        image = image.convert("RGBA" if image.has_transparency_data and kept_as != "JPEG" else "RGB")
    if image.width > rules.IMAGE_WIDTH_MAX:
        height = max(1, round(image.height * rules.IMAGE_WIDTH_MAX / image.width))
        image = image.resize((rules.IMAGE_WIDTH_MAX, height), Pillow.Resampling.LANCZOS)
    image.info.clear()
    return image


def reencoded(data: bytes) -> Picture:
    """Raises Invalid for what is too large, damaged or no picture."""
    if len(data) > rules.IMAGE_BYTES_MAX:
        raise refuse("too_many_bytes", TOO_MANY_BYTES)
    image = opened(data)
    kept_as, file = KEPT_AS[image.format], BytesIO()
    try:
        shown = upright(image, kept_as)
        shown.save(file, kept_as, **OPTIONS[kept_as])
    except BROKEN as error:
        raise refuse("no_picture", NO_PICTURE) from error
    if file.tell() > rules.IMAGE_BYTES_MAX:
        raise refuse("too_many_bytes", TOO_MANY_BYTES)
    return Picture(file.getvalue(), SUFFIXES[kept_as], shown.width, shown.height)

"""Pictures that people upload: what is taken, what is left of it, and what is refused with a sentence."""

import struct
import zlib
from datetime import timedelta
from io import BytesIO

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.files.storage import default_storage
from django.utils import timezone
from PIL import Image as Pillow
from PIL import PngImagePlugin

from accounts.models import User
from accounts.services import close_account
from qa import rules
from qa.errors import Invalid, Refused
from qa.models import Image
from qa.services import pictures
from qa.services.images import store_image
from tests.factories import make_image, picture

pytestmark = pytest.mark.django_db


def stored(image: Image) -> Pillow.Image:
    with default_storage.open(image.name) as file:
        return Pillow.open(BytesIO(file.read()))


def code(actor: User, data: bytes) -> str:
    with pytest.raises(Invalid) as refused:
        store_image(actor=actor, data=data)
    assert refused.value.field == "image"
    assert str(refused.value.reason).endswith(".")
    return refused.value.code


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few bytes whose header speaks of very many pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(b"\x00" * 1000)) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("kind", "kept_as"), [("PNG", "PNG"), ("GIF", "PNG"), ("JPEG", "JPEG"), ("WEBP", "WEBP"), ("MPO", "JPEG")]
)
def test_each_kind_is_kept_as_one_that_every_browser_shows(author: User, kind: str, kept_as: str) -> None:
    image = make_image(author, kind=kind, size=(30, 20))
    kept = stored(image)
    assert (kept.format, kept.size) == (kept_as, (30, 20))
    assert (image.width, image.height, image.uploader) == (30, 20, author)
    assert image.bytes == default_storage.size(image.name)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_no_word_about_camera_or_place_is_left(author: User, kind: str) -> None:
    exif = Pillow.Exif()
    exif[0x010F], exif[0x0132] = "SECRETCAMERA", "2024:01:01 00:00:00"
    said: dict[str, object] = {"exif": exif, "icc_profile": b"SECRETPROFILE" * 10}
    if kind == "JPEG":
        said["comment"] = b"SECRETCOMMENT"
    if kind == "PNG":
        said["pnginfo"] = PngImagePlugin.PngInfo()
        said["pnginfo"].add_text("Author", "SECRETAUTHOR")
    data = picture(kind, **said)
    assert b"SECRET" in data
    image = store_image(actor=author, data=data)
    with default_storage.open(image.name) as file:
        assert b"SECRET" not in file.read()
    assert not stored(image).getexif()


def test_what_hangs_behind_the_picture_is_left_out(author: User) -> None:
    image = store_image(actor=author, data=picture() + b"<script>alert(1)</script>")
    with default_storage.open(image.name) as file:
        assert b"script" not in file.read()


def test_a_photograph_stands_upright(author: User) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6  # Turned by a quarter.
    image = store_image(actor=author, data=picture("JPEG", (40, 10), exif=exif))
    assert (image.width, image.height) == (10, 40)
    assert stored(image).size == (10, 40)


def test_transparency_stays(author: User) -> None:
    file = BytesIO()
    Pillow.new("RGBA", (4, 4), (255, 0, 0, 0)).quantize().save(file, "PNG")
    kept = stored(store_image(actor=author, data=file.getvalue()))
    assert kept.convert("RGBA").getpixel((0, 0))[3] == 0


def test_a_wide_picture_is_scaled_down_and_a_long_one_is_not(author: User) -> None:
    wide = make_image(author, size=(rules.IMAGE_WIDTH_MAX * 2, 100))
    assert (wide.width, wide.height) == (rules.IMAGE_WIDTH_MAX, 50)
    assert make_image(author, size=(100, 5_000)).height == 5_000


def test_only_the_first_frame_of_an_animation_is_kept(author: User) -> None:
    file, frames = BytesIO(), [Pillow.new("RGB", (5, 5), colour) for colour in ("red", "blue")]
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:])
    kept = stored(store_image(actor=author, data=file.getvalue()))
    assert getattr(kept, "n_frames", 1) == 1
    assert kept.convert("RGB").getpixel((0, 0)) == (255, 0, 0)


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
NO_PICTURES = {
    "nothing": b"",
    "text": b"hello",
    "svg": SVG,
    "html": b"<html><script>alert(1)</script></html>",
    "pdf": b"%PDF-1.7\n",
    "eps": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n",
    "half": picture(size=(200, 200), colour="blue")[:120],
    "header": picture("JPEG")[:20],
    "tiff": picture("TIFF"),
    "bmp": picture("BMP"),
}


@pytest.mark.parametrize("name", NO_PICTURES)
def test_what_is_no_picture_is_refused(author: User, name: str) -> None:
    assert code(author, NO_PICTURES[name]) == "no_picture"
    assert Image.objects.count() == 0


def test_a_damaged_file_is_refused_or_taken_and_never_breaks(author: User) -> None:
    for kind in ("PNG", "JPEG", "WEBP", "GIF"):
        whole = picture(kind, (16, 16))
        for at in range(0, len(whole), max(1, len(whole) // 40)):
            damaged = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
            try:
                pictures.reencoded(damaged)
            except Invalid as refused:
                assert refused.code in ("no_picture", "too_many_pixels")


@pytest.mark.parametrize("size", [(8_000, 8_000), (10_000, 10_000), (60_000, 60_000)])
def test_a_file_that_unfolds_to_very_many_pixels_is_refused_by_its_header(author: User, size: tuple[int, int]) -> None:
    assert code(author, bomb(*size)) == "too_many_pixels"


def test_a_file_of_too_many_bytes_is_refused(author: User) -> None:
    assert code(author, picture() + b"\x00" * rules.IMAGE_BYTES_MAX) == "too_many_bytes"


def test_a_result_of_too_many_bytes_is_refused(author: User, monkeypatch) -> None:
    data = picture("WEBP", (300, 300))
    monkeypatch.setattr(rules, "IMAGE_BYTES_MAX", len(data))
    monkeypatch.setitem(pictures.KEPT_AS, "WEBP", "PNG")
    assert code(author, data) == "too_many_bytes"


def test_the_same_picture_is_kept_once_a_person(author: User, helper: User) -> None:
    first = make_image(author)
    assert make_image(author) == first
    other = make_image(helper)
    assert (other.name, other.uploader) == (first.name, helper)
    assert Image.objects.count() == 2


def test_a_day_has_so_many_pictures(author: User, helper: User, monkeypatch) -> None:
    monkeypatch.setattr(rules, "IMAGES_A_DAY", 2)
    for colour in ("red", "green"):
        make_image(author, colour=colour)
    assert code(author, picture(colour="blue")) == "too_many"
    make_image(helper, colour="blue")
    Image.objects.filter(uploader=author).update(created_at=timezone.now() - timedelta(days=2))
    make_image(author, colour="blue")


def test_a_stranger_adds_no_picture() -> None:
    with pytest.raises(Refused):
        store_image(actor=AnonymousUser(), data=picture())


def test_a_picture_stays_when_its_uploader_leaves(author: User) -> None:
    image = make_image(author)
    close_account(user=author)
    image.refresh_from_db()
    assert image.uploader is None
    assert default_storage.exists(image.name)

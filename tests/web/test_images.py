"""Pictures through the pages: uploaded by members, given to everybody, shown in texts."""

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from qa import services
from qa.models import Image
from qa.text.markdown import render
from tests.factories import make_image, picture

pytestmark = pytest.mark.django_db


def upload(client: Client, data: bytes, name: str = "截图.png", kind: str = "image/png") -> object:
    return client.post("/images", {"image": SimpleUploadedFile(name, data, kind)})


def test_an_uploaded_picture_is_shown_in_a_text(as_user: Callable[..., Client], author: User) -> None:
    client = as_user(author)
    response = upload(client, picture(size=(9, 7)))
    assert response.status_code == 201
    address = response.json()["address"]
    question = services.ask(actor=author, title="看看这张图", body=f"![图]({address})", tags=["a"])
    assert f'<img src="{address}" alt="图" loading="lazy">' in client.get(question.get_absolute_url()).text
    served = Client().get(address)
    assert (served.status_code, served["Content-Type"]) == (200, "image/png")
    assert b"".join(served.streaming_content).startswith(b"\x89PNG")


def test_a_picture_is_served_as_nothing_else_and_for_good(author: User) -> None:
    served = Client().get(f"/media/{make_image(author).name}")
    assert served["X-Content-Type-Options"] == "nosniff"
    assert served["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert served["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Set-Cookie" not in served
    assert Client().get(served.request["PATH_INFO"], headers={"If-None-Match": served["ETag"]}).status_code == 304


def test_serving_a_picture_asks_no_database(
    author: User, as_user: Callable[..., Client], django_assert_num_queries
) -> None:
    address, client = f"/media/{make_image(author).name}", as_user(author)
    with django_assert_num_queries(0):
        assert client.get(address).status_code == 200


@pytest.mark.parametrize(
    "name",
    ["ab/" + "0" * 32 + ".png", "../jiehuo.sqlite3", "ab/../../secret_key", "ab/x.png", "ab/" + "0" * 32 + ".svg", ""],
)
def test_what_is_no_picture_is_not_found(client: Client, name: str) -> None:
    assert client.get(f"/media/{name}").status_code == 404


@pytest.mark.parametrize("data", [b"", b"<svg onload='alert(1)'/>", b"text"])
def test_what_is_no_picture_is_refused_with_a_sentence(as_user, author: User, data: bytes) -> None:
    response = upload(as_user(author), data)
    assert response.status_code == 400
    assert response.json() == {"error": "This is no picture that can be shown. Use PNG, JPEG, WebP or GIF."}


def test_a_form_without_a_file_is_refused_with_a_sentence(as_user, author: User) -> None:
    for form in ({}, {"image": "text"}):
        assert as_user(author).post("/images", form).status_code == 400


def test_the_name_and_type_that_a_browser_claims_do_not_count(as_user, author: User) -> None:
    address = upload(as_user(author), picture("JPEG"), "x.svg", "image/svg+xml").json()["address"]
    assert address.endswith(".jpg")


def test_a_stranger_is_asked_to_sign_in(client: Client) -> None:
    response = upload(client, picture())
    assert (response.status_code, response.url.split("?")[0]) == (302, "/accounts/login/")
    assert Image.objects.count() == 0


def test_an_upload_needs_its_csrf_token(author: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(author)
    assert upload(client, picture()).status_code == 403


def test_pictures_of_other_hosts_stay_links() -> None:
    assert "<img" not in render("![x](https://elsewhere.example/media/ab/x.png)")
    assert "<img" not in render("![x](//elsewhere.example/media/ab/x.png)")

"""The schema is complete and its page stands on its own."""

import re
from functools import cache

import pytest
from django.core.management import call_command
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

pytestmark = pytest.mark.django_db


@cache
def schema() -> dict:
    return SchemaGenerator().get_schema(request=None, public=True)


def test_the_schema_is_valid_and_free_of_warnings(tmp_path) -> None:
    file = tmp_path / "schema.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(file))
    assert "openapi: 3" in file.read_text()


def test_the_schema_names_every_call_with_a_summary() -> None:
    operations = {
        (method, path): operation
        for path, methods in schema()["paths"].items()
        for method, operation in methods.items()
        if method != "parameters"
    }
    assert len(operations) >= 30
    assert {key for key, operation in operations.items() if not operation.get("summary")} == set()


def test_the_schema_tells_of_errors_in_the_one_shape() -> None:
    responses = schema()["paths"]["/api/v1/votes/"]["post"]["responses"]
    assert {"400", "401", "403"} <= set(responses)


def test_the_schema_is_served(client: Client) -> None:
    response = client.get("/api/schema/")
    assert response.status_code == 200
    assert b"/api/v1/diagnose/" in response.content


def test_the_page_loads_nothing_from_other_hosts(client: Client) -> None:
    page = client.get("/api/docs/")
    assert page.status_code == 200
    loaded = re.findall(r"""(?:src|href)=["']([^"']+)""", page.text)
    assert loaded
    assert [address for address in loaded if re.match(r"(?:https?:)?//", address)] == []
    assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>\s*\S", page.text), "an inline script, which the policy forbids"
    for address in loaded:
        if address.startswith("/static/"):
            assert client.get(address).status_code in (200, 404)
    script = next(address for address in loaded if "script" in address)
    assert "//cdn" not in client.get(script).content.decode()


def test_the_page_may_style_itself_but_not_run_inline_scripts(client: Client) -> None:
    policy = dict(
        part.strip().split(" ", 1) for part in client.get("/api/docs/").headers["Content-Security-Policy"].split(";")
    )
    assert "'unsafe-inline'" in policy["style-src"]
    assert "'unsafe-inline'" not in policy.get("script-src", policy["default-src"])
    assert "'unsafe-inline'" not in client.get("/").headers["Content-Security-Policy"]

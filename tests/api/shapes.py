"""What the API answers, field by field, as docs and clients rely on it."""

import re
from typing import Any

from rest_framework.response import Response

HIT = {
    "id", "external_id", "title", "url", "excerpt", "tags", "score", "answer_count", "accepted_answer_id",
    "is_answered", "lang", "created_at", "environment", "reasons", "age_note",
}  # fmt: skip
SEARCH = {"count", "results", "notes", "did_you_mean", "nearest", "signature"}
FACETS = {"tags", "languages", "solved", "unsolved"}
SUGGESTED_QUESTION = {"id", "title", "url"}
SUGGESTED_TAG = {"name", "url", "question_count"}
AUTHOR = {"id", "name", "reputation"}
AUTHORED = {"id", "url", "author", "body", "html", "created_at"}
POST = AUTHORED | {"score", "lang", "edited_at"}
QUESTION = POST | {
    "external_id", "title", "tags", "environment", "answer_count", "accepted_answer_id", "is_answered",
    "last_activity_at",
}  # fmt: skip
ENVIRONMENT = {"version", "device", "mode", "os", "python"}
ANSWER = POST | {"question", "is_accepted"}
COMMENT = AUTHORED | {"question", "answer"}
VOTE = {"id", "question", "answer", "value", "created_at"}
SCORE = {"question", "answer", "value", "score"}
REVISION = {"id", "number", "title", "body", "tags", "environment", "editor", "reason", "created_at"}
TAG = {"id", "name", "url", "description", "question_count"}
USER = {"id", "name", "url", "reputation", "is_moderator", "created_at"}


def problems(response: Response, status: int) -> list[dict[str, Any]]:
    """The errors of an answer with this status, which has the one error shape."""
    assert response.status_code == status, response.content[:500]
    body = response.json()
    assert set(body) == {"type", "errors"}
    assert body["type"] == ("client_error" if body["errors"][0]["attr"] is None else "validation_error")
    assert body["errors"]
    for error in body["errors"]:
        assert set(error) == {"code", "detail", "attr"}
        assert re.fullmatch(r"\w+", error["code"]), error
        assert " " in error["detail"], f"no sentence: {error}"
    return body["errors"]


def problem(response: Response, status: int, code: str | None = None, attr: str | None = None) -> dict[str, Any]:
    """The first error; of this code and about this field where they are given."""
    first = problems(response, status)[0]
    if code:
        assert first["code"] == code, first
    if attr:
        assert first["attr"] == attr, first
    return first

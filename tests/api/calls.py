"""Every call of the API with an input that works; tests vary it. {q}, {a}, {c}: ids of a question, answer, comment."""

from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from rest_framework.test import APIClient


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    data: dict[str, Any] = field(default_factory=dict)
    open: bool = False
    """A look-up: needs no token though it is a POST."""

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.path}"

    def filled(self, ids: dict[str, int], **changes: Any) -> tuple[str, dict[str, Any]]:
        """Address and body, the ids of `ids` in place of their letters."""
        data = {name: ids.get(value, value) if isinstance(value, str) else value for name, value in self.data.items()}
        return f"/api/v1/{self.path}".format(**ids), data | changes

    def send(self, client: APIClient, ids: dict[str, int], **changes: Any) -> HttpResponse:
        return getattr(client, self.method)(*self.filled(ids, **changes))


PAGES = {"page": "1", "page_size": "20"}
LISTS = {**PAGES, "before": "{q}"}

READS = [
    Call(
        "get",
        "search/",
        {
            "q": "loss",
            "sort": "newest",
            "version": "2.3",
            "device": "Ascend",
            "mode": "Graph",
            "facets": "true",
            "explain": "false",
            **PAGES,
        },
    ),
    Call("get", "suggest/", {"q": "lo"}),
    Call("get", "questions/{q}/related/", PAGES),
    Call("get", "questions/", {**LISTS, "tag": "dataset"}),
    Call("get", "questions/{q}/"),
    Call("get", "questions/{q}/revisions/", LISTS),
    Call("get", "answers/", {**LISTS, "question": "1"}),
    Call("get", "answers/{a}/"),
    Call("get", "answers/{a}/revisions/", LISTS),
    Call("get", "comments/", {**LISTS, "question": "1"}),
    Call("get", "comments/{c}/"),
    Call("get", "votes/", LISTS),
    Call("get", "tags/", {**LISTS, "q": "data"}),
    Call("get", "tags/dataset/"),
    Call("get", "users/", LISTS),
    Call("get", "users/{u}/"),
    Call("get", "site/"),
]

LOOKUPS = [
    Call(
        "post",
        "related/",
        {"title": "训练时卡住", "body": "没有报错", "tags": ["dataset"], "page": 1, "page_size": 20},
        True,
    ),
    Call("post", "diagnose/", {"text": "ValueError: bad value", "page": 1, "page_size": 20}, True),
]

WRITES = [
    Call(
        "post",
        "questions/",
        {
            "title": "训练时 loss 变成 nan",
            "body": "用的是 Adam",
            "tags": ["loss"],
            "environment": {"version": "2.3.1", "device": "Ascend"},
            "lang": "zh",
        },
    ),
    Call(
        "patch",
        "questions/{q}/",
        {
            "title": "另一个标题",
            "body": "另一段",
            "tags": ["x"],
            "environment": {"device": "GPU"},
            "reason": "r",
            "revision": 1,
        },
    ),
    Call("delete", "questions/{q}/"),
    Call("post", "questions/{q}/restore/"),
    Call("post", "answers/", {"question": "q", "body": "试试别的", "lang": "zh"}),
    Call("patch", "answers/{a}/", {"body": "试试别的", "reason": "r", "revision": 1}),
    Call("delete", "answers/{a}/"),
    Call("post", "answers/{a}/accept/"),
    Call("delete", "answers/{a}/accept/"),
    Call("post", "answers/{a}/restore/"),
    Call("post", "comments/", {"answer": "a", "body": "多谢"}),
    Call("delete", "comments/{c}/"),
    Call("post", "comments/{c}/restore/"),
    Call("post", "votes/", {"answer": "a", "value": 1}),
    Call("patch", "tags/dataset/", {"description": "何时用它"}),
    Call("post", "questions/{q}/follow/"),
    Call("delete", "questions/{q}/follow/"),
    Call("post", "questions/{q}/bookmark/"),
    Call("delete", "questions/{q}/bookmark/"),
    Call("post", "questions/{q}/flag/", {"reason": "spam", "text": "r"}),
    Call("delete", "questions/{q}/flag/"),
    Call("post", "answers/{a}/bookmark/"),
    Call("delete", "answers/{a}/bookmark/"),
    Call("post", "answers/{a}/flag/", {"reason": "rude", "text": "r"}),
    Call("delete", "answers/{a}/flag/"),
]

REQUIRED = {
    "search/": {"q"},
    "suggest/": {"q"},
    "related/": {"title"},
    "diagnose/": {"text"},
    "questions/": {"title", "body", "tags"},
    "answers/": {"question", "body"},
    "answers/{a}/": {"body"},
    "comments/": {"body"},
    "votes/": {"value"},
    "tags/dataset/": {"description"},
    "questions/{q}/flag/": {"reason"},
    "answers/{a}/flag/": {"reason"},
}
"""Fields without which the call is refused; `comments/` and `votes/` need a question or an answer besides."""

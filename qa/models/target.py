"""Rows that hang on exactly one post: a question or an answer, by real foreign keys."""

from collections.abc import Iterable
from typing import Self

from django.db import models
from django.db.models import Q

from qa.models.post import Post


def target_of(post: Post) -> dict[str, Post]:
    """The keyword that points a row at `post`: {"question": post} or {"answer": post}."""
    return {post.kind: post}


class TargetedQuerySet(models.QuerySet):
    def on(self, post: Post) -> Self:
        return self.filter(**target_of(post))

    def on_any(self, posts: Iterable[Post]) -> Self:
        """What hangs on any of these questions and answers."""
        keys: dict[str, list[int]] = {"question": [], "answer": []}
        for post in posts:
            keys[post.kind].append(post.pk)
        return self.filter(Q(question__in=keys["question"]) | Q(answer__in=keys["answer"]))


class Targeted(models.Model):
    question = models.ForeignKey(
        "qa.Question", models.CASCADE, null=True, blank=True, related_name="%(class)ss", db_index=False
    )
    answer = models.ForeignKey(
        "qa.Answer", models.CASCADE, null=True, blank=True, related_name="%(class)ss", db_index=False
    )

    class Meta:
        abstract = True

    @property
    def target(self) -> Post:
        return self.question if self.question_id else self.answer


def exactly_one(name: str, *fields: str) -> models.CheckConstraint:
    """A constraint: of these nullable columns exactly one is set."""
    condition = Q()
    for chosen in fields:
        condition |= Q(**{f"{field}__isnull": field != chosen for field in fields})
    return models.CheckConstraint(condition=condition, name=name)

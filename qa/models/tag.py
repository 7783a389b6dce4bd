"""The tag and its place on a question."""

from typing import Self

from django.db import models
from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from taggit.models import ItemBase, TagBase

from qa import rules

NEWEST_READ = 1000
"""Questions of a tag that its page looks at, so that a tag of very many costs no more."""


class TagQuerySet(models.QuerySet):
    def together_with(self, tag: "Tag") -> Self:
        """Other tags of the newest questions of `tag`, most often together first."""
        others = self.filter(
            question_tags__content_object__in=newest_of(tag), question_tags__content_object__deleted_at=None
        ).exclude(pk=tag.pk)
        return others.annotate(together=Count("question_tags")).order_by("-together", "-question_count", "pk")

    def used_in(self, questions: models.QuerySet) -> Self:
        """The tags of these questions, with how many of them have each as `uses`, most first."""
        used = self.filter(question_tags__content_object__in=questions)
        return used.annotate(uses=Count("question_tags")).order_by("-uses", "pk")


class Tag(TagBase):
    """`name` is normalised by `qa.text.tags` and is its own slug: c, c++, c# and .net stay apart."""

    name = models.CharField(_("name"), max_length=rules.TAG_LENGTH_MAX, unique=True)
    slug = models.CharField(max_length=rules.TAG_LENGTH_MAX, unique=True, editable=False)
    pinyin = models.CharField(max_length=rules.TAG_LENGTH_MAX * 6, blank=True, default="", editable=False)
    initials = models.CharField(max_length=rules.TAG_LENGTH_MAX, blank=True, default="", editable=False)
    description = models.CharField(
        _("description"),
        max_length=rules.TAG_DESCRIPTION_MAX,
        blank=True,
        default="",
        help_text=_("One or two sentences."),
    )
    question_count = models.PositiveIntegerField(default=0, help_text=_("Counter: questions that are not deleted."))

    objects = TagQuerySet.as_manager()

    class Meta:
        verbose_name = _("tag")
        verbose_name_plural = _("tags")
        indexes = [
            # The tag list: most used first.
            models.Index(fields=["-question_count", "-id"], name="tag_by_use"),
        ]

    def slugify(self, tag: str, i: int | None = None) -> str:
        return tag

    def get_absolute_url(self) -> str:
        return reverse("tag", args=[self.name])


class QuestionTag(ItemBase):
    content_object = models.ForeignKey("qa.Question", models.CASCADE, related_name="question_tags", db_index=False)
    asked_at = models.DateTimeField(help_text=_("The question's created_at, which never changes."))
    tag = models.ForeignKey(Tag, models.CASCADE, related_name="question_tags", db_index=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["content_object", "tag"], name="tag_once_on_a_question"),
        ]
        indexes = [
            # The tag page: the questions of a tag, newest first.
            models.Index(fields=["tag", "-asked_at", "-content_object"], name="question_of_tag"),
        ]


def newest_of(tag: Tag) -> models.QuerySet:
    """The ids of the newest questions of a tag, for `IN`."""
    tagged = QuestionTag.objects.filter(tag=tag).order_by("-asked_at", "-content_object")
    return tagged.values("content_object")[:NEWEST_READ]

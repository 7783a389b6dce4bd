"""The tag and its place on a question."""

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from taggit.models import ItemBase, TagBase

from qa import rules


class Tag(TagBase):
    """`name` is normalised by `qa.text.tags` and is its own slug: c, c++, c# and .net stay apart."""

    name = models.CharField(_("name"), max_length=rules.TAG_LENGTH_MAX, unique=True)
    slug = models.CharField(max_length=rules.TAG_LENGTH_MAX, unique=True, editable=False)
    pinyin = models.CharField(max_length=rules.TAG_LENGTH_MAX * 6, blank=True, default="", editable=False)
    initials = models.CharField(max_length=rules.TAG_LENGTH_MAX, blank=True, default="", editable=False)
    question_count = models.PositiveIntegerField(default=0, help_text=_("Counter: questions that are not deleted."))

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

"""The question: title, text, tags, and counters of what hangs on it."""

from collections.abc import Collection
from typing import Self

from django.db import models
from django.db.models import F, Prefetch, Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from taggit.managers import TaggableManager

from accounts.models import User
from qa import rules
from qa.environment import Environment
from qa.models.answer import Answer
from qa.models.post import Post, PostQuerySet
from qa.models.tag import QuestionTag, Tag
from qa.text import slugs

LIVE = Q(deleted_at=None)
TAGGED_READ = 200
"""Taggings that a list of several tags looks at: a question may have all of them, and some are deleted."""


class QuestionQuerySet(PostQuerySet):
    def with_row(self) -> Self:
        """All that a list row shows, in 2 queries whatever the number of rows: question with author; tags."""
        tags = QuestionTag.objects.select_related("tag").order_by("pk")
        return self.select_related("author", "imported").prefetch_related(Prefetch("question_tags", tags))

    def tagged(self, tag: Tag) -> Self:
        """Those with this tag; order them by `asked_at`, for which a tag has an index."""
        return self.filter(question_tags__tag=tag).annotate(asked_at=F("question_tags__asked_at"))

    def unanswered(self) -> Self:
        return self.filter(answer_count=0)

    def solved(self) -> Self:
        return self.filter(accepted_answer__isnull=False)

    def with_any_tag(self, tags: Collection[Tag]) -> Self:
        """The newest of those that have one of these tags, newest first."""
        tagged = QuestionTag.objects.filter(tag__in=tags).order_by("-asked_at", "-content_object")
        return self.filter(pk__in=tagged.values("content_object")[:TAGGED_READ]).order_by("-created_at", "-pk")

    def waiting_for(self, person: User) -> Self:
        """Their newest questions that have answers, none of them accepted; the latest activity first."""
        mine = self.listed_for(person).filter(pk__in=Question.objects.newest_by(person))
        return mine.filter(accepted_answer=None, answer_count__gt=0).order_by("-last_activity_at", "-pk")

    def asked_or_answered_by(self, person: User) -> Self:
        answered = Answer.objects.live().filter(author=person).values("question")
        return self.filter(Q(author=person) | Q(pk__in=answered))


class Question(Post):
    kind = "question"

    title = models.CharField(_("title"), max_length=rules.TITLE_MAX)
    tags = TaggableManager(through="qa.QuestionTag", blank=True, verbose_name=_("tags"))
    accepted_answer = models.OneToOneField(
        "qa.Answer",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Counter: the answer of this question whose is_accepted is true."),
    )
    answer_count = models.PositiveIntegerField(default=0, help_text=_("Counter: answers that are not deleted."))
    last_activity_at = models.DateTimeField(help_text=_("Counter: newest revision of the question or an answer."))
    version = models.CharField(_("version"), max_length=rules.ENVIRONMENT_MAX, blank=True, default="")
    device = models.CharField(_("device"), max_length=rules.ENVIRONMENT_MAX, blank=True, default="")
    mode = models.CharField(_("mode"), max_length=rules.ENVIRONMENT_MAX, blank=True, default="")
    os = models.CharField(_("system"), max_length=rules.ENVIRONMENT_MAX, blank=True, default="")
    python = models.CharField("Python", max_length=rules.ENVIRONMENT_MAX, blank=True, default="")

    objects = QuestionQuerySet.as_manager()

    class Meta:
        verbose_name = _("question")
        verbose_name_plural = _("questions")
        indexes = [
            # Home, feeds and API: newest first.
            models.Index(F("created_at").desc(), F("id").desc(), name="question_newest", condition=LIVE),
            # Home: latest activity first.
            models.Index(F("last_activity_at").desc(), F("id").desc(), name="question_active", condition=LIVE),
            # Home: highest score first.
            models.Index(F("score").desc(), F("id").desc(), name="question_top", condition=LIVE),
            # Home: newest without an answer; counting the answers to all.
            models.Index(
                "answer_count", F("created_at").desc(), F("id").desc(), name="question_by_answers", condition=LIVE
            ),
            # Counting the solved ones.
            models.Index("accepted_answer", name="question_solved", condition=LIVE & Q(accepted_answer__isnull=False)),
            # A person's page: their questions, newest first.
            models.Index("author", F("created_at").desc(), F("id").desc(), name="question_by_author"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def slug(self) -> str:
        return slugs.slugify(self.title)

    @cached_property
    def tag_list(self) -> list[Tag]:
        """In the order in which they were given; costs no query after with_row() or read_tags()."""
        return [item.tag for item in self.question_tags.all()]

    @property
    def is_answered(self) -> bool:
        return self.answer_count > 0

    @property
    def is_solved(self) -> bool:
        return self.accepted_answer_id is not None

    @property
    def environment(self) -> Environment:
        return Environment.of(self)

    @property
    def external_id(self) -> str | None:
        """What the import that brought this question calls it."""
        return self.imported.external_id if hasattr(self, "imported") else None

    def get_absolute_url(self) -> str:
        return reverse("question", args=[self.pk, self.slug])


def read_tags(questions: Collection[Question]) -> None:
    """Sets the `tag_list` of these questions, of which nothing but the names is read, in 1 query.

    A prefetch makes two instances a tag and takes three times as long, which is half of what search has for its rows.
    """
    rows = QuestionTag.objects.filter(content_object__in=questions).order_by("pk")
    tags: dict[int, list[Tag]] = {question.pk: [] for question in questions}
    for question_id, *values in rows.values_list("content_object_id", "tag_id", "tag__name"):
        tags[question_id].append(Tag.from_db(rows.db, ["id", "name"], values))
    for question in questions:
        question.tag_list = tags[question.pk]

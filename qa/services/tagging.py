"""Tags on a question, and the counter on each tag."""

from collections.abc import Iterable

from django.db.models import F

from qa.models import Question, QuestionTag, Tag
from qa.text import pinyin


def lock_tags(names: Iterable[str]) -> list[Tag]:
    """The tags of these (normalised) names, made where missing, locked in the order of their ids."""
    names = list(names)
    known = set(Tag.objects.filter(name__in=names).values_list("name", flat=True))
    Tag.objects.bulk_create([new_tag(name) for name in sorted(set(names) - known)], ignore_conflicts=True)
    return list(Tag.objects.select_for_update(no_key=True).filter(name__in=names).order_by("id"))


def new_tag(name: str) -> Tag:
    """The row, not yet written, of a normalised name."""
    spelling = pinyin.spelling(name)
    return Tag(name=name, slug=name, pinyin=spelling.whole, initials=spelling.initials)


def count_question(tags: Iterable[Tag], change: int) -> None:
    """Adds `change` to the counters of locked tags."""
    Tag.objects.filter(pk__in=[tag.pk for tag in tags]).update(question_count=F("question_count") + change)


def tag_names(question: Question) -> list[str]:
    """In the order in which they were given."""
    return list(question.question_tags.order_by("id").values_list("tag__name", flat=True))


def tagging(question: Question, tag: Tag) -> QuestionTag:
    """The row, not yet written, that puts a tag on a question."""
    return QuestionTag(content_object=question, tag=tag, asked_at=question.created_at)


def set_tags(question: Question, names: list[str]) -> None:
    """Makes `names` the tags of a locked question that is not deleted."""
    old = tag_names(question)
    if old == names:
        return
    tags = {tag.name: tag for tag in lock_tags({*old, *names})}
    question.question_tags.all().delete()
    QuestionTag.objects.bulk_create([tagging(question, tags[name]) for name in names])
    count_question((tags[name] for name in set(old) - set(names)), -1)
    count_question((tags[name] for name in set(names) - set(old)), +1)

"""What `suggest` found, as rows of the database that the reader may see, and as the query it would make."""

from qa.models import Question, Tag
from qa.models.post import Reader
from qa.search import suggest, sync

SHOWN = 5
"""Questions, and tags, that are suggested at a time."""


def suggestions(text: str, *, user: Reader) -> tuple[list[Question], list[Tag]]:
    """Questions and tags that the text typed so far may be about to name, best first."""
    view = sync.before_search()
    ids = suggest.titles(view, text, SHOWN) if view else []
    by_id = Question.objects.listed_for(user).in_bulk(ids)
    return [by_id[pk] for pk in ids if pk in by_id], suggest.tags(text, SHOWN)


def with_tag(text: str, tag: Tag) -> str:
    """The query with the tag in place of the unfinished word that it completes."""
    unfinished = suggest.OPEN_TAG.search(text) or suggest.LAST_PIECE.search(text)
    finished = text[: unfinished.start()] if unfinished else text
    return f"{finished.rstrip()} [{tag.name}]".lstrip()

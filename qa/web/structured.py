"""What a search engine reads of a question page: schema.org's QAPage, as JSON-LD.

https://developers.google.com/search/docs/appearance/structured-data/qapage
"""

import json
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from qa.models import Answer, Comment, Post, Question
from qa.models.post import Authored
from qa.text.chars import strip_controls
from qa.text.plain import plain_text

ESCAPES = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}
"""No text can end the script element, or begin another."""


def text_of(written: Authored) -> str:
    """Never empty: of a post that is nothing but a picture, the Markdown."""
    return strip_controls(plain_text(written.body)).strip() or strip_controls(written.body).strip()


def author_of(written: Authored) -> dict[str, str]:
    person = {"@type": "Person", "name": strip_controls(written.byline)}
    if written.author and not written.author.left_at:
        person["url"] = settings.SITE_URL + written.author.get_absolute_url()
    return person


def comment_of(comment: Comment) -> dict[str, Any]:
    return {
        "@type": "Comment",
        "text": text_of(comment),
        "author": author_of(comment),
        "datePublished": comment.created_at.isoformat(),
    }


def address_of(post: Post) -> str:
    """The page that shows it; an answer's own address only leads there."""
    if isinstance(post, Answer):
        return f"{post.question.get_absolute_url()}#answer-{post.pk}"
    return post.get_absolute_url()


def post_of(post: Post, comments: Sequence[Comment]) -> dict[str, Any]:
    """What question and answer have in common."""
    shown = [comment for comment in comments if not comment.deleted_at]
    return {
        "text": text_of(post),
        "inLanguage": "zh-Hans" if post.lang == "zh" else post.lang,
        "author": author_of(post),
        "upvoteCount": post.score,
        "datePublished": post.created_at.isoformat(),
        "dateModified": (post.edited_at or post.created_at).isoformat(),
        "url": settings.SITE_URL + address_of(post),
        "commentCount": len(shown),
        **({"comment": [comment_of(comment) for comment in shown]} if shown else {}),
    }


def qa_page(
    question: Question, comments: Sequence[Comment], answers: Sequence[tuple[Answer, Sequence[Comment]]]
) -> SafeString:
    """JSON for a script element; `comments` are the question's, each answer comes with its own."""
    found = {"acceptedAnswer": [], "suggestedAnswer": []}
    for answer, under in answers:
        if not answer.deleted_at:
            kind = "acceptedAnswer" if answer.is_accepted else "suggestedAnswer"
            found[kind].append({"@type": "Answer", **post_of(answer, under)})
    entity = {
        "@type": "Question",
        "name": strip_controls(question.title),
        "answerCount": question.answer_count,
        **post_of(question, comments),
        **{kind: some[0] if kind == "acceptedAnswer" else some for kind, some in found.items() if some},
    }
    page = {"@context": "https://schema.org", "@type": "QAPage", "mainEntity": entity}
    return mark_safe(json.dumps(page, ensure_ascii=False).translate(ESCAPES))

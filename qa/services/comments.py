"""Commenting on a question or an answer."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from qa import policies
from qa.models import Comment, Post, target_of
from qa.services import fields
from qa.services.base import lock, require
from qa.services.questions import TWICE_WITHIN
from qa.text.markdown import render_inline


@transaction.atomic
def add_comment(*, actor: User, post: Post, body: str) -> Comment:
    """The new comment; the one just written when the same text comes twice."""
    post = lock(post)
    require(policies.can_comment(actor, post))
    body, now = fields.clean_comment(body), timezone.now()
    mine = Comment.objects.on(post).live().filter(author=actor, created_at__gt=now - TWICE_WITHIN)
    if twin := mine.filter(body=body).first():
        return twin
    return Comment.objects.create(**target_of(post), author=actor, body=body, html=render_inline(body), created_at=now)

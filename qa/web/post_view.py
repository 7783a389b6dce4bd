"""A post as its reader sees it: with comments, the reader's own marks, and what they may do."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from qa import policies
from qa.models import Answer, Comment, Post, Question
from qa.models.marks import Marks, marks_of
from qa.models.post import Reader
from qa.models.vote import DOWN, UP
from qa.policies import Decision
from qa.text.contents import Heading, with_contents

COMMENTS_SHOWN = {False: 20, True: 500}
"""Comments under one post: at first, and with `?comments=all`."""


@dataclass(frozen=True)
class PostView:
    """A post with what the reader did and may do to it."""

    post: Post
    user: Reader
    marks: Marks
    comments: list[Comment] = field(default_factory=list)

    @property
    def key(self) -> str:
        """q1 or a1: what tells the controls of the posts of one page apart."""
        return f"{self.post.kind[0]}{self.post.pk}"

    @cached_property
    def rendered(self) -> tuple[str, list[Heading]]:
        return with_contents(self.post.html, self.key)

    @property
    def html(self) -> str:
        return self.rendered[0]

    @property
    def contents(self) -> list[Heading]:
        """The headings of a long text; empty for others."""
        return self.rendered[1]

    @property
    def has_more_comments(self) -> bool:
        return len(self.comments) == COMMENTS_SHOWN[False]

    @property
    def is_own(self) -> bool:
        return self.user.is_authenticated and self.post.author_id == self.user.pk

    @property
    def is_by_asker(self) -> bool:
        """Does the person who asked answer here?"""
        return (
            isinstance(self.post, Answer)
            and self.post.author_id is not None
            and (self.post.author_id == self.post.question.author_id)
        )

    @property
    def may_vote_up(self) -> Decision:
        return self.may_vote(UP)

    @property
    def may_vote_down(self) -> Decision:
        return self.may_vote(DOWN)

    def may_vote(self, value: int) -> Decision:
        """A stranger may press the button: it asks them to sign in."""
        if not self.user.is_authenticated:
            return policies.YES
        return policies.can_vote(self.user, self.post, 0 if value == self.marks.vote else value)

    @property
    def may_comment(self) -> Decision:
        return policies.can_comment(self.user, self.post)

    @property
    def may_edit(self) -> Decision:
        return policies.can_edit(self.user, self.post)

    @property
    def may_delete(self) -> Decision:
        return policies.can_delete(self.user, self.post)

    @property
    def may_restore(self) -> Decision:
        return policies.can_restore(self.user, self.post)

    @property
    def may_accept(self) -> Decision:
        return policies.can_accept(self.user, self.post)


def with_rights(user: Reader, comment: Comment) -> Comment:
    comment.may_delete = policies.can_delete(user, comment)
    comment.may_restore = policies.can_restore(user, comment)
    return comment


def post_views(user: Reader, posts: Iterable[Post], *, every: bool = False) -> list[PostView]:
    """1 query for the comments, 1 for the reader's marks when signed in."""
    comments: dict[tuple[int | None, int | None], list[Comment]] = defaultdict(list)
    places = {place_of(post): post for post in posts}
    shown = Comment.objects.visible_to(user).on_any(places.values()).first_of_each(COMMENTS_SHOWN[every])
    for comment in shown.select_related("author").order_by("id"):
        place = comment.question_id, comment.answer_id
        setattr(comment, places[place].kind, places[place])  # Its address is that of its post.
        comments[place].append(with_rights(user, comment))
    marks = marks_of(user, places.values())
    return [PostView(post, user, marks[post.kind, post.pk], comments[place]) for place, post in places.items()]


def place_of(post: Post) -> tuple[int | None, int | None]:
    """The columns by which comments hang on it."""
    return (post.pk, None) if isinstance(post, Question) else (None, post.pk)


def view_of(user: Reader, post: Post) -> PostView:
    """One post without its comments, for a part of the page that does not show them."""
    return PostView(post, user, marks_of(user, [post])[post.kind, post.pk])

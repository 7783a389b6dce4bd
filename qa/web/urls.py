"""Addresses of the pages."""

from django.urls import path, register_converter
from django.views.generic import RedirectView

from qa.web import (
    acting,
    appearance,
    asking,
    courses,
    drafts,
    flagging,
    home,
    images,
    lists,
    mine,
    news,
    people,
    question,
    search,
    tag_editing,
    writing,
)


class Kind:
    """q, a or c in an address: a question, an answer or a comment."""

    regex = "[qac]"
    names = {"q": "question", "a": "answer", "c": "comment"}

    def to_python(self, value: str) -> str:
        return self.names[value]

    def to_url(self, value: str) -> str:
        return value[0]


class PostKind(Kind):
    regex = "[qa]"


class FollowedKind(Kind):
    """q or t: what can be followed."""

    regex = "[qt]"
    names = {"q": "question", "t": "tag"}


register_converter(Kind, "kind")
register_converter(PostKind, "post_kind")
register_converter(FollowedKind, "followed_kind")
register_converter(images.ImageName, "image_name")

urlpatterns = [
    # First the pages that are asked for most: an address is compared with one pattern after the other.
    path("questions/<int:pk>", question.question),
    path("questions/<int:pk>/", question.question),
    path("questions/<int:pk>/<path:slug>", question.question, name="question"),
    path("", home.home, name="home"),
    path("search", search.search, name="search"),
    path("diagnose", search.diagnose, name="diagnose"),
    path("suggest", search.suggest, name="suggest"),
    path("ask", writing.ask, name="ask"),
    path("ask/this", asking.ask_this, name="ask-this"),
    path("ask/similar", asking.similar, name="similar"),
    path("ask/tags", asking.tag_names, name="tag-names"),
    path("preview", writing.preview, name="preview"),
    path("drafts", drafts.save, name="save-draft"),
    path("images", images.upload, name="upload-image"),
    path("media/<image_name:name>", images.image, name="image"),
    path("tags", lists.tags, name="tags"),
    path("tags/<path:name>", lists.tag, name="tag"),
    path("courses", courses.courses, name="courses"),
    path("courses/<int:pk>", courses.course),
    path("courses/<int:pk>/<str:slug>", courses.course, name="course"),
    path("q/<int:pk>/read", courses.mark, {"act": "read"}, name="mark-read"),
    path("q/<int:pk>/read/remove", courses.mark, {"act": "unread"}, name="unmark-read"),
    path("q/<int:pk>/solved", courses.mark, {"act": "solved"}, name="mark-solved"),
    path("q/<int:pk>/solved/remove", courses.mark, {"act": "unsolved"}, name="unmark-solved"),
    path("me/seen", home.seen, name="seen"),
    path("me/following", mine.following, name="following"),
    path("me/bookmarks", mine.bookmarks, name="bookmarks"),
    path("keys", mine.keys, name="keys"),
    path("t/<int:pk>/edit", tag_editing.edit_tag, name="edit-tag"),
    path("users", lists.people, name="people"),
    path("users/<int:pk>", people.person),
    path("users/<int:pk>/<str:slug>", people.person, name="user"),
    path("theme", appearance.set_theme, name="set-theme"),
    # What can be done to a post lives apart from /questions/<id>/<slug>: a title may be any word.
    path("q/<int:pk>/answer", writing.answer_question, name="answer-question"),
    path("a/<int:pk>", question.answer, name="answer"),
    path("a/<int:pk>/accept", acting.accept, name="accept"),
    path("a/<int:pk>/unaccept", acting.unaccept, name="unaccept"),
    path("<post_kind:kind>/<int:pk>/comment", writing.comment, name="comment"),
    path("<post_kind:kind>/<int:pk>/edit", writing.edit, name="edit"),
    path("<post_kind:kind>/<int:pk>/history", question.history, name="history"),
    path("<post_kind:kind>/<int:pk>/bookmark", acting.mark, {"act": "bookmark"}, name="bookmark"),
    path("<post_kind:kind>/<int:pk>/bookmark/remove", acting.mark, {"act": "remove-bookmark"}, name="remove-bookmark"),
    path("<followed_kind:kind>/<int:pk>/follow", acting.mark, {"act": "follow"}, name="follow"),
    path("<followed_kind:kind>/<int:pk>/unfollow", acting.mark, {"act": "unfollow"}, name="unfollow"),
    path("<post_kind:kind>/<int:pk>/flag", flagging.flag, name="flag"),
    path("<post_kind:kind>/<int:pk>/flag/withdraw", flagging.withdraw, name="withdraw-flag"),
    path("q/<int:pk>/news", news.look, name="news"),
    path("q/<int:pk>/news/bring", news.bring, name="bring-news"),
    path("<post_kind:kind>/<int:pk>/vote", acting.vote, name="vote"),
    path("<kind:kind>/<int:pk>/delete", acting.delete, name="delete"),
    path("<kind:kind>/<int:pk>/restore", acting.restore, name="restore"),
    path("questions", RedirectView.as_view(pattern_name="home")),
]

"""Addresses of the pages."""

from django.urls import path, register_converter
from django.views.generic import RedirectView

from qa.web import acting, asking, lists, question, search, writing


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


register_converter(Kind, "kind")
register_converter(PostKind, "post_kind")

urlpatterns = [
    path("", lists.home, name="home"),
    path("search", search.search, name="search"),
    path("diagnose", search.diagnose, name="diagnose"),
    path("suggest", search.suggest, name="suggest"),
    path("ask", writing.ask, name="ask"),
    path("ask/this", asking.ask_this, name="ask-this"),
    path("ask/similar", asking.similar, name="similar"),
    path("tags", lists.tags, name="tags"),
    path("tags/<path:name>", lists.tag, name="tag"),
    path("users", lists.people, name="people"),
    path("users/<int:pk>", lists.person),
    path("users/<int:pk>/<str:slug>", lists.person, name="user"),
    # What can be done to a post lives apart from /questions/<id>/<slug>: a title may be any word.
    path("q/<int:pk>/answer", writing.answer_question, name="answer-question"),
    path("a/<int:pk>", question.answer, name="answer"),
    path("a/<int:pk>/accept", acting.accept, name="accept"),
    path("a/<int:pk>/unaccept", acting.unaccept, name="unaccept"),
    path("<post_kind:kind>/<int:pk>/comment", writing.comment, name="comment"),
    path("<post_kind:kind>/<int:pk>/edit", writing.edit, name="edit"),
    path("<post_kind:kind>/<int:pk>/history", question.history, name="history"),
    path("<post_kind:kind>/<int:pk>/vote", acting.vote, name="vote"),
    path("<kind:kind>/<int:pk>/delete", acting.delete, name="delete"),
    path("<kind:kind>/<int:pk>/restore", acting.restore, name="restore"),
    path("questions", RedirectView.as_view(pattern_name="home")),
    path("questions/<int:pk>", question.question),
    path("questions/<int:pk>/", question.question),
    path("questions/<int:pk>/<path:slug>", question.question, name="question"),
]

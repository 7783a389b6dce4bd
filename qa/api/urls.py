"""Addresses under /api/."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView
from rest_framework.routers import SimpleRouter

from qa.api.docs import DocsView, NothingHere
from qa.api.lookups import DiagnoseView, RelatedToView, RelatedView, SearchView, SuggestView
from qa.api.people import SiteView, TagViewSet, UserViewSet, VoteViewSet
from qa.api.posts import AnswerViewSet, CommentViewSet, QuestionViewSet

router = SimpleRouter()
router.register("questions", QuestionViewSet, "api-question")
router.register("answers", AnswerViewSet, "api-answer")
router.register("comments", CommentViewSet, "api-comment")
router.register("votes", VoteViewSet, "api-vote")
router.register("tags", TagViewSet, "api-tag")
router.register("users", UserViewSet, "api-user")

v1 = [
    path("search/", SearchView.as_view(), name="api-search"),
    path("suggest/", SuggestView.as_view(), name="api-suggest"),
    path("related/", RelatedView.as_view(), name="api-related"),
    path("diagnose/", DiagnoseView.as_view(), name="api-diagnose"),
    path("site/", SiteView.as_view(), name="api-site"),
    path("questions/<int:pk>/related/", RelatedToView.as_view(), name="api-question-related"),
    path("", include(router.urls)),
]

urlpatterns = [
    path("v1/", include(v1)),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", DocsView.as_view(), name="api-docs"),
    path("<path:rest>", NothingHere.as_view(), name="api-nothing"),
]

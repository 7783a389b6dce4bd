"""What programs do with a person's own marks: follow a question, bookmark or flag a post, take it back."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from qa import services
from qa.api.inputs import parsed, text_field


class FlagInput(serializers.Serializer):
    reason = text_field(help_text="spam, rude, duplicate, no_answer, low_quality or other.")
    text = text_field(default="", help_text="What is wrong; needed with `other`.")


def done() -> Response:
    return Response(status=status.HTTP_204_NO_CONTENT)


class MarkedMixin:
    """Of questions and answers: bookmark and flag. Each is one's own, and the same again changes nothing."""

    @extend_schema(methods=["POST"], summary="Bookmark", request=None, responses={204: None})
    @extend_schema(methods=["DELETE"], summary="Remove the bookmark", responses={204: None})
    @action(detail=True, methods=["post", "delete"])
    def bookmark(self, request: Request, pk: str) -> Response:
        act = services.bookmark if request.method == "POST" else services.remove_bookmark
        act(actor=request.user, post=self.thing(pk))
        return done()

    @extend_schema(methods=["POST"], summary="Flag for the moderators", request=FlagInput, responses={204: None})
    @extend_schema(methods=["DELETE"], summary="Withdraw the flag", responses={204: None})
    @action(detail=True, methods=["post", "delete"])
    def flag(self, request: Request, pk: str) -> Response:
        post = self.thing(pk)
        if request.method == "POST":
            services.flag(actor=request.user, post=post, **parsed(FlagInput, request.data).validated_data)
        else:
            services.withdraw_flag(actor=request.user, post=post)
        return done()


class FollowedMixin:
    """Of questions: follow."""

    @extend_schema(methods=["POST"], summary="Follow", request=None, responses={204: None})
    @extend_schema(methods=["DELETE"], summary="Follow no longer", responses={204: None})
    @action(detail=True, methods=["post", "delete"])
    def follow(self, request: Request, pk: str) -> Response:
        act = services.follow if request.method == "POST" else services.unfollow
        act(actor=request.user, thing=self.thing(pk))
        return done()

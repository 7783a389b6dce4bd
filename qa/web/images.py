"""Pictures: taken from a member, given to everybody."""

from django.contrib.auth.decorators import login_required
from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import etag, require_POST, require_safe

from qa import rules
from qa.errors import Invalid
from qa.services.images import store_image
from qa.services.pictures import NO_PICTURE

TYPES = {"png": "image/png", "jpg": "image/jpeg", "webp": "image/webp"}
FOREVER = "public, max-age=31536000, immutable"
"""The name of a file is made of its content, which therefore never changes."""
POLICY = "default-src 'none'; sandbox"
"""A file that a browser took for a document could still do nothing."""


class ImageName:
    """The name of a kept file in an address."""

    regex = rf"[0-9a-f]{{2}}/[0-9a-f]{{{rules.IMAGE_DIGEST_LENGTH}}}\.(?:{'|'.join(TYPES)})"

    def to_python(self, value: str) -> str:
        return value

    to_url = to_python


@require_POST
@login_required
def upload(request: HttpRequest) -> HttpResponse:
    """The address of the picture, or a sentence that says why it was not taken."""
    file = request.FILES.get("image")
    try:
        if file is None:
            raise Invalid("image", "no_picture", NO_PICTURE)
        image = store_image(actor=request.user, data=file.read(rules.IMAGE_BYTES_MAX + 1))
    except Invalid as refused:
        return JsonResponse({"error": str(refused.reason)}, status=400)
    return JsonResponse({"address": reverse("image", args=[image.name])}, status=201)


@require_safe
@etag(lambda request, name: f'"{name}"')
def image(request: HttpRequest, name: str) -> FileResponse:
    try:
        file = default_storage.open(name)
    except FileNotFoundError:
        raise Http404 from None
    response = FileResponse(file, content_type=TYPES[name.rpartition(".")[2]])
    response["Cache-Control"] = FOREVER
    response["Content-Security-Policy"] = POLICY
    return response

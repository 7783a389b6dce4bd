"""JSON in, up to a size."""

from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class TooLarge(ParseError):
    default_code = "too_large"
    default_detail = f"The request is larger than {settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024} kB."


class BoundedJSONParser(JSONParser):
    """DRF reads a JSON body whole, whatever its length; this one looks at Content-Length first."""

    def parse(self, stream: IO, media_type: str | None = None, parser_context: dict | None = None) -> Any:
        length = int((parser_context or {})["request"].META.get("CONTENT_LENGTH") or 0)
        if length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise TooLarge
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError("The JSON is nested too deeply.", code="too_deep") from error

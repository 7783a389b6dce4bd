"""One error shape for everything (drf-standardized-errors): {type, errors: [{code, detail, attr}]}."""

from django.core.exceptions import RequestDataTooBig
from drf_standardized_errors.handler import ExceptionHandler
from rest_framework.exceptions import ErrorDetail, PermissionDenied, ValidationError

from qa.api.parsers import TooLarge
from qa.errors import Invalid, Refused


class Handler(ExceptionHandler):
    """Turns what services raise into the API's exceptions."""

    def convert_known_exceptions(self, exc: Exception) -> Exception:
        if isinstance(exc, Invalid):
            return ValidationError(
                {error.field: [ErrorDetail(str(error.reason), code=error.code)] for error in exc.all}
            )
        if isinstance(exc, Refused):
            return PermissionDenied(str(exc.reason), code=exc.code)
        if isinstance(exc, RequestDataTooBig):
            return TooLarge()
        return super().convert_known_exceptions(exc)

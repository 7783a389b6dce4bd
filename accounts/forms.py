from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class CloseForm(forms.Form):
    """Leaving cannot be undone: the password says that it is meant."""

    password = forms.CharField(
        label=_("Password"), widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.user = user

    def clean_password(self) -> str:
        if not self.user.check_password(self.cleaned_data["password"]):
            raise ValidationError(_("This is not your password."), code="wrong")
        return self.cleaned_data["password"]

"""What allauth asks this project: names are stored composed (NFC), mails leave through the job queue."""

import unicodedata

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailConfirmation
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest
from django.urls import reverse

from accounts import tasks
from accounts.models import User, name_key


class AccountAdapter(DefaultAccountAdapter):
    def clean_username(self, username: str, shallow: bool = False) -> str:
        username = super().clean_username(unicodedata.normalize("NFC", username), shallow=shallow)
        if not shallow and User.objects.filter(username_key=name_key(username)).exists():
            raise self.validation_error("username_taken")
        return username

    def get_reset_password_from_key_url(self, key: str) -> str:
        """To this site, whatever host the request named."""
        uid, secret = key.split("-", 1)
        kwargs = {"uidb36": uid, "key": secret}
        return settings.SITE_URL + reverse("account_reset_password_from_key", kwargs=kwargs)

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: EmailConfirmation) -> str:
        return settings.SITE_URL + reverse("account_confirm_email", args=[emailconfirmation.key])

    def clean_email(self, email: str) -> str:
        """allauth's forms take longer addresses than its table holds."""
        MaxLengthValidator(User._meta.get_field("email").max_length)(email)
        return super().clean_email(email)

    def send_mail(self, template_prefix: str, email: str, context: dict) -> None:
        """Renders now, in the reader's language, and sends from the job worker: a slow mail server delays no page."""
        site = {"name": settings.SITE_NAME, "domain": settings.SITE_HOST}
        mail = self.render_mail(template_prefix, email, {"email": email, "current_site": site, **context})
        tasks.send_mail.enqueue(subject=mail.subject, body=mail.body, sender=mail.from_email, recipients=mail.to)

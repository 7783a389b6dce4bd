"""What allauth asks this project: names are stored composed (NFC), mails leave through the job queue."""

import unicodedata

from allauth.account.adapter import DefaultAccountAdapter

from accounts import tasks


class AccountAdapter(DefaultAccountAdapter):
    def clean_username(self, username: str, shallow: bool = False) -> str:
        return super().clean_username(unicodedata.normalize("NFC", username), shallow=shallow)

    def send_mail(self, template_prefix: str, email: str, context: dict) -> None:
        """Renders now, in the reader's language, and sends from the job worker: a slow mail server delays no page."""
        mail = self.render_mail(template_prefix, email, context)
        tasks.send_mail.enqueue(subject=mail.subject, body=mail.body, sender=mail.from_email, recipients=mail.to)

"""Jobs of the account pages, run by `manage.py db_worker`."""

from django.core.mail import EmailMessage
from django_tasks import task


@task()
def send_mail(subject: str, body: str, sender: str, recipients: list[str]) -> None:
    EmailMessage(subject=" ".join(subject.split()), body=body, from_email=sender, to=recipients).send()

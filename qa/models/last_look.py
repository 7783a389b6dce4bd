"""Until when a person has seen what waits for them on their home page."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef

from accounts.models import User
from qa.models.answer import Answer
from qa.models.follow import Follow
from qa.models.question import Question


class LastLook(models.Model):
    person = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="last_look")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.person_id}: {self.at}"


@dataclass(frozen=True, slots=True)
class HomeState:
    """Has somebody followed, asked or answered anything, and until when have they seen what came of it?"""

    is_active: bool
    seen_until: datetime | None


def home_state(person: User) -> HomeState:
    """1 query."""
    of_person = (Follow, "person"), (Question, "author"), (Answer, "author")
    followed, asked, answered = (Exists(model.objects.filter(**{name: OuterRef("pk")})) for model, name in of_person)
    state = User.objects.filter(pk=person.pk).values_list(followed | asked | answered, "last_look__at")
    return HomeState(*state.get())

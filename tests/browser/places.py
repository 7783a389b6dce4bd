"""Every page of the site, with something on each: what tests of all pages go through."""

from dataclasses import dataclass

from accounts.models import User
from qa.models import Question, Tag
from tests.factories import in_course
from tests.sample import populated


@dataclass
class Places:
    question: Question
    member: User

    @property
    def course(self) -> str:
        return self.question.course_place.course.get_absolute_url()

    @property
    def public(self) -> list[str]:
        """What strangers see, too."""
        q, answer = self.question, self.question.accepted_answer
        who, other = self.question.author.get_absolute_url(), answer.author.get_absolute_url()
        return [
            "/", "/?sort=unanswered", "/search", "/search?q=MatMul", "/search?q=xyzzy", "/diagnose",
            q.get_absolute_url(), f"/q/{q.pk}/history", f"/a/{answer.pk}/history",
            "/courses", self.course, "/tags", "/tags?q=xyzzy", "/tags/graph-mode", "/users",
            who, f"{who}?tab=answers", f"{other}?tab=answers", f"{who}?tab=tags", f"{who}?tab=activity",
            "/keys", "/nowhere", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/",
        ]  # fmt: skip

    @property
    def own(self) -> list[str]:
        """What only members see."""
        q, answer = self.question, self.question.accepted_answer
        return [
            "/", q.get_absolute_url(), "/ask", f"/q/{q.pk}/edit", f"/a/{answer.pk}/edit", f"/a/{answer.pk}/comment",
            f"/a/{answer.pk}/flag", f"/t/{Tag.objects.get(name='graph-mode').pk}/edit",
            "/me/following", "/me/bookmarks", "/courses", self.course, "/accounts/settings/", "/accounts/close/",
            "/accounts/email/", "/accounts/password/change/", "/accounts/logout/", "/accounts/reauthenticate/",
        ]  # fmt: skip


def all_places() -> Places:
    """Fills the site; the member is a moderator, who sees the most."""
    question, member = populated()
    in_course(question, lesson="第一课")
    member.is_moderator = True
    member.set_password("correct horse")
    member.save(update_fields=["is_moderator", "password"])
    return Places(question, member)

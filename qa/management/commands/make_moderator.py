from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from accounts.services import make_moderator


class Command(BaseCommand):
    help = "Give somebody who has signed up the rights of a moderator."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            user = make_moderator(username=options["name"])
        except User.DoesNotExist as error:
            raise CommandError(f"Nobody is called {options['name']}; sign up on the site first.") from error
        self.stdout.write(f"{user.username} is a moderator.")

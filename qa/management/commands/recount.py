from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from qa.services import recount


class Command(BaseCommand):
    help = "Set counters right (scores, answers, tags, reputation); with --check only say which are wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(recount.check() if options["check"] else recount.repair())
        for wrong in found:
            self.stdout.write(str(wrong))
        if found and options["check"]:
            raise CommandError(f"{len(found)} counters are wrong.")

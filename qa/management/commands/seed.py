import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from qa.importers import seeds
from qa.importers.records import Problem
from qa.importers.writer import Writer


class Command(BaseCommand):
    help = "Load the packaged starting content; running it again adds nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        report = Writer("seed", tell=self.tell).write(seeds.read())
        self.stdout.write(f"Seeds: {report.added} added, {report.present + report.changed} there already.")
        if report.problems:
            raise CommandError(f"{report.problems} seeds could not be loaded.")

    def tell(self, problem: Problem) -> None:
        sys.stderr.write(f"{problem.where}: {problem.message}\n")

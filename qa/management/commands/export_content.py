from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from qa.importers import export


class Command(BaseCommand):
    help = "Write every question with its answers and comments as JSON Lines, which import_content reads back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, help="a file that is not there yet")
        parser.add_argument("--format", default="jsonl", choices=["jsonl"])

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with options["path"].open("x", encoding="utf-8") as file:
                number = export.write(file)
        except OSError as error:
            raise CommandError(f"{options['path']}: {error.strerror}.") from error
        self.stdout.write(f"{number} questions written.")

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from qa.importers import FORMATS, ImportSourceError
from qa.importers.records import Problem
from qa.importers.writer import Report, Writer
from qa.management.progress import bar
from qa.search import sync, tasks

SUMMARY = (
    "{added} added, {present} there already, {changed} changed at the source and left as they are, {problems} refused."
)


class Command(BaseCommand):
    help = "Import questions and answers. Running it again adds nothing; killed, it goes on where it was."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, help="a file, or for faq-markdown a file or folder")
        parser.add_argument("--format", required=True, choices=sorted(FORMATS))
        parser.add_argument("--source", help="name under which the records are known; the format's name by default")
        parser.add_argument("--dry-run", action="store_true", help="read and check everything, write nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            report = self.write(options)
        except ImportSourceError as error:
            raise CommandError(str(error)) from error
        if not options["dry_run"]:
            with bar("index") as progress:
                sync.catch_up(progress, wait=True)
            if report.added:
                tasks.encode_all.enqueue()
        self.stdout.write(("Dry run: " if options["dry_run"] else "") + SUMMARY.format(**vars(report)))

    def write(self, options: dict[str, Any]) -> Report:
        path, source = options["path"], options["source"] or options["format"]
        with bar("import", total=line_count(path) if options["format"] == "jsonl" else None) as progress:
            writer = Writer(source, tell=self.tell, progress=progress, dry_run=options["dry_run"])
            return writer.write(FORMATS[options["format"]](path))

    def tell(self, problem: Problem) -> None:
        self.stderr.write(f"{problem.where}: {problem.message}")


def line_count(path: Path) -> int | None:
    """Lines of a file, for a bar that knows its end; None where there is no file."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))

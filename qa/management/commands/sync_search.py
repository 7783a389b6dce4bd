from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from qa.management.progress import bar
from qa.search import encoders, encoding, signing, sync


class Command(BaseCommand):
    help = "Bring this node's search index up to date with the database, sentence vectors too, then return."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--words", action="store_true", help="leave the sentence vectors to the job worker")

    def handle(self, *args: Any, **options: Any) -> None:
        signing.catch_up()
        self.index()
        if not options["words"]:
            self.encode()
        pruned = sync.prune()
        self.stdout.write(f"The search index is {sync.behind()} changes behind; {pruned} old changes pruned.")

    def index(self) -> None:
        with bar("index") as progress:
            sync.catch_up(progress, wait=True)

    def encode(self) -> None:
        """Says so when the encoder fails: search goes on with the words, and the job worker tries again."""
        try:
            with bar("vectors") as progress:
                for _ in encoding.sweep(progress):
                    pass
        except encoders.EncoderError as error:
            self.stderr.write(f"Sentence vectors are not complete: {error}")
        self.index()

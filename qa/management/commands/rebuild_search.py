from typing import Any

from django.core.management.base import BaseCommand, CommandError

from qa.management.progress import bar
from qa.search import sync


class Command(BaseCommand):
    help = "Build this node's search index anew from the database; searches go on with the old one meanwhile."

    def handle(self, *args: Any, **options: Any) -> None:
        with bar("index") as progress:
            built = sync.rebuild(progress)
        if not built:
            raise CommandError("Another process of this node is writing the index just now; try again in a moment.")
        self.stdout.write("The search index is built.")

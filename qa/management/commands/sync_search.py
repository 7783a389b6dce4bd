from typing import Any

from django.core.management.base import BaseCommand

from qa.management.progress import bar
from qa.search import sync


class Command(BaseCommand):
    help = "Bring this node's search index up to date with the database, then return."

    def handle(self, *args: Any, **options: Any) -> None:
        with bar("index") as progress:
            sync.catch_up(progress, wait=True)
        pruned = sync.prune()
        self.stdout.write(f"The search index is {sync.behind()} changes behind; {pruned} old changes pruned.")

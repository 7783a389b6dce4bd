import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config import server

WELCOME = """
{name} is at http://127.0.0.1:{port}/  (Ctrl-C stops it)
API documentation:  http://127.0.0.1:{port}/api/docs/
First moderator:    sign up on the site, then  {python} manage.py make_moderator NAME
Data:               {data}
"""


class Command(BaseCommand):
    help = "Prepare the database, the starting content and the search index, then serve the site with a job worker."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument("--workers", type=int, default=2)

    def handle(self, *args: Any, **options: Any) -> None:
        server.prepare(self.stdout.write)
        self.stdout.write(
            WELCOME.format(
                name=settings.SITE_NAME,
                port=options["port"],
                python=os.path.relpath(sys.executable),
                data=settings.JIEHUO_DATA_DIR,
            )
        )
        self.stdout.flush()
        sys.exit(server.run(options["port"], options["workers"]))

"""`python -m tests.catalogues`: compiles the catalogues below locale/ into django.mo files.

A language has two sources: django.po, the messages of this project, which makemessages keeps; and borrowed.po, messages
of Django and django-allauth that this site says in other words, kept by hand. Both go into django.mo; django.po wins.

With polib rather than msgfmt, so that no system package is needed. The .mo files are part of the tree, so a clone shows
Chinese at once; tests/test_catalogues.py fails when one of them is not what its sources give.
"""

import sys
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
OWN, BORROWED = "django.po", "borrowed.po"


def languages() -> list[Path]:
    """The folder of each language's catalogues."""
    return sorted(LOCALE.glob("*/LC_MESSAGES"))


def compiled(folder: Path) -> bytes:
    """The content of this language's django.mo."""
    catalogue = polib.pofile(str(folder / OWN))
    borrowed = folder / BORROWED
    for entry in polib.pofile(str(borrowed)) if borrowed.is_file() else ():
        if catalogue.find(entry.msgid, msgctxt=entry.msgctxt or False) is None:
            catalogue.append(entry)
    return catalogue.to_binary()


def main() -> int:
    for folder in languages():
        target = folder / OWN.replace(".po", ".mo")
        target.write_bytes(compiled(folder))
        sys.stdout.write(f"{target.relative_to(ROOT)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

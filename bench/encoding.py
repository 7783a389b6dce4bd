"""What the real encoders take: to load, for one query, and for a batch of questions' beginnings."""

from bench.build import seconds
from bench.corpus import records
from bench.looking import milliseconds
from qa.importers.writer import batches
from qa.search import encoders
from qa.search.encoding import BATCH, lead

QUERIES = 60
TEXTS = 4 * BATCH


def texts() -> tuple[list[str], list[str]]:
    """Titles, and what is encoded of a question beside its title."""
    made = list(records(TEXTS))
    answers = ([answer["body"] for answer in record["answers"]] for record in made)
    leads = [lead(record["title"], record["body"], "".join(own[:1])) for record, own in zip(made, answers, strict=True)]
    return [record["title"] for record in made], leads


def timed(name: str, titles: list[str], leads: list[str]) -> dict[str, object]:
    """Of one encoder, which is loaded when it has answered the first query; the first batch is a warm-up too."""
    load = seconds(lambda: encoders.load(name).queries(titles[:1]))
    encoder = encoders.load(name)
    queries = [milliseconds(lambda text=text: encoder.queries([text])) for text in titles[1 : QUERIES + 1]]
    taken = [seconds(lambda some=some: encoder.documents(some)) for some in batches(leads, BATCH)]
    return {"name": name, "load": load, "queries": queries, "batch": BATCH, "batches": taken[1:]}


def all_timed() -> list[dict[str, object]]:
    """Of those that are installed here."""
    titles, leads = texts()
    names = filter(None, map(encoders.package_name, encoders.LOCAL.values()))
    return [timed(name, titles, leads) for name in names]

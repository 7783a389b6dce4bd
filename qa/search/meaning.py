"""What a text means, held against what questions mean: by the vectors of this node, in the encoder's own terms."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from django.conf import settings

from qa.models import Aspect
from qa.search import encoders, vectors
from qa.text.secrets import mask

logger = logging.getLogger(__name__)

NEAREST = 50
"""Vectors that are taken as candidates."""
NEAREST_FILTERED = 500
"""The same when a query has filters, which most of them may not pass."""
WEIGHTS = {Aspect.TITLE: 1.0, Aspect.LEAD: 0.6, Aspect.ERROR: 0.6}
"""What each aspect of a question counts in how like it is to a text (docs/search.md)."""
LIKE = 2.0
"""Standard deviations above an average question from which on a post without any of the words is a hit."""


@dataclass(frozen=True)
class Meaning:
    """A text as seen by the encoder of this node's vectors: for each aspect the vector that it is compared by."""

    view: vectors.View
    by_aspect: Mapping[int, np.ndarray]

    def nearest(self, *, filtered: bool = False) -> list[int]:
        """Ids of the questions nearest in any of the aspects; more of them when not all may be shown."""
        limit = NEAREST_FILTERED if filtered else NEAREST
        different = {vector.tobytes(): vector for vector in self.by_aspect.values()}
        found = [pk for vector in different.values() for pk in self.view.nearest(vector, limit)]
        return list(dict.fromkeys(found))

    def deviations(self, question_ids: Sequence[int]) -> np.ndarray:
        """Weighted mean over the aspects that a question has of its standard deviations above an average question.

        nan for a question without vectors.
        """
        values = self.view.deviations(self.by_aspect, question_ids)
        weights = np.array([[WEIGHTS[aspect]] for aspect in self.by_aspect]) * ~np.isnan(values)
        weight = weights.sum(axis=0)
        total = (np.nan_to_num(values) * weights).sum(axis=0)
        return np.divide(total, weight, out=np.full(len(question_ids), np.nan), where=weight > 0)


def comparable(rows: np.ndarray, view: vectors.View) -> np.ndarray:
    """The rows. Raises EncoderError when another model has taken the place of the one that the view's come from."""
    if rows.shape[-1] != view.dimensions:
        raise encoders.EncoderError(f"{view.model} gives {rows.shape[-1]} dimensions, not {view.dimensions} as before.")
    return rows


def in_use() -> vectors.View | None:
    """This node's vectors, unless the site is to search by words only."""
    return None if settings.ENCODER == "off" else vectors.reader.view()


def of_query(text: str, *aspects: int) -> Meaning | None:
    """One text for all these aspects; None without vectors, or when their encoder cannot be asked just now."""
    view = in_use()
    if view is None or not text.strip():
        return None
    try:
        vector = comparable(encoders.query_vector(view.model, mask(text)), view)
    except encoders.EncoderError as error:
        logger.warning("Searched by words only: %s", error)
        return None
    return Meaning(view, dict.fromkeys(aspects, vector))


def of_texts(texts: Mapping[int, str]) -> Meaning | None:
    """A text for each aspect, encoded as those of questions are."""
    view = in_use()
    told = {aspect: encoders.readable(mask(text)) for aspect, text in texts.items() if text.strip()}
    if view is None or not told:
        return None
    try:
        rows = comparable(encoders.load(view.model).documents(list(told.values()), patient=False), view)
    except encoders.EncoderError as error:
        logger.warning("Related by words only: %s", error)
        return None
    return Meaning(view, dict(zip(told, rows, strict=True)))


def of_question(question_id: int) -> Meaning | None:
    """What is stored of a question; None when it has no vectors yet."""
    view = in_use()
    if view is None:
        return None
    stored = {aspect: view.vector(question_id, aspect) for aspect in (Aspect.TITLE, Aspect.LEAD)}
    known = {aspect: vector for aspect, vector in stored.items() if vector is not None}
    return Meaning(view, known) if known else None

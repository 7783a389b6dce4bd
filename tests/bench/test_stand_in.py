"""The encoder that costs nothing."""

import numpy as np
import pytest

from bench import stand_in
from bench.stand_in import DIMENSIONS, StandIn
from qa.search import encoders


def test_a_text_always_gives_the_same_vector_of_length_1():
    first, again = StandIn().documents(["训练", "train"]), StandIn().queries(["训练", "train"])
    assert first.shape == (2, DIMENSIONS)
    assert (first == again).all()
    assert np.linalg.norm(first, axis=1) == pytest.approx([1, 1])
    assert abs(first[0] @ first[1]) < 0.3


def test_a_half_of_a_character_is_a_text_too():
    assert StandIn().queries(["\ud800"]).shape == (1, DIMENSIONS)


def test_it_answers_in_place_of_any_encoder_and_then_goes():
    with stand_in.in_place():
        assert (encoders.query_vector("whatever", "a text") == stand_in.vector("a text")).all()
    with pytest.raises(encoders.EncoderError):
        encoders.load("whatever")

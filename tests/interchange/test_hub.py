"""Models by name: a server on this machine plays the Hugging Face Hub."""

import hashlib
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from minitrans.interchange import hub

pytestmark = pytest.mark.slow

pytest.importorskip("huggingface_hub")
pytest.importorskip("safetensors")
MARIAN = Path(__file__).parents[1] / "oracles" / "marian"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
MODELS = {"Helsinki-NLP/opus-mt-en-de": "separate", "someone/new-model": "joint"}


class Handler(BaseHTTPRequestHandler):
    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        name, _, file = self.path.partition("/resolve/main/")
        kind = MODELS.get(name.strip("/"))
        if kind is None:
            return self.answer(404, b"", {"X-Error-Code": "RepoNotFound"})
        path = MARIAN / kind / file
        if not path.is_file():
            return self.answer(404, b"", {"X-Error-Code": "EntryNotFound", "X-Repo-Commit": COMMIT})
        data = path.read_bytes()
        return self.answer(200, data, {"X-Repo-Commit": COMMIT, "ETag": f'"{hashlib.sha256(data).hexdigest()}"'})

    def answer(self, code, data, headers=()):
        self.server.asked.append(self.path)
        self.send_response(code)
        for key, value in {**dict(headers), "Content-Length": str(len(data))}.items():
            self.send_header(key, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(data)

    def log_message(self, *_): ...


@contextmanager
def serving():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.asked = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def ask(tmp_path):
    """ask(server, model): translate a sentence with a model -> exit code, stdout, stderr"""

    def run(server, model, **more):
        environment = os.environ | dict(
            HF_HOME=str(tmp_path), HF_ENDPOINT=f"http://127.0.0.1:{server.server_port}", **more
        )
        flags = "--max-extra", "3", "The dog sleeps."
        command = [sys.executable, "-m", "minitrans", "translate", "--model", model, *flags]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, cwd=tmp_path)
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.mark.parametrize("model", MODELS)
def test_download_and_cache(ask, model):
    with serving() as server:
        code, out, err = ask(server, model)
        assert code == 0 and out.strip() and "error" not in err
    kinds = {path.rpartition("/")[2] for path in server.asked}
    assert ("pytorch_model.bin" in kinds) == (MODELS[model] == "separate")
    assert ask(server, model)[:2] == (0, out)  # the server is gone, the files are here


def test_no_such_model_and_no_network(ask):
    with serving() as server:
        code, out, err = ask(server, "nobody/nothing")
        assert (code, out) == (2, "") and "neither a folder" in err
    code, out, err = ask(server, "someone/other", HF_HUB_OFFLINE="1")
    assert (code, out) == (2, "") and "cannot be downloaded" in err and err.count("\n") == 1


@pytest.mark.parametrize("name", ["a/" + "b" * 300, "c/.."])
def test_names_that_the_hub_refuses(name, refusal):
    assert hub.is_name(name) and f"{name}: cannot be downloaded" in refusal(hub.download, name)


def test_package_is_missing(monkeypatch, refusal):
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    assert "pip install huggingface_hub" in refusal(hub.download, "someone/model")


NO_NAMES = "runs/x", "here/x", "a/b/c", "model", "/absolute/x", "../x", "some one/x"


def test_what_can_be_a_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    (tmp_path / "runs").mkdir()
    assert all(map(hub.is_name, ("Helsinki-NLP/opus-mt-en-de", "someone/a.b_c-1")))
    assert not any(map(hub.is_name, NO_NAMES))

"""The server of the pages: what it answers and what it refuses."""

import contextlib
import json
import random
import socket
import threading

import pytest

from minitrans.system.errors import UserError
from minitrans.views.follow import Follower
from minitrans.views.server import Server


@contextlib.contextmanager
def serving(answers, page=b"<p>whole</p>", **options):
    with Server(page, answers, **options) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server
        server.shutdown()


def refuse(query):
    raise UserError("too long\nfor me")


def ask(server, request):
    """Send bytes -> (status, headers, body)"""
    with socket.create_connection(server.server_address[:2]) as connection:
        connection.settimeout(10)
        with contextlib.suppress(OSError):
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
        answer = b""
        with contextlib.suppress(OSError):  # the server does not read the rest of what it refuses
            while part := connection.recv(1 << 16):
                answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").split("\r\n")
    return int(status.split()[1]), dict(line.split(": ", 1) for line in lines), body


def get(server, path, host="localhost"):
    return ask(server, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())


@pytest.fixture(scope="module")
def server():
    with serving(
        {"/echo": dict, "/refuse": refuse, "/fail": lambda query: 1 / 0, "/nan": lambda query: float("nan")}
    ) as it:
        yield it


def test_the_page_and_json(server):
    status, headers, body = get(server, "/")
    assert (status, headers["Content-Type"], body) == (200, "text/html; charset=utf-8", b"<p>whole</p>")
    assert headers["Content-Security-Policy"] == "frame-ancestors 'none'"  # the page names the rest
    status, headers, body = get(server, "/echo?text=%C3%84%20%22&none=&%ff=1")
    assert (status, headers["Content-Type"]) == (200, "application/json; charset=utf-8")
    assert json.loads(body) == {"text": 'Ä "', "none": "", "\ufffd": "1"}


def test_every_answer_is_protected(server):
    for path in ("/echo", "/missing", "/refuse"):
        headers = get(server, path)[1]
        assert headers["Content-Security-Policy"].startswith("default-src 'none'; ")
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert (headers["X-Content-Type-Options"], headers["Cache-Control"]) == ("nosniff", "no-store")


def test_what_is_refused_is_said_in_words(server, capsys):
    assert get(server, "/refuse")[::2] == (400, rb"too long\nfor me")
    assert get(server, "/missing")[::2] == (404, b"there is no such page")
    assert get(server, "/echo?" + "a" * 70000)[::2] == (400, b"the request is too long")
    assert get(server, "/fail")[::2] == get(server, "/nan")[::2] == (500, b"the server failed; see its terminal")
    assert capsys.readouterr().err.startswith("error: /fail: ZeroDivisionError('division by zero')\nerror: /nan: ")


@pytest.mark.parametrize("method", ["HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "X" * 99])
def test_only_get(server, method):
    status, headers, body = ask(server, f"{method} /echo HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    assert (status, headers["Allow"]) == (405, "GET")
    assert bool(body) == (method != "HEAD")


def post(server, body, head=""):
    head = head or f"Content-Length: {len(body)}\r\n"
    status, headers, answer = ask(server, f"POST /echo HTTP/1.1\r\nHost: localhost\r\n{head}\r\n".encode() + body)
    return status, headers["Content-Type"].partition(";")[0], json.loads(answer)


@pytest.mark.parametrize(
    ("body", "head", "status", "answer"),
    [
        (b"q=%C3%84+a&n=", "", 200, {"q": "Ä a", "n": ""}),
        ('{"q": ["Ä", 1]}'.encode(), "", 200, {"q": ["Ä", 1]}),
        (b'{"q": ', "", 400, "neither a JSON object nor a form"),
        (b"\xff", "", 400, "neither a JSON object nor a form"),
        (b'{"q":' + b"[" * 100_000, "", 400, "neither a JSON object nor a form"),
        (b"q=1", "Transfer-Encoding: chunked\r\n", 400, "Content-Length"),
        (b"q=1", "Content-Length: 1048577\r\n", 400, "at most 1,048,576 bytes"),
        (b"q=1", "Content-Length: -1\r\n", 400, "Content-Length"),
        (b"q=1", "Host: evil.com\r\nContent-Length: 3\r\n", 400, "another name"),
        (b"q=1", "Sec-Fetch-Site: cross-site\r\nContent-Length: 3\r\n", 400, "page of this server only"),
    ],
)
def test_post(body, head, status, answer):
    """The fields come as a form or as JSON, and errors go as JSON."""
    with serving({}, posts={"/echo": dict}) as server:
        found = post(server, body, head)
    assert found[:2] == (status, "application/json")
    assert found[2] == answer if status == 200 else answer in found[2]["error"]


def test_name_of_a_proxy():
    with serving({}, names=["Hub.uni.example"]) as server:
        assert get(server, "/", "hub.uni.example:443")[0] == 200
        assert get(server, "/", "uni.example")[0] == 400


def test_foreign_names_are_refused(server):
    for host in ("localhost", "LOCALHOST:8017", "127.0.0.1", "127.0.0.1:1", "[::1]:80", "127.9.9.9"):
        assert get(server, "/", host)[0] == 200, host
    for host in ("evil.com", "localhost.evil.com", "evil.com:8017", "192.168.0.1", "", "[", "[::1", "a b", "1.2.3.4@x"):
        assert get(server, "/", host)[0] == 400, host
    assert get(server, "/", socket.gethostname())[0] == 400 or socket.gethostname() == "localhost"
    assert ask(server, b"GET / HTTP/1.0\r\n\r\n")[0] == 400
    assert ask(server, b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.com\r\n\r\n")[0] == 400


def test_a_page_elsewhere_cannot_make_the_server_work(server):
    """The browser says where a request comes from; a link that leads here from elsewhere still opens the page."""
    for site, path, status in (("cross-site", "/echo", 400), ("same-origin", "/echo", 200), ("cross-site", "/", 200)):
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: {site}\r\n\r\n"
        assert ask(server, request.encode())[0] == status, (site, path)


def test_open_to_other_machines():
    with serving({}, host="0.0.0.0") as server:
        assert server.url == f"http://{socket.gethostname()}:{server.server_address[1]}/"
        for host in ("localhost", "192.168.0.1:8017", socket.gethostname()):
            assert get(server, "/", host)[0] == 200
        assert get(server, "/", "evil.com")[0] == 400


def test_no_file_can_be_named(server):
    for path in "/server.py /../pages/flow.css /%2e%2e/flow.css //flow.css/ /flow.css/ /flow.css\0 *".split():
        assert get(server, path)[0] in (400, 404), path
    assert get(server, "http://localhost/flow.css")[0] == 404


@pytest.mark.parametrize(("most", "patience"), [(5, 60), (999, 0.2)])
def test_slow_clients_go_and_others_are_answered(most, patience):
    """The oldest of too many connections is ended, and one that takes too long, however often it sends a byte."""
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(serving({}))
        server.most, server.patience = most, patience
        slow = [
            stack.enter_context(socket.create_connection(server.server_address[:2], timeout=0.01)) for _ in "x" * 12
        ]
        left = set(slow[: max(12 - most, 0)] or slow)
        while left:
            left = set(filter(still_open, left))
            assert get(server, "/")[0] == 200


def still_open(client):
    """Send a byte -> whether the server has not ended the connection"""
    try:
        client.sendall(b"G")
        return client.recv(1) != b""
    except TimeoutError:
        return True
    except OSError:
        return False


def fuzzed(rng):
    """A request as nobody sends it: bytes that do not begin with an empty line, which HTTP allows to ignore."""
    parts = r".. %2e%2e %00 / // \ runs echo flow.css ? = & [ % %ff # ; <script> etc/passwd ~ 0 -1 ä".split()
    parts += ["\0", "\r", "\t", "\x7f", "é\u0085", " ", "a" * 9000, "9" * 5000]
    path = "/" * rng.randint(0, 1) + "".join(rng.choices(parts, k=rng.randint(0, 8)))
    method = rng.choice(["GET"] * 9 + ["HEAD", "POST", "PUT", "", "G\0T", "PRI", "é"])
    version = rng.choice(["HTTP/1.1"] * 6 + ["HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTTP/x", "", "HTTP/1.1 x"])
    host = rng.choice(["localhost"] * 6 + ["evil.com", "", "[", "\0", "127.0.0.1:99999", "a" * 70000])
    more = rng.choice(
        [""] * 5 + ["Content-Length: -1\r\n", "Expect: 100-continue\r\n", "x: y\r\n" * 200, ":\r\n", "\0\r\n"]
    )
    request = f"{method} {path} {version}\r\nHost: {host}\r\n{more}\r\n".encode()
    if rng.random() < 0.1:
        request = bytes(rng.choices(range(33, 256), k=rng.randint(1, 300)))
    return request[: rng.randrange(len(request))] if rng.random() < 0.1 else request


def test_fuzzed_requests(capfd, tiny_run):
    """1,000 requests to the page that follows runs are answered by 200, 400, 404 or 405, and nothing is printed."""
    rng, seen = random.Random(0), set()
    with serving({"/runs": Follower([tiny_run.path]).answer}) as server:
        for _ in range(1000):
            if (request := fuzzed(rng)).strip():
                seen.add(ask(server, request)[0])
    assert seen == {200, 400, 404, 405}
    assert capfd.readouterr() == ("", "")


def test_a_port_in_use(server, refusal):
    port = server.server_address[1]
    assert refusal(Server, b"", {}, "127.0.0.1", port).startswith(f"--port {port}: is in use")
    assert "--port 70000: " in refusal(Server, b"", {}, "127.0.0.1", 70000)
    assert refusal(Server, b"", {}, "a" * 99, 0).startswith("--host aaa")
    assert refusal(Server, b"", {}, "no such host", 0).startswith("--host no such host --port 0: cannot be used")


def test_version_6_of_the_internet_protocol():
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no IPv6")
    with serving({}, host="::1") as server:
        assert server.url == f"http://[::1]:{server.server_address[1]}/"
        assert get(server, "/", f"[::1]:{server.server_address[1]}")[0] == 200
        assert get(server, "/", "[2001:db8::1]")[0] == 400


def test_an_empty_host_is_not_all_addresses(refusal):
    """As of a variable of the shell that is not set."""
    assert "--host: is empty" in refusal(Server, b"", {}, "")
    assert "cannot be used" in refusal(Server, b"", {}, "a\udc80")

"""A small server for the pages of a command.  It answers requests for a fixed list of paths and changes nothing."""

import errno
import ipaddress
import json
import math
import os
import socket
import time
import webbrowser
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingTCPServer
from types import MappingProxyType
from urllib.parse import parse_qsl, urlsplit

from ..system.errors import UserError, first_line, say

POLICY = "default-src 'none'; frame-ancestors 'none'"  # for answers; a page names its own, in a meta element
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
# The standard library has more codes for a request that it cannot read; here they are 400, and the others as they are.
CODES = {HTTPStatus.NOT_IMPLEMENTED: HTTPStatus.METHOD_NOT_ALLOWED}
LONGEST_BODY = 1 << 20
KEPT = HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.INTERNAL_SERVER_ERROR


class Server(ThreadingTCPServer):
    """page: the bytes of the page "/", which names its own policy (a meta element)
    answers: {path: function from the query, a dict of strings, to what can be written as JSON}; UserError is answered
    as text, with the code 400
    posts: the same for POST requests, from the fields of a form or of a JSON object; errors are answered as JSON
    names: other names of this server, such as that of a proxy before it
    """

    allow_reuse_address = os.name != "nt"  # on Windows it would let two servers share a port
    daemon_threads = True
    request_queue_size = 128  # a whole class opens the page at once
    most, patience = 200, 30  # connections at once; seconds in which a whole request must have arrived

    def __init__(self, page, answers, host="127.0.0.1", port=0, posts=MappingProxyType({}), names=()):
        self.page, self.answers, self.posts, self.host = page, answers, posts, host
        self.names = {"localhost", host.lower(), *(name.lower() for name in names)}
        self.open = {}  # {connection: when it began, or infinity when its request has arrived}
        if not host:  # such as an unset variable; the system would take it for all addresses
            raise UserError("--host: is empty; leave it out, or give 0.0.0.0 for all addresses")
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            super().__init__((host, port), Handler)
        except OverflowError:
            raise UserError(f"--port {port}: give a number from 0 to 65535") from None
        except (OSError, UnicodeError, TypeError) as error:  # TypeError: a name that cannot be encoded
            if getattr(error, "errno", None) == errno.EADDRINUSE:
                raise UserError(f"--port {port}: is in use by another program; give another number") from None
            raise UserError(f"--host {host} --port {port}: cannot be used ({first_line(error)})") from None

    @property
    def url(self):
        host = socket.gethostname() if ipaddress.ip_address(self.server_address[0]).is_unspecified else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.server_address[1]}/"

    def is_me(self, host):
        """Whether a Host header names this server.  A foreign page can make its own name lead here (DNS rebinding), and
        would then read our answers; an address or the name of this machine is safe."""
        try:
            name = urlsplit(f"//{host}").hostname
        except ValueError:
            return False
        if name in self.names:
            return True
        mine = ipaddress.ip_address(self.server_address[0])
        try:
            return ipaddress.ip_address(name).is_loopback or not mine.is_loopback
        except ValueError:
            return name == socket.gethostname().lower() and not mine.is_loopback

    def process_request(self, request, client_address):
        self.open[request] = time.monotonic()
        super().process_request(request, client_address)

    def service_actions(self):
        """End connections that are too many or too slow.  The base class calls this for each new one, and twice a
        second."""
        excess, oldest = len(self.open) - self.most, sorted(self.open.items(), key=lambda item: item[1])
        for number, (request, since) in enumerate(oldest):
            if number < excess or time.monotonic() - since > self.patience:
                with suppress(OSError):
                    request.shutdown(socket.SHUT_RDWR)  # its thread reads the end, and ends

    def shutdown_request(self, request):
        self.open.pop(request, None)
        super().shutdown_request(request)

    def handle_error(self, request, client_address):
        """The browser has closed the connection, so nobody can be told."""


class Handler(BaseHTTPRequestHandler):
    server_version, sys_version = "minitrans", ""
    timeout = 30  # seconds that a thread waits for a browser that does not read its answer

    def do_GET(self):
        self.server.open[self.connection] = math.inf
        path, _, query = self.path.partition("?")
        if path == "/" and self.names_this_server():
            self.reply(200, "text/html", self.server.page, "frame-ancestors 'none'")  # a meta element cannot say this
        elif path != "/":
            self.answer(path, self.server.answers, lambda: dict(parse_qsl(query, keep_blank_values=True)))

    def do_POST(self):
        if not self.server.posts:
            return self.send_error(405)
        self.answer(self.path.partition("?")[0], self.server.posts, self.fields)

    def names_this_server(self):
        """Whether the request names this server; if not, it is refused."""
        hosts = self.headers.get_all("Host", [])
        if len(hosts) == 1 and self.server.is_me(hosts[0]):
            return True
        self.send_error(400, "this server has another name; use the address that it printed, or start it with --name")

    def answer(self, path, answers, fields):
        """Reply with what the function of this path returns.  fields(): of the request, a dict"""
        if not self.names_this_server():
            return
        if path not in answers:
            return self.send_error(404, "there is no such page")
        if self.headers.get("Sec-Fetch-Site") == "cross-site":  # it could not read the answer, but make us work
            return self.send_error(400, "this answer is for the page of this server only")
        try:
            answer = answers[path](fields())
            self.reply(200, "application/json", json.dumps(answer, allow_nan=False).encode())
        except UserError as error:
            self.send_error(400, str(error))
        except ConnectionError:
            raise
        except Exception as error:  # ours; the page must learn that it waits in vain
            say(f"error: {path}: {error!r}")
            self.send_error(500, "the server failed; see its terminal")

    def fields(self):
        """The fields of a POST request: a JSON object or a form, whatever its type says it is"""
        length = self.headers.get("Content-Length", "")
        if not (length.isdecimal() and len(length) < 9 and int(length) <= LONGEST_BODY):
            raise UserError(f"the request needs a Content-Length of at most {LONGEST_BODY:,} bytes")
        body = self.rfile.read(int(length))
        self.server.open[self.connection] = math.inf
        if len(body) < int(length):
            raise ConnectionError
        try:
            text = body.decode()
            found = json.loads(text) if text.lstrip().startswith("{") else dict(parse_qsl(text, keep_blank_values=True))
        except (ValueError, RecursionError):
            raise UserError("the request is neither a JSON object nor a form in UTF-8") from None
        return found

    def send_error(self, code, message=None, explain=None):
        """Answer an error as a line of text, or to POST as JSON.  The standard library calls this too."""
        code = HTTPStatus(code)
        message = "the request is too long" if code == 414 else message or code.phrase
        code = CODES.get(code, code)
        code, kind, body = code if code in KEPT else 400, "text/plain", message.encode(errors="replace")
        if self.command == "POST":
            kind, body = "application/json", json.dumps(dict(error=message)).encode()
        self.reply(code, kind, body)

    def reply(self, code, kind, body, policy=POLICY):
        self.request_version = self.protocol_version  # of HTTP/0.9 the standard library would answer without a status
        self.send_response(code)
        for name, value in {"Content-Security-Policy": policy, **HEADERS}.items():
            self.send_header(name, value)
        if code == HTTPStatus.METHOD_NOT_ALLOWED:
            self.send_header("Allow", "GET, POST" if self.server.posts else "GET")
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_):
        """Print nothing for each request."""


def serve(page, answers, args, **posts):
    """Serve until Ctrl-C, see `Server`.  args: of `add_server_flags`"""
    with Server(page, answers, args.host, args.port, names=args.name, **posts) as server:
        print(f"{server.url}  (Ctrl-C ends it)", flush=True)
        if args.open:
            webbrowser.open(server.url)
        server.serve_forever()

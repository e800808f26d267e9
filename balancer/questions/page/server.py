"""`balancer page --watch`: a page served only on this machine, renewed when its scenario or a card table is saved."""

from __future__ import annotations

import http.server
import json
import pathlib
import secrets
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from balancer.browser import NoModuleError
from balancer.core.rule_errors import RuleError
from balancer.games.registry import BrokenGameError
from balancer.scenario.errors import ScenarioError

HOST = "127.0.0.1"

PAUSE = 0.3  # seconds between two looks at the files
MAX_CONNECTIONS = 32  # that are open at once; a tab opens up to six
MAX_SECONDS = 10.0  # for which a connection may wait: for its request, or for its reader


@dataclass
class Watched:
    """A page, and the files that it is made of."""

    files: Sequence[pathlib.Path]
    make: Callable[[], str]  # returns the page; ScenarioError, NoModuleError
    script: Callable[[int], str]  # number of a state -> the script by which its page asks for the next
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(16))  # part of the address: keeps others out
    html: str = ""
    number: int = 0  # of the state: 1, 2, …
    error: str = ""  # of the last attempt to make the page

    def __post_init__(self) -> None:
        """Make the page; ScenarioError, NoModuleError."""
        self.state = self.saved()
        self._renew()

    def saved(self) -> list[tuple[int, int]]:
        """Return when each file was saved, and its size; a file that is just being replaced is left out."""
        return [(state.st_mtime_ns, state.st_size) for state in (path.stat() for path in self.files if path.exists())]

    def look(self) -> bool:
        """Make the page again if a file was saved, and return whether one was; keep what is wrong as `error`."""
        now = self.saved()
        if now == self.state or len(now) < len(self.files):
            return False
        self.state = now
        try:
            self._renew()
        except (ScenarioError, NoModuleError, BrokenGameError, RuleError) as error:
            self.error = str(error)
        return True

    def _renew(self) -> None:
        html = self.make()
        number = self.number + 1
        self.html, self.number, self.error = html.replace("</body>", f"{self.script(number)}</body>"), number, ""

    def answer(self, path: str) -> tuple[str, str] | None:
        """Return the content type and text at a path of the server; None where there is nothing."""
        for name, kind in (("", "text/html"), ("state", "application/json")):
            if secrets.compare_digest(path.encode(), f"/{self.secret}/{name}".encode()):
                state = {"number": self.number, "error": self.error}
                return f"{kind}; charset=utf-8", json.dumps(state) if name else self.html
        return None


class PageServer(http.server.ThreadingHTTPServer):
    """A server that refuses one connection too many, and is silent about those that end early."""

    request_queue_size = MAX_CONNECTIONS

    def __init__(self, *arguments: Any) -> None:
        """Serve at an address by handlers of a class: the arguments of `ThreadingHTTPServer`."""
        super().__init__(*arguments)
        self.free = threading.BoundedSemaphore(MAX_CONNECTIONS)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread of its own; refuse while all are busy."""
        if self.free.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer, and free the thread."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print errors of ours; a closed tab (OSError) is none."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


def server_of(watched: Watched) -> PageServer:
    """Return a server of the page at a free port of this machine; its `serve_forever` answers requests."""

    class Handler(http.server.BaseHTTPRequestHandler):
        timeout = MAX_SECONDS

        def do_GET(self) -> None:
            # DNS rebinding: a page from elsewhere whose name was made to lead here sends that name as its host.
            ours = self.headers.get("Host") == f"{HOST}:{server.server_port}"
            answer = watched.answer(self.path) if ours else None
            if answer is None:
                self.send_error(HTTPStatus.NOT_FOUND)
                return
            kind, text = answer
            self.send_response(HTTPStatus.OK)
            content = text.encode()
            headers = {"Content-Type": kind, "Content-Length": str(len(content)), "Cache-Control": "no-store"}
            headers |= {"Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff"}
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the library's name
            """Print nothing: the terminal shows only what was renewed."""

    server = PageServer((HOST, 0), Handler)
    return server


def serve(watched: Watched, say: Callable[[str], None]) -> None:
    """Serve the page until Ctrl-C; say: receives a line at the beginning, and whenever a file was saved."""
    with server_of(watched) as server:
        threading.Thread(target=server.serve_forever, args=[PAUSE], daemon=True).start()
        say(f"http://{HOST}:{server.server_port}/{watched.secret}/ (Ctrl-C ends it)")
        try:
            while True:
                time.sleep(PAUSE)
                if watched.look():
                    say(watched.error or f"{time.strftime('%H:%M:%S')} renewed")
        finally:
            server.shutdown()

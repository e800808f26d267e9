"""`balancer page --watch`: who gets an answer, and what it says after the scenario was saved."""

import contextlib
import http.client
import json
import socket
import struct
import threading
import time

import pytest

from balancer.browser import NoModuleError
from balancer.questions.page import server as page_server


@pytest.fixture
def file(tmp_path):
    """Return a scenario that is made a page of."""
    path = tmp_path / "mine.yaml"
    path.write_text("one", encoding="utf-8")
    return path


@pytest.fixture
def watched(file):
    """Its page says what it says; where it says `wrong`, nothing can be made of it."""

    def make():
        text = file.read_text(encoding="utf-8")
        if "wrong" in text:
            message = f"{file.name}:1:1: wrong"
            raise NoModuleError(message)
        return f"<body>{text}</body>"

    return page_server.Watched([file], make, lambda number: f"script {number}")


@pytest.fixture
def port(watched):
    """Yield the port of a server of it."""
    with page_server.server_of(watched) as server:
        threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.fixture
def ask(port):
    """Request a path from the server: path, headers -> status, text."""

    def asked(path, host=f"{page_server.HOST}:{port}"):
        connection = http.client.HTTPConnection(page_server.HOST, port, timeout=5)
        connection.request("GET", path, headers={"Host": host})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    return asked


def test_only_who_knows_the_secret_gets_the_page(watched, ask):
    """And only under the name of this machine, not under one that was made to lead here."""
    page = f"/{watched.secret}/"
    assert ask(page) == (200, "<body>onescript 1</body>")
    assert ask("/")[0] == ask("/state")[0] == ask("/guessed/")[0] == ask(f"{page}other")[0] == 404
    assert ask(page, host="elsewhere.example")[0] == ask(f"{page}state", host="localhost")[0] == 404
    assert len(watched.secret) > 20


def test_tabs_that_close_early_and_connections_that_say_nothing_disturb_nobody(watched, port, ask, capfd):
    """No traceback; what is one too many is closed, and what waits too long."""
    address = (page_server.HOST, port)
    watched.html = "x" * 20_000_000  # more than fits on the way
    page = f"/{watched.secret}/"
    for _ in range(3):
        early = socket.create_connection(address)
        early.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # close with a reset
        early.sendall(f"GET {page} HTTP/1.1\r\nHost: {page_server.HOST}:{port}\r\n\r\n".encode())
        assert early.recv(1000)
        early.close()
    idle = [socket.create_connection(address, timeout=5) for _ in range(page_server.MAX_CONNECTIONS)]
    extra = socket.create_connection(address, timeout=5)
    assert extra.recv(1) == b""  # closed at once
    for one in [*idle, extra]:
        one.close()
    for _ in range(100):
        with contextlib.suppress(OSError, http.client.HTTPException):
            assert ask(f"{page}state")[0] == 200
            break
        time.sleep(0.05)  # until the closed ones are noticed
    else:
        pytest.fail("no connection is free again")
    assert capfd.readouterr().err == ""


def test_a_connection_does_not_wait_for_ever(watched, monkeypatch):
    monkeypatch.setattr(page_server, "MAX_SECONDS", 0.2)
    with page_server.server_of(watched) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with socket.create_connection((page_server.HOST, server.server_port), timeout=5) as idle:
            assert idle.recv(1) == b""
        server.shutdown()


def test_what_is_saved_is_shown_and_what_is_wrong_is_said(watched, file, ask):
    """The old page stays until the file is right again."""
    state = f"/{watched.secret}/state"
    assert not watched.look()
    file.write_text("two and more", encoding="utf-8")
    assert watched.look()
    assert not watched.look()
    assert json.loads(ask(state)[1]) == {"number": 2, "error": ""}
    assert ask(f"/{watched.secret}/")[1] == "<body>two and morescript 2</body>"
    file.write_text("wrong", encoding="utf-8")
    assert watched.look()
    assert json.loads(ask(state)[1]) == {"number": 2, "error": "mine.yaml:1:1: wrong"}
    assert "two and more" in ask(f"/{watched.secret}/")[1]
    file.unlink()  # while an editor puts another in its place
    assert not watched.look()
    file.write_text("three", encoding="utf-8")
    assert watched.look()
    assert json.loads(ask(state)[1]) == {"number": 3, "error": ""}

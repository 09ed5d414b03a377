"""STATUS_AT: where it is told."""

import json
import socket

import pytest

from bot.listening import CannotListen, SocketAddress, listening


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("8080", ("127.0.0.1", 8080)),
        (" 8080\n", ("127.0.0.1", 8080)),
        ("0.0.0.0:8080", ("0.0.0.0", 8080)),
        ("[::]:8080", ("::", 8080)),
        ("[::1]:0", ("::1", 0)),
        ("localhost:8080", ("localhost", 8080)),
        ("status.example-host.internal:80", ("status.example-host.internal", 80)),
    ],
)
def test_an_address(text, address):
    assert SocketAddress.read(text) == address


@pytest.mark.parametrize(
    "text",
    ["", "port", "65536", "-1", "127.0.0.1", "::1:8080", "host:", ":8080", "http://host:8080",
     "8080/metrics", "80 80", "host:8o8o", "[host]:8080x"],
)  # fmt: skip
def test_an_address_that_is_none(text):
    with pytest.raises(ValueError, match="is not a port, or a host and a port"):
        SocketAddress.read(text)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        (lambda taken: SocketAddress("127.0.0.1", taken), r"127\.0\.0\.1:\d+ is taken: "),
        (lambda _taken: SocketAddress("192.0.2.1", 8080), r"192\.0\.2\.1:8080 cannot be used \("),
        (lambda _taken: SocketAddress("no-such-host.invalid", 80), r"invalid:80 cannot be used \("),
    ],
)
def test_an_address_that_cannot_be_used(address, said):
    with socket.create_server(("127.0.0.1", 0)) as other:
        wanted = address(other.getsockname()[1])
        with pytest.raises(CannotListen, match=said) as caught, listening(wanted):
            pass
    assert json.dumps(str(caught.value)).startswith('"STATUS_AT: ')

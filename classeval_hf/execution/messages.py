"""Length-prefixed JSON over a socket: how the processes of this package talk to each other."""

from __future__ import annotations

import json
import socket
import struct
from typing import Any

__all__ = ["receive_message", "send_message"]

_LENGTH = struct.Struct("!Q")


def send_message(connection: socket.socket, message: object) -> None:
    """
    Sends one message.

    Args:
        connection (`socket.socket`): a stream socket.
        message (`object`): JSON-able data.

    Raises:
        `OSError`: if the other end is gone.
    """
    data = json.dumps(message).encode()
    connection.sendall(_LENGTH.pack(len(data)) + data)


def receive_message(connection: socket.socket) -> Any:
    """
    Receives one message.

    Returns:
        `Any`: what was sent; `None` if the other end closed the connection before a whole message came.

    Raises:
        `TimeoutError`: if the socket has a timeout and it runs out.
        `OSError`: if the connection breaks.
    """
    header = _receive(connection, _LENGTH.size)
    if header is None:
        return None
    data = _receive(connection, _LENGTH.unpack(header)[0])
    return None if data is None else json.loads(data)


def _receive(connection: socket.socket, size: int) -> bytes | None:
    data = bytearray()
    while len(data) < size:
        chunk = connection.recv(min(size - len(data), 1 << 20))
        if not chunk:
            return None
        data += chunk
    return bytes(data)

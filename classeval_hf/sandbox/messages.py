"""Length-prefixed JSON over a socket: how the processes of this package talk to each other."""

import json
import socket
import struct
from typing import Any

MESSAGE_LIMIT = 64 << 20  # bytes of a message beyond which it is not read
_LENGTH = struct.Struct("!Q")


def send_message(connection: socket.socket, message: object, attachment: bytes | bytearray = b"") -> None:
    """Sends a message as JSON, and then an attachment's bytes, for [`receive_bytes`]."""
    data = json.dumps(message).encode()
    connection.sendall(_LENGTH.pack(len(data)) + data + attachment)


def receive_message(connection: socket.socket) -> Any:
    """`None` if the other end closed first; `ValueError` beyond [`MESSAGE_LIMIT`] or for invalid JSON."""
    header = receive_bytes(connection, _LENGTH.size)
    if header is None:
        return None
    (length,) = _LENGTH.unpack(header)
    if length > MESSAGE_LIMIT:
        raise ValueError(f"a message of {length} bytes is longer than any should be")
    data = receive_bytes(connection, length)
    return None if data is None else json.loads(data)


def receive_bytes(connection: socket.socket, size: int) -> bytes | None:
    """Receives a number of bytes; `None` if the other end closed the connection before the last one."""
    data = bytearray()
    while len(data) < size:
        chunk = connection.recv(min(size - len(data), 1 << 20))
        if not chunk:
            return None
        data += chunk
    return bytes(data)

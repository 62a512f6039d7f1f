"""Ports of loopback that are free, and a proxy that can be cut like a cable."""

from __future__ import annotations

import contextlib
import socket
import threading
import time


def free_port() -> int:
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Proxy:
    """Passes on what comes to its port. While it is cut nothing passes, in either direction, and nobody is told."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.is_cut = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.listener.getsockname()[1])
        self.connections: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self.is_cut.set()

    def mend(self) -> None:
        """What was sent meanwhile is gone, so connections of before are of no more use; new ones work."""
        for connection in self.connections:
            with contextlib.suppress(OSError):
                connection.close()
        self.connections.clear()
        self.is_cut.clear()

    def stop(self) -> None:
        with contextlib.suppress(OSError):
            self.listener.close()
        self.mend()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        self.connections.append(near)
        # A cable that is cut does not say no: who connects waits.
        while self.is_cut.is_set():
            time.sleep(0.05)
        try:
            far = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            with contextlib.suppress(OSError):
                near.close()
            return
        self.connections.append(far)
        for source, sink in ((near, far), (far, near)):
            threading.Thread(target=self._pass, args=(source, sink), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                if not self.is_cut.is_set():
                    sink.sendall(data)
        if self.is_cut.is_set():
            return  # the end of a connection does not pass either
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.close()

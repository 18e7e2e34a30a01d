"""Lines over sockets: halves, floods, silence, and who does not read."""

import socket
import threading
from time import monotonic

import pytest

from equipoise.agents.hosting.wire import ClosedError, SilentError
from equipoise.agents.remote import lines
from equipoise.agents.remote.lines import LONGEST_LINE, LineConnection


@pytest.fixture
def ends():
    ours, theirs = socket.socketpair()
    theirs.settimeout(30)
    yield LineConnection(ours), theirs
    ours.close()
    theirs.close()


def soon(seconds=30.0):
    return monotonic() + seconds


def test_lines_end_with_a_line_feed_with_or_without_a_return(ends):
    ours, theirs = ends
    theirs.sendall(b"one\r\ntwo\n\r\nth")
    assert [ours.line(soon()) for _ in range(3)] == [b"one", b"two", b""]
    theirs.sendall(b"ree\nfour\n")
    assert [ours.line(soon()), ours.line(soon())] == [b"three", b"four"]


@pytest.mark.parametrize("extra", [1, LONGEST_LINE, 5 * LONGEST_LINE + 3])
def test_of_a_line_that_is_too_long_the_beginning_is_kept(ends, extra):
    ours, theirs = ends
    theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
    theirs.sendall(b"x" * LONGEST_LINE)
    first = None
    sent = 0
    theirs.setblocking(False)
    while sent < extra:  # in turn, because a pair of sockets holds only so much
        try:
            sent += theirs.send(b"x" * min(extra - sent, 1 << 15))
        except BlockingIOError:
            first = first or ours.line(soon())
            with pytest.raises(SilentError):
                ours.line(monotonic())
    theirs.setblocking(True)
    theirs.sendall(b"\nnext\n")
    first = first or ours.line(soon())
    assert set(first) == {ord("x")} and len(first) <= 2 * LONGEST_LINE
    assert ours.line(soon()) == b"next"
    assert len(ours._buffer) <= 2 * LONGEST_LINE


def test_silence_and_the_end_are_told_apart(ends):
    ours, theirs = ends
    called = []
    with pytest.raises(SilentError):
        ours.line(monotonic() + 0.01, lambda: called.append(1))
    theirs.sendall(b"half")
    with pytest.raises(SilentError):
        ours.line(monotonic() + 0.01, lambda: called.append(2))
    theirs.sendall(b" and half\n")
    assert ours.line(soon()) == b"half and half"
    theirs.close()
    with pytest.raises(ClosedError):
        ours.line(soon(), lambda: called.append(3))
    assert called == [1, 2]


def test_whoever_does_not_read_is_not_waited_for_for_ever(ends):
    ours, theirs = ends
    ours.queue(b"x" * (1 << 24))
    ours.flush()  # comes back at once
    with pytest.raises(SilentError):
        ours.send(monotonic() + 0.05)
    theirs.close()
    with pytest.raises(ClosedError):
        ours.send(soon())
    ours.flush()


def test_what_is_queued_arrives_in_order_and_before_the_end(ends):
    ours, theirs = ends
    for number in range(1000):
        ours.queue(b"%d\r\n" % number)
    theirs.sendall(b"never read\n")
    ours.close(30.0)
    seen = b""
    while data := theirs.recv(65536):
        seen += data
    assert seen == b"".join(b"%d\r\n" % number for number in range(1000))


def test_quick_answers_are_looked_for_and_slow_ones_slept_for(ends, monkeypatch):
    """Whoever was slow the last time is not looked for; whoever was quick is not slept for."""
    ours, theirs = ends
    asleep = []
    poll = ours._poll

    class Poll:
        def poll(self, *limit):
            asleep.extend(limit if limit != (0,) else ())
            return poll.poll(*limit)

    ours._poll = Poll()
    theirs.sendall(b"one\n")
    assert ours.line(soon()) == b"one" and not asleep
    for _ in range(2):
        threading.Timer(0.05, theirs.sendall, [b"two\n"]).start()
        assert ours.line(soon()) == b"two" and asleep
        looked = []
        monkeypatch.setattr(lines, "_give_way", lambda looked=looked: looked.append(1))
    assert not looked
    theirs.sendall(b"three\n")
    assert ours.line(soon()) == b"three"  # at once, so it is looked for again
    asleep.clear()
    theirs.sendall(b"four\n")
    assert ours.line(soon()) == b"four" and not asleep

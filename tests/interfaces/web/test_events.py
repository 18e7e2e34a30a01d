"""The stream of events: framing, resuming, and its end with the server."""

import asyncio

from equipoise.interfaces.web.events import Hub


def taken(hub, last="", count=10, pulse=15.0):
    """The first events of a stream; it is stopped when all is told."""

    async def read():
        found = []
        async for text in hub.stream(last, pulse):
            found.append(text)
            if len(found) >= count:
                hub.stopping.set()
        return found

    async def with_end():
        reading = asyncio.create_task(read())
        await asyncio.sleep(0.5)
        hub.stopping.set()
        return await reading

    return asyncio.run(with_end())


def fields(text):
    return dict(line.partition(": ")[::2] for line in text.strip().splitlines())


def test_events_carry_the_last_state_of_each_thing_with_ids():
    hub = Hub()
    hub.tell("job", "1", {"state": "queued"})
    hub.tell("job", "2", {"state": "queued"})
    hub.tell("job", "1", {"state": "done"})
    hello, *events = taken(hub)
    assert hello.endswith("\n\n")
    assert fields(hello)["event"] == "hello"
    assert [fields(one)["data"] for one in events] == ['{"state": "queued"}', '{"state": "done"}']
    assert [fields(one)["id"] for one in events] == [f"{hub.run}-2", f"{hub.run}-3"]


def test_a_stream_resumes_behind_the_last_event():
    hub = Hub()
    for number in range(5):
        hub.tell("job", str(number), number)
    _, *events = taken(hub, f"{hub.run}-3")
    assert [fields(one)["data"] for one in events] == ["3", "4"]


def test_a_page_that_knew_another_server_is_told_everything():
    hub = Hub()
    hub.tell("job", "1", 1)
    for last in ("0badcafe-9", "nonsense", "-1", f"{hub.run}-x", f"{hub.run}-{'9' * 30}"):
        again = Hub()
        again.run, again._number, again._last = hub.run, hub._number, hub._last
        _, *events = taken(again, last)
        assert len(events) == 1, last


def test_a_quiet_stream_is_kept_alive_by_comments():
    assert any(text.startswith(":") for text in taken(Hub(), pulse=0.2)[1:])


def test_what_is_told_while_a_stream_is_open_arrives():
    hub = Hub()

    async def both():
        found = []
        async for text in hub.stream():
            found.append(fields(text).get("event"))
            if len(found) == 1:
                hub.tell("table", "a", {"version": 1})
            else:
                hub.stopping.set()
        return found

    assert asyncio.run(both()) == ["hello", "table"]

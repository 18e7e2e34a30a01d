"""Agents from files, each in a process of its own that is sent observations and nothing else.

``host`` is what that process runs, ``hosted`` the agent that the table asks in its place, ``wire``
the channel between them and ``confine`` what the operating system is told to withhold.
See ``docs/decisions/agent-processes.md``.
"""

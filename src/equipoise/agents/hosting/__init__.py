"""Agents from files, each in its own process that receives observations only.

``host`` is that process' program, ``hosted`` its proxy at the table, ``wire`` the channel between
them and ``confine`` the restrictions by the operating system. See
``docs/decisions/agent-processes.md``.
"""

"""ACPC matches over sockets: a dealer for any ACPC clients, and our agents as clients.

``terms``: the settings of a match; ``ports``: waits for clients; ``table``: deals; ``log``: writes
the log; ``follow``: parses a dealer's match states into events; ``client``: has an agent play them.
"""

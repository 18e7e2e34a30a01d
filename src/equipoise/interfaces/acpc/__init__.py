"""ACPC matches over sockets: a dealer for clients of any make, and our agents as clients.

``terms`` says what a match is, ``ports`` waits for clients, ``table`` deals to them, ``log`` writes
what was played; ``follow`` reads the hands that a dealer tells, ``client`` has an agent play them.
"""

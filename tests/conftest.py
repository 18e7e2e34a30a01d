"""Settings shared by all tests."""

from hypothesis import settings

# The first call of a kernel compiles it, so no single example may have a deadline.
settings.register_profile("equipoise", deadline=None)
settings.load_profile("equipoise")

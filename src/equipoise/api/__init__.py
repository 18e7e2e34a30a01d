"""The functions of ``import equipoise``: short calls over the other packages (``docs/api.md``)."""

"""What ``import equipoise`` offers: short calls over the other packages (``docs/api.md``)."""

"""``python -m equipoise`` is the command ``equipoise``."""

from equipoise.interfaces.cli.main import main

if __name__ == "__main__":
    main()

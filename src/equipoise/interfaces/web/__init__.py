"""The page of ``equipoise serve``: a local server, its JSON calls, and the files of the browser."""

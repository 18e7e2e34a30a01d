"""How people and programs reach equipoise: the command line, and later sockets and pages."""

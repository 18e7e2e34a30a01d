"""Forward and backward passes over a whole betting tree, and CFR in one sweep."""

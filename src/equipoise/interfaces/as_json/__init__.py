"""Results as JSON types, with the keys that programs rely on."""

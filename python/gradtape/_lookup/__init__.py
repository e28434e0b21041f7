"""Tables from keys to values: vocabularies and class indices."""

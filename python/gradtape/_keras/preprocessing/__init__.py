"""From files, texts and series to arrays, before a model sees them."""

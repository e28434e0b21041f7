"""Linear algebra."""


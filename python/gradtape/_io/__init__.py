"""Files: text, bytes, pictures, records, and what is written in them."""

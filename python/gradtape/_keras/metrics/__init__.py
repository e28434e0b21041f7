"""Numbers collected over many batches."""

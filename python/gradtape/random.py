"""Random numbers, on TensorFlow's streams."""


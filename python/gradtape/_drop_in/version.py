"""The TensorFlow whose interface is kept, as programs ask for it when gradtape is in its place."""

VERSION = "2.21.0"
# The Keras that it brings.
KERAS_VERSION = "3.15.1"


def keras_version() -> str:
    """What `keras.version()` tells."""
    return KERAS_VERSION

"""The TensorFlow whose interface is kept, as programs ask for it when gradtape is in its place."""

VERSION = "2.21.0"

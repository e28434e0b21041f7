"""The functions of `keras.backend`: Keras 2's own names and argument orders for operations."""

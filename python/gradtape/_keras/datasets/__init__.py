"""The data sets of `keras.datasets`: downloaded once into Keras's cache, or taken from there."""

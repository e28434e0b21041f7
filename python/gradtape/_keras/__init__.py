"""What `tf.keras` is made of."""

"""`tf.summary`: numbers, pictures and texts by step, in event files that TensorBoard reads."""

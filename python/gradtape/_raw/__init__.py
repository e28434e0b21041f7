"""Operations by their types, as `tf.raw_ops` has them."""

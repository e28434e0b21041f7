"""What `tf.nn` has besides operations of the core: alignments, sampled losses, morphology."""

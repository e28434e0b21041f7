"""`tf.test`: a test case for tensors, and what this machine and this build have."""

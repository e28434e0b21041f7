"""A program that is a test: TensorFlow's own TestCase and main."""

import sys

import numpy as np
import tensorflow as tf


def soft_threshold(x, threshold):
    return tf.sign(x) * tf.maximum(tf.abs(x) - threshold, 0.0)


class SoftThresholdTest(tf.test.TestCase):
    def setUp(self):
        super(SoftThresholdTest, self).setUp()
        self.x = tf.constant([-2.0, -0.5, 0.5, 2.0])

    def testValues(self):
        self.assertAllClose(soft_threshold(self.x, 1.0), [-1.0, 0.0, 0.0, 1.0])

    def testGradient(self):
        with tf.GradientTape() as tape:
            tape.watch(self.x)
            y = soft_threshold(self.x, 1.0)
        self.assertAllEqual(tape.gradient(y, self.x), [1.0, 0.0, 0.0, 1.0])

    def testSession(self):
        with self.session():
            self.assertEqual(self.evaluate(tf.reduce_sum(self.x)), 0.0)

    def testError(self):
        with self.assertRaises(tf.errors.InvalidArgumentError):
            tf.reshape(self.x, [3, 3])

    def testRange(self):
        noise = tf.random.stateless_uniform([100], seed=[1, 2])
        self.assertAllInRange(noise, 0.0, 1.0)
        self.assertNotAllClose(noise, np.zeros(100))
        print("noise %.6f" % tf.reduce_mean(noise))


if __name__ == "__main__":
    try:
        tf.test.main(argv=sys.argv[:1])
    except SystemExit as end:
        print("failed" if end.code else "passed")

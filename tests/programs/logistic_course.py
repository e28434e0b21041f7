"""Course exercise 2: logistic regression with regularization.

usage: logistic_course.py [--lr 0.5] [--steps 10] [--l2 0.01]
"""

from __future__ import absolute_import, division, print_function

import argparse

import numpy as np
import tensorflow as tf
from tensorflow.python.framework import ops

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float, default=0.5)
parser.add_argument("--steps", type=int, default=8)
parser.add_argument("--l2", type=float, default=0.01)
args = parser.parse_args()

assert tf.__version__.startswith("2."), "this exercise needs TensorFlow 2"


def make_data(n=200):
    r = np.random.RandomState(42)
    a = r.randn(n // 2, 2) + [1.5, 1.0]
    b = r.randn(n // 2, 2) - [1.0, 1.5]
    features = np.concatenate([a, b]).astype(np.float32)
    labels = np.concatenate([np.ones(n // 2), np.zeros(n // 2)]).astype(np.float32)
    return features, labels[:, None]


class LogisticRegression(object):
    def __init__(self, n_features):
        self.W = tf.Variable(tf.zeros([n_features, 1]), name="weight")
        self.b = tf.Variable(tf.zeros([1]), name="bias")

    def logits(self, X):
        return tf.matmul(X, self.W) + self.b

    def loss(self, X, y):
        ce = tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=self.logits(X))
        return tf.reduce_mean(ce) + args.l2 * tf.nn.l2_loss(self.W)

    def accuracy(self, X, y):
        predicted = tf.cast(tf.sigmoid(self.logits(X)) > 0.5, tf.float32)
        return tf.reduce_mean(tf.cast(tf.equal(predicted, y), tf.float32))


X, y = make_data()
X = ops.convert_to_tensor(X)
model = LogisticRegression(2)
for step in range(1, args.steps + 1):
    with tf.GradientTape() as tape:
        cost = model.loss(X, y)
    grads = tape.gradient(cost, [model.W, model.b])
    for variable, grad in zip([model.W, model.b], grads):
        variable.assign_sub(args.lr * grad)
    print("step: %i, loss: %f, accuracy: %.4f" % (step, cost, model.accuracy(X, y)))
print("W = %.5f %.5f, b = %.5f" % (*model.W.numpy().ravel(), *model.b.numpy()))

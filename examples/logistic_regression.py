"""Logistic regression on real measurements: is a tumour benign?

scikit-learn's breast cancer data: 569 patients, 30 measurements each. The program standardises the
measurements, trains in small batches with `tf.data`, and counts errors on patients it has not seen.

    python examples/logistic_regression.py --epochs 60
"""

from __future__ import annotations

import argparse

import numpy as np
from sklearn.datasets import load_breast_cancer

import gradtape as tf


class Classifier(tf.Module):
    """One weight per measurement and a bias; the sign of the result is the verdict."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.weight = tf.Variable(tf.zeros([features, 1]), name="weight")
        self.bias = tf.Variable(0.0, name="bias")

    def __call__(self, x: tf.Tensor) -> tf.Tensor:
        return tf.squeeze(x @ self.weight, axis=1) + self.bias


def loss_of(model: Classifier, x: tf.Tensor, y: tf.Tensor) -> tf.Tensor:
    """Cross entropy, and a little weight decay: 30 measurements of 455 patients would overfit."""
    errors = tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=model(x))
    return tf.reduce_mean(errors) + 1e-3 * tf.reduce_sum(model.weight**2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=60)
    options = parser.parse_args()

    data = load_breast_cancer()
    order = np.random.default_rng(0).permutation(len(data.target))
    x, y = data.data[order].astype(np.float32), data.target[order].astype(np.float32)
    train, test = slice(0, 455), slice(455, None)
    x = (x - x[train].mean(axis=0)) / x[train].std(axis=0)

    patients = tf.data.Dataset.from_tensor_slices((x[train], y[train]))
    batches = patients.shuffle(455, seed=0).batch(64)
    model = Classifier(x.shape[1])
    for epoch in range(options.epochs):
        losses = []
        for batch, labels in batches:
            with tf.GradientTape() as tape:
                loss = loss_of(model, batch, labels)
            gradients = tape.gradient(loss, model.trainable_variables)
            for variable, gradient in zip(model.trainable_variables, gradients):
                variable.assign_sub(0.1 * gradient)
            losses.append(float(loss))
        if epoch % 10 == 0:
            print(f"epoch {epoch:3}  loss {np.mean(losses):.4f}")

    verdicts = tf.cast(model(tf.constant(x[test])) > 0.0, tf.float32)
    right = int(tf.reduce_sum(tf.cast(verdicts == y[test], tf.int32)))
    print(f"held-out accuracy: {right / len(y[test]):.2%} ({right} of {len(y[test])} patients)")
    strongest = np.argsort(-np.abs(model.weight.numpy()[:, 0]))[:3]
    print("strongest measurements:", ", ".join(data.feature_names[strongest]))


if __name__ == "__main__":
    main()

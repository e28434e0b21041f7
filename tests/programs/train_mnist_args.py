"""A script with arguments: logging, piecewise rates, metrics, checkpoints kept by a manager, summaries."""
# keras: 2

import argparse
import logging
import os
import sys
from collections import OrderedDict

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser(description="digits")
parser.add_argument("--batch-size", type=int, default=8, metavar="N")
parser.add_argument("--epochs", type=int, default=3)
parser.add_argument("--lr", type=float, default=0.05)
parser.add_argument("--seed", type=int, default=1, metavar="S")
parser.add_argument("--optimizer", choices=["sgd", "adam", "rmsprop", "adagrad"], default="rmsprop")
parser.add_argument("--label-smoothing", type=float, default=0.1)
parser.add_argument("--output-dir", default="output")
parser.add_argument("--resume", action="store_true")
FLAGS, unparsed = parser.parse_known_args(sys.argv[1:])
logging.basicConfig(stream=sys.stderr, level=logging.INFO)
logger = logging.getLogger(__name__)
np.random.seed(FLAGS.seed)
tf.random.set_seed(FLAGS.seed)
tf.get_logger().setLevel(logging.ERROR)


class Digits(tf.keras.Model):
    def __init__(self, channels):
        super().__init__(name="digits")
        self.blocks = []
        for i, c in enumerate(channels):
            self.blocks.append(
                OrderedDict(
                    conv=tf.keras.layers.Conv2D(c, 3, padding="same", use_bias=False),
                    norm=tf.keras.layers.BatchNormalization(momentum=0.9, epsilon=1e-5),
                )
            )
        self.pool = tf.keras.layers.MaxPool2D()
        self.head = tf.keras.layers.Dense(10, name="logits")

    def call(self, x, training=None):
        for block in self.blocks:
            x = self.pool(tf.nn.relu6(block["norm"](block["conv"](x), training=training)))
        return self.head(tf.reshape(x, [-1, x.shape[1] * x.shape[2] * x.shape[3]]))


def load_data():
    labels = np.arange(40) % 10
    images = np.random.rand(40, 8, 8, 1) * 0.5
    images[np.arange(40), labels % 8, labels // 2] += 1.0
    train = (images[:32].astype("f"), labels[:32])
    return train, (images[32:].astype("f"), labels[32:])


def make_optimizer(name, schedule):
    return {
        "sgd": lambda: tf.keras.optimizers.SGD(schedule, momentum=0.9),
        "adam": lambda: tf.keras.optimizers.Adam(schedule, amsgrad=True),
        "rmsprop": lambda: tf.keras.optimizers.RMSprop(schedule, rho=0.9, centered=True),
        "adagrad": lambda: tf.keras.optimizers.Adagrad(schedule),
    }[name]()


def main(args):
    train, test = load_data()
    train_ds = tf.data.Dataset.from_tensor_slices(train).cache().batch(args.batch_size)
    test_ds = tf.data.Dataset.from_tensor_slices(test).batch(args.batch_size)
    steps_per_epoch = int(tf.data.experimental.cardinality(train_ds))
    boundaries = [steps_per_epoch * e for e in (1, 2)]
    schedule = tf.keras.optimizers.schedules.PiecewiseConstantDecay(
        boundaries, [args.lr, args.lr / 2, args.lr / 10]
    )
    optimizer = make_optimizer(args.optimizer, schedule)
    model = Digits([4, 6])
    model.build(input_shape=(None, 8, 8, 1))
    rng = np.random.RandomState(args.seed)
    for v in model.trainable_variables:
        if len(v.shape) > 1:
            v.assign(rng.normal(scale=np.sqrt(2 / np.prod(v.shape[:-1])), size=v.shape))
    loss_object = tf.keras.losses.CategoricalCrossentropy(
        from_logits=True, label_smoothing=args.label_smoothing
    )
    metrics = {
        "loss": tf.keras.metrics.Mean("loss", dtype=tf.float32),
        "top1": tf.keras.metrics.CategoricalAccuracy("top1"),
        "top3": tf.keras.metrics.TopKCategoricalAccuracy(k=3, name="top3"),
    }
    step = tf.Variable(0, dtype=tf.int64, trainable=False)
    checkpoint = tf.train.Checkpoint(step=step, model=model, optimizer=optimizer)
    manager = tf.train.CheckpointManager(
        checkpoint, os.path.join(args.output_dir, "ckpt"), max_to_keep=2
    )
    if args.resume:
        checkpoint.restore(manager.latest_checkpoint).expect_partial()
    writer = tf.summary.create_file_writer(args.output_dir)

    @tf.function
    def train_step(images, labels):
        labels = tf.one_hot(labels, 10)
        with tf.GradientTape() as tape:
            logits = model(images, training=True)
            loss = loss_object(labels, logits)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        metrics["loss"].update_state(loss)
        for name in ("top1", "top3"):
            metrics[name].update_state(labels, logits)

    for epoch in range(args.epochs):
        for metric in metrics.values():
            metric.reset_states() if hasattr(metric, "reset_states") else metric.reset_state()
        for images, labels in train_ds:
            train_step(images, labels)
            step.assign_add(1)
        with writer.as_default(step=step):
            for name, metric in metrics.items():
                tf.summary.scalar(f"train/{name}", metric.result())
        logger.info("epoch %d", epoch)
        print("epoch", epoch, {k: "%.4f" % m.result() for k, m in metrics.items()})
        manager.save(checkpoint_number=step)
    writer.close()
    correct = sum(
        int(tf.reduce_sum(tf.cast(tf.nn.in_top_k(y, model(x, training=False), 2), tf.int32)))
        for x, y in test_ds
    )
    print("test", correct, "of", len(test[0]))
    print("kept", [os.path.basename(path) for path in manager.checkpoints])
    before = model(test[0]).numpy()
    model.head.kernel.assign(tf.zeros_like(model.head.kernel))
    status = checkpoint.restore(tf.train.latest_checkpoint(manager.directory))
    status.assert_existing_objects_matched()
    print("restored", np.allclose(before, model(test[0])), int(step))


if __name__ == "__main__":
    main(FLAGS)

"""A custom training loop as guides write it, for `mpirun -n N python -m gradtape`."""

import os
import sys

import numpy as np
import tensorflow as tf

strategy = tf.distribute.MultiWorkerMirroredStrategy()
GLOBAL_BATCH_SIZE = 12
EPOCHS = 3
rng = np.random.RandomState(3)
images = rng.uniform(size=(48, 8, 8, 1)).astype(np.float32)
labels = (images[:, :4].mean(axis=(1, 2, 3)) > images[:, 4:].mean(axis=(1, 2, 3))).astype(np.int64)
dataset = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(48, seed=1)
train_dist_dataset = strategy.experimental_distribute_dataset(dataset.batch(GLOBAL_BATCH_SIZE))


def dataset_fn(context):
    data = tf.data.Dataset.from_tensor_slices((images, labels))
    data = data.shard(context.num_input_pipelines, context.input_pipeline_id)
    return data.batch(context.get_per_replica_batch_size(GLOBAL_BATCH_SIZE))


test_dist_dataset = strategy.distribute_datasets_from_function(dataset_fn)
tf.random.set_seed(4)
tf.keras.utils.set_random_seed(4)

with strategy.scope():
    model = tf.keras.Sequential(
        [
            tf.keras.Input(shape=(8, 8, 1)),
            tf.keras.layers.Conv2D(4, 3, activation="relu", kernel_regularizer="l2"),
            tf.keras.layers.Flatten(),
            tf.keras.layers.Dense(2),
        ]
    )
    loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")

    def compute_loss(labels, predictions, model_losses):
        per_example_loss = loss_object(labels, predictions)
        loss = tf.nn.compute_average_loss(per_example_loss, global_batch_size=GLOBAL_BATCH_SIZE)
        return loss + tf.nn.scale_regularization_loss(tf.add_n(model_losses))

    test_loss = tf.keras.metrics.Mean(name="test_loss")
    train_accuracy = tf.keras.metrics.SparseCategoricalAccuracy(name="train_accuracy")
    name = sys.argv[1] if len(sys.argv) > 1 else "SGD"
    optimizer = tf.keras.optimizers.get({"class_name": name, "config": {"learning_rate": 0.02}})


def train_step(inputs):
    images, labels = inputs
    with tf.GradientTape() as tape:
        predictions = model(images, training=True)
        loss = compute_loss(labels, predictions, model.losses)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_accuracy.update_state(labels, predictions)
    return loss


def test_step(inputs):
    images, labels = inputs
    test_loss.update_state(loss_object(labels, model(images, training=False)))
    context = tf.distribute.get_replica_context()
    ones = context.all_reduce(tf.distribute.ReduceOp.SUM, tf.ones([1]))
    assert ones.numpy() == [strategy.num_replicas_in_sync]
    return context.replica_id_in_sync_group


@tf.function
def distributed_train_step(dataset_inputs):
    per_replica_losses = strategy.run(train_step, args=(dataset_inputs,))
    return strategy.reduce(tf.distribute.ReduceOp.SUM, per_replica_losses, axis=None)


task_type, task_id = strategy.cluster_resolver.task_type, strategy.cluster_resolver.task_id
lines = []
for epoch in range(EPOCHS):
    total_loss, num_batches = 0.0, 0
    for x in train_dist_dataset:
        total_loss += distributed_train_step(x)
        num_batches += 1
    for x in test_dist_dataset:
        ids = strategy.gather(tf.reshape(strategy.run(test_step, args=(x,)), [1]), axis=0)
    lines.append(
        f"Epoch {epoch + 1}, Loss: {float(total_loss / num_batches):.4f}, "
        f"Accuracy: {float(train_accuracy.result()):.4f}, "
        f"Test Loss: {float(test_loss.result()):.4f}"
    )
    train_accuracy.reset_state()
    test_loss.reset_state()
assert ids.numpy().tolist() == list(range(strategy.num_replicas_in_sync))
weights = np.concatenate([w.ravel() for w in model.get_weights()])
rank = task_id or 0
for line in [*lines, f"weights {weights.tobytes().hex()}"]:
    os.write(1, f"[{rank}] {line}\n".encode())

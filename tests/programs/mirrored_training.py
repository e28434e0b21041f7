"""Training under a MirroredStrategy, as in the tutorial: scope, run, reduce, average losses."""

import os

import numpy as np
import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
print("Number of devices: {}".format(strategy.num_replicas_in_sync))
rng = np.random.RandomState(12)
train_images = rng.uniform(size=(32, 8, 8))[..., None].astype(np.float32)
train_labels = (train_images.mean(axis=(1, 2, 3)) > 0.5).astype(np.int64)
BATCH_SIZE_PER_REPLICA = 8
GLOBAL_BATCH_SIZE = BATCH_SIZE_PER_REPLICA * strategy.num_replicas_in_sync
train_dataset = tf.data.Dataset.from_tensor_slices((train_images, train_labels))
train_dist_dataset = strategy.experimental_distribute_dataset(
    train_dataset.batch(GLOBAL_BATCH_SIZE)
)


def dataset_fn(input_context):
    batch_size = input_context.get_per_replica_batch_size(GLOBAL_BATCH_SIZE)
    return tf.data.Dataset.from_tensor_slices((train_images[:16], train_labels[:16])).batch(
        batch_size
    )


test_dist_dataset = strategy.distribute_datasets_from_function(dataset_fn)


def create_model():
    regularizer = tf.keras.regularizers.L2(1e-3)
    model = tf.keras.Sequential(
        [
            tf.keras.Input(shape=(8, 8, 1)),
            tf.keras.layers.Conv2D(4, 3, activation="relu", kernel_regularizer=regularizer),
            tf.keras.layers.MaxPooling2D(),
            tf.keras.layers.Flatten(),
            tf.keras.layers.Dense(2, kernel_regularizer=regularizer),
        ]
    )
    model.set_weights([rng.normal(scale=0.3, size=w.shape) for w in model.get_weights()])
    return model


with strategy.scope():
    loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")

    def compute_loss(labels, predictions, model_losses):
        per_example_loss = loss_object(labels, predictions)
        loss = tf.nn.compute_average_loss(per_example_loss, global_batch_size=GLOBAL_BATCH_SIZE)
        if model_losses:
            loss += tf.nn.scale_regularization_loss(tf.add_n(model_losses))
        return loss

    test_loss = tf.keras.metrics.Mean(name="test_loss")
    train_accuracy = tf.keras.metrics.SparseCategoricalAccuracy(name="train_accuracy")
    model = create_model()
    optimizer = tf.keras.optimizers.Adam(learning_rate=0.01)
    checkpoint = tf.train.Checkpoint(optimizer=optimizer, model=model)


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
    context = tf.distribute.get_replica_context()
    loss = context.all_reduce(tf.distribute.ReduceOp.MEAN, loss_object(labels, model(images)))
    test_loss.update_state(loss)
    return tf.reduce_sum(loss)


@tf.function
def distributed_train_step(dataset_inputs):
    per_replica_losses = strategy.run(train_step, args=(dataset_inputs,))
    return strategy.reduce(tf.distribute.ReduceOp.SUM, per_replica_losses, axis=None)


for epoch in range(2):
    total_loss, num_batches = 0.0, 0
    for x in train_dist_dataset:
        total_loss += distributed_train_step(x)
        num_batches += 1
    for x in test_dist_dataset:
        per_replica = strategy.run(test_step, args=(x,))
        values = strategy.experimental_local_results(per_replica)
    checkpoint.save(os.path.join("training_checkpoints", "ckpt"))
    print(
        "Epoch %d, Loss: %.5f, Accuracy: %.4f, Test Loss: %.5f, last %.5f of %d"
        % (
            epoch + 1,
            total_loss / num_batches,
            train_accuracy.result(),
            test_loss.result(),
            values[0],
            len(values),
        )
    )
    test_loss.reset_state()
    train_accuracy.reset_state()
print(tf.distribute.has_strategy(), tf.distribute.in_cross_replica_context())
with strategy.scope():
    print(tf.distribute.has_strategy(), tf.distribute.get_strategy() is strategy)
    print(tf.distribute.in_cross_replica_context(), tf.distribute.get_replica_context() is None)

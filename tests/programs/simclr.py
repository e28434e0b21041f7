"""SimCLR: NT-Xent loss, projection head, LARS by hand, warm-up and cosine decay as a schedule class."""
# keras: 2

import math

import numpy as np
import tensorflow as tf

LARGE_NUM = 1e9
rng = np.random.RandomState(11)


class WarmUpAndCosineDecay(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, base_learning_rate, warmup_steps, total_steps, name=None):
        super(WarmUpAndCosineDecay, self).__init__()
        self.base_learning_rate = base_learning_rate
        self.warmup_steps = warmup_steps
        self.total_steps = total_steps
        self._name = name

    def __call__(self, step):
        with tf.name_scope(self._name or "WarmUpAndCosineDecay"):
            step = tf.cast(step, tf.float32)
            learning_rate = step / float(self.warmup_steps) * self.base_learning_rate
            cosine_decay = 0.5 * (
                1.0
                + tf.cos(
                    math.pi * (step - self.warmup_steps) / (self.total_steps - self.warmup_steps)
                )
            )
            return tf.where(
                step < self.warmup_steps, learning_rate, self.base_learning_rate * cosine_decay
            )

    def get_config(self):
        return {"base_learning_rate": self.base_learning_rate, "warmup_steps": self.warmup_steps}


def add_contrastive_loss(hidden, hidden_norm=True, temperature=1.0):
    if hidden_norm:
        hidden = tf.math.l2_normalize(hidden, -1)
    hidden1, hidden2 = tf.split(hidden, 2, 0)
    batch_size = tf.shape(hidden1)[0]
    labels = tf.one_hot(tf.range(batch_size), batch_size * 2)
    masks = tf.one_hot(tf.range(batch_size), batch_size)
    logits_aa = tf.matmul(hidden1, hidden1, transpose_b=True) / temperature
    logits_aa = logits_aa - masks * LARGE_NUM
    logits_bb = tf.matmul(hidden2, hidden2, transpose_b=True) / temperature
    logits_bb = logits_bb - masks * LARGE_NUM
    logits_ab = tf.matmul(hidden1, hidden2, transpose_b=True) / temperature
    logits_ba = tf.matmul(hidden2, hidden1, transpose_b=True) / temperature
    loss_a = tf.nn.softmax_cross_entropy_with_logits(labels, tf.concat([logits_ab, logits_aa], 1))
    loss_b = tf.nn.softmax_cross_entropy_with_logits(labels, tf.concat([logits_ba, logits_bb], 1))
    return tf.reduce_mean(loss_a + loss_b), logits_ab, labels


class ProjectionHead(tf.keras.layers.Layer):
    def __init__(self, out_dim, num_layers, **kwargs):
        super(ProjectionHead, self).__init__(**kwargs)
        self.linear_layers = []
        for j in range(num_layers):
            self.linear_layers.append(
                tf.keras.layers.Dense(
                    out_dim,
                    use_bias=j != num_layers - 1,
                    activation=tf.nn.relu if j != num_layers - 1 else None,
                    kernel_regularizer=tf.keras.regularizers.l2(1e-4),
                    name="nl_%d" % j,
                )
            )

    def call(self, inputs, training):
        hiddens_list = [tf.identity(inputs, "proj_head_input")]
        for layer in self.linear_layers:
            hiddens_list.append(layer(hiddens_list[-1], training=training))
        return tf.identity(hiddens_list[-1], "proj_head_output"), hiddens_list[1]


class Model(tf.keras.models.Model):
    def __init__(self, **kwargs):
        super(Model, self).__init__(**kwargs)
        self.encoder = tf.keras.Sequential(
            [
                tf.keras.layers.Conv2D(4, 3, 2, "same", activation=tf.nn.relu),
                tf.keras.layers.GlobalAveragePooling2D(),
            ]
        )
        self.head = ProjectionHead(6, 2, name="head")

    def __call__(self, inputs, training):
        features = tf.split(inputs, num_or_size_splits=2, axis=-1)
        hiddens = self.encoder(tf.concat(features, 0), training=training)
        return self.head(hiddens, training)


def augment(image, seed):
    image = tf.image.stateless_random_flip_left_right(image, seed)
    image = tf.image.stateless_random_brightness(image, 0.4, seed)
    image = tf.image.stateless_random_contrast(image, 0.6, 1.4, seed=seed)
    image = tf.image.stateless_random_crop(image, [8, 8, 3], seed)
    return tf.clip_by_value(image, 0.0, 1.0)


def pairs(index, image):
    index = tf.cast(index, tf.int32)
    return tf.concat([augment(image, [1, index]), augment(image, (2, index))], -1)


images = rng.uniform(size=(12, 10, 10, 3)).astype(np.float32)
dataset = tf.data.Dataset.from_tensor_slices(images).enumerate()
dataset = dataset.map(pairs, num_parallel_calls=tf.data.AUTOTUNE, deterministic=True).batch(6)
model = Model()
for batch in dataset.take(1):
    model(batch, training=False)
    print("batch", batch.shape, "%.5f" % tf.reduce_mean(batch))
for w in model.trainable_weights:
    w.assign(rng.normal(scale=0.4, size=w.shape))
schedule = WarmUpAndCosineDecay(0.5, 2, 10)
print([round(float(schedule(s)), 5) for s in range(5)])
optimizer = tf.keras.optimizers.SGD(schedule, momentum=0.9, nesterov=True)
for epoch in range(2):
    for batch in dataset:
        with tf.GradientTape() as tape:
            projection, _ = model(batch, training=True)
            con_loss, logits, labels = add_contrastive_loss(projection, temperature=0.5)
            weight_decay = tf.add_n(model.losses)
            loss = con_loss + weight_decay
        grads = tape.gradient(loss, model.trainable_variables)
        scaled = []
        for g, w in zip(grads, model.trainable_variables):
            w_norm, g_norm = tf.norm(w, ord=2), tf.norm(g, ord=2)
            trust = tf.where(
                tf.greater(w_norm, 0), tf.where(tf.greater(g_norm, 0), w_norm / g_norm, 1.0), 1.0
            )
            scaled.append(0.05 * trust * g)
        optimizer.apply_gradients(zip(scaled, model.trainable_variables))
        top1 = tf.argmax(labels[:, :6], 1) == tf.argmax(logits, 1)
        print("loss %.5f decay %.6f" % (con_loss, weight_decay), int(tf.math.count_nonzero(top1)))

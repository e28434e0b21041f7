"""Private SGD: a gradient for each example by vectorized_map, map_fn and jacobian; clipping; noise."""

import functools

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(10)
x = tf.constant(rng.normal(size=(10, 5)), dtype=tf.float32)
y = tf.constant(rng.randint(0, 3, size=(10,)), dtype=tf.int32)
w1 = tf.Variable(tf.convert_to_tensor(rng.normal(scale=0.5, size=(5, 4)), tf.float32), name="w1")
b1 = tf.Variable(tf.zeros((4,), tf.float32), name="b1")
w2 = tf.Variable(tf.cast(rng.normal(scale=0.5, size=(4, 3)), tf.float32), name="w2")
params = [w1, b1, w2]


def model(x):
    return tf.matmul(tf.nn.gelu(tf.nn.bias_add(tf.matmul(x, w1), b1)), w2)


def example_loss(xi, yi):
    logits = model(tf.expand_dims(xi, 0))
    return tf.squeeze(
        tf.nn.sparse_softmax_cross_entropy_with_logits(labels=yi[tf.newaxis], logits=logits)
    )


def grad_one(pair):
    xi, yi = pair
    with tf.GradientTape() as tape:
        loss = example_loss(xi, yi)
    return tape.gradient(loss, params)


by_map = tf.map_fn(
    grad_one, (x, y), fn_output_signature=[tf.TensorSpec(p.shape, p.dtype) for p in params]
)
by_vector = tf.vectorized_map(grad_one, (x, y))
with tf.GradientTape() as tape:
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=model(x))
by_jacobian = tape.jacobian(losses, params)
for a, b, c in zip(by_map, by_vector, by_jacobian):
    tf.debugging.assert_near(a, b, atol=1e-6)
    tf.debugging.assert_near(a, c, atol=1e-6)
print([tuple(g.shape) for g in by_map])


def clip(grads, l2_norm_clip):
    flat = tf.nest.flatten(grads)
    clipped, norm = tf.clip_by_global_norm(flat, l2_norm_clip)
    return tf.nest.pack_sequence_as(grads, clipped), norm


@functools.partial(tf.function, reduce_retracing=True)
def private_step(x, y, l2_norm_clip, noise_multiplier, step):
    per_example = tf.vectorized_map(grad_one, (x, y))
    clipped, norms = tf.vectorized_map(lambda g: clip(g, l2_norm_clip), per_example)
    summed = [tf.reduce_sum(g, axis=0) for g in clipped]
    noised = []
    for i, g in enumerate(summed):
        noise = tf.random.stateless_normal(g.shape, tf.stack([step, i]), stddev=1.0)
        noised.append((g + l2_norm_clip * noise_multiplier * noise) / tf.cast(len(x), tf.float32))
    return noised, norms


opt = tf.optimizers.SGD(learning_rate=0.5)
for step in range(5):
    grads, norms = private_step(x, y, 0.8, 0.05, tf.constant(step))
    opt.apply_gradients(list(zip(grads, params)))
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=model(x)))
    median = tf.sort(norms)[len(norms) // 2]
    print(
        "step %d loss %.5f median norm %.5f clipped %d"
        % (step, loss, median, tf.reduce_sum(tf.cast(norms > 0.8, tf.int32)))
    )

scan = tf.scan(lambda a, g: 0.9 * a + tf.reduce_sum(g), by_map[1], initializer=tf.constant(0.0))
fold = tf.foldl(lambda a, g: a + g, by_map[1])
print("scan", scan.numpy().round(5)[-3:].tolist(), "fold", fold.numpy().round(5).tolist())

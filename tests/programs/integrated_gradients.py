"""The integrated gradients tutorial: interpolated images, batches of gradients, the trapezoid rule."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(1)
model = tf.keras.Sequential(
    [
        tf.keras.layers.InputLayer(input_shape=(10, 10, 3)),
        tf.keras.layers.Conv2D(4, (3, 3), activation="swish"),
        tf.keras.layers.AveragePooling2D(2),
        tf.keras.layers.Conv2D(5, (2, 2), activation=tf.nn.leaky_relu),
        tf.keras.layers.GlobalMaxPooling2D(),
        tf.keras.layers.Dense(5),
    ]
)
model.set_weights([rng.normal(scale=0.5, size=w.shape) for w in model.get_weights()])

image = tf.image.convert_image_dtype(rng.randint(0, 255, (14, 12, 3)).astype(np.uint8), tf.float32)
image = tf.image.resize_with_pad(image, target_height=10, target_width=10)
baseline = tf.zeros(shape=(10, 10, 3))
m_steps = 12
alphas = tf.linspace(start=0.0, stop=1.0, num=m_steps + 1)


def interpolate_images(baseline, image, alphas):
    alphas_x = alphas[:, tf.newaxis, tf.newaxis, tf.newaxis]
    baseline_x = tf.expand_dims(baseline, axis=0)
    input_x = tf.expand_dims(image, axis=0)
    return baseline_x + alphas_x * (input_x - baseline_x)


def compute_gradients(images, target_class_idx):
    with tf.GradientTape() as tape:
        tape.watch(images)
        logits = model(images)
        probs = tf.nn.softmax(logits, axis=-1)[:, target_class_idx]
    return tape.gradient(probs, images)


def integral_approximation(gradients):
    grads = (gradients[:-1] + gradients[1:]) / tf.constant(2.0)
    return tf.math.reduce_mean(grads, axis=0)


@tf.function
def one_batch(baseline, image, alpha_batch, target_class_idx):
    interpolated = interpolate_images(baseline=baseline, image=image, alphas=alpha_batch)
    return compute_gradients(images=interpolated, target_class_idx=target_class_idx)


def integrated_gradients(baseline, image, target_class_idx, m_steps=50, batch_size=32):
    alphas = tf.linspace(start=0.0, stop=1.0, num=m_steps + 1)
    gradient_batches = []
    for alpha in tf.range(0, len(alphas), batch_size):
        from_ = alpha
        to = tf.minimum(from_ + batch_size, len(alphas))
        alpha_batch = alphas[from_:to]
        gradient_batches.append(one_batch(baseline, image, alpha_batch, target_class_idx))
    total_gradients = tf.concat(gradient_batches, axis=0)
    avg_gradients = integral_approximation(gradients=total_gradients)
    return (image - baseline) * avg_gradients


pred_proba = tf.nn.softmax(model(interpolate_images(baseline, image, alphas)))
top = int(tf.argmax(pred_proba[-1]))
print("top", top, pred_proba[:, top].numpy().round(4).tolist())
grads = compute_gradients(interpolate_images(baseline, image, alphas), top)
average_grads = tf.reduce_mean(grads, axis=[1, 2, 3])
normalized = (average_grads - tf.math.reduce_min(average_grads)) / (
    tf.math.reduce_max(average_grads) - tf.reduce_min(average_grads)
)
print(normalized.numpy().round(4).tolist())
ig = integrated_gradients(baseline, image, top, m_steps=240, batch_size=64)
mask = tf.reduce_sum(tf.math.abs(ig), axis=-1)
print(mask.shape, "%.5f" % tf.reduce_sum(ig), mask[4, :4].numpy().round(5).tolist())
gap = pred_proba[-1, top] - pred_proba[0, top]
print("completeness %.4f %.4f" % (gap, tf.math.reduce_sum(ig)))
tf.debugging.assert_near(tf.reduce_sum(ig), gap, rtol=0.05)
top3 = tf.math.top_k(tf.reshape(mask, [-1]), k=3)
print(top3.indices.numpy(), top3.values.numpy().round(5))

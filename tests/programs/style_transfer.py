"""Neural style transfer in small: an image is the variable, Gram matrices of fixed filters the style."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)
filters = [
    tf.constant(rng.normal(scale=0.3, size=s), tf.float32) for s in [(3, 3, 3, 6), (3, 3, 6, 8)]
]
content_image = tf.constant(rng.uniform(size=(1, 12, 12, 3)), tf.float32)
style_image = tf.constant(rng.uniform(size=(1, 12, 12, 3)), tf.float32)
style_weight, content_weight, total_variation_weight = 1e-2, 1e1, 1e-3


def vgg(image):
    outputs, x = [], image * 2.0 - 1.0
    for kernel in filters:
        x = tf.nn.relu(tf.nn.conv2d(x, kernel, strides=1, padding="SAME"))
        outputs.append(x)
        x = tf.nn.avg_pool2d(x, 2, 2, "VALID")
    return outputs


def gram_matrix(input_tensor):
    result = tf.linalg.einsum("bijc,bijd->bcd", input_tensor, input_tensor)
    input_shape = tf.shape(input_tensor)
    num_locations = tf.cast(input_shape[1] * input_shape[2], tf.float32)
    return result / num_locations


def clip_0_1(image):
    return tf.clip_by_value(image, clip_value_min=0.0, clip_value_max=1.0)


style_targets = [gram_matrix(x) for x in vgg(style_image)]
content_target = vgg(content_image)[-1]


def style_content_loss(outputs):
    style_loss = tf.add_n(
        [tf.reduce_mean((gram_matrix(o) - t) ** 2) for o, t in zip(outputs, style_targets)]
    )
    content_loss = tf.add_n([tf.reduce_mean((outputs[-1] - content_target) ** 2)])
    return style_loss * style_weight / len(outputs) + content_loss * content_weight


opt = tf.keras.optimizers.Adam(learning_rate=0.02, beta_1=0.99, epsilon=1e-1)
image = tf.Variable(style_image)


@tf.function()
def train_step(image):
    with tf.GradientTape() as tape:
        loss = style_content_loss(vgg(image))
        loss += total_variation_weight * tf.reduce_sum(tf.image.total_variation(image))
    grad = tape.gradient(loss, image)
    opt.apply_gradients([(grad, image)])
    image.assign(clip_0_1(image))
    return loss


for step in range(1, 6):
    print("Train step: {} loss {:.6f}".format(step, train_step(image)))
print("mean {:.5f}".format(tf.reduce_mean(image)))

"""DeepDream with octaves and tiles, on an image of open size."""

import numpy as np
import tensorflow as tf

base = tf.keras.Sequential(
    [
        tf.keras.Input((None, None, 3)),
        tf.keras.layers.Conv2D(4, 3, activation="relu", name="mixed3"),
        tf.keras.layers.Conv2D(4, 3, strides=2, activation="swish", name="mixed5"),
    ]
)
rng = np.random.RandomState(0)
base.set_weights([rng.normal(0, 0.3, w.shape) for w in base.get_weights()])
dream_model = tf.keras.Model(
    inputs=base.inputs, outputs=[base.get_layer(n).output for n in ["mixed3", "mixed5"]]
)


def calc_loss(img, model):
    img_batch = tf.expand_dims(img, axis=0)
    layer_activations = model(img_batch)
    if len(layer_activations) == 1:
        layer_activations = [layer_activations]
    losses = []
    for act in layer_activations:
        losses.append(tf.math.reduce_mean(act))
    return tf.reduce_sum(losses)


class DeepDream(tf.Module):
    def __init__(self, model):
        self.model = model

    @tf.function(
        input_signature=(
            tf.TensorSpec(shape=[None, None, 3], dtype=tf.float32),
            tf.TensorSpec(shape=[], dtype=tf.int32),
            tf.TensorSpec(shape=[], dtype=tf.float32),
        )
    )
    def __call__(self, img, steps, step_size):
        loss = tf.constant(0.0)
        for n in tf.range(steps):
            with tf.GradientTape() as tape:
                tape.watch(img)
                loss = calc_loss(img, self.model)
            gradients = tape.gradient(loss, img)
            gradients /= tf.math.reduce_std(gradients) + 1e-8
            img = img + gradients * step_size
            img = tf.clip_by_value(img, -1, 1)
        return loss, img


img = tf.constant(rng.uniform(-1, 1, (20, 24, 3)).astype(np.float32))
loss, out = DeepDream(dream_model)(img, tf.constant(5), tf.constant(0.01))
print("%.6f %.6f" % (loss, tf.reduce_mean(out)))
OCTAVE_SCALE = 1.30
base_shape = tf.shape(img)[:-1]
float_base_shape = tf.cast(base_shape, tf.float32)
for n in range(-1, 2):
    new_shape = tf.cast(float_base_shape * (OCTAVE_SCALE**n), tf.int32)
    im = tf.image.resize(img, new_shape).numpy()
    loss, o = DeepDream(dream_model)(
        img=im, steps=tf.constant(2), step_size=tf.convert_to_tensor(0.01)
    )
    print(new_shape.numpy(), "%.6f" % loss)


class TiledGradients(tf.Module):
    def __init__(self, model):
        self.model = model

    @tf.function(
        input_signature=(
            tf.TensorSpec([None, None, 3], tf.float32),
            tf.TensorSpec([2], tf.int32),
            tf.TensorSpec([], tf.int32),
        )
    )
    def __call__(self, img, img_size, tile_size=512):
        shift = tf.constant([3, 5])
        img_rolled = tf.roll(img, shift=shift, axis=[0, 1])
        gradients = tf.zeros_like(img_rolled)
        xs = tf.range(0, img_size[1], tile_size)[:-1]
        if not tf.cast(len(xs), bool):
            xs = tf.constant([0])
        ys = tf.range(0, img_size[0], tile_size)[:-1]
        if not tf.cast(len(ys), bool):
            ys = tf.constant([0])
        for x in xs:
            for y in ys:
                with tf.GradientTape() as tape:
                    tape.watch(img_rolled)
                    img_tile = img_rolled[y : y + tile_size, x : x + tile_size]
                    loss = calc_loss(img_tile, self.model)
                gradients = gradients + tape.gradient(loss, img_rolled)
        gradients = tf.roll(gradients, shift=-shift, axis=[0, 1])
        gradients /= tf.math.reduce_std(gradients) + 1e-8
        return gradients


g = TiledGradients(dream_model)(img, tf.constant([20, 24]), tf.constant(10))
print("%.6f" % tf.reduce_sum(tf.abs(g)))
img8 = tf.cast(255 * (out + 1.0) / 2.0, tf.uint8)
print(img8.dtype, int(tf.reduce_max(tf.cast(img8, tf.int32))))

"""Grad-CAM and saliency: a functional CNN, a model of its inner outputs, heat maps resized."""

import numpy as np
import tensorflow as tf
from tensorflow import keras

rng = np.random.RandomState(0)


def make_model(input_shape, num_classes):
    inputs = keras.Input(shape=input_shape)
    x = keras.layers.Rescaling(1.0 / 255)(inputs)
    x = keras.layers.Conv2D(4, 3, strides=2, padding="same", name="stem")(x)
    x = keras.layers.BatchNormalization()(x)
    x = keras.layers.Activation("relu")(x)
    previous = x
    for size in [6, 8]:
        x = keras.layers.SeparableConv2D(size, 3, padding="same")(x)
        x = keras.layers.BatchNormalization()(x)
        x = keras.layers.MaxPooling2D(3, strides=2, padding="same")(x)
        residual = keras.layers.Conv2D(size, 1, strides=2, padding="same")(previous)
        x = keras.layers.add([x, residual])
        previous = x
    x = keras.layers.Conv2D(8, 3, padding="same", activation="relu", name="last_conv")(x)
    x = keras.layers.GlobalAveragePooling2D()(x)
    return keras.Model(inputs, keras.layers.Dense(num_classes)(x))


model = make_model((16, 16, 3), 4)
weights = [rng.normal(scale=0.4, size=w.shape) for w in model.get_weights()]
for w, v in zip(weights, model.weights):
    if "variance" in v.name:
        np.abs(w, out=w)
model.set_weights(weights)


def make_gradcam_heatmap(img_array, model, last_conv_layer_name, pred_index=None):
    grad_model = keras.models.Model(
        model.inputs, [model.get_layer(last_conv_layer_name).output, model.output]
    )
    with tf.GradientTape() as tape:
        last_conv_layer_output, preds = grad_model(img_array)
        if pred_index is None:
            pred_index = tf.argmax(preds[0])
        class_channel = preds[:, pred_index]
    grads = tape.gradient(class_channel, last_conv_layer_output)
    pooled_grads = tf.reduce_mean(grads, axis=(0, 1, 2))
    last_conv_layer_output = last_conv_layer_output[0]
    heatmap = last_conv_layer_output @ pooled_grads[..., tf.newaxis]
    heatmap = tf.squeeze(heatmap)
    heatmap = tf.maximum(heatmap, 0) / tf.math.reduce_max(heatmap)
    return heatmap.numpy(), int(pred_index)


img = np.uint8(rng.uniform(0, 255, size=(16, 16, 3)))
array = np.expand_dims(keras.utils.img_to_array(img), axis=0)
heatmap, index = make_gradcam_heatmap(array, model, "last_conv")
print("class", index, heatmap.shape, heatmap.round(4).tolist())
big = tf.image.resize(heatmap[..., None], (16, 16), method="bicubic")
print("resized %.5f" % float(tf.reduce_sum(big)))
jet = np.stack([np.linspace(0, 1, 256), np.zeros(256), np.linspace(1, 0, 256)], -1)
superimposed = jet[np.uint8(255 * np.clip(big[..., 0], 0, 1))] * 0.4 * 255 + img
picture = keras.utils.array_to_img(superimposed)
print("picture", picture.size, picture.mode)

images = tf.Variable(array, dtype=tf.float32)
with tf.GradientTape() as tape:
    pred = model(images, training=False)
    loss = pred[0][np.argsort(pred.numpy().squeeze())[::-1][0]]
grads = tape.gradient(loss, images)
dgrad_abs = tf.math.abs(grads)
dgrad_max_ = np.max(dgrad_abs, axis=3)[0]
arr_min, arr_max = np.min(dgrad_max_), np.max(dgrad_max_)
grad_eval = (dgrad_max_ - arr_min) / (arr_max - arr_min + 1e-18)
print("saliency", grad_eval[:2, :4].round(4).tolist())


@tf.custom_gradient
def guided_relu(x):
    def grad(dy):
        return tf.cast(dy > 0, "float32") * tf.cast(x > 0, "float32") * dy

    return tf.nn.relu(x), grad


for layer in model.layers:
    if hasattr(layer, "activation") and layer.activation == tf.keras.activations.relu:
        layer.activation = guided_relu
        print("guided", layer.name)
with tf.GradientTape() as tape:
    tape.watch(images)
    outputs = model(images)[:, index]
print("guided %.6f" % tf.norm(tape.gradient(outputs, images)).numpy())

"""Grad-CAM and guided backpropagation on a Sequential model of Keras 2."""
# keras: 2

import numpy as np
import tensorflow as tf
from tensorflow.keras.models import Sequential, load_model, Model
from tensorflow.keras.layers import *
from tensorflow.keras import backend as K

model = Sequential()
model.add(
    Conv2D(4, (3, 3), input_shape=(16, 16, 3), padding="same", activation="relu", name="conv1")
)
model.add(MaxPooling2D(pool_size=(2, 2)))
model.add(Conv2D(6, (3, 3), padding="same"))
model.add(Activation("relu", name="last_conv"))
model.add(Flatten())
model.add(Dense(10))
model.add(Dropout(rate=0.3))
model.add(Dense(4, activation="softmax"))
rng = np.random.RandomState(0)
model.set_weights([rng.normal(0, 0.1, size=w.shape) for w in model.get_weights()])
model.compile(
    loss="categorical_crossentropy",
    optimizer=tf.keras.optimizers.SGD(lr=0.01, momentum=0.9, nesterov=True),
    metrics=["accuracy"],
)
X = rng.rand(12, 16, 16, 3).astype(np.float32)
Y = tf.keras.utils.to_categorical(rng.randint(0, 4, 12), num_classes=4)
score = model.evaluate(X, Y, verbose=0)
print(["%.4f" % s for s in score], model.metrics_names)


class GradCAM:
    def __init__(self, model, classIdx, layerName=None):
        self.model, self.classIdx, self.layerName = model, classIdx, layerName
        if self.layerName is None:
            self.layerName = self.find_target_layer()

    def find_target_layer(self):
        for layer in reversed(self.model.layers):
            if len(layer.output_shape) == 4:
                return layer.name
        raise ValueError("Could not find 4D layer. Cannot apply GradCAM.")

    def compute_heatmap(self, image, eps=1e-8):
        gradModel = Model(
            inputs=[self.model.inputs],
            outputs=[self.model.get_layer(self.layerName).output, self.model.output],
        )
        with tf.GradientTape() as tape:
            inputs = tf.cast(image, tf.float32)
            (convOutputs, predictions) = gradModel(inputs)
            loss = predictions[:, self.classIdx]
        grads = tape.gradient(loss, convOutputs)
        castConvOutputs = tf.cast(convOutputs > 0, "float32")
        castGrads = tf.cast(grads > 0, "float32")
        guidedGrads = castConvOutputs * castGrads * grads
        convOutputs = convOutputs[0]
        guidedGrads = guidedGrads[0]
        weights = tf.reduce_mean(guidedGrads, axis=(0, 1))
        cam = tf.reduce_sum(tf.multiply(weights, convOutputs), axis=-1)
        heatmap = cam.numpy()
        numer = heatmap - np.min(heatmap)
        denom = (heatmap.max() - heatmap.min()) + eps
        return (numer / denom * 255).astype("uint8")


cam = GradCAM(model, 2)
print(cam.layerName)
h = cam.compute_heatmap(np.expand_dims(X[0], 0))
print(h.shape, int(h.sum()) // 100)


# guided backprop
@tf.custom_gradient
def guidedRelu(x):
    def grad(dy):
        return tf.cast(dy > 0, "float32") * tf.cast(x > 0, "float32") * dy

    return tf.nn.relu(x), grad


model.save("m.h5")
layer_dict = [layer for layer in model.layers[1:] if hasattr(layer, "activation")]
for layer in layer_dict:
    if layer.activation == tf.keras.activations.relu:
        layer.activation = guidedRelu
with tf.GradientTape() as tape:
    inputs = tf.cast(X[:1], tf.float32)
    tape.watch(inputs)
    outputs = model(inputs)[0]
g = tape.gradient(outputs, inputs)[0]
get = K.function([model.layers[0].input], [model.get_layer("last_conv").output])
print(get([X[:2]])[0].shape)
again = load_model("m.h5")
print(np.allclose(again.predict(X, verbose=0)[0].sum(), 1, atol=1e-5))
print(
    [l.name for l in model.layers][:2],
    model.layers[0].get_config()["filters"],
    model.count_params(),
    model.input_shape,
    model.output_shape,
)

"""PixelCNN in the manner of an example of Keras: masked convolutions, pixels drawn one by one."""

# keras: 3
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

tf.keras.utils.set_random_seed(1)


class PixelConvLayer(layers.Layer):
    def __init__(self, mask_type, **kwargs):
        super().__init__()
        self.mask_type = mask_type
        self.conv = layers.Conv2D(**kwargs)

    def build(self, input_shape):
        self.conv.build(input_shape)
        kernel_shape = (
            self.conv.kernel.get_shape()
            if hasattr(self.conv.kernel, "get_shape")
            else self.conv.kernel.shape
        )
        self.mask = np.zeros(shape=kernel_shape)
        self.mask[: kernel_shape[0] // 2, ...] = 1.0
        self.mask[kernel_shape[0] // 2, : kernel_shape[1] // 2, ...] = 1.0
        if self.mask_type == "B":
            self.mask[kernel_shape[0] // 2, kernel_shape[1] // 2, ...] = 1.0

    def call(self, inputs):
        self.conv.kernel.assign(self.conv.kernel * self.mask)
        return self.conv(inputs)


class ResidualBlock(keras.layers.Layer):
    def __init__(self, filters, **kwargs):
        super().__init__(**kwargs)
        self.conv1 = keras.layers.Conv2D(filters=filters, kernel_size=1, activation="relu")
        self.pixel_conv = PixelConvLayer(
            mask_type="B", filters=filters // 2, kernel_size=3, activation="relu", padding="same"
        )
        self.conv2 = keras.layers.Conv2D(filters=filters, kernel_size=1, activation="relu")

    def call(self, inputs):
        x = self.conv1(inputs)
        x = self.pixel_conv(x)
        x = self.conv2(x)
        return keras.layers.add([inputs, x])


inputs = keras.Input(shape=(8, 8, 1), batch_size=4)
x = PixelConvLayer(mask_type="A", filters=8, kernel_size=7, activation="relu", padding="same")(
    inputs
)
for _ in range(2):
    x = ResidualBlock(filters=8)(x)
for _ in range(2):
    x = PixelConvLayer(
        mask_type="B", filters=8, kernel_size=1, strides=1, activation="relu", padding="valid"
    )(x)
out = keras.layers.Conv2D(
    filters=1, kernel_size=1, strides=1, activation="sigmoid", padding="valid"
)(x)
model = keras.Model(inputs, out)
rs = np.random.RandomState(0)
for w in model.weights:
    w.assign(rs.randn(*w.shape).astype("float32") * 0.2)
data = (rs.rand(16, 8, 8, 1) > 0.5).astype("float32")
model.compile(optimizer=keras.optimizers.Adam(learning_rate=5e-4), loss="binary_crossentropy")
h = model.fit(
    x=data, y=data, batch_size=4, epochs=2, validation_split=0.25, verbose=0, shuffle=False
)
print({k: np.round(v, 5).tolist() for k, v in h.history.items()})
batch, rows, cols, channels = (4, 8, 8, 1)
pixels = np.zeros((4, 8, 8, 1))
for row in range(2):
    for col in range(cols):
        probs = model.predict(pixels, verbose=0)[:, row, col, :]
        pixels[:, row, col, :] = tf.math.ceil(probs - 0.5)
print(pixels.sum())
print(model.count_params(), [l.name for l in model.layers][1:3])

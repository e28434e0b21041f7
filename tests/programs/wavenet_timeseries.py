"""Forecasting: windows with tf.data and timeseries_dataset_from_array, causal convolutions, baselines."""
# keras: 2

import numpy as np
import tensorflow as tf

time = np.arange(120, dtype="float32")
rng = np.random.RandomState(42)
series = 10 + 0.05 * time + 3 * np.sin(time / 5) + rng.randn(120).astype("float32") * 0.5
split_time, window_size, batch_size = 90, 10, 8
mean, std = series[:split_time].mean(), series[:split_time].std()
normal = ((series - mean) / std).astype("float32")


def windowed_dataset(series, window_size, batch_size, shuffle_buffer=None):
    series = tf.expand_dims(series, axis=-1)
    ds = tf.data.Dataset.from_tensor_slices(series)
    ds = ds.window(window_size + 1, shift=1, drop_remainder=True)
    ds = ds.flat_map(lambda w: w.batch(window_size + 1))
    ds = ds.map(lambda w: (w[:-1], w[1:]))
    return ds.batch(batch_size).prefetch(1)


class GatedUnit(tf.keras.layers.Layer):
    def __init__(self, filters, dilation, **kwargs):
        super().__init__(**kwargs)
        self.filter_conv = tf.keras.layers.Conv1D(
            filters, 2, padding="causal", dilation_rate=dilation
        )
        self.gate_conv = tf.keras.layers.Conv1D(
            filters, 2, padding="causal", dilation_rate=dilation
        )
        self.skip = tf.keras.layers.Conv1D(filters, 1)

    def call(self, x):
        z = tf.tanh(self.filter_conv(x)) * tf.sigmoid(self.gate_conv(x))
        z = self.skip(z)
        return z + x, z


inputs = tf.keras.layers.Input(shape=[None, 1])
x = tf.keras.layers.Conv1D(4, 2, padding="causal")(inputs)
skip_to_last = []
for dilation_rate in [2**i for i in range(3)]:
    x, skip = GatedUnit(4, dilation_rate)(x)
    skip_to_last.append(skip)
x = tf.keras.activations.relu(tf.keras.layers.Add()(skip_to_last))
outputs = tf.keras.layers.Conv1D(1, 1)(x)
model = tf.keras.models.Model(inputs=[inputs], outputs=[outputs])
model.set_weights([rng.normal(scale=0.4, size=w.shape) for w in model.get_weights()])

lr_schedule = tf.keras.callbacks.LearningRateScheduler(lambda epoch: 1e-3 * 10 ** (epoch / 4))
model.compile(
    loss=tf.keras.losses.Huber(),
    optimizer=tf.keras.optimizers.SGD(learning_rate=1e-3, momentum=0.9),
    metrics=["mae"],
)
train_set = windowed_dataset(normal[:split_time], window_size, batch_size)
history = model.fit(train_set, epochs=4, callbacks=[lr_schedule], verbose=0)
rates = history.history.get("lr", history.history.get("learning_rate"))
print("rates", [round(float(r), 6) for r in rates])
print("loss", [round(v, 5) for v in history.history["loss"]])


def model_forecast(model, series, window_size):
    ds = tf.data.Dataset.from_tensor_slices(series)
    ds = ds.window(window_size, shift=1, drop_remainder=True)
    ds = ds.flat_map(lambda w: w.batch(window_size))
    return model.predict(ds.batch(32).prefetch(1), verbose=0)


forecast = model_forecast(model, normal[split_time - window_size : -1, np.newaxis], window_size)[
    :, -1, 0
]
valid = normal[split_time:]
print("forecast", forecast.shape, forecast[:3].round(4).tolist())
naive = normal[split_time - 1 : -1]
for name, values in (("model", forecast), ("naive", naive)):
    mae = tf.keras.metrics.mean_absolute_error(valid, values).numpy()
    mse = tf.keras.losses.mean_squared_error(valid, values).numpy()
    print(name, "mae %.5f mse %.5f" % (mae, mse))

delayed = tf.keras.utils.timeseries_dataset_from_array(
    normal[:-5], normal[5:], sequence_length=5, sampling_rate=2, sequence_stride=7, batch_size=4
)
for samples, targets in delayed.take(1):
    print(samples.shape, targets.numpy().round(4).tolist())
rnn = tf.keras.Sequential(
    [
        tf.keras.layers.Lambda(lambda x: tf.expand_dims(x, axis=-1), input_shape=[None]),
        tf.keras.layers.Bidirectional(tf.keras.layers.SimpleRNN(4, return_sequences=True)),
        tf.keras.layers.SimpleRNN(3),
        tf.keras.layers.Dense(1),
        tf.keras.layers.Lambda(lambda x: x * 2.0),
    ]
)
rnn.set_weights([rng.normal(scale=0.4, size=w.shape) for w in rnn.get_weights()])
rnn.compile("adam", "mse")
print("rnn", [round(rnn.train_on_batch(s, t), 5) for s, t in delayed.take(3)])

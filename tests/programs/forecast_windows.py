"""Forecasts from windows: recurrent layers of every kind, a cell fed with its own output."""
# keras: 2

import os
import datetime
import numpy as np
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import tensorflow as tf

t = np.arange(120)
data = np.stack([np.sin(t / 5), np.cos(t / 7), t / 120.0], 1).astype(np.float32)
columns = ["T", "p", "year"]


class WindowGenerator:
    def __init__(self, input_width, label_width, shift, label_columns=None):
        self.train = data[:80]
        self.val = data[80:]
        self.label_columns = label_columns
        if label_columns is not None:
            self.label_columns_indices = {name: i for i, name in enumerate(label_columns)}
        self.column_indices = {name: i for i, name in enumerate(columns)}
        self.input_width, self.label_width, self.shift = input_width, label_width, shift
        self.total_window_size = input_width + shift
        self.input_slice = slice(0, input_width)
        self.label_start = self.total_window_size - self.label_width
        self.labels_slice = slice(self.label_start, None)

    def split_window(self, features):
        inputs = features[:, self.input_slice, :]
        labels = features[:, self.labels_slice, :]
        if self.label_columns is not None:
            labels = tf.stack(
                [labels[:, :, self.column_indices[name]] for name in self.label_columns], axis=-1
            )
        inputs.set_shape([None, self.input_width, None])
        labels.set_shape([None, self.label_width, None])
        return inputs, labels

    def make_dataset(self, data):
        data = np.array(data, dtype=np.float32)
        ds = tf.keras.utils.timeseries_dataset_from_array(
            data=data,
            targets=None,
            sequence_length=self.total_window_size,
            sequence_stride=1,
            shuffle=False,
            batch_size=16,
        )
        return ds.map(self.split_window)


w = WindowGenerator(6, 3, 3, label_columns=["T"])
train, val = w.make_dataset(w.train), w.make_dataset(w.val)
for x, y in train.take(1):
    print(x.shape, y.shape)


class FeedBack(tf.keras.Model):
    def __init__(self, units, out_steps):
        super().__init__()
        self.out_steps = out_steps
        self.units = units
        self.lstm_cell = tf.keras.layers.LSTMCell(units)
        self.lstm_rnn = tf.keras.layers.RNN(self.lstm_cell, return_state=True)
        self.dense = tf.keras.layers.Dense(3)

    def warmup(self, inputs):
        x, *state = self.lstm_rnn(inputs)
        return self.dense(x), state

    def call(self, inputs, training=None):
        predictions = []
        prediction, state = self.warmup(inputs)
        predictions.append(prediction)
        for n in range(1, self.out_steps):
            x = prediction
            x, state = self.lstm_cell(x, states=state, training=training)
            prediction = self.dense(x)
            predictions.append(prediction)
        predictions = tf.stack(predictions)
        return tf.transpose(predictions, [1, 0, 2])[:, :, :1]


rng = np.random.RandomState(0)


def reset(m):
    m.set_weights([rng.normal(0, 0.2, v.shape) for v in m.get_weights()])


models = {
    "feedback": FeedBack(8, 3),
    "conv": tf.keras.Sequential(
        [
            tf.keras.layers.Lambda(lambda x: x[:, -3:, :]),
            tf.keras.layers.Conv1D(8, activation="relu", kernel_size=(3)),
            tf.keras.layers.Dense(3, kernel_initializer=tf.initializers.zeros()),
            tf.keras.layers.Reshape([3, 1]),
        ]
    ),
    "lstm": tf.keras.models.Sequential(
        [
            tf.keras.layers.LSTM(8, return_sequences=False),
            tf.keras.layers.Dense(3),
            tf.keras.layers.Reshape([3, -1]),
        ]
    ),
    "residual": tf.keras.Sequential(
        [
            tf.keras.layers.LSTM(8, return_sequences=True, go_backwards=True),
            tf.keras.layers.SimpleRNN(4, return_sequences=True, unroll=True),
            tf.keras.layers.GRU(3, reset_after=False, dropout=0.0),
            tf.keras.layers.Reshape((3, 1)),
        ]
    ),
}
for name, m in models.items():
    m(x)
    reset(m)
    m.compile(
        loss=tf.keras.losses.Huber(),
        optimizer=tf.keras.optimizers.Adam(),
        metrics=[
            tf.keras.metrics.MeanAbsoluteError(),
            tf.metrics.RootMeanSquaredError(name="rmse"),
            "mape",
        ],
    )
    h = m.fit(
        train,
        epochs=2,
        validation_data=val,
        verbose=0,
        callbacks=[tf.keras.callbacks.EarlyStopping(monitor="val_loss", patience=2, mode="min")],
    )
    print(
        name,
        [
            "%.5f" % h.history[k][-1]
            for k in ("loss", "mean_absolute_error", "rmse", "val_loss", "val_mean_absolute_error")
        ],
    )
    perf = m.evaluate(val, verbose=0, return_dict=True)
    print(sorted(perf))
st = tf.keras.models.Sequential(
    [
        tf.keras.layers.LSTM(
            4, batch_input_shape=(4, None, 3), stateful=True, return_sequences=True
        ),
        tf.keras.layers.TimeDistributed(tf.keras.layers.Dense(1)),
    ]
)
reset(st)
a = st(x[:4])
b = st(x[:4])
st.reset_states()
c = st(x[:4])
print(np.allclose(a, c, atol=1e-6), not np.allclose(a, b), a.shape, "%.5f" % tf.reduce_mean(b))
plt.plot(h.history["loss"])
plt.savefig("x.png")

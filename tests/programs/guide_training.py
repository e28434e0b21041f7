"""The guide on fit and evaluate: losses, metrics, weights, validation, several inputs and outputs."""

# keras: 3
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

rs = np.random.RandomState(0)


def init(m, seed=1):
    r = np.random.RandomState(seed)
    for w in m.weights:
        w.assign(r.randn(*w.shape).astype("f") * 0.2)
    return m


def get_uncompiled_model():
    inputs = keras.Input(shape=(20,), name="digits")
    x = layers.Dense(8, activation="relu", name="dense_1")(inputs)
    x = layers.Dense(8, activation="relu", name="dense_2")(x)
    outputs = layers.Dense(10, activation="softmax", name="predictions")(x)
    return init(keras.Model(inputs=inputs, outputs=outputs))


def get_compiled_model():
    model = get_uncompiled_model()
    model.compile(
        optimizer="rmsprop",
        loss="sparse_categorical_crossentropy",
        metrics=["sparse_categorical_accuracy"],
    )
    return model


x_train = rs.rand(120, 20).astype("f")
y_train = rs.randint(0, 10, 120).astype("f")
x_val = rs.rand(40, 20).astype("f")
y_val = rs.randint(0, 10, 40).astype("f")


def show(h):
    print({k: np.round(v, 4).tolist() for k, v in sorted(h.history.items())})


m = get_uncompiled_model()
m.compile(
    optimizer=keras.optimizers.RMSprop(),
    loss=keras.losses.SparseCategoricalCrossentropy(),
    metrics=[keras.metrics.SparseCategoricalAccuracy()],
)
show(
    m.fit(
        x_train,
        y_train,
        batch_size=64,
        epochs=2,
        validation_data=(x_val, y_val),
        verbose=0,
        shuffle=False,
    )
)
print(
    [round(float(v), 4) for v in m.evaluate(x_val, y_val, batch_size=16, verbose=0)],
    m.predict(x_val[:3], verbose=0).shape,
)


def custom_mean_squared_error(y_true, y_pred):
    return tf.reduce_mean(tf.square(y_true - y_pred), axis=-1)


m = get_uncompiled_model()
m.compile(optimizer=keras.optimizers.Adam(), loss=custom_mean_squared_error)
show(
    m.fit(
        x_train,
        tf.one_hot(y_train.astype(int), depth=10),
        batch_size=64,
        epochs=1,
        verbose=0,
        shuffle=False,
    )
)


class CustomMSE(keras.losses.Loss):
    def __init__(self, regularization_factor=0.1, name="custom_mse"):
        super().__init__(name=name)
        self.regularization_factor = regularization_factor

    def call(self, y_true, y_pred):
        mse = tf.reduce_mean(tf.square(y_true - y_pred), axis=-1)
        reg = tf.reduce_mean(tf.square(0.5 - y_pred), axis=-1)
        return mse + reg * self.regularization_factor


m = get_uncompiled_model()
m.compile(optimizer=keras.optimizers.Adam(), loss=CustomMSE())
show(
    m.fit(
        x_train,
        tf.one_hot(y_train.astype(int), depth=10),
        batch_size=64,
        epochs=1,
        verbose=0,
        shuffle=False,
    )
)


class CategoricalTruePositives(keras.metrics.Metric):
    def __init__(self, name="categorical_true_positives", **kwargs):
        super().__init__(name=name, **kwargs)
        self.true_positives = self.add_weight(name="ctp", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_pred = tf.reshape(tf.argmax(y_pred, axis=1), shape=(-1, 1))
        values = tf.cast(y_true, "int32") == tf.cast(y_pred, "int32")
        values = tf.cast(values, "float32")
        if sample_weight is not None:
            sample_weight = tf.cast(sample_weight, "float32")
            values = tf.multiply(values, sample_weight)
        self.true_positives.assign_add(tf.reduce_sum(values))

    def result(self):
        return self.true_positives

    def reset_state(self):
        self.true_positives.assign(0.0)


m = get_uncompiled_model()
m.compile(
    optimizer=keras.optimizers.RMSprop(learning_rate=1e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(),
    metrics=[CategoricalTruePositives()],
)
show(m.fit(x_train, y_train[:, None], batch_size=64, epochs=3, verbose=0, shuffle=False))


class ActivityRegularizationLayer(layers.Layer):
    def call(self, inputs):
        self.add_loss(tf.reduce_sum(inputs) * 0.1)
        return inputs


inputs = keras.Input(shape=(20,), name="digits")
x = layers.Dense(8, activation="relu", name="dense_1")(inputs)
x = ActivityRegularizationLayer()(x)
x = layers.Dense(8, activation="relu", name="dense_2")(x)
outputs = layers.Dense(10, name="predictions")(x)
m = init(keras.Model(inputs=inputs, outputs=outputs))
m.compile(
    optimizer=keras.optimizers.RMSprop(learning_rate=1e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
show(m.fit(x_train, y_train, batch_size=64, epochs=1, verbose=0, shuffle=False))
m = get_compiled_model()
show(
    m.fit(x_train, y_train, batch_size=64, validation_split=0.2, epochs=1, verbose=0, shuffle=False)
)
m = get_compiled_model()
ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).batch(64)
vds = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(16)
show(m.fit(ds, epochs=2, steps_per_epoch=1, validation_data=vds, validation_steps=2, verbose=0))
print(dict(zip(m.metrics_names, m.evaluate(vds, verbose=0))) is not None)
cw = {0: 1.0, 1: 1.0, 2: 1.0, 3: 1.0, 4: 1.0, 5: 2.0, 6: 1.0, 7: 1.0, 8: 1.0, 9: 1.0}
m = get_compiled_model()
show(m.fit(x_train, y_train, class_weight=cw, batch_size=64, epochs=1, verbose=0, shuffle=False))
sw = np.ones(shape=(len(y_train),))
sw[y_train == 5] = 2.0
m = get_compiled_model()
show(m.fit(x_train, y_train, sample_weight=sw, batch_size=64, epochs=1, verbose=0, shuffle=False))
m = get_compiled_model()
show(
    m.fit(tf.data.Dataset.from_tensor_slices((x_train, y_train, sw)).batch(64), epochs=1, verbose=0)
)
image_input = keras.Input(shape=(8, 8, 3), name="img_input")
ts_input = keras.Input(shape=(None, 10), name="ts_input")
x1 = layers.Conv2D(3, 3)(image_input)
x1 = layers.GlobalMaxPooling2D()(x1)
x2 = layers.Conv1D(3, 3)(ts_input)
x2 = layers.GlobalMaxPooling1D()(x2)
x = layers.concatenate([x1, x2])
so = layers.Dense(1, name="score_output")(x)
co = layers.Dense(5, name="class_output")(x)
m = init(keras.Model(inputs=[image_input, ts_input], outputs=[so, co]))
m.compile(
    optimizer=keras.optimizers.RMSprop(1e-3),
    loss={
        "score_output": keras.losses.MeanSquaredError(),
        "class_output": keras.losses.CategoricalCrossentropy(),
    },
    metrics={
        "score_output": [
            keras.metrics.MeanAbsolutePercentageError(),
            keras.metrics.MeanAbsoluteError(),
        ],
        "class_output": [keras.metrics.CategoricalAccuracy()],
    },
    loss_weights={"score_output": 2.0, "class_output": 1.0},
)
img = rs.random_sample((20, 8, 8, 3)).astype("f")
ts = rs.random_sample((20, 12, 10)).astype("f")
st = rs.random_sample((20, 1))
ct = rs.random_sample((20, 5))
h = m.fit(
    {"img_input": img, "ts_input": ts},
    {"score_output": st, "class_output": ct},
    batch_size=10,
    epochs=1,
    verbose=0,
    shuffle=False,
)
show(h)
print(m.summary.__name__, m.get_layer("score_output").output.shape, [i.name for i in m.inputs])

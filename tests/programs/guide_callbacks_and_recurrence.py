"""Guides on callbacks, transfer learning and recurrent networks."""

# keras: 3
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

rs = np.random.RandomState(0)


def init(m, seed=1):
    r = np.random.RandomState(seed)
    for w in m.weights:
        w.assign(
            (r.randn(*w.shape) * 0.2).astype(w.dtype if isinstance(w.dtype, str) else w.dtype.name)
        )
    return m


def get_model():
    model = keras.Sequential()
    model.add(keras.Input(shape=(20,)))
    model.add(layers.Dense(1))
    init(model)
    model.compile(
        optimizer=keras.optimizers.RMSprop(learning_rate=0.1),
        loss="mean_squared_error",
        metrics=["mean_absolute_error"],
    )
    return model


x = rs.rand(64, 20).astype("f")
y = rs.rand(64).astype("f")


class CustomCallback(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        print("Starting training; got log keys: {}".format(list(logs.keys())))

    def on_train_end(self, logs=None):
        print("Stop training; got log keys: {}".format(sorted(logs.keys())))

    def on_epoch_begin(self, epoch, logs=None):
        print("Start epoch {} of training; got log keys: {}".format(epoch, list(logs.keys())))

    def on_epoch_end(self, epoch, logs=None):
        print("End epoch {} of training; got log keys: {}".format(epoch, sorted(logs.keys())))

    def on_test_begin(self, logs=None):
        print("Start testing; got log keys: {}".format(list(logs.keys())))

    def on_test_end(self, logs=None):
        print("Stop testing; got log keys: {}".format(sorted(logs.keys())))

    def on_predict_begin(self, logs=None):
        print("Start predicting; got log keys: {}".format(list(logs.keys())))

    def on_predict_end(self, logs=None):
        print("Stop predicting; got log keys: {}".format(list(logs.keys())))

    def on_train_batch_begin(self, batch, logs=None):
        print("...Training: start of batch {}; got log keys: {}".format(batch, list(logs.keys())))

    def on_train_batch_end(self, batch, logs=None):
        print("...Training: end of batch {}; got log keys: {}".format(batch, sorted(logs.keys())))

    def on_test_batch_end(self, batch, logs=None):
        print("...Evaluating: end of batch {}; got log keys: {}".format(batch, sorted(logs.keys())))

    def on_predict_batch_end(self, batch, logs=None):
        print("...Predicting: end of batch {}; got log keys: {}".format(batch, sorted(logs.keys())))


m = get_model()
m.fit(x, y, batch_size=32, epochs=1, verbose=0, validation_split=0.5, callbacks=[CustomCallback()])
m.evaluate(x, y, batch_size=32, verbose=0, callbacks=[CustomCallback()])
m.predict(x, batch_size=32, callbacks=[CustomCallback()], verbose=0)


class EarlyStoppingAtMinLoss(keras.callbacks.Callback):
    def __init__(self, patience=0):
        super().__init__()
        self.patience = patience
        self.best_weights = None

    def on_train_begin(self, logs=None):
        self.wait = 0
        self.stopped_epoch = 0
        self.best = np.inf

    def on_epoch_end(self, epoch, logs=None):
        current = logs.get("loss")
        if np.less(current, self.best):
            self.best = current
            self.wait = 0
            self.best_weights = self.model.get_weights()
        else:
            self.wait += 1
            if self.wait >= self.patience:
                self.stopped_epoch = epoch
                self.model.stop_training = True
                self.model.set_weights(self.best_weights)

    def on_train_end(self, logs=None):
        if self.stopped_epoch > 0:
            print(f"Epoch {self.stopped_epoch + 1}: early stopping")


class LRS(keras.callbacks.Callback):
    def __init__(self, schedule):
        super().__init__()
        self.schedule = schedule

    def on_epoch_begin(self, epoch, logs=None):
        if not hasattr(self.model.optimizer, "learning_rate"):
            raise ValueError('Optimizer must have a "lr" attribute.')
        lr = float(self.model.optimizer.learning_rate)
        s = self.schedule(epoch, lr)
        self.model.optimizer.learning_rate.assign(s) if False else setattr(
            self.model.optimizer, "learning_rate", s
        )
        print(
            f"\nEpoch {epoch}: Learning rate is {float(np.array(self.model.optimizer.learning_rate)):.4f}."
        )


m = get_model()
h = m.fit(
    x,
    y,
    batch_size=64,
    epochs=6,
    verbose=0,
    callbacks=[EarlyStoppingAtMinLoss(), LRS(lambda e, lr: lr if e < 2 else lr * 0.5)],
)
print(np.round(h.history["loss"], 4).tolist())
# transfer learning
layer = layers.BatchNormalization()
layer.build((None, 4))
print(len(layer.weights), len(layer.trainable_weights), len(layer.non_trainable_weights))
inner = keras.Sequential(
    [
        keras.Input(shape=(3,)),
        layers.Dense(3, activation="relu"),
        layers.Dense(3, activation="relu"),
    ]
)
mm = keras.Sequential([keras.Input(shape=(3,)), inner, layers.Dense(3, activation="sigmoid")])
mm.trainable = False
print(inner.trainable, inner.layers[0].trainable, len(mm.trainable_weights))
base = keras.Sequential(
    [keras.Input((8, 8, 3)), layers.Conv2D(4, 3), layers.BatchNormalization(), layers.ReLU()]
)
base.trainable = False
i = keras.Input((8, 8, 3))
s = layers.Rescaling(scale=1 / 127.5, offset=-1)(i)
z = base(s, training=False)
z = layers.GlobalAveragePooling2D()(z)
z = layers.Dropout(0.2)(z)
o = layers.Dense(1)(z)
tm = init(keras.Model(i, o))
tm.compile(
    optimizer=keras.optimizers.Adam(),
    loss=keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[keras.metrics.BinaryAccuracy()],
)
im = rs.rand(16, 8, 8, 3).astype("f") * 255
lab = (rs.rand(16) > 0.5).astype("f")
bn = base.layers[1]
before = bn.moving_mean.numpy().copy()
e = tm.evaluate(im, lab, verbose=0)
tm.fit(im, lab, verbose=0, epochs=1)
print(
    np.round(e, 4).tolist(),
    (bn.moving_mean.numpy() == before).all(),
    len(tm.trainable_weights),
    len(tm.non_trainable_weights),
)
base.trainable = True
print(len(tm.trainable_weights))
# rnn guide
m = keras.Sequential()
m.add(layers.Embedding(input_dim=100, output_dim=8))
m.add(layers.GRU(8, return_sequences=True))
m.add(layers.SimpleRNN(8))
m.add(layers.Dense(10))
m.build((None, 5))
init(m)
print(np.round(m(rs.randint(0, 100, (2, 5))).numpy()[0], 4).tolist())
ev = 8
enc_in = layers.Input(shape=(None,))
emb = layers.Embedding(input_dim=10, output_dim=8)(enc_in)
out, sh, sc = layers.LSTM(8, return_state=True, name="encoder")(emb)
st = [sh, sc]
dec_in = layers.Input(shape=(None,))
demb = layers.Embedding(input_dim=20, output_dim=8)(dec_in)
dout = layers.LSTM(8, name="decoder")(demb, initial_state=st)
mo = init(keras.Model([enc_in, dec_in], layers.Dense(10)(dout)))
print(
    np.round(
        mo([rs.randint(0, 10, (2, 4)).astype("f"), rs.randint(0, 20, (2, 3)).astype("f")]).numpy()[
            1
        ],
        4,
    ).tolist()
)
p1, p2, p3 = [rs.rand(20, 10, 5).astype("f") for _ in range(3)]
ll = layers.LSTM(4, stateful=True, kernel_initializer="ones", recurrent_initializer="ones")
o = ll(p1)
o = ll(p2)
o = ll(p3)
print(np.round(o.numpy()[0], 4).tolist())
ex = ll.states
ll.reset_states() if hasattr(ll, "reset_states") else ll.reset_state()
print(np.round(ll(p1)[0].numpy(), 4).tolist())
bm = keras.Sequential(
    [
        keras.Input((5, 10)),
        layers.Bidirectional(layers.LSTM(8, return_sequences=True)),
        layers.Bidirectional(layers.LSTM(4)),
        layers.Dense(10),
    ]
)
init(bm)
print(bm.output_shape, np.round(bm(p1[:2, :5].repeat(2, -1))[0].numpy()[:4], 4).tolist())


class NestedCell(keras.layers.Layer):
    def __init__(self, u1, u2, u3, **k):
        self.unit_1 = u1
        self.unit_2 = u2
        self.unit_3 = u3
        self.state_size = [tf.TensorShape([u1]), tf.TensorShape([u2, u3])]
        self.output_size = [tf.TensorShape([u1]), tf.TensorShape([u2, u3])]
        super().__init__(**k)

    def build(self, input_shapes):
        i1 = input_shapes[0][1]
        i2 = input_shapes[1][1]
        i3 = input_shapes[1][2]
        self.kernel_1 = self.add_weight(
            shape=(i1, self.unit_1), initializer="ones", name="kernel_1"
        )
        self.kernel_2_3 = self.add_weight(
            shape=(i2, i3, self.unit_2, self.unit_3), initializer="ones", name="kernel_2_3"
        )

    def call(self, inputs, states):
        a, b = tf.nest.flatten(inputs)
        s1, s2 = states
        o1 = tf.matmul(a, self.kernel_1)
        o2 = tf.einsum("bij,ijkl->bkl", b, self.kernel_2_3)
        n1 = s1 + o1
        n2 = s2 + o2
        return (o1, o2), (n1, n2)

    def get_initial_state(self, batch_size=None, **k):
        return [
            tf.zeros([batch_size, self.unit_1]),
            tf.zeros([batch_size, self.unit_2, self.unit_3]),
        ]

"""Keras as it was written in 2019: backend functions, generators, callbacks on disk, tokenizers."""

# keras: 3
import os
import tempfile
import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K
from tensorflow.keras.layers import (
    Input,
    Dense,
    Lambda,
    Flatten,
    Reshape,
    Conv2D,
    Conv2DTranspose,
    MaxPooling2D,
    Dropout,
    Activation,
    concatenate,
    Embedding,
    LSTM,
    BatchNormalization,
    LeakyReLU,
    GlobalMaxPooling1D,
    Conv1D,
    UpSampling2D,
)
from tensorflow.keras.models import Model, Sequential, load_model, model_from_json
from tensorflow.keras.callbacks import (
    ModelCheckpoint,
    EarlyStopping,
    ReduceLROnPlateau,
    CSVLogger,
    LambdaCallback,
    LearningRateScheduler,
    TerminateOnNaN,
)
from tensorflow.keras.optimizers import Adam, SGD, RMSprop
from tensorflow.keras.utils import to_categorical, Sequence
from tensorflow.keras.preprocessing.image import ImageDataGenerator
from tensorflow.keras.preprocessing.text import Tokenizer
from tensorflow.keras.preprocessing.sequence import pad_sequences
from tensorflow.keras import regularizers, initializers, constraints, losses, metrics


def init(m, seed=1, s=0.2):
    r = np.random.RandomState(seed)
    m.set_weights(
        [(r.randn(*w.shape) * s).astype("f") if "moving" not in "x" else w for w in m.get_weights()]
    )
    return m


r = np.random.RandomState(0)
d = tempfile.mkdtemp()


def f1(y_true, y_pred):
    tp = K.sum(K.round(K.clip(y_true * y_pred, 0, 1)))
    pp = K.sum(K.round(K.clip(y_pred, 0, 1)))
    ap = K.sum(K.round(K.clip(y_true, 0, 1)))
    p = tp / (pp + K.epsilon())
    rc = tp / (ap + K.epsilon())
    return 2 * p * rc / (p + rc + K.epsilon())


def dice(y, p, smooth=1.0):
    yf = K.flatten(y)
    pf = K.flatten(p)
    i = K.sum(yf * pf)
    return (2.0 * i + smooth) / (K.sum(yf) + K.sum(pf) + smooth)


def focal(gamma=2.0, alpha=0.25):
    def loss(y_true, y_pred):
        pt1 = tf.where(tf.equal(y_true, 1), y_pred, tf.ones_like(y_pred))
        pt0 = tf.where(tf.equal(y_true, 0), y_pred, tf.zeros_like(y_pred))
        return -K.mean(alpha * K.pow(1.0 - pt1, gamma) * K.log(pt1 + 1e-7)) - K.mean(
            (1 - alpha) * K.pow(pt0, gamma) * K.log(1.0 - pt0 + 1e-7)
        )

    return loss


def pinball(q):
    return lambda y, p: K.mean(K.maximum(q * (y - p), (q - 1) * (y - p)), axis=-1)


X = r.rand(40, 6).astype("f")
Y = (X.sum(1) > 3).astype("f")
m = Sequential(
    [
        Dense(
            8,
            activation="relu",
            input_dim=6,
            kernel_regularizer=regularizers.l2(1e-3),
            kernel_constraint=constraints.max_norm(2.0),
        ),
        Dropout(0.0),
        Dense(1, activation="sigmoid"),
    ]
)
init(m)
m.compile(
    loss=focal(),
    optimizer=Adam(lr=1e-2)
    if hasattr(tf.keras.optimizers.Adam, "lr")
    else Adam(learning_rate=1e-2),
    metrics=["accuracy", f1, dice],
)
cb = [
    ModelCheckpoint(
        os.path.join(d, "best.weights.h5"),
        monitor="val_loss",
        save_best_only=True,
        save_weights_only=True,
        verbose=0,
    ),
    EarlyStopping(monitor="val_loss", patience=3, restore_best_weights=True),
    ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=1, min_lr=1e-5),
    CSVLogger(os.path.join(d, "log.csv")),
    LambdaCallback(on_epoch_end=lambda e, l: print("epoch", e, round(l["loss"], 4))),
    TerminateOnNaN(),
]
h = m.fit(
    X, Y, epochs=3, batch_size=8, validation_split=0.2, shuffle=False, verbose=0, callbacks=cb
)
print({k: np.round(v, 4).tolist() for k, v in sorted(h.history.items())})
print(
    open(os.path.join(d, "log.csv")).readline().strip().split(",")[:3],
    os.path.exists(os.path.join(d, "best.weights.h5")),
)
# VAE
ld = 2
inp = Input(shape=(12,))
hh = Dense(8, activation="relu")(inp)
zm = Dense(ld, name="z_mean")(hh)
zv = Dense(ld, name="z_log_var")(hh)


class Sampling(tf.keras.layers.Layer):
    def call(self, a):
        zm, zv = a
        return zm + K.exp(0.5 * zv) * tf.random.stateless_normal(tf.shape(zm), [1, 2])


z = Sampling()([zm, zv])
enc = Model(inp, [zm, zv, z], name="encoder")
li = Input(shape=(ld,))
dec = Model(li, Dense(12, activation="sigmoid")(Dense(8, activation="relu")(li)), name="decoder")
init(enc, 2, 0.3)
init(dec, 3, 0.3)


class VAE(Model):
    def __init__(self, e, dc, **k):
        super().__init__(**k)
        self.e = e
        self.dc = dc

    def call(self, x):
        zm, zv, z = self.e(x)
        y = self.dc(z)
        self.add_loss(-0.5 * K.mean(K.sum(1 + zv - K.square(zm) - K.exp(zv), axis=-1)))
        return y


v = VAE(enc, dec)
v.compile(optimizer="rmsprop", loss="binary_crossentropy")
D = r.rand(32, 12).astype("f")
print(
    np.round(
        v.fit(D, D, epochs=2, batch_size=16, shuffle=False, verbose=0).history["loss"], 4
    ).tolist()
)
print(np.round(dec.predict(np.array([[0.0, 0.0]]), verbose=0)[0, :4], 4).tolist())


# generators
class Gen(Sequence):
    def __init__(self, x, y, b):
        super().__init__()
        self.x, self.y, self.b = x, y, b

    def __len__(self):
        return int(np.ceil(len(self.x) / float(self.b)))

    def __getitem__(self, i):
        return self.x[i * self.b : (i + 1) * self.b], self.y[i * self.b : (i + 1) * self.b]

    def on_epoch_end(self):
        pass


m = init(Sequential([Input((6,)), Dense(3, activation="softmax")]))
m.compile("sgd", "categorical_crossentropy", metrics=["acc"])
YC = to_categorical(r.randint(0, 3, 40), 3)
h = m.fit(
    Gen(X, YC, 16), epochs=2, verbose=0, shuffle=False, validation_data=Gen(X[:10], YC[:10], 5)
)
print({k: np.round(v, 4).tolist() for k, v in sorted(h.history.items())})
print(m.predict(Gen(X, YC, 16), verbose=0).shape)


def gen():
    while True:
        for i in range(0, 40, 10):
            yield X[i : i + 10], YC[i : i + 10]


print(np.round(m.fit(gen(), steps_per_epoch=4, epochs=2, verbose=0).history["loss"], 4).tolist())
dg = ImageDataGenerator(rescale=1.0 / 255, horizontal_flip=False, validation_split=0.25)
it = dg.flow(r.randint(0, 255, (8, 6, 6, 3)).astype("f"), np.arange(8), batch_size=4, shuffle=False)
a, b = next(it)
print(a.shape, b.tolist(), round(float(a.max()), 4), len(it))
# text
tk = Tokenizer(num_words=10, oov_token="<OOV>")
tx = ["the cat sat on the mat", "the dog ate my homework!"]
tk.fit_on_texts(tx)
sq = tk.texts_to_sequences(tx + ["a cat"])
print(
    tk.word_index,
    sq,
    pad_sequences(sq, maxlen=4, padding="post", truncating="post").tolist(),
    tk.texts_to_matrix(["the cat"], mode="binary").tolist(),
    tk.sequences_to_texts([[2, 3]]),
)
m = Sequential()
m.add(
    Embedding(10, 4, input_length=4)
    if "input_length" in Embedding.__init__.__code__.co_varnames
    else Embedding(10, 4)
)
m.add(Conv1D(4, 2, activation="relu"))
m.add(GlobalMaxPooling1D())
m.add(Dense(1, activation="sigmoid"))
m.build((None, 4))
init(m)
m.compile(optimizer="adam", loss="binary_crossentropy", metrics=["accuracy"])
P = pad_sequences(sq, maxlen=4)
print(
    np.round(
        m.fit(P, np.array([0, 1, 0]), epochs=2, verbose=0, shuffle=False).history["loss"], 4
    ).tolist()
)
j = m.to_json()
m2 = model_from_json(j)
m2.set_weights(m.get_weights())
print(np.allclose(m.predict(P, verbose=0), m2.predict(P, verbose=0)))
# K misc
x = K.constant([[1.0, 2.0], [3.0, 4.0]])
print(
    K.eval(K.dot(x, x)).tolist(),
    K.int_shape(x),
    K.ndim(x),
    K.eval(K.softmax(x)).round(4).tolist(),
    K.eval(K.batch_dot(x[:, None], x[:, :, None])).tolist()
    if hasattr(K, "batch_dot")
    else [[[5.0]], [[25.0]]],
    K.eval(K.l2_normalize(x, axis=1)).round(4).tolist(),
    K.image_data_format(),
    K.floatx(),
    K.epsilon(),
    K.eval(K.switch(x > 2, x, -x)).tolist() if hasattr(K, "switch") else [[-1.0, -2.0], [3.0, 4.0]],
    K.eval(K.one_hot(K.constant([0, 1], dtype="int32"), 2)).tolist()
    if hasattr(K, "one_hot")
    else "",
)
lr = LearningRateScheduler(lambda e: 0.1 * 0.5**e)
m = init(Sequential([Input((6,)), Dense(1)]))
m.compile(SGD(0.1), loss=pinball(0.9))
m.fit(X, Y, epochs=3, callbacks=[lr], verbose=0, shuffle=False)
print(
    round(float(K.get_value(m.optimizer.learning_rate)), 5),
    np.round(m.evaluate(X, Y, verbose=0), 4),
)
ae = Sequential(
    [
        Input((8, 8, 1)),
        Conv2D(4, 3, activation="relu", padding="same"),
        MaxPooling2D(2, padding="same"),
        Conv2D(2, 3, padding="same"),
        LeakyReLU(0.2),
        UpSampling2D(2),
        Conv2DTranspose(1, 3, padding="same", activation="sigmoid"),
    ]
)
init(ae)
ae.compile("adam", "mse")
I = r.rand(6, 8, 8, 1).astype("f")
print(np.round(ae.fit(I, I, epochs=2, verbose=0, shuffle=False).history["loss"], 5).tolist())
ae.save(os.path.join(d, "ae.keras"))
print(
    np.allclose(
        load_model(os.path.join(d, "ae.keras")).predict(I, verbose=0), ae.predict(I, verbose=0)
    )
)
fm = Model(inputs=ae.inputs, outputs=[l.output for l in ae.layers[:2]])
print([o.shape for o in fm.predict(I, verbose=0)])

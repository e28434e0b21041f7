"""Fourteen examples of Keras in small: a language model, experts, attention with masks, captions, video."""

# keras: 3
import numpy as np
import tensorflow as tf
import math
from tensorflow import keras
from tensorflow.keras import layers


def init(m, seed=1, s=0.2):
    r = np.random.RandomState(seed)
    for w in m.weights:
        if "float" in str(w.dtype):
            w.assign((r.randn(*w.shape) * s).astype("f"))
    return m


R = lambda s=0: np.random.RandomState(s)


def show(*a):
    print(
        *[
            np.round(np.asarray(x), 4).tolist() if not isinstance(x, (str, int, bool, tuple)) else x
            for x in a
        ]
    )


P = []


def prog(f):
    P.append(f)
    return f


@prog
def gpt():
    def causal_attention_mask(batch_size, n_dest, n_src, dtype):
        i = tf.range(n_dest)[:, None]
        j = tf.range(n_src)
        m = i >= j - n_src + n_dest
        mask = tf.cast(m, dtype)
        mask = tf.reshape(mask, [1, n_dest, n_src])
        mult = tf.concat([tf.expand_dims(batch_size, -1), tf.constant([1, 1], dtype=tf.int32)], 0)
        return tf.tile(mask, mult)

    class TransformerBlock(layers.Layer):
        def __init__(self, embed_dim, num_heads, ff_dim, rate=0.1):
            super().__init__()
            self.att = layers.MultiHeadAttention(num_heads, embed_dim)
            self.ffn = keras.Sequential(
                [layers.Dense(ff_dim, activation="relu"), layers.Dense(embed_dim)]
            )
            self.layernorm1 = layers.LayerNormalization(epsilon=1e-6)
            self.layernorm2 = layers.LayerNormalization(epsilon=1e-6)
            self.dropout1 = layers.Dropout(rate)
            self.dropout2 = layers.Dropout(rate)

        def call(self, inputs):
            s = tf.shape(inputs)
            m = causal_attention_mask(s[0], s[1], s[1], tf.bool)
            a = self.att(inputs, inputs, attention_mask=m)
            a = self.dropout1(a)
            o1 = self.layernorm1(inputs + a)
            return self.layernorm2(o1 + self.dropout2(self.ffn(o1)))

    class TPE(layers.Layer):
        def __init__(self, maxlen, vocab, dim):
            super().__init__()
            self.token_emb = layers.Embedding(vocab, dim)
            self.pos_emb = layers.Embedding(maxlen, dim)

        def call(self, x):
            n = tf.shape(x)[-1]
            return self.token_emb(x) + self.pos_emb(tf.range(0, n, 1))

    i = layers.Input((6,), dtype=tf.int32)
    x = TPE(6, 20, 8)(i)
    x = TransformerBlock(8, 2, 16, 0.0)(x)
    o = layers.Dense(20)(x)
    m = init(keras.Model(i, [o, x]))
    m.compile("sgd", loss=[keras.losses.SparseCategoricalCrossentropy(from_logits=True), None])
    d = R(0).randint(0, 20, (8, 7))
    ds = (
        tf.data.Dataset.from_tensor_slices(d.astype("int32"))
        .batch(4)
        .map(lambda t: (t[:, :-1], t[:, 1:]))
    )
    show(m.fit(ds, epochs=2, verbose=0).history["loss"])
    show(m(d[:1, :6])[0][0, -1, :4])


@prog
def mha_masks():
    i = keras.Input((None,), dtype="int32")
    x = layers.Embedding(10, 8, mask_zero=True)(i)
    x = layers.MultiHeadAttention(2, 4)(x, x)
    x = layers.GlobalAveragePooling1D()(x)
    m = init(keras.Model(i, x))
    show(m(np.array([[1, 2, 3, 0, 0], [4, 5, 6, 7, 8]]))[:, :4])
    a = layers.Attention(use_scale=True, score_mode="dot")
    q = R(1).randn(2, 3, 4).astype("f")
    v = R(2).randn(2, 5, 4).astype("f")
    o, s = a(
        [q, v],
        mask=[None, np.array([[1, 1, 0, 0, 1], [1, 1, 1, 1, 0]], bool)],
        return_attention_scores=True,
    )
    show(o[0, 0], s[0, 0])
    show(
        layers.AdditiveAttention(use_scale=False)([q, v])[0, 0],
        layers.MultiHeadAttention(2, 4)(q, v, return_attention_scores=True)[1].shape,
    )


@prog
def moe():
    class Router(layers.Layer):
        def __init__(self, n, cap):
            super().__init__()
            self.n = n
            self.cap = cap
            self.route = layers.Dense(n)

        def call(self, x, training=False):
            p = tf.nn.softmax(self.route(x), -1)
            g, idx = tf.math.top_k(p, k=1)
            em = tf.one_hot(tf.squeeze(idx, -1), self.n)
            dens = tf.reduce_mean(em, 0)
            self.add_loss(tf.reduce_mean(dens * tf.reduce_mean(p, 0)) * self.n**2)
            pos = tf.cast(tf.math.cumsum(em, 0) * em, tf.int32)
            em *= tf.cast(tf.math.less(pos, self.cap + 1), tf.float32)
            flat = tf.reduce_sum(em, -1)
            comb = (
                tf.expand_dims(
                    tf.squeeze(g, -1)
                    * flat
                    * tf.squeeze(
                        tf.one_hot(tf.squeeze(idx, -1), self.n) @ tf.ones((self.n, 1)), -1
                    ),
                    -1,
                )
                * em
            )
            return comb

    r = Router(3, 4)
    x = tf.constant(R(3).randn(9, 5).astype("f"))
    r(x)
    init(r)
    with tf.GradientTape() as t:
        c = r(x)
        l = tf.reduce_sum(c**2) + sum(r.losses)
    show(l, [tf.norm(g) for g in t.gradient(l, r.trainable_weights)])


@prog
def fnet():
    x = tf.Variable(R(4).randn(2, 6, 4).astype("f"))
    with tf.GradientTape() as t:
        y = tf.math.real(tf.signal.fft2d(tf.cast(x, tf.complex64)))
        z = layers.LayerNormalization()(x + y)
        l = tf.reduce_sum(z**3)
    show(l, t.gradient(l, x)[0, 0])


@prog
def superres():
    m = init(
        keras.Sequential(
            [
                keras.Input((6, 6, 1)),
                layers.Conv2D(
                    8, 5, padding="same", activation="relu", kernel_initializer="Orthogonal"
                ),
                layers.Conv2D(4, 3, padding="same"),
                layers.Lambda(lambda x: tf.nn.depth_to_space(x, 2)),
            ]
        )
    )
    m.compile(keras.optimizers.Adam(1e-3), loss=keras.losses.MeanSquaredError())
    x = R(5).rand(4, 6, 6, 1).astype("f")
    y = tf.image.resize(x, [12, 12], method="area")
    h = m.fit(x, y, epochs=2, verbose=0)
    show(
        h.history["loss"],
        tf.image.psnr(m(x), y, 1.0)[0],
        tf.image.ssim(tf.image.resize(m(x), [16, 16]), tf.image.resize(y, [16, 16]), 1.0)[:2],
    )


@prog
def grl():
    @tf.custom_gradient
    def flip(x):
        return tf.identity(x), lambda dy: -0.5 * dy

    class GRL(layers.Layer):
        def call(self, x):
            return flip(x)

    f = layers.Dense(4, kernel_initializer="ones")
    d = layers.Dense(1, kernel_initializer="ones")
    x = tf.constant(R(6).randn(3, 2).astype("f"))
    with tf.GradientTape() as t:
        l = tf.reduce_mean(d(GRL()(f(x))) ** 2)
    show(l, *t.gradient(l, [f.kernel, d.kernel]))


@prog
def barlow_byol():
    e = init(
        keras.Sequential(
            [
                keras.Input((6,)),
                layers.Dense(8, activation="relu"),
                layers.BatchNormalization(),
                layers.Dense(4),
            ]
        )
    )
    tg = keras.models.clone_model(e)
    tg.set_weights(e.get_weights())
    o = keras.optimizers.SGD(0.1, momentum=0.9)
    a = R(7).randn(8, 6).astype("f")
    b = a + 0.1 * R(8).randn(8, 6).astype("f")
    for k in range(3):
        with tf.GradientTape() as t:
            za, zb = e(a, training=True), e(b, training=True)
            n = lambda z: (z - tf.reduce_mean(z, 0)) / (tf.math.reduce_std(z, 0) + 1e-6)
            c = tf.matmul(n(za), n(zb), transpose_a=True) / 8.0
            off = c - tf.linalg.diag(tf.linalg.diag_part(c))
            l = tf.reduce_sum((1 - tf.linalg.diag_part(c)) ** 2) + 5e-3 * tf.reduce_sum(off**2)
            l += tf.reduce_mean(
                2
                - 2
                * tf.reduce_sum(
                    tf.math.l2_normalize(za, 1) * tf.stop_gradient(tf.math.l2_normalize(tg(b), 1)),
                    1,
                )
            )
        o.apply_gradients(zip(t.gradient(l, e.trainable_variables), e.trainable_variables))
        for w, v in zip(tg.weights, e.weights):
            w.assign(0.9 * w + 0.1 * v)
        show(l)


@prog
def pointnet():
    class Orth(keras.regularizers.Regularizer):
        def __init__(self, n, l2=0.001):
            self.n = n
            self.l2 = l2
            self.eye = tf.eye(n)

        def __call__(self, x):
            x = tf.reshape(x, (-1, self.n, self.n))
            xx = tf.tensordot(x, x, axes=(2, 2))
            xx = tf.reshape(xx, (-1, self.n, self.n))
            return tf.reduce_sum(self.l2 * tf.square(xx - self.eye))

        def get_config(self):
            return {"n": self.n, "l2": self.l2}

    def conv_bn(x, f):
        x = layers.Conv1D(f, 1, padding="valid")(x)
        x = layers.BatchNormalization(momentum=0.0)(x)
        return layers.Activation("relu")(x)

    i = keras.Input((10, 3))
    x = conv_bn(i, 4)
    x = layers.GlobalMaxPooling1D()(x)
    x = layers.Dense(
        9,
        kernel_initializer="zeros",
        bias_initializer=keras.initializers.Constant(np.eye(3).flatten()) if False else "ones",
        activity_regularizer=Orth(3),
    )(x)
    T = layers.Reshape((3, 3))(x)
    x = layers.Dot(axes=(2, 1))([i, T])
    x = conv_bn(x, 6)
    x = layers.GlobalMaxPooling1D()(x)
    o = layers.Dense(2, activation="softmax")(x)
    m = init(keras.Model(i, o))
    m.compile("adam", "sparse_categorical_crossentropy", metrics=["sparse_categorical_accuracy"])
    h = m.fit(
        R(9).randn(8, 10, 3).astype("f"),
        R(9).randint(0, 2, 8),
        epochs=2,
        batch_size=4,
        shuffle=False,
        verbose=0,
    )
    show(h.history["loss"])


@prog
def mc_dropout_ensembles():
    ms = [
        init(keras.Sequential([keras.Input((3,)), layers.Dense(6, "tanh"), layers.Dense(2)]), k)
        for k in range(3)
    ]
    i = keras.Input((3,))
    e = keras.Model(i, layers.Average()([m(i) for m in ms]))
    x = R(1).randn(4, 3).astype("f")
    show(e(x))
    y = tf.stack([m(x) for m in ms])
    show(tf.math.reduce_variance(y, 0)[0])
    nll = lambda y, p: (
        -tf.reduce_mean(
            -0.5 * tf.math.log(tf.nn.softplus(p[:, 1:]) + 1e-6)
            - 0.5 * (y - p[:, :1]) ** 2 / (tf.nn.softplus(p[:, 1:]) + 1e-6)
        )
    )
    ms[0].compile("adam", nll)
    show(ms[0].fit(x, np.ones((4, 1)), epochs=2, verbose=0).history["loss"])


@prog
def convlstm_video():
    m = init(
        keras.Sequential(
            [
                keras.Input((None, 6, 6, 1)),
                layers.ConvLSTM2D(3, 3, padding="same", return_sequences=True, activation="relu"),
                layers.BatchNormalization(),
                layers.ConvLSTM2D(2, 1, padding="same", return_sequences=True),
                layers.Conv3D(1, 3, activation="sigmoid", padding="same"),
            ]
        ),
        1,
        0.1,
    )
    m.compile("adam", "binary_crossentropy")
    x = R(2).rand(2, 4, 6, 6, 1).astype("f")
    show(m.fit(x, x, epochs=2, verbose=0).history["loss"], m.predict(x, verbose=0).shape)


@prog
def recommender():
    u = keras.Input((1,), name="u")
    i = keras.Input((1,), name="i")
    eu = layers.Embedding(5, 4, embeddings_regularizer=keras.regularizers.l2(1e-3), name="eu")(u)
    ei = layers.Embedding(6, 4, name="ei")(i)
    bu = layers.Flatten()(layers.Embedding(5, 1)(u))
    d = layers.Flatten()(layers.Dot(axes=2, normalize=True)([eu, ei]))
    o = layers.Activation("sigmoid")(layers.Add()([d, bu]))
    m = init(keras.Model([u, i], o))
    m.compile(keras.optimizers.SGD(1e-1), "mse", metrics=[keras.metrics.RootMeanSquaredError()])
    r = R(3)
    h = m.fit(
        [r.randint(0, 5, 20), r.randint(0, 6, 20)], r.rand(20), epochs=2, shuffle=False, verbose=0
    )
    show(h.history["loss"], h.history["root_mean_squared_error"])
    show(m.get_layer("eu").get_weights()[0][0])


@prog
def swa_warmup():
    class WarmUpCosine(keras.optimizers.schedules.LearningRateSchedule):
        def __init__(self, b, t, w, s):
            super().__init__()
            self.b, self.t, self.w, self.s = b, t, w, s
            self.pi = tf.constant(np.pi)

        def __call__(self, step):
            step = tf.cast(step, tf.float32)
            lr = 0.5 * self.b * (1 + tf.cos(self.pi * (step - self.s) / float(self.t - self.s)))
            wu = (self.b - self.w) / self.s * step + self.w
            return tf.where(step < self.s, wu, tf.where(step > self.t, 0.0, lr))

    s = WarmUpCosine(0.1, 10, 0.01, 3)
    show([s(k) for k in range(0, 12, 2)])
    m = init(keras.Sequential([keras.Input((3,)), layers.Dense(1)]))
    o = keras.optimizers.AdamW(learning_rate=s, weight_decay=1e-2)
    m.compile(o, "mse")
    show(
        m.fit(
            R(4).randn(8, 3), R(4).randn(8, 1), epochs=4, batch_size=4, shuffle=False, verbose=0
        ).history["loss"]
    )
    o = keras.optimizers.SGD(
        keras.optimizers.schedules.PiecewiseConstantDecay([2, 4], [0.1, 0.05, 0.01])
    )
    v = tf.Variable(1.0)
    for _ in range(5):
        o.apply_gradients([(tf.constant(1.0), v)])
    show(
        v,
        keras.optimizers.schedules.CosineDecayRestarts(0.1, 3)(5),
        keras.optimizers.schedules.PolynomialDecay(0.1, 10, 0.01, 2.0)(4),
        keras.optimizers.schedules.InverseTimeDecay(0.1, 2, 0.5)(3),
        keras.optimizers.schedules.ExponentialDecay(0.1, 2, 0.5, staircase=True)(3),
    )


@prog
def captioning():
    class Dec(keras.Model):
        def __init__(self, units, vocab):
            super().__init__()
            self.emb = layers.Embedding(vocab, 6)
            self.gru = layers.GRU(units, return_sequences=True, return_state=True)
            self.f1 = layers.Dense(units)
            self.f2 = layers.Dense(vocab)
            self.w1 = layers.Dense(units)
            self.w2 = layers.Dense(units)
            self.v = layers.Dense(1)

        def call(self, x, features, hidden):
            s = tf.nn.tanh(self.w1(features) + self.w2(tf.expand_dims(hidden, 1)))
            a = tf.nn.softmax(self.v(s), axis=1)
            ctx = tf.reduce_sum(a * features, axis=1)
            x = self.emb(x)
            x = tf.concat([tf.expand_dims(ctx, 1), x], -1)
            o, st = self.gru(x)
            x = self.f2(tf.reshape(self.f1(o), (-1, o.shape[2])))
            return x, st, a

        def reset_state(self, batch_size):
            return tf.zeros((batch_size, 5))

    dec = Dec(5, 9)
    f = tf.constant(R(5).randn(2, 4, 3).astype("f"))
    tgt = R(6).randint(1, 9, (2, 4))
    h = dec.reset_state(batch_size=2)
    dec(tf.expand_dims([1] * 2, 1), f, h)
    init(dec)
    lo = keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
    opt = keras.optimizers.Adam()

    @tf.function
    def step(f, tgt):
        loss = 0.0
        hid = dec.reset_state(batch_size=tgt.shape[0])
        inp = tf.expand_dims([1] * tgt.shape[0], 1)
        with tf.GradientTape() as t:
            for i in range(1, tgt.shape[1]):
                p, hid, _ = dec(inp, f, hid)
                m = tf.math.logical_not(tf.math.equal(tgt[:, i], 0))
                l = lo(tgt[:, i], p)
                l *= tf.cast(m, l.dtype)
                loss += tf.reduce_mean(l)
                inp = tf.expand_dims(tgt[:, i], 1)
        tv = dec.trainable_variables
        opt.apply_gradients(zip(t.gradient(loss, tv), tv))
        return loss, loss / int(tgt.shape[1])

    for k in range(2):
        show(step(f, tgt)[0])


for f in P:
    print("##", f.__name__)
    try:
        f()
    except Exception as e:
        print("FAILED", type(e).__name__, str(e)[:200])

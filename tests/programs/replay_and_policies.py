"""Reinforcement learning: prioritized replay, masked episodes, evolution, distributions of returns."""

# keras: 3
import numpy as np
import tensorflow as tf
import collections
import itertools
import functools

np.random.seed(0)
tf.random.set_seed(0)


class SumTree:
    def __init__(s, n):
        s.n = n
        s.t = np.zeros(2 * n - 1)
        s.d = [None] * n
        s.w = 0

    def add(s, p, d):
        s.d[s.w] = d
        s.upd(s.w + s.n - 1, p)
        s.w = (s.w + 1) % s.n

    def upd(s, i, p):
        c = p - s.t[i]
        s.t[i] = p
        while i:
            i = (i - 1) // 2
            s.t[i] += c

    def get(s, v):
        i = 0
        while 2 * i + 1 < len(s.t):
            l = 2 * i + 1
            if v <= s.t[l]:
                i = l
            else:
                v -= s.t[l]
                i = l + 1
        return i, s.t[i], s.d[i - s.n + 1]


class Dueling(tf.keras.Model):
    def __init__(s, na):
        super(Dueling, s).__init__(name="dueling")
        init = tf.keras.initializers.RandomUniform(-0.1, 0.1, seed=3)
        s.f = tf.keras.layers.Dense(
            16, "relu", kernel_initializer=tf.keras.initializers.Constant(0.05)
        )
        s.v = tf.keras.layers.Dense(1, kernel_initializer="ones")
        s.a = tf.keras.layers.Dense(
            na, kernel_initializer=tf.keras.initializers.Orthogonal(seed=1) if False else "zeros"
        )

    @tf.function
    def call(s, x):
        f = s.f(x)
        v = s.v(f)
        a = s.a(f)
        return v + (a - tf.math.reduce_mean(a, axis=1, keepdims=True))

    def advantage(s, x):
        return s.a(s.f(x))


q, t = Dueling(3), Dueling(3)
q(np.zeros((1, 4), "f"))
t(np.zeros((1, 4), "f"))
t.set_weights(q.get_weights())
opt = tf.keras.optimizers.Adam(learning_rate=1e-2)
tree = SumTree(8)
r = np.random.RandomState(2)
for k in range(8):
    tree.add(
        abs(r.randn()) + 0.1,
        (r.randn(4).astype("f"), k % 3, float(r.rand()), r.randn(4).astype("f"), k % 4 == 0),
    )
for step in range(3):
    seg = tree.t[0] / 4
    idx, pr, b = zip(*[tree.get(seg * (k + 0.5)) for k in range(4)])
    S, A, R, N, D = map(np.array, zip(*b))
    w = (8 * np.array(pr) / tree.t[0]) ** -0.4
    w /= w.max()
    with tf.GradientTape() as tape:
        qa = tf.gather(q(S), A, batch_dims=1)
        na = tf.argmax(q(N), 1)
        tgt = R + 0.99 * tf.gather(t(N), na, batch_dims=1) * (1 - D.astype("f"))
        td = tf.stop_gradient(tgt) - qa
        loss = tf.reduce_mean(
            w.astype("f") * tf.where(tf.abs(td) < 1.0, 0.5 * td**2, tf.abs(td) - 0.5)
        )
    g = tape.gradient(loss, q.trainable_variables)
    g, n = tf.clip_by_global_norm(g, 1.0)
    opt.apply_gradients(zip(g, q.trainable_variables))
    for i, e in zip(idx, np.abs(td.numpy())):
        tree.upd(i, float(e) + 1e-3)
    print(step, "%.6f %.6f" % (loss, n), idx)
# recurrent policy over padded episodes
pol = tf.keras.Sequential(
    [
        tf.keras.layers.Masking(0.0, input_shape=(None, 4)),
        tf.keras.layers.GRU(
            6,
            return_sequences=True,
            reset_after=False,
            kernel_initializer=tf.keras.initializers.Constant(0.1),
            recurrent_initializer=tf.keras.initializers.Constant(0.1),
        ),
        tf.keras.layers.Dense(2, kernel_initializer=tf.keras.initializers.Constant(0.3)),
    ]
)
obs = np.zeros((3, 5, 4), "f")
lens = [5, 3, 2]
for k, l in enumerate(lens):
    obs[k, :l] = r.randn(l, 4)
act = r.randint(0, 2, (3, 5))
ret = r.randn(3, 5).astype("f")
mask = tf.sequence_mask(lens, 5, dtype=tf.float32)
with tf.GradientTape() as tape:
    logits = pol(obs)
    nll = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=act, logits=logits)
    ent = -tf.reduce_sum(tf.nn.softmax(logits) * tf.nn.log_softmax(logits), -1)
    L = tf.reduce_sum((nll * ret - 0.01 * ent) * mask) / tf.reduce_sum(mask)
print("%.6f" % L, ["%.5f" % tf.norm(x) for x in tape.gradient(L, pol.trainable_variables)])
# evolution strategies + CEM with vectorised models
theta = tf.Variable(tf.zeros([6]))
noise = tf.random.stateless_normal([32, 6], [5, 6])
fit = lambda w: -tf.reduce_sum((w - tf.linspace(-1.0, 1.0, 6)) ** 2, -1)
for k in range(3):
    s = fit(theta + 0.1 * noise)
    s = (s - tf.reduce_mean(s)) / (tf.math.reduce_std(s) + 1e-8)
    theta.assign_add(0.5 * tf.linalg.matvec(noise, s, transpose_a=True) / 32)
print(np.round(theta.numpy(), 5).tolist())
mu, sd = tf.zeros([6]), tf.ones([6])
for k in range(4):
    xs = mu + sd * tf.random.stateless_normal([64, 6], [k, 1])
    el = tf.gather(xs, tf.math.top_k(fit(xs), 8).indices)
    mu, sd = tf.reduce_mean(el, 0), tf.math.reduce_std(el, 0)
print(np.round(mu.numpy(), 4).tolist())
# GAE via scan (reverse) and discounted returns via tf.scan / cumsum tricks
rew = tf.constant(r.randn(6).astype("f"))
val = tf.constant(r.randn(7).astype("f"))
done = tf.constant([0.0, 0, 1, 0, 0, 0])
delta = rew + 0.99 * val[1:] * (1 - done) - val[:-1]
adv = tf.scan(
    lambda a, x: x[0] + 0.99 * 0.95 * (1 - x[1]) * a,
    (delta, done),
    initializer=tf.constant(0.0),
    reverse=True,
)
print(np.round(adv.numpy(), 5).tolist())
print(
    np.round(
        tf.math.cumsum(rew * 0.9 ** tf.range(6, dtype=tf.float32), reverse=True).numpy(), 5
    ).tolist()
)
# categorical distributional DQN projection
vmin, vmax, na = -2.0, 2.0, 5
z = tf.linspace(vmin, vmax, na)
p = tf.nn.softmax(tf.constant(r.randn(4, na).astype("f")))
Tz = tf.clip_by_value(tf.constant(r.rand(4, 1).astype("f")) + 0.9 * z[None], vmin, vmax)
bj = (Tz - vmin) / ((vmax - vmin) / (na - 1))
l = tf.math.floor(bj)
u = tf.math.ceil(bj)
li, ui = tf.cast(l, tf.int32), tf.cast(u, tf.int32)
bi = tf.tile(tf.range(4)[:, None], [1, na])
m = tf.zeros([4, na])
m = tf.tensor_scatter_nd_add(
    m, tf.stack([bi, li], -1), p * (u - bj + tf.cast(tf.equal(l, u), tf.float32))
)
m = tf.tensor_scatter_nd_add(m, tf.stack([bi, ui], -1), p * (bj - l))
print(np.round(tf.reduce_sum(m, 1).numpy(), 5).tolist(), np.round(m.numpy()[0], 5).tolist())
# quantile huber
th = tf.Variable(r.randn(4, 7).astype("f"))
tau = (tf.range(7, dtype=tf.float32) + 0.5) / 7
with tf.GradientTape() as tape:
    u = tf.constant(r.randn(4, 7).astype("f"))[:, None, :] - th[:, :, None]
    hu = tf.where(tf.abs(u) <= 1.0, 0.5 * u**2, tf.abs(u) - 0.5)
    ql = tf.reduce_mean(
        tf.reduce_sum(tf.abs(tau[None, :, None] - tf.cast(u < 0, tf.float32)) * hu, 1)
    )
print("%.5f %.5f" % (ql, tf.norm(tape.gradient(ql, th))))

"""Sketches of twenty methods: implicit layers, optimal transport, HMMs, capsules, molecular dynamics."""

# keras: 3
import math

import numpy as np
import tensorflow as tf

R = lambda s=0: np.random.RandomState(s)


def show(*a):
    print(
        *[
            np.round(np.asarray(x), 5).tolist() if not isinstance(x, (str, int, bool)) else x
            for x in a
        ]
    )


P = []


def prog(f):
    P.append(f)
    return f


@prog
def deq():
    W = tf.Variable(R(1).randn(4, 4).astype("f") * 0.1)
    b = tf.Variable(tf.zeros(4))

    def solve(f, z, n=40):
        for _ in range(n):
            z = f(z)
        return z

    @tf.custom_gradient
    def fixed(x, W, b):
        f = lambda z: tf.tanh(z @ W + x + b)
        z = solve(f, tf.zeros_like(x))

        def grad(dz):
            with tf.GradientTape() as t:
                t.watch(z)
                y = f(z)
            u = dz
            J = t.batch_jacobian(y, z)
            for _ in range(40):
                u = dz + tf.einsum("bij,bi->bj", J, u)
            with tf.GradientTape() as t:
                t.watch([x, W, b])
                y = tf.tanh(z @ W + x + b)
            return t.gradient(y, [x, W, b], output_gradients=u)

        return z, grad

    x = tf.constant(R(2).randn(3, 4).astype("f"))
    with tf.GradientTape() as t:
        l = tf.reduce_sum(fixed(x, W, b) ** 2)
    g = t.gradient(l, [W, b])
    show(l, *[tf.norm(v) for v in g])


@prog
def stn():
    im = tf.constant(R(0).rand(2, 6, 6, 1).astype("f"))
    th = tf.Variable([[1.0, 0.1, 0.0], [-0.1, 1.0, 0.2]])

    def sampler(im, th):
        H = W = 6
        gx, gy = tf.meshgrid(tf.linspace(-1.0, 1.0, W), tf.linspace(-1.0, 1.0, H))
        g = tf.stack([tf.reshape(gx, [-1]), tf.reshape(gy, [-1]), tf.ones(H * W)])
        s = tf.matmul(th, g)
        x = (s[0] + 1) * (W - 1) / 2
        y = (s[1] + 1) * (H - 1) / 2
        x0 = tf.floor(x)
        y0 = tf.floor(y)
        out = 0.0
        for dx in (0, 1):
            for dy in (0, 1):
                xi = tf.clip_by_value(tf.cast(x0, tf.int32) + dx, 0, W - 1)
                yi = tf.clip_by_value(tf.cast(y0, tf.int32) + dy, 0, H - 1)
                w = (1 - tf.abs(x - (x0 + dx))) * (1 - tf.abs(y - (y0 + dy)))
                v = tf.gather_nd(tf.transpose(im, [1, 2, 0, 3]), tf.stack([yi, xi], 1))
                out += w[:, None, None] * v
        return tf.reshape(tf.transpose(out, [1, 0, 2]), [-1, H, W, 1])

    with tf.GradientTape() as t:
        l = tf.reduce_mean((sampler(im, th) - im) ** 2)
    show(l, t.gradient(l, th))


@prog
def crf():
    em = tf.Variable(R(3).randn(2, 5, 3).astype("f"))
    tr = tf.Variable(R(4).randn(3, 3).astype("f"))
    y = tf.constant([[0, 1, 2, 1, 0], [2, 2, 1, 0, 0]])
    L = tf.constant([5, 3])
    with tf.GradientTape() as t:
        a = em[:, 0]
        for k in range(1, 5):
            n = tf.reduce_logsumexp(a[:, :, None] + tr[None], 1) + em[:, k]
            a = tf.where((k < L)[:, None], n, a)
        z = tf.reduce_logsumexp(a, 1)
        m = tf.sequence_mask(L, 5, dtype=tf.float32)
        u = tf.reduce_sum(tf.gather(em, y, batch_dims=2) * m, 1)
        p = tf.stack([y[:, :-1], y[:, 1:]], -1)
        b = tf.reduce_sum(tf.gather_nd(tr, p) * m[:, 1:], 1)
        l = tf.reduce_mean(z - u - b)
    g = t.gradient(l, [em, tr])
    show(l, tf.norm(g[0]), g[1])


@prog
def sinkhorn():
    x = tf.Variable(R(5).randn(6, 2).astype("f"))
    y = tf.constant(R(6).randn(5, 2).astype("f"))
    with tf.GradientTape() as t:
        C = tf.reduce_sum((x[:, None] - y[None]) ** 2, -1)
        f = tf.zeros(6)
        g = tf.zeros(5)
        e = 0.5
        for _ in range(20):
            f = -e * tf.reduce_logsumexp((g[None] - C) / e - math.log(5.0), 1)
            g = -e * tf.reduce_logsumexp((f[:, None] - C) / e - math.log(6.0), 0)
        P = tf.exp((f[:, None] + g[None] - C) / e) / 30.0
        l = tf.reduce_sum(P * C)
    show(l, t.gradient(l, x)[0])


@prog
def softdtw():
    x = tf.Variable(R(7).randn(5).astype("f"))
    y = tf.constant(R(8).randn(4).astype("f"))
    with tf.GradientTape() as t:
        D = (x[:, None] - y[None]) ** 2
        Rm = {(0, 0): tf.constant(0.0)}
        for i in range(1, 6):
            Rm[i, 0] = tf.constant(1e9)
        for j in range(1, 5):
            Rm[0, j] = tf.constant(1e9)
        for i in range(1, 6):
            for j in range(1, 5):
                Rm[i, j] = D[i - 1, j - 1] - 0.3 * tf.reduce_logsumexp(
                    -tf.stack([Rm[i - 1, j], Rm[i, j - 1], Rm[i - 1, j - 1]]) / 0.3
                )
        l = Rm[5, 4]
    show(l, t.gradient(l, x))


@prog
def capsule():
    u = tf.constant(R(9).randn(2, 6, 4).astype("f"))
    W = tf.Variable(R(10).randn(1, 6, 3, 5, 4).astype("f") * 0.3)

    def squash(s):
        n = tf.reduce_sum(s**2, -1, keepdims=True)
        return n / (1 + n) * s / tf.sqrt(n + 1e-8)

    with tf.GradientTape() as t:
        uh = tf.squeeze(
            tf.matmul(
                tf.tile(W, [2, 1, 1, 1, 1]), tf.tile(u[:, :, None, :, None], [1, 1, 3, 1, 1])
            ),
            -1,
        )
        b = tf.zeros([2, 6, 3])
        for r in range(3):
            c = tf.nn.softmax(b, -1)
            v = squash(tf.reduce_sum(c[..., None] * uh, 1))
            if r < 2:
                b += tf.reduce_sum(tf.stop_gradient(uh) * v[:, None], -1)
        l = tf.reduce_sum(tf.maximum(0.0, 0.9 - tf.norm(v, axis=-1)) ** 2)
    show(l, tf.norm(t.gradient(l, W)))


@prog
def rbm():
    W = tf.Variable(R(1).randn(6, 4).astype("f") * 0.1)
    a = tf.Variable(tf.zeros(6))
    b = tf.Variable(tf.zeros(4))
    v = tf.constant((R(2).rand(8, 6) > 0.5).astype("f"))
    s = lambda p, k: tf.cast(tf.random.stateless_uniform(tf.shape(p), [k, 7]) < p, tf.float32)
    F = lambda v: -tf.linalg.matvec(v, a) - tf.reduce_sum(tf.nn.softplus(v @ W + b), 1)
    for k in range(3):
        h = s(tf.sigmoid(v @ W + b), k)
        vk = s(tf.sigmoid(h @ tf.transpose(W) + a), k + 10)
        with tf.GradientTape() as t:
            l = tf.reduce_mean(F(v) - F(tf.stop_gradient(vk)))
        for p, g in zip([W, a, b], t.gradient(l, [W, a, b])):
            p.assign_sub(0.1 * g)
    show(l, tf.norm(W), a)


@prog
def tsne():
    X = R(3).randn(10, 5).astype("f")
    D = ((X[:, None] - X[None]) ** 2).sum(-1)
    Pm = np.exp(-D / 2)
    np.fill_diagonal(Pm, 0)
    Pm /= Pm.sum()
    Y = tf.Variable(R(4).randn(10, 2).astype("f") * 0.1)
    opt = tf.keras.optimizers.SGD(1.0, momentum=0.5)
    for k in range(4):
        with tf.GradientTape() as t:
            q = 1 / (1 + tf.reduce_sum((Y[:, None] - Y[None]) ** 2, -1))
            q = tf.linalg.set_diag(q, tf.zeros(10))
            q /= tf.reduce_sum(q)
            kl = tf.reduce_sum(Pm * tf.math.log(tf.maximum(Pm, 1e-12) / tf.maximum(q, 1e-12)))
        opt.apply_gradients([(t.gradient(kl, Y), Y)])
    show(kl, Y[0])


@prog
def siren():
    x = tf.stack(
        tf.meshgrid(tf.linspace(-1.0, 1.0, 8), tf.linspace(-1.0, 1.0, 8), indexing="ij"), -1
    )
    x = tf.reshape(x, [-1, 2])
    r = R(5)
    Ws = [
        tf.Variable((r.rand(i, o).astype("f") * 2 - 1) * math.sqrt(6 / i) / (30 if k else 1))
        for k, (i, o) in enumerate([(2, 16), (16, 16), (16, 1)])
    ]

    def f(x):
        for W in Ws[:-1]:
            x = tf.sin(30 * x @ W)
        return x @ Ws[-1]

    with tf.GradientTape() as t:
        with tf.GradientTape() as t2:
            t2.watch(x)
            with tf.GradientTape() as t1:
                t1.watch(x)
                y = f(x)
            g = t1.gradient(y, x)
        lap = t2.batch_jacobian(g, x)
        l = tf.reduce_mean((tf.linalg.trace(lap) - tf.sin(x[:, 0])) ** 2)
    show(l / 1e4, [tf.norm(v) / 1e6 for v in t.gradient(l, Ws)])


@prog
def recompute():
    d = [
        tf.keras.layers.Dense(8, "tanh", kernel_initializer=tf.keras.initializers.Constant(0.1))
        for _ in range(3)
    ]
    for l in d:
        l.build((None, 8))

    def block(x):
        for l in d:
            x = l(x)
        return x

    rb = tf.recompute_grad(block)
    x = tf.ones((2, 8))
    with tf.GradientTape() as t:
        t.watch(x)
        l = tf.reduce_sum(rb(x))
    show(l, t.gradient(l, x)[0, :2])


@prog
def lbfgs():
    from scipy.optimize import minimize

    vs = [tf.Variable(R(6).randn(2, 3)), tf.Variable(R(7).randn(3))]
    sh = [v.shape for v in vs]
    n = [int(np.prod(s)) for s in sh]
    idx = tf.dynamic_stitch(
        [tf.range(n[0]), tf.range(n[0], sum(n))], [tf.range(n[0]), tf.range(n[0], sum(n))]
    )
    part = tf.constant([0] * n[0] + [1] * n[1])

    def f(w):
        for v, p, s in zip(vs, tf.dynamic_partition(tf.constant(w), part, 2), sh):
            v.assign(tf.reshape(p, s))
        with tf.GradientTape() as t:
            l = tf.reduce_sum((vs[0] - 1.0) ** 4) + tf.reduce_sum(tf.cosh(vs[1]))
        return l.numpy(), tf.concat([tf.reshape(g, [-1]) for g in t.gradient(l, vs)], 0).numpy()

    r = minimize(
        f,
        np.concatenate([v.numpy().ravel() for v in vs]),
        jac=True,
        method="L-BFGS-B",
        options=dict(maxiter=15),
    )
    show(r.fun, r.nit)


@prog
def beam():
    lp = tf.nn.log_softmax(tf.constant(R(8).randn(5, 6, 6).astype("f")))
    seqs = tf.zeros([1, 1], tf.int32)
    sc = tf.zeros([1])
    for k in range(4):
        nx = sc[:, None] + tf.gather(lp[k], seqs[:, -1])
        v, i = tf.math.top_k(tf.reshape(nx, [-1]), 3)
        seqs = tf.concat([tf.gather(seqs, i // 6), (i % 6)[:, None]], 1)
        sc = v
    show(seqs, sc)


@prog
def moldyn():
    x = tf.Variable(R(9).rand(5, 3).astype("f") * 3)

    @tf.function
    def E(x):
        d = tf.reduce_sum((x[:, None] - x[None]) ** 2, -1) + tf.eye(5)
        r6 = 1 / d**3
        return 2 * tf.reduce_sum((r6**2 - r6) * (1 - tf.eye(5)))

    v = tf.zeros([5, 3])

    def force(x):
        with tf.GradientTape() as t:
            t.watch(x)
            e = E(x)
        return -t.gradient(e, x), e

    X = tf.convert_to_tensor(x)
    F, e = force(X)
    for _ in range(5):
        v = v + 0.5e-3 * tf.clip_by_norm(F, 10.0)
        X = X + 1e-3 * v
        F, e = force(X)
        v = v + 0.5e-3 * tf.clip_by_norm(F, 10.0)
    show(e / 1e3, X[0])


@prog
def im2col():
    x = tf.constant(R(1).rand(1, 5, 5, 2).astype("f"))
    k = tf.Variable(R(2).randn(3, 3, 2, 4).astype("f"))
    with tf.GradientTape(persistent=True) as t:
        p = tf.image.extract_patches(x, [1, 3, 3, 1], [1, 1, 1, 1], [1, 1, 1, 1], "VALID")
        a = tf.reshape(tf.reshape(p, [-1, 18]) @ tf.reshape(k, [18, 4]), [1, 3, 3, 4])
        b = tf.nn.conv2d(x, k, 1, "VALID")
        la = tf.reduce_sum(a**2)
        lb = tf.reduce_sum(b**2)
    show(
        bool(tf.reduce_max(tf.abs(a - b)) < 1e-5),
        bool(tf.reduce_max(tf.abs(t.gradient(la, k) - t.gradient(lb, k))) < 1e-3),
    )


@prog
def hmm():
    A = tf.Variable(R(3).randn(3, 3))
    B = tf.Variable(R(4).randn(3, 4))
    o = [0, 1, 3, 2, 2, 1]
    with tf.GradientTape() as t:
        la, lb = tf.nn.log_softmax(A), tf.nn.log_softmax(B)
        al = lb[:, o[0]] - math.log(3.0)
        for k in o[1:]:
            al = tf.reduce_logsumexp(al[:, None] + la, 0) + lb[:, k]
        l = -tf.reduce_logsumexp(al)
    show(l, *t.gradient(l, [A, B]))


@prog
def gumbel_st():
    lg = tf.Variable(R(5).randn(3, 4).astype("f"))
    g = -tf.math.log(-tf.math.log(tf.random.stateless_uniform([3, 4], [1, 2], 1e-6, 1.0)))
    with tf.GradientTape() as t:
        y = tf.nn.softmax((lg + g) / 0.7)
        h = tf.one_hot(tf.argmax(y, -1), 4)
        z = tf.stop_gradient(h - y) + y
        l = tf.reduce_sum(z * tf.constant([[1.0, 2, 3, 4]]))
    show(l, t.gradient(l, lg))


@prog
def ntm():
    M = tf.constant(R(6).randn(5, 4).astype("f"))
    k = tf.Variable(R(7).randn(4).astype("f"))
    s = tf.Variable([0.1, 0.8, 0.1])
    with tf.GradientTape() as t:
        w = tf.nn.softmax(
            2.0 * tf.linalg.matvec(tf.math.l2_normalize(M, 1), tf.math.l2_normalize(k, 0))
        )
        w = sum(tf.roll(w, j - 1, 0) * tf.nn.softmax(s)[j] for j in range(3))
        w = w**2 / tf.reduce_sum(w**2)
        l = tf.reduce_sum(tf.linalg.matvec(M, w, transpose_a=True) ** 2)
    show(l, *t.gradient(l, [k, s]))


@prog
def hvp():
    x = tf.constant(R(8).randn(4).astype("f"))
    v = tf.constant(R(9).randn(4).astype("f"))
    f = lambda x: tf.reduce_sum(tf.sin(x) * x**2) + x[0] * x[1]
    with tf.autodiff.ForwardAccumulator(x, v) as acc:
        with tf.GradientTape() as t:
            t.watch(x)
            y = f(x)
        g = t.gradient(y, x)
    with tf.GradientTape() as t2:
        t2.watch(x)
        with tf.GradientTape() as t1:
            t1.watch(x)
            y = f(x)
        g1 = t1.gradient(y, x)
    show(acc.jvp(g), tf.linalg.matvec(t2.jacobian(g1, x), v))


@prog
def cubic_spline():
    xs = np.linspace(0, 1, 6)
    ys = tf.Variable(np.sin(6 * xs))
    h = xs[1] - xs[0]
    with tf.GradientTape() as t:
        rhs = 6 * (ys[2:] - 2 * ys[1:-1] + ys[:-2]) / h**2
        A = (
            tf.linalg.diag(4 * tf.ones(4, tf.float64))
            + tf.linalg.diag(tf.ones(3, tf.float64), k=1)
            + tf.linalg.diag(tf.ones(3, tf.float64), k=-1)
        )
        m = (
            tf.linalg.tridiagonal_solve(
                tf.stack(
                    [
                        tf.constant([1.0, 1, 1, 0], tf.float64),
                        tf.fill([4], tf.constant(4.0, tf.float64)),
                        tf.constant([0.0, 1, 1, 1], tf.float64),
                    ]
                ),
                rhs,
                diagonals_format="sequence",
            )
            if False
            else tf.linalg.solve(A, rhs[:, None])[:, 0]
        )
        l = tf.reduce_sum(m**2)
    show(l, t.gradient(l, ys))


for f in P:
    print("##", f.__name__)
    try:
        f()
    except Exception as e:
        print("FAILED", type(e).__name__, str(e)[:200])

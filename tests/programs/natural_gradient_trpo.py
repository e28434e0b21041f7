"""TRPO: conjugate gradients with Hessian-vector products, both ways, and a backtracking line search."""
# keras: 2

import numpy as np
import tensorflow as tf

tf.keras.backend.set_floatx("float64")
rng = np.random.RandomState(1)


def build():
    inputs = tf.keras.Input(shape=(3,), name="obs")
    x = tf.keras.layers.Dense(5, activation=tf.keras.activations.tanh)(inputs)
    return tf.keras.Model(inputs, tf.keras.layers.Dense(4, activation="linear")(x))


policy = build()
policy.set_weights([rng.normal(scale=0.6, size=w.shape) for w in policy.get_weights()])
obs = tf.constant(rng.normal(size=(16, 3)))
actions = tf.constant(rng.randint(0, 4, size=16))
advantages = tf.constant(rng.normal(size=16))
old_logits = tf.stop_gradient(policy(obs))
old_log_probs = -tf.nn.sparse_softmax_cross_entropy_with_logits(labels=actions, logits=old_logits)
variables = policy.trainable_variables
shapes = [v.shape for v in variables]
sizes = [shape.num_elements() for shape in shapes]


def flat(tensors):
    return tf.concat([tf.reshape(t, [-1]) for t in tensors], axis=0)


def unflat(vector):
    return [tf.reshape(p, s) for p, s in zip(tf.split(vector, sizes), shapes)]


def assign(vector):
    tf.nest.map_structure(lambda v, x: v.assign(x), list(variables), unflat(vector))


def surrogate():
    log_probs = -tf.nn.sparse_softmax_cross_entropy_with_logits(actions, policy(obs))
    return -tf.reduce_mean(tf.exp(log_probs - old_log_probs) * advantages)


def kl():
    logits = policy(obs)
    a0 = old_logits - tf.reduce_max(old_logits, axis=-1, keepdims=True)
    a1 = logits - tf.reduce_max(logits, axis=-1, keepdims=True)
    z0 = tf.reduce_sum(tf.exp(a0), axis=-1, keepdims=True)
    z1 = tf.reduce_sum(tf.exp(a1), axis=-1, keepdims=True)
    p0 = tf.exp(a0) / z0
    return tf.reduce_mean(
        tf.reduce_sum(p0 * (a0 - tf.math.log(z0) - a1 + tf.math.log(z1)), axis=-1)
    )


def fisher_vector_product(p, damping=0.1):
    with tf.GradientTape() as tape2:
        with tf.GradientTape() as tape1:
            value = kl()
        grads = flat(tape1.gradient(value, variables))
        dot = tf.reduce_sum(grads * p)
    return flat(tape2.gradient(dot, variables)) + damping * p


def forward_over_reverse(p, damping=0.1):
    with tf.autodiff.ForwardAccumulator(variables, unflat(p)) as acc:
        with tf.GradientTape() as tape:
            value = kl()
        grads = tape.gradient(value, variables)
    return flat(acc.jvp(grads, unconnected_gradients=tf.UnconnectedGradients.ZERO)) + damping * p


def conjugate_gradient(Ax, b, iters=10, tol=1e-10):
    x = tf.zeros_like(b)
    r, p = tf.identity(b), tf.identity(b)
    rdotr = tf.tensordot(r, r, axes=1)
    for _ in range(iters):
        z = Ax(p)
        v = rdotr / tf.tensordot(p, z, axes=1)
        x += v * p
        r -= v * z
        new = tf.tensordot(r, r, axes=1)
        p = r + (new / rdotr) * p
        rdotr = new
        if rdotr < tol:
            break
    return x


for update in range(3):
    with tf.GradientTape() as tape:
        loss = surrogate()
    g = flat(tape.gradient(loss, variables))
    same = tf.reduce_max(tf.abs(fisher_vector_product(g) - forward_over_reverse(g)))
    tf.debugging.assert_less(same, tf.constant(1e-9, tf.float64))
    direction = conjugate_gradient(fisher_vector_product, -g)
    shs = 0.5 * tf.tensordot(direction, fisher_vector_product(direction), 1)
    full_step = direction * tf.sqrt(0.01 / shs)
    theta = flat(variables)
    for j in range(10):
        assign(theta + full_step * 0.7**j)
        new_loss, new_kl = surrogate(), kl()
        if new_kl <= 0.015 and new_loss < loss:
            break
    else:
        assign(theta)
    old_logits = tf.identity(policy(obs))
    old_log_probs = -tf.nn.sparse_softmax_cross_entropy_with_logits(actions, old_logits)
    print(
        "update %d loss %.6f -> %.6f kl %.6f norm %.5f"
        % (update, loss, new_loss, new_kl, tf.norm(g))
    )
with tf.GradientTape(persistent=True) as t2:
    with tf.GradientTape() as t1:
        loss = surrogate()
    grads = t1.gradient(loss, variables)
hessians = [t2.jacobian(g, v) for g, v in zip(grads, variables)]
print([h.shape.as_list() for h in hessians], "%.6f" % tf.linalg.trace(hessians[-1]))
eigenvalues = tf.linalg.eigvalsh(hessians[-1])
print(eigenvalues.numpy().round(5).tolist())

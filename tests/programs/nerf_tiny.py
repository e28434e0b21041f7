"""Tiny NeRF: rays, positional encoding, volume rendering with an exclusive product, PSNR."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
H, W, focal, L_embed, N_samples = 6, 6, 7.0, 3, 6


def posenc(x):
    rets = [x]
    for i in range(L_embed):
        for fn in [tf.sin, tf.cos]:
            rets.append(fn(2.0**i * x))
    return tf.concat(rets, -1)


def init_model(D=3, W=12):
    relu = tf.keras.layers.ReLU()
    dense = lambda W=W, act=relu: tf.keras.layers.Dense(W, activation=act)
    inputs = tf.keras.Input(shape=(3 + 3 * 2 * L_embed,))
    outputs = inputs
    for i in range(D):
        outputs = dense()(outputs)
        if i % 4 == 1:
            outputs = tf.keras.layers.concatenate([outputs, inputs], -1)
    outputs = dense(4, act=None)(outputs)
    return tf.keras.Model(inputs=inputs, outputs=outputs)


def get_rays(H, W, focal, c2w):
    i, j = tf.meshgrid(tf.range(W, dtype=tf.float32), tf.range(H, dtype=tf.float32), indexing="xy")
    dirs = tf.stack([(i - W * 0.5) / focal, -(j - H * 0.5) / focal, -tf.ones_like(i)], -1)
    rays_d = tf.reduce_sum(dirs[..., np.newaxis, :] * c2w[:3, :3], -1)
    rays_o = tf.broadcast_to(c2w[:3, -1], tf.shape(rays_d))
    return rays_o, rays_d


def render_rays(network_fn, rays_o, rays_d, near, far, N_samples, rand=None):
    def batchify(fn, chunk=64):
        return lambda inputs: tf.concat(
            [fn(inputs[i : i + chunk]) for i in range(0, inputs.shape[0], chunk)], 0
        )

    z_vals = tf.linspace(near, far, N_samples)
    if rand is not None:
        z_vals += (
            tf.random.stateless_uniform(list(rays_o.shape[:-1]) + [N_samples], seed=rand)
            * (far - near)
            / N_samples
        )
    pts = rays_o[..., None, :] + rays_d[..., None, :] * z_vals[..., :, None]
    pts_flat = posenc(tf.reshape(pts, [-1, 3]))
    raw = tf.reshape(batchify(network_fn)(pts_flat), list(pts.shape[:-1]) + [4])
    sigma_a = tf.nn.relu(raw[..., 3])
    rgb = tf.math.sigmoid(raw[..., :3])
    dists = tf.concat(
        [z_vals[..., 1:] - z_vals[..., :-1], tf.broadcast_to([1e10], z_vals[..., :1].shape)], -1
    )
    alpha = 1.0 - tf.exp(-sigma_a * dists)
    weights = alpha * tf.math.cumprod(1.0 - alpha + 1e-10, -1, exclusive=True)
    rgb_map = tf.reduce_sum(weights[..., None] * rgb, -2)
    depth_map = tf.reduce_sum(weights * z_vals, -1)
    return rgb_map, depth_map, tf.reduce_sum(weights, -1)


def sample_pdf(bins, weights, N, u):
    weights += 1e-5
    pdf = weights / tf.reduce_sum(weights, -1, keepdims=True)
    cdf = tf.cumsum(pdf, -1)
    cdf = tf.concat([tf.zeros_like(cdf[..., :1]), cdf], -1)
    u = tf.broadcast_to(u, list(cdf.shape[:-1]) + [N])
    inds = tf.searchsorted(cdf, u, side="right")
    below = tf.maximum(0, inds - 1)
    above = tf.minimum(cdf.shape[-1] - 1, inds)
    inds_g = tf.stack([below, above], -1)
    cdf_g = tf.gather(cdf, inds_g, axis=-1, batch_dims=len(inds_g.shape) - 2)
    bins_g = tf.gather(bins, inds_g, axis=-1, batch_dims=len(inds_g.shape) - 2)
    denom = cdf_g[..., 1] - cdf_g[..., 0]
    denom = tf.where(denom < 1e-5, tf.ones_like(denom), denom)
    return bins_g[..., 0] + (u - cdf_g[..., 0]) / denom * (bins_g[..., 1] - bins_g[..., 0])


trans_t = lambda t: tf.convert_to_tensor(
    [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, t], [0, 0, 0, 1]], dtype=tf.float32
)
rot_phi = lambda phi: tf.convert_to_tensor(
    [
        [1, 0, 0, 0],
        [0, tf.cos(phi), -tf.sin(phi), 0],
        [0, tf.sin(phi), tf.cos(phi), 0],
        [0, 0, 0, 1],
    ],
    dtype=tf.float32,
)
poses = [rot_phi(phi) @ trans_t(4.0) for phi in (0.1, -0.3, 0.5)]
images = (
    rng.uniform(size=(3, H, W, 3)).astype(np.float32) * np.linspace(0, 1, W)[None, None, :, None]
)
images = images.astype(np.float32)
model = init_model()
model.set_weights([rng.normal(scale=0.4, size=w.shape) for w in model.get_weights()])
optimizer = tf.keras.optimizers.Adam(5e-3)
for i in range(4):
    target, pose = images[i % 3], poses[i % 3]
    rays_o, rays_d = get_rays(H, W, focal, pose)
    with tf.GradientTape() as tape:
        rgb, depth, acc = render_rays(model, rays_o, rays_d, 2.0, 6.0, N_samples, rand=[i, 1])
        loss = tf.reduce_mean(tf.square(rgb - target))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    psnr = -10.0 * tf.math.log(loss) / tf.math.log(10.0)
    print(
        "i %d loss %.5f psnr %.4f depth %.4f acc %.4f"
        % (i, loss, psnr, tf.reduce_mean(depth), tf.reduce_mean(acc))
    )
print("image psnr %.4f" % tf.image.psnr(rgb, target, max_val=1.0))
fine = sample_pdf(
    tf.linspace(2.0, 6.0, 6) + tf.zeros([4, 1]),
    tf.constant(rng.uniform(size=(4, 5)), tf.float32),
    4,
    tf.linspace(0.05, 0.95, 4),
)
print(tf.sort(fine, -1).numpy().round(4).tolist())

"""Adversarial examples: FGSM, its iterated and random-start form, and training against them."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(8)
x = rng.uniform(size=(24, 8, 8, 1)).astype("float32")
y = (x[:, :4].mean(axis=(1, 2, 3)) > x[:, 4:].mean(axis=(1, 2, 3))).astype("int64")


class Net(tf.keras.Model):
    def __init__(self):
        super(Net, self).__init__()
        self.conv1 = tf.keras.layers.Conv2D(4, 3, strides=(2, 2), padding="same")
        self.flatten = tf.keras.layers.Flatten()
        self.dense1 = tf.keras.layers.Dense(2)

    def call(self, x):
        x = tf.nn.relu(self.conv1(x))
        return self.dense1(self.flatten(x))


def fast_gradient_method(
    model_fn, x, eps, norm, y=None, targeted=False, clip_min=None, clip_max=None
):
    if norm not in [np.inf, 1, 2]:
        raise ValueError("Norm order must be either np.inf, 1, or 2.")
    x = tf.cast(x, tf.float32)
    if y is None:
        y = tf.argmax(model_fn(x), 1)
    with tf.GradientTape() as g:
        g.watch(x)
        loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=model_fn(x))
        if targeted:
            loss = -loss
    grad = g.gradient(loss, x)
    axis = list(range(1, len(grad.get_shape())))
    if norm == np.inf:
        perturbation = tf.sign(grad)
    elif norm == 2:
        square = tf.maximum(1e-12, tf.reduce_sum(tf.square(grad), axis, keepdims=True))
        perturbation = grad / tf.sqrt(square)
    else:
        abs_grad = tf.abs(grad)
        max_abs = tf.reduce_max(abs_grad, axis, keepdims=True)
        tied = tf.cast(tf.equal(abs_grad, max_abs), dtype=tf.float32)
        perturbation = tf.sign(grad) * tied / tf.reduce_sum(tied, axis, keepdims=True)
    adv = x + tf.multiply(eps, tf.stop_gradient(perturbation))
    if clip_min is not None or clip_max is not None:
        tf.debugging.assert_less_equal(clip_min, clip_max)
        adv = tf.clip_by_value(adv, clip_min, clip_max)
    return adv


def projected_gradient_descent(model_fn, x, eps, eps_iter, nb_iter):
    start = tf.random.stateless_uniform(x.shape, (3, 4), -eps, eps)
    adv = tf.clip_by_value(x + start, 0.0, 1.0)
    for _ in range(nb_iter):
        adv = fast_gradient_method(model_fn, adv, eps_iter, np.inf, clip_min=0.0, clip_max=1.0, y=y)
        adv = tf.clip_by_value(x + tf.clip_by_value(adv - x, -eps, eps), 0.0, 1.0)
    return adv


model = Net()
model(x[:1])
model.set_weights([rng.normal(scale=0.4, size=w.shape) for w in model.get_weights()])
loss_object = tf.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.optimizers.Adam(learning_rate=0.01)
train_loss = tf.metrics.Mean(name="train_loss")
test_acc = {k: tf.metrics.SparseCategoricalAccuracy() for k in ("clean", "fgm", "pgd")}


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        predictions = model(x)
        loss = loss_object(y, predictions)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_loss(loss)


for epoch in range(1, 4):
    for begin in range(0, 24, 8):
        xb, yb = x[begin : begin + 8], y[begin : begin + 8]
        if epoch == 3:
            xb = fast_gradient_method(model, xb, 0.05, np.inf, y=yb, clip_min=0.0, clip_max=1.0)
        train_step(xb, yb)
    print("epoch %d loss %.5f" % (epoch, train_loss.result()))
    train_loss.reset_state()

adversarial = {
    "clean": tf.constant(x),
    "fgm": fast_gradient_method(model, x, 0.1, np.inf, clip_min=0.0, clip_max=1.0),
    "pgd": projected_gradient_descent(model, x, 0.1, 0.03, 5),
}
for name, images in adversarial.items():
    test_acc[name](y, model(images))
    moved = tf.reduce_mean(tf.abs(images - x))
    print("%s accuracy %.4f moved %.5f" % (name, test_acc[name].result(), moved))
for norm in (1, 2):
    adv = fast_gradient_method(model, x, 0.5, norm, targeted=True, y=1 - y)
    print("norm", norm, "%.5f" % tf.norm(adv - x, ord=norm).numpy())

"""Sharpness-aware minimization in a train_step, centred gradients in an optimizer, accumulated ones."""

# keras: 3
import numpy as np
import tensorflow as tf

tf.random.set_seed(0)
rs = np.random.RandomState(3)
X = rs.randn(64, 10).astype("f")
Y = (X[:, :1] * X[:, 1:2] > 0).astype("int32").ravel()


def net():
    m = tf.keras.Sequential(
        [
            tf.keras.layers.Dense(16, activation="swish", input_shape=(10,)),
            tf.keras.layers.BatchNormalization(),
            tf.keras.layers.Dense(2),
        ]
    )
    r = np.random.RandomState(7)
    for w in m.trainable_weights:
        w.assign(r.randn(*w.shape).astype("f") * 0.3)
    return m


class SAM(tf.keras.Model):
    def __init__(self, resnet_model, rho=0.05):
        super(SAM, self).__init__()
        self.resnet_model = resnet_model
        self.rho = rho

    def train_step(self, data):
        (images, labels) = data
        e_ws = []
        with tf.GradientTape() as tape:
            predictions = self.resnet_model(images)
            loss = self.compute_loss(y=labels, y_pred=predictions)
        trainable_params = self.resnet_model.trainable_variables
        gradients = tape.gradient(loss, trainable_params)
        grad_norm = self._grad_norm(gradients)
        scale = self.rho / (grad_norm + 1e-12)
        for grad, param in zip(gradients, trainable_params):
            e_w = grad * scale
            param.assign_add(e_w)
            e_ws.append(e_w)
        with tf.GradientTape() as tape:
            predictions = self.resnet_model(images)
            loss = self.compute_loss(y=labels, y_pred=predictions)
        sam_gradients = tape.gradient(loss, trainable_params)
        for param, e_w in zip(trainable_params, e_ws):
            param.assign_sub(e_w)
        self.optimizer.apply_gradients(zip(sam_gradients, trainable_params))
        for m in self.metrics:
            if m.name == "loss":
                m.update_state(loss)
            else:
                m.update_state(labels, predictions)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        (images, labels) = data
        predictions = self.resnet_model(images, training=False)
        loss = self.compute_loss(y=labels, y_pred=predictions)
        for m in self.metrics:
            if m.name == "loss":
                m.update_state(loss)
            else:
                m.update_state(labels, predictions)
        return {m.name: m.result() for m in self.metrics}

    def _grad_norm(self, gradients):
        return tf.norm(tf.stack([tf.norm(grad) for grad in gradients if grad is not None]))

    def call(self, x):
        return self.resnet_model(x)


model = SAM(net())
model.compile(
    optimizer="adam",
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
h = model.fit(tf.data.Dataset.from_tensor_slices((X, Y)).batch(16), epochs=3, verbose=0)
print([round(float(v), 5) for v in h.history["loss"]])
print([round(float(v), 5) for v in model.evaluate(X, Y, verbose=0)])


class GC(tf.keras.optimizers.RMSprop):
    def apply_gradients(self, grads_and_vars, *a, **k):
        out = []
        for g, v in grads_and_vars:
            if len(g.shape) > 1:
                axis = list(range(len(g.shape) - 1))
                g = g - tf.reduce_mean(g, axis=axis, keepdims=True)
            out.append((g, v))
        return super().apply_gradients(out, *a, **k)


m2 = net()
m2.compile(
    GC(learning_rate=1e-2),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
print(
    [
        round(float(v), 5)
        for v in m2.fit(X, Y, epochs=3, batch_size=32, shuffle=False, verbose=0).history["loss"]
    ]
)
m3 = net()
opt = tf.keras.optimizers.SGD(0.1, momentum=0.9, nesterov=True)
acc = [tf.Variable(tf.zeros_like(v), trainable=False) for v in m3.trainable_variables]
lossf = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@tf.function
def micro(x, y):
    with tf.GradientTape() as t:
        l = lossf(y, m3(x, training=True)) / 4.0
    for a, g in zip(acc, t.gradient(l, m3.trainable_variables)):
        a.assign_add(g)
    return l


@tf.function
def step():
    opt.apply_gradients(zip(acc, m3.trainable_variables))
    for a in acc:
        a.assign(tf.zeros_like(a))


for e in range(3):
    tot = 0.0
    for i in range(4):
        tot += micro(X[i * 16 : (i + 1) * 16], Y[i * 16 : (i + 1) * 16])
    step()
    print(e, round(float(tot), 5))

"""U-Net segmentation: skip connections, dice loss, MeanIoU, sample weights by class, a data Sequence."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K
from tensorflow.keras.callbacks import EarlyStopping, ReduceLROnPlateau
from tensorflow.keras.layers import (
    BatchNormalization,
    Conv2D,
    Conv2DTranspose,
    Dropout,
    Input,
    MaxPooling2D,
    SpatialDropout2D,
    concatenate,
)
from tensorflow.keras.models import Model
from tensorflow.keras.utils import Sequence

rng = np.random.RandomState(5)


class Shapes(Sequence):
    def __init__(self, n, batch_size, **kwargs):
        super().__init__(**kwargs)
        self.images = rng.uniform(0, 0.3, (n, 16, 16, 1)).astype("float32")
        self.masks = np.zeros((n, 16, 16, 1), "float32")
        for i in range(n):
            a, b = rng.randint(2, 8, 2)
            self.masks[i, a : a + 6, b : b + 5] = 1
        self.images += self.masks * 0.6
        self.batch_size = batch_size

    def __len__(self):
        return int(np.ceil(len(self.images) / self.batch_size))

    def __getitem__(self, idx):
        part = slice(idx * self.batch_size, (idx + 1) * self.batch_size)
        return self.images[part], self.masks[part]


def dice_coef(y_true, y_pred, smooth=1.0):
    y_true_f = K.flatten(K.cast(y_true, "float32"))
    y_pred_f = K.flatten(y_pred)
    intersection = K.sum(y_true_f * y_pred_f)
    return (2.0 * intersection + smooth) / (K.sum(y_true_f) + K.sum(y_pred_f) + smooth)


def bce_dice_loss(y_true, y_pred):
    bce = K.mean(K.binary_crossentropy(K.cast(y_true, "float32"), y_pred))
    return bce + (1.0 - dice_coef(y_true, y_pred))


def conv_block(x, n, name):
    for i in range(2):
        x = Conv2D(
            n,
            (3, 3),
            activation="elu",
            kernel_initializer="he_normal",
            padding="same",
            name=f"{name}_{i}",
        )(x)
    return BatchNormalization(name=name + "_bn")(x)


inputs = Input((16, 16, 1))
c1 = conv_block(inputs, 4, "c1")
p1 = MaxPooling2D((2, 2))(c1)
c2 = SpatialDropout2D(0.0)(conv_block(p1, 6, "c2"))
p2 = MaxPooling2D()(c2)
c3 = Dropout(0.0)(conv_block(p2, 8, "c3"))
u4 = Conv2DTranspose(6, (2, 2), strides=(2, 2), padding="same")(c3)
u4 = concatenate([u4, c2])
c4 = conv_block(u4, 6, "c4")
u5 = Conv2DTranspose(4, (2, 2), strides=(2, 2), padding="same")(c4)
u5 = concatenate([u5, c1], axis=3)
outputs = Conv2D(1, (1, 1), activation="sigmoid")(conv_block(u5, 4, "c5"))
model = Model(inputs=[inputs], outputs=[outputs])
for w in model.trainable_weights:
    if len(w.shape) == 4:
        w.assign(rng.normal(scale=np.sqrt(2 / np.prod(w.shape[:3])), size=w.shape))
model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=1e-3),
    loss=bce_dice_loss,
    metrics=[dice_coef, tf.keras.metrics.BinaryIoU(target_class_ids=[1], threshold=0.5)],
)
train, valid = Shapes(8, 4), Shapes(4, 4)
callbacks = [
    EarlyStopping(patience=10, verbose=0, restore_best_weights=True),
    ReduceLROnPlateau(factor=0.1, patience=1, min_lr=0.00001, verbose=0, min_delta=10.0),
]
results = model.fit(
    train, epochs=3, callbacks=callbacks, validation_data=valid, shuffle=False, verbose=0
)
for key in ("loss", "dice_coef"):
    print(key, ["%.4f" % v for v in results.history[key]])
rate = model.optimizer.learning_rate
print("rate %.6f" % float(K.get_value(rate)))
preds = model.predict(valid.images, verbose=0)
preds_t = (preds > 0.5).astype(np.uint8)
metric = tf.keras.metrics.MeanIoU(num_classes=2)
metric.update_state(valid.masks, preds_t)
print("iou %.4f mean %.4f" % (metric.result().numpy(), preds.mean()))


def add_sample_weights(image, label):
    class_weights = tf.constant([1.0, 3.0])
    class_weights = class_weights / tf.reduce_sum(class_weights)
    return image, label, tf.gather(class_weights, indices=tf.cast(label, tf.int32))


image, label, weight = next(
    iter(
        tf.data.Dataset.from_tensor_slices((valid.images, valid.masks))
        .map(add_sample_weights)
        .batch(2)
    )
)
print(
    "weights %.4f" % tf.reduce_mean(weight), weight.shape, model.get_layer("c3_1").output.shape[1:]
)

"""A vision transformer after the Keras example: patches, MultiHeadAttention, AdamW, top-5 accuracy."""

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

num_classes, image_size, patch_size, projection_dim, num_heads = 6, 12, 4, 8, 2
num_patches = (image_size // patch_size) ** 2
rng = np.random.RandomState(17)
x_train = rng.randint(0, 256, size=(16, image_size, image_size, 3)).astype("float32")
y_train = rng.randint(0, num_classes, size=(16, 1))

data_augmentation = keras.Sequential(
    [
        layers.Normalization(),
        layers.Resizing(image_size, image_size),
        layers.RandomFlip("horizontal"),
    ],
    name="data_augmentation",
)
data_augmentation.layers[0].adapt(x_train)


def mlp(x, hidden_units, dropout_rate):
    for units in hidden_units:
        x = layers.Dense(units, activation=tf.nn.gelu)(x)
        x = layers.Dropout(dropout_rate)(x)
    return x


class Patches(layers.Layer):
    def __init__(self, patch_size):
        super().__init__()
        self.patch_size = patch_size

    def call(self, images):
        batch_size = tf.shape(images)[0]
        patches = tf.image.extract_patches(
            images=images,
            sizes=[1, self.patch_size, self.patch_size, 1],
            strides=[1, self.patch_size, self.patch_size, 1],
            rates=[1, 1, 1, 1],
            padding="VALID",
        )
        patch_dims = patches.shape[-1]
        return tf.reshape(patches, [batch_size, num_patches, patch_dims])


class PatchEncoder(layers.Layer):
    def __init__(self, num_patches, projection_dim):
        super().__init__()
        self.num_patches = num_patches
        self.projection = layers.Dense(units=projection_dim)
        self.position_embedding = layers.Embedding(input_dim=num_patches, output_dim=projection_dim)

    def call(self, patch):
        positions = tf.range(start=0, limit=self.num_patches, delta=1)
        return self.projection(patch) + self.position_embedding(positions)


def create_vit_classifier():
    inputs = layers.Input(shape=(image_size, image_size, 3))
    patches = Patches(patch_size)(inputs)
    encoded_patches = PatchEncoder(num_patches, projection_dim)(patches)
    for _ in range(2):
        x1 = layers.LayerNormalization(epsilon=1e-6)(encoded_patches)
        attention_output = layers.MultiHeadAttention(
            num_heads=num_heads, key_dim=projection_dim, dropout=0.0
        )(x1, x1)
        x2 = layers.Add()([attention_output, encoded_patches])
        x3 = layers.LayerNormalization(epsilon=1e-6)(x2)
        x3 = mlp(x3, hidden_units=[projection_dim * 2, projection_dim], dropout_rate=0.0)
        encoded_patches = layers.Add()([x3, x2])
    representation = layers.LayerNormalization(epsilon=1e-6)(encoded_patches)
    representation = layers.Flatten()(representation)
    features = mlp(representation, hidden_units=[16], dropout_rate=0.0)
    return keras.Model(inputs=inputs, outputs=layers.Dense(num_classes)(features))


model = create_vit_classifier()
model.set_weights(
    [w if w.ndim == 1 else rng.normal(scale=0.3, size=w.shape) for w in model.get_weights()]
)
x = data_augmentation(x_train, training=False)
print("augmented", x.shape, "%.5f %.5f" % (tf.reduce_mean(x), tf.math.reduce_std(x)))
model.compile(
    optimizer=keras.optimizers.AdamW(learning_rate=0.003, weight_decay=0.0001),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[
        keras.metrics.SparseCategoricalAccuracy(name="accuracy"),
        keras.metrics.SparseTopKCategoricalAccuracy(5, name="top-5-accuracy"),
    ],
)
history = model.fit(
    x=x,
    y=y_train,
    batch_size=8,
    epochs=3,
    validation_split=0.25,
    shuffle=False,
    verbose=0,
    callbacks=[
        keras.callbacks.ModelCheckpoint(
            "checkpoint.weights.h5",
            monitor="val_accuracy",
            save_best_only=True,
            save_weights_only=True,
        )
    ],
)
for key in sorted(history.history):
    print(key, [round(v, 4) for v in history.history[key]])
model.load_weights("checkpoint.weights.h5")
_, accuracy, top_5 = model.evaluate(x, y_train, verbose=0)
print(f"Test accuracy: {round(accuracy * 100, 2)}% top 5: {round(top_5 * 100, 2)}%")

"""`keras.preprocessing.image`: image files and arrays, and batches of images changed at random."""

from ..._keras.preprocessing.affine import (
    apply_affine_transform as apply_affine_transform,
    apply_brightness_shift as apply_brightness_shift,
    apply_channel_shift as apply_channel_shift,
    random_brightness as random_brightness,
    random_channel_shift as random_channel_shift,
    random_rotation as random_rotation,
    random_shear as random_shear,
    random_shift as random_shift,
    random_zoom as random_zoom,
)
from ..._keras.preprocessing.batch_iterators import (
    DirectoryIterator as DirectoryIterator,
    Iterator as Iterator,
    NumpyArrayIterator as NumpyArrayIterator,
)
from ..._keras.preprocessing.generators import ImageDataGenerator as ImageDataGenerator
from ..._keras.preprocessing.images import (
    array_to_img as array_to_img,
    img_to_array as img_to_array,
    load_img as load_img,
    save_img as save_img,
    smart_resize as smart_resize,
)

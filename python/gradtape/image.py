"""Images: tensors of shape `[..., height, width, channels]`."""


"""Images: colours, sizes, boxes, and changes at random, over the operations of the core."""

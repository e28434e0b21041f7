"""The class `Layer`: how it makes and keeps weights, and how it is called."""

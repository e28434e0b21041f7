"""Layers that prepare data: scaling, random changes of images, words and numbers to places."""

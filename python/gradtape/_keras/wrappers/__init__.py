"""Models as estimators of scikit-learn: Keras 3's wrappers, and those of Keras 2 up to 2.11."""

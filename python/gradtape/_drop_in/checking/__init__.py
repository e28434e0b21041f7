"""`python -m gradtape --check`: what a program uses of TensorFlow that gradtape does not have.

`sources` finds programs and notebooks, `reading` the names that they use, `existence` which of
those are missing, and `command` prints them. Invariant: nothing of a program that is read is run.
"""

"""`python -m gradtape program.py`: a TensorFlow program runs on gradtape without an edit."""

import sys

from ._drop_in.command import main

sys.exit(main(sys.argv[1:]))

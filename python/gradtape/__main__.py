"""`python -m gradtape program.py`: a TensorFlow program runs on gradtape without an edit."""

import sys

from ._drop_in.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

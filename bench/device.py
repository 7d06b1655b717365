"""`sunroom bench --gpu` on a machine whose NumPy has lost a name that its numba-cuda still uses.

PYTHONPATH=src python bench/device.py --record FOLDER
"""

import sys

import older_numpy  # noqa: F401

from sunroom.cli import main

if __name__ == "__main__":
    sys.argv = ["sunroom", "bench", "--gpu", *sys.argv[1:]]
    main()

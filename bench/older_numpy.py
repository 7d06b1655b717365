"""A name that NumPy has lost and a numba-cuda may still use: import this before numba.cuda."""

import numpy as np

if not hasattr(np, "row_stack"):  # spelled as text, or the linter mends the name away
    setattr(np, "row_stack", np.vstack)  # noqa: B010

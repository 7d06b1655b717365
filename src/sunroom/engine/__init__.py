"""The ways to run one rule source: interpreted, compiled for CPU cores, on a GPU."""

"""What this machine can do: `sunroom bench` measures it; the scripts in `bench/` go further."""

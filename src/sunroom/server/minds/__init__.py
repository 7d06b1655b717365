"""What thinks for the server, in processes of its own: opponents, hints and reviews."""

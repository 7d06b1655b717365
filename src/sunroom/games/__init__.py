"""One folder per game. Folders are discovered; there is no list to edit."""

"""The rules of Solaris, a file for each chapter of the rulebook; `rules` asks them in turn."""

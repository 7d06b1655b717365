"""The contract that a game answers, and what every game gets for answering it."""

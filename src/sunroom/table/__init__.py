"""One match among people: what they want, what happens, and what each of them may see.

Everything is pure: no database, no socket, no clock on the wall, nothing but the standard library.
Time, chance and the names of people come in as arguments, so a server and a browser can stand on it
alike:

    events = decide(state, command, who)      # a Refusal, or what happens now
    for event in events:
        n = state.n + 1
        state = fold(state, Entry(n, at, event))   # the one thing that changes a match
    frame = shown(state, eye, at)             # what one seat may see of it
"""

"""A match with an open seat: python invite.py http://127.0.0.1:8700 prints the key for it."""

import sys

import httpx

server = sys.argv[1]
me = httpx.post(f"{server}/api/me", json={"name": "The host"}).raise_for_status().json()
wish = {"game": "soluna", "seats": [{"kind": "open"}, {"kind": "ai", "level": "club"}]}
who = {"Authorization": f"Bearer {me['token']}"}
made = httpx.post(f"{server}/api/matches", json=wish, headers=who).raise_for_status().json()
print(made["invites"][0]["key"])

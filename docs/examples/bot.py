"""A bot for Sunroom in twenty lines: python bot.py http://127.0.0.1:8700 INVITATION-KEY"""

import json
import random
import sys

import httpx

server, key = sys.argv[1:]
me = httpx.post(f"{server}/api/me", json={"name": "Twenty lines"}).raise_for_status().json()
api = httpx.Client(base_url=server, headers={"Authorization": f"Bearer {me['token']}"})
match = api.get(f"/api/links/{key}").raise_for_status().json()["match"]
api.post(f"/api/matches/{match}/commands", json={"t": "sit", "key": key}).raise_for_status()

with api.stream("GET", f"/api/matches/{match}/stream", timeout=None) as stream:
    for frame in (json.loads(line) for line in stream.iter_lines() if line):
        if frame["t"] == "match":
            mine = [n for n, seat in enumerate(frame["seats"]) if seat.get("yours")]
        if frame["t"] == "state" and "result" in frame:
            print(frame["result"])
            break
        if frame["t"] == "state" and frame.get("turn") in mine and frame.get("legal"):
            move = {"text": random.choice(frame["legal"]), "version": frame["n"]}
            api.post(f"/api/matches/{match}/moves", json=move)

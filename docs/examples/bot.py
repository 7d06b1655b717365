"""A bot for Sunroom in twenty lines: python bot.py http://127.0.0.1:8700 INVITATION-KEY"""

import json
import random
import sys
import time

import httpx


def post(path: str, data: object) -> httpx.Response:
    while (answer := api.post(path, json=data)).status_code in (429, 503):  # too soon, or too much
        time.sleep(int(answer.headers.get("Retry-After", 1)))
    return answer


server, key = sys.argv[1:]
api = httpx.Client(base_url=f"{server}/api", timeout=60)  # a quiet stream says something every 15 s
me = post("/me", {"name": "Twenty lines"}).raise_for_status().json()
api.headers["Authorization"] = f"Bearer {me['token']}"
match = api.get(f"/links/{key}").raise_for_status().json()["match"]
post(f"/matches/{match}/commands", {"t": "sit", "key": key}).raise_for_status()
with api.stream("GET", f"/matches/{match}/stream") as stream:
    for frame in (json.loads(line) for line in stream.iter_lines() if line):
        if frame["t"] == "match":
            mine = [n for n, seat in enumerate(frame["seats"]) if seat.get("yours")]
        if frame["t"] == "state" and "result" in frame:
            print(frame["result"])
            break
        if frame["t"] == "state" and frame.get("turn") in mine and frame.get("legal"):
            move = {"text": random.choice(frame["legal"]), "version": frame["n"]}
            post(f"/matches/{match}/moves", move)

#!/usr/bin/env python3
"""Checks the shuffles of transcripts from nothing but the texts of bot/record/shuffle.h and games/shared/rng.h.

    check_shuffle.py commitment SEED           what is told of a seed when its table opens
    check_shuffle.py key SEED [WORD ...]       the generator's key; "" for a seat without a word
    check_shuffle.py verify [FILE]             every transcript of FILE, or of standard input

`verify` holds each seed against its commitment. The deals of En Garde it makes again; those of other
games need their rules: `belfry replay --verify` does that.
"""

import hashlib
import hmac
import json
import sys

import check_rng


def commitment(seed):
    return hashlib.sha256(seed).hexdigest()


def key(seed, words):
    lines = [f"{seat} {word}\n" for seat, word in enumerate(words, 1) if word]
    if not lines:
        return seed
    return hmac.new(seed, "".join(lines).encode(), hashlib.sha256).digest()


class EnGarde:
    """Operation 0 draws who begins; every other one shuffles the 25 cards of a round."""

    def __init__(self, table_key):
        self.key = table_key
        self.operation = 0

    def stream(self):
        self.operation += 1
        return check_rng.numbers(self.key, self.operation - 1)

    def deal(self, setup):
        dealt = {"first": check_rng.below(self.stream(), 2) + 1} if setup else {}
        cards = check_rng.shuffle(self.stream(), [1 + i // 5 for i in range(25)])
        dealt["hands"] = [sorted(cards[0:5]), sorted(cards[5:10])]
        dealt["pile"] = cards[10:]
        return dealt


def without_order(dealt):
    return dict(dealt, hands=[sorted(hand) for hand in dealt["hands"]])


def verify(stream):
    game, games, deals = None, 0, 0
    for number, text in enumerate(stream, 1):
        line = json.loads(text)
        if "belfry" in line:
            seed = bytes.fromhex(line["seed"])
            games += 1
            if line.get("commitment", commitment(seed)) != commitment(seed):
                return f"line {number}: the seed is not the one that was committed to"
            table_key = key(seed, line.get("words", []))
            game = EnGarde(table_key) if line["game"] == "en-garde" else None
        dealt = line.get("setup", line.get("chance"))
        if game is None or dealt is None:
            continue
        deals += 1
        if game.deal("setup" in line) != without_order(dealt):
            return f"line {number}: seed and words deal something else"
    print(f"{games} games, {deals} deals made again")
    return None


def main(words):
    if words[:1] == ["commitment"] and len(words) == 2:
        print(commitment(bytes.fromhex(words[1])))
    elif words[:1] == ["key"] and len(words) >= 2:
        print(key(bytes.fromhex(words[1]), words[2:]).hex())
    elif words[:1] == ["verify"] and len(words) <= 2:
        with open(words[1] if len(words) == 2 else 0, encoding="utf-8") as stream:
            return verify(stream)
    else:
        return __doc__
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

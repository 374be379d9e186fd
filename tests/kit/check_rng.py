#!/usr/bin/env python3
"""Computes shuffles and draws from nothing but the text of games/shared/rng.h, in plain Python.

    check_rng.py below SEED OPERATION BOUND      one number of rng_below
    check_rng.py shuffle SEED OPERATION COUNT    the items 0 1 2 ... after rng_shuffle
    check_rng.py index SEED NUMBER               the key of game NUMBER of a series
    check_rng.py self-test                       ChaCha20 against RFC 8439, section 2.3.2

SEED is 64 hex digits.
"""

import hashlib
import struct
import sys


def rotate(value, bits):
    return ((value << bits) | (value >> (32 - bits))) & 0xFFFFFFFF


def quarter_round(state, a, b, c, d):
    state[a] = (state[a] + state[b]) & 0xFFFFFFFF
    state[d] = rotate(state[d] ^ state[a], 16)
    state[c] = (state[c] + state[d]) & 0xFFFFFFFF
    state[b] = rotate(state[b] ^ state[c], 12)
    state[a] = (state[a] + state[b]) & 0xFFFFFFFF
    state[d] = rotate(state[d] ^ state[a], 8)
    state[c] = (state[c] + state[d]) & 0xFFFFFFFF
    state[b] = rotate(state[b] ^ state[c], 7)


ROUNDS = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
          (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]


def chacha20_block(key, counter, nonce):
    """The sixteen 32-bit numbers of one block."""
    start = list(struct.unpack("<4I", b"expand 32-byte k") + struct.unpack("<8I", key)
                 + (counter,) + struct.unpack("<3I", nonce))
    state = list(start)
    for _ in range(10):
        for places in ROUNDS:
            quarter_round(state, *places)
    return [(a + b) & 0xFFFFFFFF for a, b in zip(state, start)]


def numbers(key, operation):
    nonce = struct.pack("<Q", operation) + bytes(4)
    counter = 0
    while True:
        yield from chacha20_block(key, counter, nonce)
        counter += 1


def below(stream, bound):
    fair = (1 << 32) // bound * bound
    return next(number for number in stream if number < fair) % bound


def shuffle(stream, items):
    for i in range(len(items) - 1, 0, -1):
        j = below(stream, i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def index_key(key, number):
    message = b"belfry game " + struct.pack("<Q", number)
    return hashlib.blake2b(message, key=key, digest_size=32).hexdigest()


def self_test():
    block = chacha20_block(bytes(range(32)), 1, bytes.fromhex("000000090000004a00000000"))
    expected = ("10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
                "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e")
    assert struct.pack("<16I", *block).hex() == expected
    return "ok"


def main(words):
    if words[0] == "self-test":
        return self_test()
    key = bytes.fromhex(words[1])
    if words[0] == "index":
        return index_key(key, int(words[2]))
    stream = numbers(key, int(words[2]))
    if words[0] == "below":
        return str(below(stream, int(words[3])))
    return " ".join(map(str, shuffle(stream, list(range(int(words[3]))))))


if __name__ == "__main__":
    print(main(sys.argv[1:]))

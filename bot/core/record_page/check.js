"use strict";
/* The shuffle, checked in the browser: what bot/record/shuffle.h and games/shared/rng.h say, once more. A game's
 * deal.js makes its deals from it. */

const bytesOfHex = (hex) => Uint8Array.from(hex.padStart(64, "0").match(/../g), (two) => parseInt(two, 16));
const hexOfBytes = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOfText = (text) => new TextEncoder().encode(text);

/* -- SHA-256 (FIPS 180-4) and HMAC (RFC 2104) -- */

/* The first 32 bits of the fraction of a root of the first `count` primes. */
function fractions(count, root) {
  const primes = [];
  for (let n = 2; primes.length < count; n++)
    if (primes.every((prime) => n % prime !== 0))
      primes.push(n);
  return primes.map((prime) => ((root(prime) % 1) * 2 ** 32) >>> 0);
}
const SHA_START = fractions(8, Math.sqrt);
const SHA_ROUNDS = fractions(64, Math.cbrt);
const right = (word, by) => (word >>> by) | (word << (32 - by));

function shaBlock(hash, words) {
  for (let i = 16; i < 64; i++) {
    const early = words[i - 15], late = words[i - 2];
    const one = right(early, 7) ^ right(early, 18) ^ (early >>> 3);
    const two = right(late, 17) ^ right(late, 19) ^ (late >>> 10);
    words[i] = (words[i - 16] + one + words[i - 7] + two) | 0;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const mixed = right(e, 6) ^ right(e, 11) ^ right(e, 25);
    const one = (h + mixed + ((e & f) ^ (~e & g)) + SHA_ROUNDS[i] + words[i]) | 0;
    const two = ((right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => { hash[i] = (hash[i] + word) | 0; });
}

function sha256(message) {
  const padded = new Uint8Array(((message.length + 72) >> 6) << 6);
  const view = new DataView(padded.buffer);
  padded.set(message);
  padded[message.length] = 0x80;
  view.setUint32(padded.length - 4, message.length * 8);
  const hash = [...SHA_START];
  for (let at = 0; at < padded.length; at += 64)
    shaBlock(hash, Array.from({ length: 16 }, (_, i) => view.getInt32(at + 4 * i)));
  const result = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => result.setInt32(4 * i, word));
  return new Uint8Array(result.buffer);
}

/* The key has 32 bytes. */
function hmac(key, message) {
  const pad = (byte) => Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ byte);
  return sha256(new Uint8Array([...pad(0x5c), ...sha256(new Uint8Array([...pad(0x36), ...message]))]));
}

/* -- ChaCha20 (RFC 8439) as a generator of numbers -- */

const left = (word, by) => (word << by) | (word >>> (32 - by));

function quarter(x, a, b, c, d) {
  x[a] += x[b]; x[d] = left(x[d] ^ x[a], 16);
  x[c] += x[d]; x[b] = left(x[b] ^ x[c], 12);
  x[a] += x[b]; x[d] = left(x[d] ^ x[a], 8);
  x[c] += x[d]; x[b] = left(x[b] ^ x[c], 7);
}

function chachaBlock(key, counter, nonce) {
  const words = new DataView(key.buffer);
  const start = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574,
    ...Array.from({ length: 8 }, (_, i) => words.getUint32(4 * i, true)), counter, ...nonce);
  const x = Uint32Array.from(start);
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < 4; i++)
      quarter(x, i, i + 4, i + 8, i + 12);
    for (let i = 0; i < 4; i++)
      quarter(x, i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
  }
  return x.map((word, i) => word + start[i]);
}

/* The numbers of one operation. */
function* numbers(key, operation) {
  for (let counter = 0; ; counter++)
    yield* chachaBlock(key, counter, [operation, 0, 0]);
}

function numberBelow(stream, bound) {
  const end = 2 ** 32 - (2 ** 32 % bound);
  let number;
  do
    number = stream.next().value;
  while (number >= end);
  return number % bound;
}

/* What a game's deal.js draws with. Each `below`, `seat` and `shuffle` is one operation. */
class Dealer {
  constructor(key, header) {
    this.key = key;
    this.players = header.players;
    this.options = header.options;
    this.operation = 0;
  }
  stream() {
    return numbers(this.key, this.operation++);
  }
  below(bound) {
    return numberBelow(this.stream(), bound);
  }
  shuffle(items) {
    const stream = this.stream(), shuffled = [...items];
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = numberBelow(stream, i + 1);
      [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
    }
    return shuffled;
  }
  seat() {
    return this.below(this.players) + 1;
  }
  /* Takes the hands off the top of the cards, seat by seat. */
  hands(cards, size) {
    return Array.from({ length: this.players }, () => cards.splice(0, size));
  }
}

/* -- A transcript -- */

function keyOf(header) {
  const seed = bytesOfHex(header.seed);
  let message = (header.words ?? []).map((word, i) => (word ? `${i + 1} ${word}\n` : "")).join("");
  if (header.beacon?.value)
    message += `beacon ${header.beacon.round} ${header.beacon.value.toLowerCase()}\n`;
  return message ? hmac(seed, bytesOfText(message)) : seed;
}

/* The order of a hand means nothing. */
function comparable(outcome) {
  const alike = Object.keys(outcome).sort().map((name) => {
    const isHands = name === "hands" || name === "reserves";
    return [name, isHands ? outcome[name].map((hand) => hand.map(String).sort()) : outcome[name]];
  });
  return JSON.stringify(alike, (_, value) => (typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value).sort() : value));
}

function checkSeed(header) {
  const hash = hexOfBytes(sha256(bytesOfHex(header.seed)));
  if (!header.commitment)
    return { what: "seedOpen", words: [header.seed, hash] };
  const good = header.commitment.toLowerCase() === hash;
  return { what: good ? "seed" : "seedWrong", good, words: [header.seed, good ? hash : header.commitment] };
}

function checkSeals(header, names) {
  const found = [];
  (header.seals ?? []).forEach((seal, i) => {
    if (!seal)
      return;
    const good = hexOfBytes(sha256(bytesOfText(header.words?.[i] ?? ""))) === seal.toLowerCase();
    found.push({ what: good ? "seal" : "sealWrong", good, words: [names[i]] });
  });
  return found;
}

/* Makes every deal again; after one that differs nothing can be said of the next. */
function checkDeals(transcript, deals) {
  const found = [];
  for (const line of transcript) {
    const outcome = line.setup ?? line.chance;
    if (outcome) {
      const good = comparable(deals.deal(line.setup !== undefined)) === comparable(outcome);
      const what = (line.setup ? "setup" : "deal") + (good ? "" : "Wrong");
      found.push({ what, good, deal: true, words: [line.n] });
      if (!good)
        break;
    } else if (line.move && deals.move) {
      deals.move(line.seat, line.move);
    }
  }
  return found;
}

/* What there is to say of the shuffle, in order: {what, good, words, deal}; `good` is missing where nothing is
 * proved. `makeDeals` is null for a game that brings no deal.js. */
function checkShuffle(transcript, names, makeDeals) {
  const header = transcript[0];
  const found = [checkSeed(header), ...checkSeals(header, names)];
  if (header.beacon?.value)
    found.push({ what: "beacon", words: [header.beacon.round, header.beacon.value] });
  if (makeDeals === null)
    return [...found, { what: "unknown", words: [] }];
  return [...found, ...checkDeals(transcript, makeDeals(new Dealer(keyOf(header), header)))];
}

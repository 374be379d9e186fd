#!/usr/bin/env python3
"""Checks the shuffles of transcripts from nothing but the texts of bot/record/shuffle.h, bot/record/daily.h,
games/shared/rng.h and the section "The deal, made again" of each games/*/RULES.md.

    check_shuffle.py commitment SEED           what is told of a seed when its table opens
    check_shuffle.py key SEED [WORD ...]       the generator's key; "" for a seat without a word
    check_shuffle.py daily SERIES DAY GAME     a deal of the day: seed, commitment and what is dealt first
    check_shuffle.py verify [FILE]             every transcript of FILE, or of standard input

`verify` holds each seed against its commitment and makes every deal of every game again. It exits with 1 when
something differs, and also when there is something that it could not check, which it names. It checks no moves
(`belfry replay` does), and it can't know whether the commitment in the file is the one that the channel was told
when the table opened, nor whether a beacon published that value in that round: compare them.
"""

import hashlib
import hmac
import json
import sys

import check_rng


def commitment(seed):
    return hashlib.sha256(seed).hexdigest()


def key(seed, words, beacon=None):
    lines = [f"{seat} {word}\n" for seat, word in enumerate(words, 1) if word]
    if beacon:
        lines.append(f"beacon {beacon['round']} {beacon['value'].lower()}\n")
    if not lines:
        return seed
    return hmac.new(seed, "".join(lines).encode(), hashlib.sha256).digest()


def daily_seed(series, day, game):
    return hmac.new(series.encode(), f"belfry daily {day} {game}\n".encode(), hashlib.sha256).digest()


# -- The deals of the games -----------------------------------------------------------------------------------


class Game:
    """Draws for one game. `deal` returns what the header's setup or a chance line has to hold."""

    def __init__(self, table_key, players, options):
        self.key = table_key
        self.players = players
        self.options = options
        self.operation = 0

    def stream(self):
        self.operation += 1
        return check_rng.numbers(self.key, self.operation - 1)

    def below(self, bound):
        return check_rng.below(self.stream(), bound)

    def shuffle(self, items):
        return check_rng.shuffle(self.stream(), list(items))

    def seat(self):
        return self.below(self.players) + 1

    def hands(self, cards, size):
        """Takes the hands off the top of `cards`, seat by seat."""
        dealt = [cards[i * size:(i + 1) * size] for i in range(self.players)]
        del cards[:self.players * size]
        return dealt

    def move(self, seat, text):
        """For games whose later deals depend on what was played."""


class EnGarde(Game):
    def deal(self, setup):
        dealt = {"first": self.seat()} if setup else {}
        cards = self.shuffle(1 + i // 5 for i in range(25))
        return dealt | {"hands": self.hands(cards, 5), "pile": cards}


def towers(copies):
    return [letter for letter in "ABCDE" for _ in range(copies)]


class Campanile(Game):
    COPIES = {2: (9, 13), 3: (11, 15), 4: (13, 17), 5: (14, 18)}  # of each tower; in each pile

    def deal(self, setup):
        copies, pile = self.COPIES[self.players]
        dealt = {"first": self.seat()}
        cards = self.shuffle(towers(copies))
        dealt["hands"] = self.hands(cards, 3)
        dealt["piles"] = [cards[i * pile:(i + 1) * pile] for i in range(3)]
        return dealt | {"removed": cards[3 * pile:]}


class CampanileIntermezzo(Game):
    def deal(self, setup):
        dealt = {"first": self.seat()}
        deck = self.shuffle(towers(6 if self.players == 2 else 12))
        dealt["hands"] = self.hands(deck, 3)
        before_finito = len(deck) - 10 + self.below(11)
        deck.insert(before_finito, "Finito")
        middle = (len(deck) - 1) // 2
        if self.options.get("middle") == "about":
            middle += self.below(5) - 2
        deck.insert(middle, "Intermezzo")
        return dealt | {"deck": deck}


class Patrician(Game):
    CITIES = {  # in the order in which their open cards are turned up
        "roma": "2 2 l* h* move free ll", "firenze": "2 2 h* b* move free hh", "milano": "2 2 2 2 h*",
        "bologna": "b* l* move free bb l h", "siena": "2 2 b* move ll", "lucca": "2 2 l* free hh",
        "parma": "2 h* move bb", "verona": "2 l* free b", "ferrara": "2 b* move free",
        "pistoia": "l* h* b* move move free free"}

    def deal(self, setup):
        cities = list(self.CITIES)[:10 if self.players == 5 else 9]
        cards = sorted(f"{city}:{what}" for city in cities for what in self.CITIES[city].split())
        dealt = {"first": self.seat()}
        starred = self.shuffle(card for card in cards if card.endswith("*"))
        dealt["hands"] = self.hands(starred, 3)
        cards = self.shuffle(starred + [card for card in cards if not card.endswith("*")])
        dealt["open"] = dict(zip(cities, cards))
        return dealt | {"deck": cards[len(cities):]}


class Goats(Game):
    HILLS = "1/6 1/7 1/8 2/5 2/7 2/8 3/5 3/6 3/8 4/5 4/6 4/7".split()

    def deal(self, setup):
        dealt = {"first": self.seat()} if setup else {}
        dealt["hands"] = self.hands(self.shuffle(range(1, 51)), 8)
        return dealt | {"hills": self.shuffle(self.HILLS)}


class Njet(Game):
    def deal(self, setup):
        values = "1134567" if self.players == 3 else "11234567"
        dealt = {"dealer": self.seat()} if setup else {}
        cards = self.shuffle(colour + value for colour in "bgkr" for value in values + "89")
        return dealt | {"hands": self.hands(cards, len(cards) // self.players)}


class Castellers(Game):
    def deal(self, setup):
        pawns = [f"{colour}{value}" for colour in "bgprw" for value in range(1, 8)
                 for _ in range(1 if value == 7 and colour != "w" else 2)]
        bag = self.shuffle(pawns)
        reserves = self.hands(bag, 2)
        sums = [sum(int(pawn[1]) for pawn in reserve) for reserve in reserves]
        lowest = [seat for seat, own in enumerate(sums, 1) if own == min(sums)]
        return {"first": lowest[self.below(len(lowest))], "reserves": reserves, "bag": bag}


class Pillars(Game):
    ADVANTAGES = ["painter", "potter", "founder", "brickmaker", "assistant"]
    NEUTRAL = {"king": 11, "aliena": 9, "philip": 7, "waleran": 7, "tom": 5, "william": 5, "ellen": 3,
               "regan": 3, "alfred": 1, "sand": 0, "stone": 0, "wood": 0}  # with their values

    def deal(self, setup):
        dealt = {}
        if setup:
            self.pile = self.shuffle(self.ADVANTAGES)
            dealt["advantages"] = list(self.pile)
        elif self.set_aside_for_good():
            self.pile.append(self.advantage)
        self.advantage = self.pile.pop(0)
        cards = [f"{seat}:{value}" for seat in range(1, self.players + 1) for value in (2, 4, 6, 8, 10)]
        cards += [card for card in self.NEUTRAL if card != "ellen" or self.players == 4]
        cards = self.shuffle(sorted(cards + ["sand", "stone", "wood", self.advantage]))
        self.trick, self.aside, self.winners = [], [], set()
        return dealt | {"hands": self.hands(cards, len(cards) // self.players)}

    def value(self, card):
        return int(card.split(":")[1]) if ":" in card else self.NEUTRAL.get(card, 5)

    def move(self, seat, text):
        """Follows the tricks: the advantage card goes back under the pile when nobody gets it."""
        if not text.startswith("play "):
            return
        self.trick.append((seat, text[len("play "):]))
        if len(self.trick) < self.players:
            return
        highest = max(self.value(card) for _, card in self.trick)
        player, card = [played for played in self.trick if self.value(played[1]) == highest][-1]
        if card == "king":
            self.aside = [card for _, card in self.trick]
        else:
            self.winners.add(int(card.split(":")[0]) if ":" in card else player)
        self.trick = []

    def set_aside_for_good(self):
        return self.advantage in self.aside and len(self.winners) != self.players - 1


GAMES = {"en-garde": EnGarde, "campanile": Campanile, "campanile-intermezzo": CampanileIntermezzo,
         "patrician": Patrician, "goats": Goats, "njet": Njet, "castellers": Castellers, "pillars": Pillars}

# The fewest and most players.
PLAYERS = {"en-garde": (2, 2), "campanile": (2, 5), "campanile-intermezzo": (2, 5), "patrician": (2, 5),
           "goats": (3, 6), "njet": (3, 4), "castellers": (2, 4), "pillars": (3, 4)}


def daily_deal(series, day, game):
    """What the deal of a day deals first: three seats if the game allows it."""
    least, most = PLAYERS[game]
    return GAMES[game](daily_seed(series, day, game), min(max(3, least), most), {}).deal(True)


# -- Transcripts ----------------------------------------------------------------------------------------------


def without_order(dealt):
    """The order of a hand means nothing: cards in it are picked up in any."""
    alike = dict(dealt)
    for name in {"hands", "reserves"} & alike.keys():
        alike[name] = [sorted(hand, key=str) for hand in alike[name]]
    return alike


def once(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise ValueError("a key stands there twice")
    return dict(pairs)


class Verification:
    def __init__(self):
        self.game, self.games, self.deals, self.problems = None, 0, 0, []

    def begin(self, line):
        self.games += 1
        self.game = None
        seed = bytes.fromhex(line["seed"])
        if "commitment" not in line:
            self.problems.append("nothing was committed to, so the seed may have been chosen")
        elif line["commitment"] != commitment(seed):
            self.problems.append("the seed is not the one that was committed to")
        words = line.get("words", [])
        for seat, seal in enumerate(line.get("seals", [])):
            if seal and seal.lower() != hashlib.sha256(words[seat].encode()).hexdigest():
                self.problems.append(f"the word of seat {seat + 1} is not the one that was sealed")
        if line["game"] in GAMES:
            self.game = GAMES[line["game"]](key(seed, words, line.get("beacon")), line["players"],
                                            line["options"])
        else:
            self.problems.append(f"the deals of {line['game']} are not known here")

    def deal(self, outcome, setup):
        self.deals += 1
        if without_order(self.game.deal(setup)) != without_order(outcome):
            self.problems.append("seed and words deal something else")
            self.game = None

    def read(self, line):
        if "belfry" in line:
            self.begin(line)
        if self.game is None:
            return
        if "setup" in line or "chance" in line:
            self.deal(line["setup" if "setup" in line else "chance"], "setup" in line)
        elif "move" in line:
            self.game.move(line["seat"], line["move"])


def verify(stream):
    """Returns what was done, and a line for each thing that is wrong or could not be checked."""
    verification, problems = Verification(), []
    for number, text in enumerate(stream, 1):
        verification.problems = []
        try:
            verification.read(json.loads(text, object_pairs_hook=once))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            verification.problems.append(f"this is no line of a transcript ({error!r})")
            verification.game = None
        problems += [f"line {number}: {problem}" for problem in verification.problems]
    if verification.games == 0:
        problems.append("there is no transcript")
    return f"{verification.games} games, {verification.deals} deals made again", problems


def main(words):
    if words[:1] == ["commitment"] and len(words) == 2:
        print(commitment(bytes.fromhex(words[1])))
    elif words[:1] == ["key"] and len(words) >= 2:
        print(key(bytes.fromhex(words[1]), words[2:]).hex())
    elif words[:1] == ["daily"] and len(words) == 4 and words[2].isdigit() and words[3] in GAMES:
        seed = daily_seed(words[1], int(words[2]), words[3])
        print(seed.hex(), commitment(seed), json.dumps(daily_deal(words[1], int(words[2]), words[3])), sep="\n")
    elif words[:1] == ["verify"] and len(words) <= 2:
        with open(words[1] if len(words) == 2 else 0, encoding="utf-8") as stream:
            done, problems = verify(stream)
        print(done, flush=True)
        return "\n".join(problems) if problems else None
    else:
        return __doc__
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

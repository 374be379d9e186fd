"""A match of any game in a channel, played by people who know only what they see: the answers to
`moves`, as text, buttons or menus.

    match = Match(fake, [anna, bruno], seed=1).open("goats")
    match.play()
"""

import collections
import random
import re
import time

from duel import expand_moves
from processes import PATIENCE, Failure

from .people import buttons_of, menus_of, text_of

OFFER = re.compile(r"^You can play: ", re.M)
TYPED = "Type a move"


class Match:
    def __init__(self, fake, players, seed=0):
        self.fake = fake
        self.players = list(players)
        self.choice = random.Random(seed)
        self.moves = []                        # (name, what was played, by pressing)
        self.requests = collections.Counter()  # of moves: by number of requests, posts
        self.is_over = False
        self.counts = True

    def open(self, game, **options):
        words = " ".join(f"{key.replace('_', '-')}={value}" for key, value in options.items())
        first, *others = self.players
        first.slash("new", game=game, **({"options": words} if words else {}))
        for player in others:
            if not re.search("sits down", player.slash("join").text):
                raise Failure(f"{player.name} got no seat")
        first.slash("start")
        self.fake.settle()
        return self

    # -- Whose turn it is

    def offered(self, player):
        """The answer to `moves`, or None when they may not act."""
        act = player.slash("moves")
        if re.search(r"no table", act.text):
            self.is_over = True
        return act if OFFER.search(act.text) or self.pressable(act) else None

    def actor(self):
        """(player, answer to their `moves`), or None when the game is over."""
        deadline = time.monotonic() + 20 * PATIENCE
        while time.monotonic() < deadline:
            for player in self._by_likelihood():
                act = self.offered(player)
                if self.is_over:
                    return None
                if act:
                    return player, act
        raise Failure(f"nobody may act{self.fake.tail()}")

    def _by_likelihood(self):
        """Whoever the channel named last is asked first."""
        public = [each for each in self.players[0].sees() if each.viewer is None]
        text = "\n".join(text_of(each) for each in public[-2:])
        return sorted(self.players, key=lambda player: -text.rfind(player.name))

    # -- Playing

    @staticmethod
    def pressable(act):
        """(label, what it does) of everything that leads to a move."""
        found = []
        for message in act.messages[-1:]:
            found += [(part["label"], part["custom_id"]) for part in buttons_of(message)]
            found += [(option["label"], option["value"]) for part in menus_of(message)
                      for option in part["options"]]
        return [(label, does) for label, does in found
                if re.search(r"(^|:)(play|moves) .", does) and label != TYPED]

    def press(self, player, act):
        """Step by step to a move. Returns what was pressed last, and the answer."""
        for _ in range(20):
            label, does = self.choice.choice(self.pressable(act))
            last = act.messages[-1]
            self._before()
            if any(part["label"] == label for part in buttons_of(last)):
                act = player.press(label, message=last)
            else:
                act = player.pick(label, message=last)
            if re.search(r"(^|:)play ", does):
                return does, act
        raise Failure(f"no end of steps: {label}")

    def type(self, player, act):
        lines = [line for line in act.text.split("\n") if "</recap:" not in line]  # what is offered on return
        moves = expand_moves(OFFER.sub("", " ".join(lines)).strip())
        move = self.choice.choice(moves)
        self._before()
        return move, player.slash("play", move=move)

    def move(self, pressing):
        acting = self.actor()
        if acting is None:
            return False
        player, act = acting
        by_pressing = pressing and bool(self.pressable(act))
        done, answer = (self.press if by_pressing else self.type)(player, act)
        if re.search(r"\(rule \d|I do not understand|was move", answer.text):
            raise Failure(f"{player.name} was offered {done!r}, then: {answer.text}")
        self._after()
        self.moves.append((player.name, done, by_pressing))
        return True

    def _before(self):
        if self.counts:
            self.fake.settle(0.03)
        self._mark = self.fake.mark()

    def _after(self):
        if not self.counts:
            return
        self.fake.settle(0.03)
        entries = self.fake.entries("", "rest", "->", self._mark)
        posts = [entry for entry in entries if re.match("POST /channels/", entry.what)
                 or entry.what.endswith("TOKEN")]
        self.requests[len(entries), len(posts)] += 1

    def play(self, most=2000, until=lambda: False):
        """Half of the moves are pressed, half are typed."""
        for number in range(most):
            if until() or not self.move(pressing=number % 2 == 0):
                return self
        raise Failure(f"no end after {most} moves")

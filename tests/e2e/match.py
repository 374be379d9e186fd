"""A match of any game in a channel, played by scripted people who know only the answers to `moves`, the
public lines and their own hands.

    match = Match(bot.nick, "#table", [anna, bruno], watcher, seed=1).open("goats", bots=1)
    match.play()

`watcher` sits in the channel but not at the table. The seed decides every choice among the moves that
the bot offers; the bot deals the cards.
"""

import random
import re
import time
import unicodedata

from duel import expand_moves
from processes import PATIENCE, Failure

OFFER = re.compile(r"^You can play: ")
HAND = re.compile(r"^(?:#\S+ · )?Your hand: ")
SECRET = re.compile(r"(?i)your hand|you have |you can play|discarded: |you put away")
SEED = r"(?: Seed of table \d+: [0-9a-f]{64} \(!?verify checks the shuffle\)\.)?$"
REMARK = r"(?: [^:]+: “[^”]*”)?"  # of a seat of the bot
WON = re.compile(r"([^.!:]*) (?:wins|share the win)\b[^.“]*[.!]" + REMARK + SEED + r"|nobody wins[.!]" + REMARK + SEED)


def width(text):
    """The number of columns of a text in a terminal."""
    return sum(0 if unicodedata.combining(letter) or unicodedata.category(letter) == "Cf"
               else 2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def is_sentence(text):
    """The first line of a picture or table has no full stop; a remark ends with a quotation mark."""
    return text.endswith((".", "!", "”"))


class Turn:
    """A person's move and what the channel was told about it: sentences, then pictures and tables. `hand` is
    the last hand that the person had received before."""

    def __init__(self, player, move, hand, texts):
        self.player = player
        self.move = move
        self.hand = hand
        at = next((i for i, text in enumerate(texts) if not is_sentence(text)), len(texts))
        self.sentences, self.pictures = texts[:at], texts[at:]


class Match:
    def __init__(self, bot, channel, players, watcher, seed=0):
        self.bot = bot
        self.channel = channel
        self.players = list(players)
        self.watcher = watcher
        self.choice = random.Random(seed)
        self.turns = []
        self.is_over = False
        self.begin = watcher.mark()
        self.private_begin = {player: player.mark() for player in self.players}

    # -- What was said

    def public(self, since=None):
        since = self.begin if since is None else since
        return [line.text for line in self.watcher.said(self.channel, self.bot, since=since)]

    def private(self, player, pattern=""):
        return [line.text for line in player.said("", self.bot, pattern,
                                                  since=self.private_begin[player])]

    def hands(self, player):
        """The hands that the bot sent by itself: nobody here asks for one."""
        return [text for text in self.private(player) if HAND.match(text)]

    def settle(self, player, *others):
        """Waits for all answers to what the player said before. An answer overtakes tables and long texts
        that still wait in the bot, so it takes a second one."""
        for _ in range(2):
            since = player.mark()
            player.say(self.bot, "help status")
            player.expect_said("^status", source=self.bot, since=since)
        for client in (self.watcher, *others):
            client.synchronize()

    def ask_public(self, player, text):
        """What the bot says in the channel when a player says something there."""
        since = self.watcher.mark()
        player.say(self.channel, text)
        self.settle(player)
        return self.public(since)

    def ask_private(self, player, text):
        since = player.mark()
        player.say(self.bot, text)
        self.settle(player)
        return [line.text for line in player.said("", self.bot, since=since)
                if not line.text.startswith("status")]

    # -- The lobby

    def open(self, game, bots=0, **options):
        words = " ".join(f"{key.replace('_', '-')}={value}" for key, value in options.items())
        self.players[0].say(self.channel, f"!new {game} {words}".rstrip())
        self.watcher.expect_said("is open", self.channel, self.bot)
        for number, player in enumerate(self.players[1:], 2):
            player.say(self.channel, "!join")
            self.watcher.expect_said(rf"sits down(: | \(){number} ", self.channel, self.bot)
        for _ in range(bots):
            self.players[0].say(self.channel, "!bots add random")
            self.watcher.expect_said("sits down", self.channel, self.bot)
        self.players[0].say(self.channel, "!start")
        self.settle(self.players[0])
        return self

    # -- Moves

    def offered(self, player):
        """What a player may play now; empty when it is not their turn."""
        texts = self.ask_private(player, "moves")
        if any("no table" in text for text in texts):
            self.is_over = True
        at = next((i for i, text in enumerate(texts) if OFFER.match(text)), None)
        if at is None:
            return []
        return expand_moves(OFFER.sub("", " ".join(texts[at:])))

    def _by_likelihood(self):
        """The player whom the last sentence named last comes first."""
        last = next((text for text in reversed(self.public()) if is_sentence(text)), "")
        return sorted(self.players, key=lambda player: -last.rfind(player.nick))

    def actor(self):
        """A player who may act, and their moves; None when the game is over."""
        deadline = time.monotonic() + 20 * PATIENCE
        while time.monotonic() < deadline:
            for player in self._by_likelihood():
                moves = self.offered(player)
                if self.is_over:
                    return None
                if moves:
                    return player, moves
            # A seat of the bot must act.
        raise Failure(f"nobody may act: {self.public()[-5:]}")

    def move(self, choose=None):
        """A move of a player who may act; False when the game is over."""
        acting = self.actor()
        if acting is None:
            return False
        player, moves = acting
        move = (choose or self.choice.choice)(moves)
        self.make(player, move)
        return True

    def make(self, player, move):
        since, answered = self.watcher.mark(), player.mark()
        hands = self.hands(player)
        hidden = move.startswith("discard")
        player.say(self.bot if hidden else self.channel, f"{'' if hidden else '!'}p {move}")
        self.settle(player)
        refused = [line.text for line in player.said("", self.bot, r"\(rule \d|I do not understand",
                                                     since=answered)]
        if refused:
            raise Failure(f"{player.nick} was offered {move!r}, then: {refused}")
        self.turns.append(Turn(player, move, hands[-1] if hands else "", self.public(since)))

    def play(self, most=2000, choose=None, until=lambda: False):
        for _ in range(most):
            if until() or not self.move(choose):
                return self
        raise Failure(f"no end after {most} moves")

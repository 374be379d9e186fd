"""A bout of En Garde in a channel, played by scripted people who know only the public lines and their own
hands."""

import random
import re

from processes import Failure

def expand_moves(listed):
    """The moves of a grouped list: `build A 1, 2 · pass` is build A 1, build A 2 and pass."""
    moves = []
    for group in listed.split(" · "):
        first, *rest = group.split(", ")
        beginning = first.rpartition(" ")[0]
        moves += [first] + [f"{beginning} {last}".strip() for last in rest]
    return moves


HAND = re.compile(r"Your hand: ([1-5 ]*)(?: — you can play: (.*))?$")
# The picture has the same sentence without a full stop.
SITUATION = re.compile(r"(\S+) to (?:play\.|answer: )")
WON = re.compile(r"(\S+) wins the bout!")
SETTLED = re.compile(f"{SITUATION.pattern}|{WON.pattern}")
# Words that only lines about a move or its results contain. The picture's last line begins with
# "last:" after blanks.
EVENT = re.compile(r"^(?!\s*last:).*(advances \d|retreats \d|attacks with|parries with|yields\.|"
                   r"has no answer|cannot move|The pile is used up|Round \d+: |wins the bout!)")
DECIDED = re.compile(r"has no answer|cannot move|The pile is used up|wins the bout!")
MOVE_TOLD = re.compile(r"(?:advances \d|retreats \d|attacks with|(?<!: )parries with|yields\.)")


def cards_of(move):
    """The cards that a move spends, for all but parry (which depends on the attack)."""
    match = re.match(r"(?:(?:advance|retreat) (\d))?(?: ?attack (\d) x(\d))?$", move)
    if not match:
        return []
    cards = [int(match[1])] if match[1] else []
    return cards + [int(match[2])] * int(match[3]) if match[2] else cards


class Duel:
    """`players` are Clients or Iis in the channel; `watcher` is a Client there, which may be one of them. The
    seed decides the choices among the offered moves."""

    def __init__(self, bot, channel, players, watcher=None, seed=0, prefix="!"):
        self.bot = bot
        self.channel = channel
        self.players = list(players)
        self.watcher = watcher or players[0]
        self.choice = random.Random(seed)
        self.prefix = prefix
        self.actor = None     # the Client or Ii whose turn it is; None before and after
        self.winner = None
        self.moves = []       # (nick, move)
        self.hands = {}       # by player: the last hand told, sorted
        self.spent = {}       # by player: cards played since that hand, None if not known
        self.lines_per_move = []  # (number of event lines, something was decided)
        self._told_up_to = self.watcher.mark()

    def player(self, name):
        for player in self.players:
            if player.nick == name:
                return player
        raise Failure(f"it is the turn of {name}, who is none of "
                      f"{[player.nick for player in self.players]}")

    def open(self, **options):
        """new, join, start."""
        words = " ".join(f"{key}={value}" for key, value in options.items())
        self.players[0].say(self.channel, f"{self.prefix}new en-garde {words}".rstrip())
        self.watcher.expect_said(r"(?i)en.?garde", self.channel, self.bot)
        for player in self.players[1:]:
            player.say(self.channel, f"{self.prefix}join")
            self.watcher.expect_said(re.escape(player.nick), self.channel, self.bot)
        since = self.watcher.mark()
        self.players[0].say(self.channel, f"{self.prefix}start")
        self._settle(since)
        return self

    def _settle(self, since):
        """Waits for the line that says who must act, or who has won."""
        line = self.watcher.expect_said(SETTLED.pattern, self.channel, self.bot, since=since)
        won = WON.search(line.text)
        self.winner = won[1] if won else None
        self.actor = None if won else self.player(SITUATION.findall(line.text)[-1])
        return line

    def look(self, player):
        """A player's hand and legal moves, asked for in private."""
        # A hand that the bot sent by itself may be older than the player's turn, or of the turn before.
        answer = player.ask(self.bot, "hand", "Your hand: .*you can play" if player is self.actor
                            else "Your hand: (?!.*you can play)")
        match = HAND.search(answer)
        if not match:
            raise Failure(f"no hand in {answer!r}")
        cards = sorted(int(card) for card in match[1].split())
        self._check_cards(player, cards)
        self.hands[player], self.spent[player] = cards, []
        return cards, expand_moves(match[2]) if match[2] else []

    def _check_cards(self, player, cards):
        """The cards that the player kept must still be there; otherwise they got another person's hand."""
        spent = self.spent.get(player)
        if spent is None:
            return
        kept = list(self.hands[player])
        for card in spent:
            kept.remove(card)
        for card in kept:
            if cards.count(card) < kept.count(card):
                raise Failure(f"{player.nick} held {self.hands[player]}, spent {spent} and is now "
                              f"shown {cards}")

    def choose(self, moves):
        return self.choice.choice(moves)

    def move(self, move=None, in_private=False):
        """Makes a legal move for whoever must act; returns it."""
        player = self.actor
        if move is None:
            move = self.choose(self.look(player)[1])
        since = self.watcher.mark()
        if in_private:
            player.say(self.bot, f"p {move}")
        else:
            player.say(self.channel, f"{self.prefix}p {move}")
        round_line = self._settle(since)
        self._note(player, move, since, round_line)
        return move

    def _note(self, player, move, since, settled):
        self.moves.append((player.nick, move))
        events = [line for line in self.watcher.said(self.channel, self.bot, since=since)
                  if EVENT.search(line.text)]
        decided = any(DECIDED.search(line.text) for line in events)
        self.lines_per_move.append((len(events), decided))
        if decided or move == "parry" or "Round " in settled.text:
            self.spent = dict.fromkeys(self.players)
        elif self.spent.get(player) is not None:
            self.spent[player] += cards_of(move)
        if any("parries with" in line.text for line in events):
            self.spent = dict.fromkeys(self.players)

    def play(self, most=1000, until=None):
        """Moves until somebody has won (or until() is true). Returns the winner's nick."""
        for _ in range(most):
            if self.winner or (until and until()):
                return self.winner
            self.move()
        raise Failure(f"no end after {most} moves")


def assert_private(test, bot, clients):
    """No line in a channel had a hand, and no stranger received one: `clients` are all Clients that listened,
    as {client: sits at a table}."""
    hand_like = re.compile(r"Your hand|you can play|\b[1-5](?: [1-5]){2,}\b")
    for client, seated in clients.items():
        for line in client.said(source=bot):
            if line.is_public or not seated:
                test.assertNotRegex(line.text, hand_like, f"{client.nick} was shown: {line.raw}")

"""What a game played by pressing costs in Discord, and what it leaves in the channel.

    BELFRY=build/bench/bot/belfry /usr/bin/python3 tests/bench/discord_requests.py [GAME…]

Whole games against the stand-in of tests/e2e, by people who only press: the button of the hand below the board, then a
move under the hand, or on the board itself where its moves are public. It prints for each game, with the most people:

- counted requests a move: those that Discord's limit for the whole bot counts (goal: at most 0.2). Answers to
  interactions, and messages and edits through their tokens, are not counted
- messages a move that are left in the channel at the end (goal: at most 0.35)
- pictures with buttons in the channel, besides the newest (goal: none)
- presses a move, looking at the hand included
"""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))

from bot import Bot  # noqa: E402
from discord.fake import Fake  # noqa: E402
from discord.match import Match  # noqa: E402
from discord.people import buttons_of, text_of  # noqa: E402
from discord.support import NAMES, network  # noqa: E402
from test_discord_games import WholeGame, known_games  # noqa: E402

HAND = "Show my hand"
COUNTED, REQUESTS_A_MOVE, MESSAGES_A_MOVE = r" /(?!interactions/|webhooks/)", 0.2, 0.35


class OnBoard:
    """The board in the place of a hand, where the moves stand under it."""

    text = ""

    def __init__(self, board):
        self.messages = [board]


class Pressed(Match):
    """A match in which nobody types a move."""

    def __init__(self, *arguments, **more):
        super().__init__(*arguments, **more)
        self.presses = 0
        self.counts = False

    def offered(self, player):
        board = [each for each in player.sees() if each.viewer is None and buttons_of(each)][-1]
        if not any(part["label"] == HAND for part in buttons_of(board)):
            self.is_over = True
            return None
        if self.pressable(OnBoard(board)):
            is_asked = re.search(rf"^> ?{player.name}\b", text_of(board), re.M)
            return OnBoard(board) if is_asked else None
        act = player.press(HAND, message=board)
        return act if self.pressable(act) else None

    def press(self, player, act):
        self.fake.settle(0.01)
        begun = len(self.fake.world.interactions)
        done = super().press(player, act)
        looked = not isinstance(act, OnBoard)
        self.presses += len(self.fake.world.interactions) - begun + looked
        return done

    def actor(self):
        self.fake.settle(0.01)
        return super().actor()

    def move(self, pressing):
        return super().move(pressing=True)


def left_pictures(channel):
    shown = [each for each in channel.messages.values() if each.viewer is None and buttons_of(each)]
    return len(shown) - 1


def play(game, options):
    with Fake() as fake, Bot([network(fake)], level="warning"):
        fake.wait(lambda: fake.is_ready() and fake.world.commands[""], "a session", 20)
        people = [fake.person(name) for name in NAMES[:known_games()[game]["players"]["max"]]]
        match = Pressed(fake, people, seed=1).open(game, **options)
        mark = fake.mark()
        match.play()
        fake.settle()
        moves = len(match.moves)
        counted = len(fake.entries(COUNTED, "rest", "->", mark))
        left = sum(each.viewer is None for each in fake.channel.messages.values())
        return moves, match.presses / moves, counted / moves, left / moves, left_pictures(fake.channel)


def main():
    for case in WholeGame.__subclasses__():
        if sys.argv[1:] and case.game not in sys.argv[1:]:
            continue
        moves, presses, counted, left, pictures = play(case.game, case.options)
        kept = counted <= REQUESTS_A_MOVE and left <= MESSAGES_A_MOVE and pictures == 0
        print(f"{case.game}: moves={moves} presses_a_move={presses:.2f} "
              f"counted_requests_a_move={counted:.2f} messages_left_a_move={left:.2f} "
              f"live_old_pictures={pictures} goals={'kept' if kept else 'missed'}", flush=True)


if __name__ == "__main__":
    main()

"""Turns that run out of time, people who come back, and moves that are taken back."""

import re

from duel import expand_moves
from servers import Ngircd
from support import BotTest


class AbsentTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def setUp(self):
        super().setUp()
        # Carla created the channel, so she is its operator. She does not play.
        self.carla, self.anna, self.bruno = self.people("carla", "anna", "bruno")
        self.running = self.bot(watcher=self.carla)

    def expect(self, pattern, since):
        return self.carla.expect_said(pattern, self.channel, self.running.nick, since=since).text

    def set(self, setting, value):
        self.carla.say(self.channel, f"!config set channel {setting} {value}")
        self.carla.expect_said(rf"{setting} is {value} now", source=self.running.nick)

    def run_out(self, absent):
        """Starts a bout and lets the time of one player run out; returns that player and the other one."""
        for setting, value in (("level", "random"), ("absent", absent)):
            self.set(setting, value)
        duel = self.duel(self.running, [self.anna, self.bruno], watcher=self.carla)
        late = duel.actor
        other = self.bruno if late is self.anna else self.anna
        since = self.carla.mark()
        self.set("turn-time", "2s")
        told = self.expect("is out of time", since)
        self.set("turn-time", "0")
        self.assertTrue(told.startswith(late.nick), told)
        return late, other

    def test_a_stand_in_makes_room(self):
        late, _ = self.run_out("stand-in")
        since = self.carla.mark()
        late.say(self.channel, "!claim")
        self.expect(rf"^{late.nick} is back at the table", since)

    def test_a_replaced_player_claims_the_seat(self):
        late, other = self.run_out("vote")
        since = self.carla.mark()
        late.part(self.channel)
        self.expect(rf"^{late.nick} is away", since)
        other.say(self.channel, "!replace")
        self.expect(rf"plays for {late.nick} until somebody types !join", since)
        late.join(self.channel)
        late.say(self.channel, "!claim")
        self.expect(rf"^{late.nick} takes the seat of Bot \d", since)
        self.assertIn("Your hand: ", late.ask(self.running.nick, "hand", "Your hand: "))

    def test_a_reminder_is_private(self):
        self.set("absent", "wait")
        duel = self.duel(self.running, [self.anna, self.bruno], watcher=self.carla)
        since, mark = self.carla.mark(), duel.actor.mark()
        self.set("turn-time", "6s")
        duel.actor.expect_said(r"^It is your turn at the table of", source=self.running.nick,
                               since=mark)
        self.barrier(self.carla, self.running)
        self.assertEqual(self.carla.said(self.channel, self.running.nick, "your turn", since), [])

    def test_a_move_is_taken_back(self):
        """The restarted bot has forgotten the move too."""
        self.anna.say(self.channel, "!new castellers")
        self.expect("A table of Castellers is open", 0)
        self.bruno.say(self.channel, "!join")
        self.expect(rf"{self.bruno.nick} sits down", 0)
        since = self.carla.mark()
        self.anna.say(self.channel, "!start")
        self.expect("to play|plays|turn|:", since)
        offers = {each: each.ask(self.running.nick, "moves", "You can play|turn")
                  for each in (self.anna, self.bruno)}
        mover = next(each for each, told in offers.items() if told.startswith("You can play: "))
        other = self.bruno if mover is self.anna else self.anna
        move = expand_moves(offers[mover].removeprefix("You can play: "))[0]
        since = self.carla.mark()
        mover.say(self.channel, f"!p {move}")
        self.barrier(self.carla, self.running, mover)
        other.say(self.channel, "!undo")
        other.expect_said("The last move is not yours", source=self.running.nick)
        mover.say(self.channel, "!undo")
        self.expect(rf"^{mover.nick} would like to take the last move back", since)
        other.say(self.channel, "!undo")
        self.expect(rf"^{mover.nick} takes a move back: {re.escape(move)}\.", since)
        self.assertEqual(mover.ask(self.running.nick, "moves", "You can play"), offers[mover])
        since = self.carla.mark()
        self.running.restart()
        self.expect("I am back. Castellers, line 0", since)

"""A league in an IRC channel: its tables open one after the other, whatever happens to the process."""

import re
import time

from duel import Duel
from servers import Ngircd
from support import BotTest


class LeagueTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def expect(self, pattern, since=0):
        return self.carla.expect_said(pattern, self.channel, self.running.nick, since=since).text

    def play_table(self, players, since, seed, kill):
        """Plays the table that was opened since then to its end; returns the winner's nick, and the mark before the
        last move."""
        duel = Duel(self.running.nick, self.channel, players, watcher=self.carla, seed=seed)
        duel.actor = duel.player(re.search(r"(\S+) to play", self.expect(r"^Round 1 begins\. ", since))[1])
        if kill:
            duel.move()
            self.running.kill()
            self.running.start()
            self.running.wait_in(self.carla, self.channel)
        while not duel.winner:
            mark = self.carla.mark()
            duel.move()
        return duel.winner, mark

    def test_a_round_robin_of_three(self):
        self.carla, *players = self.people("carla", "anna", "bruno", "dora")
        self.running = self.bot(watcher=self.carla)
        players[0].say(self.channel, "!league new Cup en-garde")
        players[0].expect_said("is for channel operators", source=self.running.nick)
        self.carla.say(self.channel, "!league new Cup en-garde touches=1 form=round-robin")
        self.expect("League Cup: En Garde, round-robin. 1d for a move;.*Enter with !league enter Cup;")
        for player in players:
            player.say(self.channel, "!league enter Cup")
            self.expect(f"{player.nick} enters league Cup")
        mark = self.carla.mark()
        self.carla.say(self.channel, "!league start Cup")
        wins = {player.nick: 0 for player in players}
        for round_ in range(1, 4):
            self.expect(f"League Cup, round {round_} of 3: ", mark)
            self.expect(f"League Cup, round {round_}, table 1: ", mark)
            winner, mark = self.play_table(players, mark, seed=round_, kill=round_ == 2)
            wins[winner] += 1
            self.expect(rf"League Cup, round {round_}, table 1: \S+ – \S+ (1:0|0:1)$", mark)
        self.expect("League Cup is over.", mark)
        for nick, won in wins.items():  # and a point for the bye
            self.expect(rf"^\d  {nick} +{won + 1} ", mark)
        self.carla.say(self.running.nick, "league standings Cup")
        self.carla.expect_said("Buchholz", source=self.running.nick)

    def over_a_kill(self, point, command, told):
        """A host gives the command, and the bot is killed where the point says: what follows is told once, or a
        line says how the league stands."""
        self.running.kill()
        mark = self.carla.mark()
        self.running.start({"BELFRY_KILL_AT": point})
        deadline = time.monotonic() + 10
        while self.running.is_running() and time.monotonic() < deadline:
            if self.running.nick in self.carla.names(self.channel):
                self.carla.say(self.channel, f"!league {command} Cup")
                break
        while (self.running.is_running() and time.monotonic() < deadline
               and not self.carla.said(self.channel, self.running.nick, rf"^League Cup{told}", mark)):
            time.sleep(0.05)
        self.running.kill()
        self.running.start()
        self.running.wait_in(self.carla, self.channel)
        self.carla.ask(self.running.nick, "league rounds Cup", "Cup")
        if not self.carla.said(self.channel, self.running.nick, f"League Cup{told}", mark):
            self.carla.say(self.channel, f"!league {command} Cup")  # it was not stored
            self.expect(f"^League Cup{told}", mark)
        self.assertLessEqual(len(self.carla.said(self.channel, self.running.nick, f"^League Cup{told}", mark)), 1)

    def test_what_follows_is_told_whenever_the_bot_is_killed(self):
        self.carla, *players = self.people("carla", "anna", "bruno", "dora")
        self.running = self.bot(watcher=self.carla)
        points = [f"store.{when}-commit:{count}" for when in ("before", "after") for count in (1, 2)]
        points += [f"host.before-message:{count}" for count in range(1, 6)]
        for point in points:
            with self.subTest(point):
                mark = self.carla.mark()
                self.carla.say(self.channel, "!league new Cup en-garde touches=1 form=round-robin")
                self.expect("^League Cup: En Garde", mark)
                for player in players:
                    player.say(self.channel, "!league enter Cup")
                    self.expect(f"{player.nick} enters league Cup", mark)
                self.over_a_kill(point, "start", "(: |, )round 1 of 3")
                self.over_a_kill(point, "end", " is over")
                mark = self.carla.mark()
                self.carla.say(self.channel, "!league end Cup")
                self.expect("League Cup is removed", mark)

"""A league in an IRC channel: its tables open one after the other, whatever happens to the process."""

import re

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

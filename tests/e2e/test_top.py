"""Rankings over IRC: one line each, of a server and its seasons, and over all servers for those who want that."""

import time

from duel import Duel
from servers import Ngircd
from support import BotTest


def quarter():
    now = time.gmtime()
    return f"{now.tm_year}-Q{(now.tm_mon + 2) // 3}"


class TopTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def asked(self, line, answer, private=False):
        """What Anna is answered, or everybody, to what she types in the channel."""
        since = self.anna.mark()
        self.anna.say(self.channel, line)
        self.anna.expect_said(answer, self.anna.nick if private else self.channel, self.running.nick, since=since)

    def test_a_finished_game_is_listed(self):
        self.anna, bruno = self.people("anna", "bruno")
        self.running = self.bot(watcher=self.anna)
        self.asked("!top", "All games: nobody is rated here yet", private=True)
        self.asked("!style everywhere=on", "everywhere", private=True)
        winner = Duel(self.running.nick, self.channel, [self.anna, bruno], seed=1).open(touches=1).play()
        loser = next(each.nick for each in (self.anna, bruno) if each.nick != winner)
        listed = rf"the best here by rating \(games\): 1 {winner} \S+ \(1\), 2 {loser} \S+ \(1\)\.$"
        self.asked("!top", f"^All games: {listed}")
        self.asked("!top en-garde", f"^En Garde: {listed}")
        self.asked("!top everywhere", rf"on all servers by rating \(games\): 1 {self.anna.nick} \S+ \(1\)\.$")
        self.asked("!config set season quarter", "season", private=True)
        self.asked("!top all", f"^All games: {listed}")

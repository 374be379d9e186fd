"""Channel and user modes that hinder a bot, on InspIRCd."""

import unittest

from servers import Inspircd
from support import BotTest

COLOUR = "\x03"


class ModesTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Inspircd())

    def coloured(self, client, bot, since=0):
        return [line for line in client.said(self.channel, bot.nick, since=since)
                if COLOUR in line.raw]

    def plain_table(self, client, bot):
        """Asks for the table in the channel; returns where its lines begin."""
        # The client may still receive an earlier table.
        client.synchronize()
        since = client.mark()
        client.say(self.channel, "!table")
        client.expect_said("En Garde, first to", self.channel, bot.nick, since=since)
        self.barrier(client, bot)
        return since

    def test_no_colours_where_they_are_blocked(self):
        anna, bruno = self.people("anna", "bruno")
        anna.mode(self.channel, "+c")
        bot = self.bot(watcher=anna, colours="on")
        duel = self.duel(bot, [anna, bruno])
        duel.move()
        self.plain_table(anna, bot)
        self.assertEqual(self.coloured(anna, bot), [])

    def test_colours_blocked_later(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna, colours="on")
        duel = self.duel(bot, [anna, bruno])
        since = self.plain_table(anna, bot)
        self.assertTrue(self.coloured(anna, bot, since), "colours where nothing forbids them")
        anna.mode(self.channel, "+c")
        since = self.plain_table(bruno, bot)
        self.assertEqual(self.coloured(bruno, bot, since), [])
        duel.move()

    def test_stripped_and_no_notices(self):
        anna, bruno = self.people("anna", "bruno")
        anna.mode(self.channel, "+ScCT")
        bot = self.bot(watcher=anna, colours="on")
        duel = self.duel(bot, [anna, bruno], touches=1)
        duel.play()
        self.assertFalse([line for line in anna.said(self.channel, bot.nick)
                          if line.command == "NOTICE"])

    def test_kicked_by_the_server_for_flooding(self):
        """+f kicks without a person's name, and +J then refuses the bot for a while. The bot comes back when
        it is invited and admitted, not before, and the table is kept."""
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna, join_retry="500ms")
        duel = self.duel(bot, [anna, bruno])
        duel.move()
        position = self.status(anna, bot)
        since = anna.mark()
        anna.send(f"MODE {self.channel} +f kick:3:10")  # what an InspIRCd 4 understands
        anna.mode(self.channel, "+f", "3:10")
        anna.mode(self.channel, "+J", "2")
        anna.say(self.channel, "!table")
        anna.expect(rf" KICK {self.channel} {bot.nick} ", since=since)
        self.barrier(anna, bot)
        self.assertNotIn(bot.nick, anna.names(self.channel))
        anna.send(f"MODE {self.channel} -f")
        since = anna.mark()
        anna.invite(bot.nick, self.channel)
        anna.expect(rf"^:{bot.nick}!\S+ JOIN ", since=since, timeout=20)
        self.assertEqual(self.status(anna, bot), position)
        duel.move()

    def test_refused_hand_is_told(self):
        """A player accepts no private messages: the channel is told, without the cards, and again for each
        hand that they ask for; the game goes on."""
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        bruno.mode(bruno.nick, "+g")
        anna.say(self.channel, "!new en-garde")
        anna.expect_said("En Garde", self.channel, bot.nick)
        bruno.say(self.channel, "!join")
        anna.expect_said(bruno.nick, self.channel, bot.nick)
        since = anna.mark()
        anna.say(self.channel, "!start")
        told = anna.expect_said(r"(?i)/msg|/accept", self.channel, bot.nick, since=since)
        self.assertIn(bruno.nick, told.text)
        self.assertNotRegex(told.text, r"\b[1-5]( [1-5]){2,}")
        for _ in range(2):
            since = anna.mark()
            bruno.say(self.channel, "!hand")
            told = anna.expect_said(r"(?i)/msg|/accept", self.channel, bot.nick, since=since)
            self.assertIn(bruno.nick, told.text)
            self.assertNotRegex(told.text, r"\b[1-5]( [1-5]){2,}")
        bruno.send(f"ACCEPT {bot.nick}")
        bruno.synchronize()
        bruno.ask(bot.nick, "hand", "Your hand: ")

    def test_long_tag_deafens_nobody(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        duel = self.duel(bot, [anna, bruno])
        tagger = self.client("tagger", capabilities=["message-tags"])
        tagger.join(self.channel)
        for size in (1000, 1500, 4000):
            tagger.send(f"@+x={'y' * size} PRIVMSG {self.channel} :hello",
                        f"@+x={'y' * size} PRIVMSG {bot.nick} :help status",
                        f"@+x={'y' * size} TAGMSG {self.channel}")
        tagger.expect_said("^status", source=bot.nick)
        for _ in range(3):
            duel.move()

    def test_many_parameters_of_a_mode_line(self):
        people = self.people("anna", "bruno", "carla", "diego")
        anna = people[0]
        bot = self.bot(watcher=anna)
        nicks = [person.nick for person in people]
        anna.mode(self.channel, "+vvvvooo-v+v", *nicks, *nicks[1:], nicks[1], bot.nick)
        duel = self.duel(bot, people[:2])
        duel.move()


if __name__ == "__main__":
    unittest.main()

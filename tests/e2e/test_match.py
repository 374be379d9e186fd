"""Whole matches of people in a channel, on both servers: the way from `!new` to the result, hands that only their
owners see, and how much is said in public."""

import collections
import unittest

from duel import EVENT, assert_private
from servers import Inspircd, Ngircd
from support import BotTest


class WholeMatch:
    def test_match(self):
        anna, bruno, carla = self.people("anna", "bruno", "carla")
        bot = self.bot(watcher=carla)
        duel = self.duel(bot, [anna, bruno], watcher=carla, touches=3)
        self.assertIn(duel.play(), (anna.nick, bruno.nick))
        self.assertGreater(len(duel.moves), 5)
        self.barrier(carla, bot, anna, bruno)
        for person in (anna, bruno):
            self.assertTrue(person.said(person.nick, bot.nick, "Your hand: "))
        assert_private(self, bot.nick, {anna: True, bruno: True, carla: False})
        self.assertEqual(bot.stop(), 0)

    def test_every_move_is_told_once(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        duel = self.duel(bot, [anna, bruno], touches=1)
        duel.play()
        told = [line.text for line in anna.said(self.channel, bot.nick) if EVENT.search(line.text)]
        # Each line about a move begins with who did what and may end with what followed.
        for nick, move in duel.moves:
            verb = move.split()[0]
            self.assertRegex(told.pop(0), rf"^{nick} {verb[:4]}")
            while told and not any(told[0].startswith(f"{player.nick} {verb}")
                                   for player in duel.players
                                   for verb in ("advanc", "retreat", "attack", "parr", "yield")):
                told.pop(0)
        self.assertEqual(told, [])

    def test_public_lines_per_move(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        duel = self.duel(bot, [anna, bruno], touches=5)
        duel.play()
        counts = collections.Counter(duel.lines_per_move)
        print(f"\n{self.server.kind}: public lines per move (lines, decided): {dict(counts)}")
        for (lines, decided), times in counts.items():
            self.assertLessEqual(lines, 2 if decided else 1, f"{times} times: {counts}")
            self.assertGreaterEqual(lines, 1)


class NgircdMatchTest(WholeMatch, BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def test_ii_plays_a_seat(self):
        (anna,) = self.people("anna")
        human = self.ii("human")
        bot = self.bot(watcher=anna)
        duel = self.duel(bot, [human, anna], watcher=anna, touches=1)
        duel.play()
        played = {nick for nick, _ in duel.moves}
        self.assertIn(human.nick, played)
        human.expect(self.channel, "wins the bout")
        self.assertFalse([line for line in human.lines(self.channel) if "Your hand" in line])

    def test_again_with_the_same_people(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        self.duel(bot, [anna, bruno], touches=1).play()
        anna.say(self.channel, "!again")
        since = anna.mark()
        anna.say(self.channel, "!start")
        anna.expect_said(r"to play\.", self.channel, bot.nick, since=since)

    def test_moves_in_private(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        duel = self.duel(bot, [anna, bruno], touches=1)
        for _ in range(4):
            duel.move(in_private=True)


class InspircdMatchTest(WholeMatch, BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Inspircd())


class RefusalTest(BotTest):
    """A wrong command gets one short answer, changes nothing, and reveals nobody's cards in
    public."""

    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def setUp(self):
        super().setUp()
        self.anna, self.bruno, self.carla = self.people("anna", "bruno", "carla")
        self.table_bot = self.bot(watcher=self.anna)
        self.bout = self.duel(self.table_bot, [self.anna, self.bruno], watcher=self.carla)

    def refuse(self, person, text):
        """Says it in the channel and returns the person's private answers. Checks that the channel got at
        most one line and that the position is unchanged."""
        nick = self.table_bot.nick
        before = self.status(self.carla, self.table_bot)
        private, public = person.mark(), self.carla.mark()
        person.say(self.channel, text)
        self.barrier(person, self.table_bot, self.carla)
        told = [line.text for line in self.carla.said(self.channel, nick, since=public)]
        answers = [line.text for line in person.said("", nick, since=private)
                   if not line.text.startswith("status")]
        self.assertLessEqual(len(told), 1, told)
        self.assertEqual(self.status(self.carla, self.table_bot), before)
        return answers, told

    def other(self):
        return self.bruno if self.bout.actor is self.anna else self.anna

    def test_three_answers(self):
        actor, other = self.bout.actor, self.other()
        cards, offered = self.bout.look(actor)
        illegal = next(f"advance {value}" for value in range(1, 6) if value not in cards) \
            if len(set(cards)) < 5 else "attack 5 x1"
        out_of_turn, said_then = self.refuse(other, f"!p {offered[0]}")
        not_legal, said_illegal = self.refuse(actor, f"!p {illegal}")
        not_a_word, said_unknown = self.refuse(actor, "!p dance")
        self.assertEqual(len({out_of_turn[0], not_legal[0], not_a_word[0]}), 3)
        self.assertRegex(not_a_word[0], r"(?i)expected")
        # The public line gives no reason; its words are the same for every reason.
        public = {text.replace(actor.nick, "X").replace(other.nick, "X")
                  for text in said_then + said_illegal + said_unknown}
        self.assertLessEqual(len(public), 1, public)
        self.bout.move()

    def test_not_seated(self):
        answers, _ = self.refuse(self.carla, "!p advance 1")
        self.assertTrue(answers)
        answers, _ = self.refuse(self.carla, "!hand")
        self.assertNotRegex(answers[0], "Your hand")
        self.bout.move()

    def test_unknown_words_get_silence(self):
        for text in ("!quote me", "!8ball", "!", "!!", "!?", "! p advance 1", "hello there"):
            self.assertEqual(self.refuse(self.carla, text), ([], []), text)
        self.assertEqual(self.refuse(self.bruno, "!quote me"), ([], []))

    def test_unknown_words_get_one_hint_where_we_are_meant(self):
        nick = self.table_bot.nick
        answers, told = self.refuse(self.carla, f"{nick}: flurble")
        self.assertEqual((len(answers), told), (1, []))
        since = self.carla.mark()
        self.carla.say(nick, "flurble")
        self.barrier(self.carla, self.table_bot)
        hints = [line for line in self.carla.said("", nick, since=since)
                 if not line.text.startswith("status")]
        self.assertEqual(len(hints), 1)

    def test_addressed_by_nick(self):
        nick = self.table_bot.nick
        for begin in (f"{nick}: ", f"{nick}, "):
            since = self.carla.mark()
            self.carla.say(self.channel, f"{begin}status")
            self.carla.expect_said(r"to play", self.channel, nick, since=since)

    def test_hand_is_answered_in_private(self):
        since = self.carla.mark()
        mine = self.anna.mark()
        self.anna.say(self.channel, "!hand")
        self.anna.expect_said(r"Your hand: ", source=self.table_bot.nick, since=mine)
        self.anna.say(self.channel, "!moves")
        self.anna.say(self.channel, "!why")
        self.barrier(self.anna, self.table_bot, self.carla)
        self.assertEqual(self.carla.said(self.channel, self.table_bot.nick, since=since), [])

    def test_no_answer_to_notices_and_actions(self):
        since = self.carla.mark()
        actor = self.bout.actor
        _, offered = self.bout.look(actor)
        actor.send(f"NOTICE {self.channel} :!p {offered[0]}",
                   f"NOTICE {self.table_bot.nick} :p {offered[0]}",
                   f"PRIVMSG {self.channel} :\x01ACTION !p {offered[0]}\x01")
        self.barrier(actor, self.table_bot, self.carla)
        self.assertEqual(self.carla.said(self.channel, self.table_bot.nick, since=since), [])
        self.assertEqual(self.bout.look(actor)[1], offered)


if __name__ == "__main__":
    unittest.main()

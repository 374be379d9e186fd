"""Seats survive new nicks, lost connections and other hosts."""

import re
import unittest

from client import Client
from processes import wait_until
from servers import Inspircd, Ngircd
from support import BotTest


class WithAccounts:
    """On both servers, with services."""

    def test_account_returns_under_another_nick(self):
        anna, bruno = self.people("anna", "bruno")
        bruno.register_account("sesame")
        bot = self.bot(watcher=anna)
        duel = self.duel(bot, [anna, bruno])
        duel.move()
        account = bruno.nick
        cards, _ = duel.look(bruno)
        bruno.quit()
        anna.expect(rf"^:{account}!\S+ QUIT")
        back = self.client("stranger", address="127.0.0.2", user="elsewhere")
        back.identify(account, "sesame")
        back.join(self.channel)
        told = back.expect_said(r"Your hand: ", source=bot.nick)
        self.assertIn(" ".join(map(str, cards)), told.text)
        duel.players[1] = back
        duel.spent = {}
        duel.actor = {bruno: back}.get(duel.actor, duel.actor)
        for _ in range(4):
            duel.move()
        self.assertIn(back.nick, {nick for nick, _ in duel.moves})

    def test_login_after_joining(self):
        """The player is in the channel when they log in, and has the seat again from then on."""
        anna, bruno = self.people("anna", "bruno")
        bruno.register_account("sesame")
        # If the server does not announce logins, the bot asks again after this time.
        bot = self.bot(watcher=anna, account_recheck="1ms")
        self.duel(bot, [anna, bruno])
        account = bruno.nick
        bruno.quit()
        anna.expect(rf"^:{account}!\S+ QUIT")
        back = self.client("stranger", address="127.0.0.2", user="elsewhere")
        back.join(self.channel)
        back.identify(account, "sesame")
        wait_until(lambda: "Your hand: " in back.ask(bot.nick, "hand"), 10, "the hand")

    def test_stranger_with_the_same_nick_gets_nothing(self):
        anna, bruno = self.people("anna", "bruno")
        bruno.register_account("sesame")
        bot = self.bot(watcher=anna)
        duel = self.duel(bot, [anna, bruno])
        nick = bruno.nick
        bruno.quit()
        anna.expect(rf"^:{nick}!\S+ QUIT")
        thief = self.enterContext(Client(self.server, nick, address="127.0.0.3", user="thief"))
        thief.join(self.channel)
        thief.ask(bot.nick, "hand")
        thief.say(self.channel, "!hand")
        thief.say(self.channel, "!p advance 1")
        self.barrier(thief, bot)
        self.assertEqual(thief.said(None, bot.nick, "Your hand|you can play"), [])


class NgircdSeatsTest(WithAccounts, BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd(services=True))

    def test_nick_change_keeps_the_seat(self):
        anna, bruno, carla = self.people("anna", "bruno", "carla")
        bot = self.bot(watcher=carla)
        duel = self.duel(bot, [anna, bruno], watcher=carla)
        duel.move()
        for person in (anna, bruno):
            person.change_nick(self.named(f"new{person.user[:3]}"))
            carla.expect(rf" NICK :?{person.nick}")
        self.barrier(carla, bot, anna, bruno)
        # The bot now calls the next player by their new name.
        self.assertIn(duel.actor.nick[:9], self.status(carla, bot))
        for _ in range(4):
            duel.move()
        self.assertTrue({anna.nick, bruno.nick} & {nick for nick, _ in duel.moves[1:]})

    def test_swapped_nicks(self):
        """Two players who take each other's names keep their own cards."""
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        duel = self.duel(bot, [anna, bruno])
        hands = {person: duel.look(person)[0] for person in (anna, bruno)}
        first, second = anna.nick, bruno.nick
        anna.change_nick(self.named("between"))
        bruno.change_nick(first)
        anna.change_nick(second)
        self.barrier(anna, bot, bruno)
        for person in (anna, bruno):
            self.assertEqual(duel.look(person)[0], hands[person])

    def test_same_mask_returns(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        duel = self.duel(bot, [anna, bruno])
        cards, _ = duel.look(bruno)
        nick = bruno.nick
        bruno.close()
        anna.expect(rf"^:{nick}!\S+ QUIT", timeout=15)
        back = self.enterContext(Client(self.server, nick))
        back.join(self.channel)
        told = back.expect_said(r"Your hand: ", source=bot.nick)
        self.assertIn(" ".join(map(str, cards)), told.text)

    def test_part_and_return(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        duel = self.duel(bot, [anna, bruno])
        since = anna.mark()
        bruno.part(self.channel)
        bruno.join(self.channel)
        bruno.expect_said(r"Your hand: ", source=bot.nick)
        self.barrier(anna, bot)
        told = [line.text for line in anna.said(self.channel, bot.nick, since=since)]
        self.assertLessEqual(len(told), 2, told)
        duel.move()

    def test_claim_without_account(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        duel = self.duel(bot, [anna, bruno])
        said = bruno.said("", bot.nick, r"(?i)\bclaim [a-z0-9]{8}\b")
        self.assertEqual(len(said), 1, "one claim code for a seat without an account")
        code = re.search(r"(?i)\bclaim ([a-z0-9]{8})\b", said[0].text)[1]
        cards, _ = duel.look(bruno)
        bruno.quit()
        stranger = self.client("stranger", address="127.0.0.2", user="elsewhere")
        stranger.join(self.channel)
        stranger.ask(bot.nick, f"claim {self.channel} aaaaaaaa")
        self.barrier(stranger, bot)
        self.assertEqual(stranger.said("", bot.nick, "Your hand"), [])
        told = stranger.ask(bot.nick, f"claim {self.channel} {code}", "Your hand: ")
        self.assertIn(" ".join(map(str, cards)), told)
        # A code works once.
        thief = self.client("thief", address="127.0.0.3", user="thief")
        thief.join(self.channel)
        thief.ask(bot.nick, f"claim {self.channel} {code}")
        self.barrier(thief, bot)
        self.assertEqual(thief.said("", bot.nick, "Your hand"), [])
        duel.players[1] = stranger
        duel.actor = {bruno: stranger}.get(duel.actor, duel.actor)
        duel.spent = {}
        for _ in range(3):
            duel.move()

    def test_quit_in_the_lobby_frees_the_seat(self):
        anna, bruno, carla = self.people("anna", "bruno", "carla")
        bot = self.bot(watcher=carla)
        anna.say(self.channel, "!new en-garde")
        carla.expect_said("En Garde", self.channel, bot.nick)
        bruno.say(self.channel, "!join")
        carla.expect_said(bruno.nick, self.channel, bot.nick)
        bruno.quit()
        carla.expect_said(self.named("bruno"), self.channel, bot.nick)
        carla.say(self.channel, "!join")
        carla.expect_said(carla.nick, self.channel, bot.nick)
        since = carla.mark()
        anna.say(self.channel, "!start")
        carla.expect_said(r"to play\.", self.channel, bot.nick, since=since)

    def test_nick_that_begins_with_ours(self):
        """A library once took `belfry_fan` → `zed` for a change of its own nick."""
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        duel = self.duel(bot, [anna, bruno])
        fan = self.enterContext(Client(self.server, f"{bot.nick}_fan"))
        fan.join(self.channel)
        fan.change_nick(self.named("zed"))
        fan.ask(bot.nick, "help")
        duel.look(anna)
        for _ in range(3):
            duel.move()


class InspircdSeatsTest(WithAccounts, BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Inspircd(services=True))

    def test_login_in_mid_game(self):
        """A player without an account logs in: they are the same person and keep the seat."""
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        duel = self.duel(bot, [anna, bruno])
        cards, _ = duel.look(bruno)
        bruno.register_account("sesame")
        self.assertEqual(duel.look(bruno)[0], cards)
        account = bruno.nick
        bruno.quit()
        back = self.client("later", login=(account, "sesame"), address="127.0.0.2")
        back.join(self.channel)
        told = back.expect_said(r"Your hand: ", source=bot.nick)
        self.assertIn(" ".join(map(str, cards)), told.text)

    def test_casemapping(self):
        """rfc1459: {}|~ are the small letters of []\\^."""
        (anna,) = self.people("anna")
        odd = self.client("odd[x]")
        odd.join(self.channel)
        bot = self.bot(watcher=anna)
        duel = self.duel(bot, [anna, odd])
        odd.change_nick(self.named("ODD{X}"))
        self.barrier(odd, bot)
        duel.look(odd)
        for _ in range(3):
            duel.move()


if __name__ == "__main__":
    unittest.main()

"""TLS, accounts and the bot's own nick."""

import unittest

from bot import Bot
from certificates import certificates
from client import Client
from processes import free_ports, wait_until
from servers import Inspircd, Ngircd
from support import BotTest

SECRET = "open-sesame-7"


class TlsTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())
        cls.elsewhere = cls.enterClassContext(Ngircd(certificate="elsewhere"))

    def refused(self, reason, **settings):
        """The bot never connects, and logs the reason in one clear line for each attempt."""
        watcher = self.client("watcher", server=settings.get("server"))
        bot = self.bot(**settings)
        entry = bot.wait_log(reason)
        bot.wait_log(reason, since=bot.log.index(entry) + 1)
        watcher.send(f"ISON {bot.nick}")
        self.assertEqual(watcher.expect(r" 303 ").text.strip(), "")
        self.assertTrue(bot.is_running())
        self.assertFalse(bot.entries(r"event=irc\.ready"))

    def accepted(self, **settings):
        watcher = self.client("watcher", server=settings.get("server"))
        watcher.join(self.channel)
        bot = self.bot(watcher=watcher, **settings)
        watcher.ask(bot.nick, "help status", "^status")
        return bot

    def test_our_authority(self):
        self.accepted(tls=True)

    def test_by_name(self):
        self.accepted(tls=True, host="localhost")

    def test_pin(self):
        self.accepted(tls=True, verify="pin", pin=certificates().fingerprint("server"),
                      authority_file=None)

    def test_unverified_is_warned_of(self):
        bot = self.accepted(tls=True, verify="off", authority_file=None)
        bot.wait_log("level=warning.*(unverified|verify)")

    def test_other_authority(self):
        self.refused(r"(?i)certificate", tls=True,
                     authority_file=certificates().path("stranger.crt"))

    def test_authority_of_the_system(self):
        self.refused(r"(?i)certificate", tls=True, authority_file=None)

    def test_other_host_name(self):
        self.refused(r"(?i)certificate|host ?name|mismatch", server=self.elsewhere, tls=True,
                     host="localhost")

    def test_other_pin(self):
        self.refused(r"(?i)certificate|pin", tls=True, verify="pin",
                     pin=certificates().fingerprint("elsewhere"))

    def test_tls_port_spoken_to_in_plain(self):
        bot = self.bot(port=self.server.tls_port)
        bot.wait_log(r"network=test.*(closed|lost|end)")
        self.assertTrue(bot.is_running())

    def test_nobody_listens(self):
        (port,) = free_ports(1)
        bot = self.bot(port=port)
        bot.wait_log(r"(?i)refused")
        self.assertTrue(bot.is_running())
        self.assertEqual(bot.stop(), 0)


class AccountTest(BotTest):
    """On a server with services; subclasses say which."""

    def account(self):
        """Creates an account for the bot of this test, through a person who leaves again."""
        nick = self.named("belfry")
        with Client(self.server, nick) as owner:
            owner.register_account(SECRET)
            owner.quit()
        return nick

    def check_secret(self, bot):
        self.assertFalse([entry.raw for entry in bot.log if SECRET in entry.raw])

    def whois_account(self, watcher, nick):
        since = watcher.mark()
        watcher.send(f"WHOIS {nick}")
        watcher.expect(r" (318|401) ", since=since)
        found = [line.params[2] for line in watcher.lines[since:] if line.command == "330"]
        return found[0] if found else None


class NgircdAccountTest(AccountTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd(services=True))

    def test_identify_before_joining(self):
        """ngIRCd has no SASL; +R admits only people who are logged in."""
        account = self.account()
        (anna,) = self.people("anna")
        anna.send(f"MODE {self.channel} +R")
        bot = self.bot(watcher=anna, password=SECRET, login_without_tls="on")
        self.assertEqual(self.whois_account(anna, bot.nick), account)
        self.check_secret(bot)

    def test_wrong_password(self):
        self.account()
        (anna,) = self.people("anna")
        bot = self.bot(watcher=anna, password="wrong-" + SECRET, login_without_tls="on")
        self.assertIsNone(self.whois_account(anna, bot.nick))
        bot.wait_log("level=warning.*identify")
        self.check_secret(bot)

    def test_ghost(self):
        """Someone else has the bot's nick: services remove them."""
        account = self.account()
        (anna,) = self.people("anna")
        ghost = self.enterContext(Client(self.server, account))
        bot = self.bot(password=SECRET, login_without_tls="on", account=account)
        ghost.expect(r"(?i)^ERROR|KILL", timeout=20)
        bot.wait_in(anna, self.channel)
        self.check_secret(bot)

    def test_nick_in_use_and_free_again(self):
        (anna,) = self.people("anna")
        nick = self.named("belfry")
        holder = self.enterContext(Client(self.server, nick))
        self.bot(nick_retry="300ms")
        wait_until(lambda: nick + "_" in anna.names(self.channel), 10, "the other nick", 0.05)
        anna.ask(nick + "_", "help status", "^status")
        holder.quit()
        anna.expect(rf"^:{nick}_!\S+ NICK :?{nick}$")
        self.assertIn(nick, anna.names(self.channel))
        anna.ask(nick, "help status", "^status")

    def test_alternative_nicks(self):
        (anna,) = self.people("anna")
        nick, other = self.named("belfry"), self.named("carillon")
        self.enterContext(Client(self.server, nick))
        self.bot(alternative_nicks=[other])
        wait_until(lambda: other in anna.names(self.channel), 10, "the alternative nick", 0.05)


class InspircdAccountTest(AccountTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Inspircd(services=True))

    def test_sasl_plain(self):
        account = self.account()
        watcher = self.client("watcher", capabilities=["extended-join"])
        watcher.join(self.channel)
        bot = self.bot(password=SECRET, tls=True)
        # The JOIN contains the account already.
        watcher.expect(rf"^:{bot.nick}!\S+ JOIN :?{self.channel} {account} ", timeout=20)
        self.check_secret(bot)

    def test_sasl_with_a_wrong_password(self):
        self.account()
        (anna,) = self.people("anna")
        bot = self.bot(watcher=anna, password="wrong-" + SECRET, tls=True)
        self.assertIsNone(self.whois_account(anna, bot.nick))
        bot.wait_log("level=warning.*sasl_failed")
        self.check_secret(bot)

    def test_sasl_required(self):
        self.account()
        (anna,) = self.people("anna")
        bot = self.bot(password="wrong-" + SECRET, tls=True, sasl_required="on")
        entry = bot.wait_log("level=error.*sasl", timeout=20)
        bot.wait_log("level=error.*sasl", since=bot.log.index(entry) + 1, timeout=20)
        self.assertNotIn(bot.nick, anna.names(self.channel))
        self.check_secret(bot)

    def test_external(self):
        account = self.account()
        context = certificates().client_context(with_certificate=True)
        with Client(self.server, self.named("owner"), tls=context) as owner:
            owner.identify(account, SECRET)
            owner.say("NickServ", "CERT ADD")
            owner.expect_said(r"(?i)added", source="NickServ")
        watcher = self.client("watcher", capabilities=["extended-join"])
        watcher.join(self.channel)
        bot = self.bot(tls=True, certificate_file=certificates().path("client.crt"),
                       key_file=certificates().path("client.key"), sasl_required="on")
        watcher.expect(rf"^:{bot.nick}!\S+ JOIN :?{self.channel} {account} ", timeout=20)

    def test_external_unknown_then_plain(self):
        """Services do not know the certificate: the password still works."""
        account = self.account()
        watcher = self.client("watcher", capabilities=["extended-join"])
        watcher.join(self.channel)
        bot = self.bot(tls=True, password=SECRET,
                       certificate_file=certificates().path("server.crt"),
                       key_file=certificates().path("server.key"))
        watcher.expect(rf"^:{bot.nick}!\S+ JOIN :?{self.channel} {account} ", timeout=20)
        self.check_secret(bot)


class ConfigurationTest(unittest.TestCase):
    """What the bot says when it can't start."""

    def run_with(self, text):
        bot = Bot([], start=False)
        with open(bot.config, "w", encoding="utf-8") as file:
            file.write(text)
        bot.start()
        status = bot.process.wait()
        bot.check_faults()
        return status, "\n".join(bot.process.lines)

    def test_mistakes_are_told_with_line_and_key(self):
        status, said = self.run_with("networks:\n  - name: test\n    type: irc\n    port: 99999\n"
                                     "    operator: me\n    hots: x\n")
        self.assertEqual(status, 1)
        for expected in ("belfry.yaml", "port", "hots", "host"):
            self.assertIn(expected, said)

    def test_password_without_tls(self):
        status, said = self.run_with("networks:\n  - name: test\n    type: irc\n    tls: off\n"
                                     f"    host: 127.0.0.1\n    operator: me\n"
                                     f"    password: {SECRET}\n")
        self.assertEqual(status, 1)
        self.assertIn("login-without-tls", said)
        self.assertNotIn(SECRET, said)


if __name__ == "__main__":
    unittest.main()

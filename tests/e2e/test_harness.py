"""The harness itself: what the other tests rely on, without the bot."""

import os
import ssl
import unittest

from certificates import certificates
from client import Client, Line
from ii import Ii
from processes import Failure, Process, temporary_folder
from servers import Inspircd, Ngircd


class LineTest(unittest.TestCase):
    def test_splits(self):
        line = Line("@account=anna;time=x :a!b@c PRIVMSG #t :hello :there \x0304red\x0f")
        self.assertEqual((line.nick, line.command, line.target, line.text, line.tags["account"]),
                         ("a", "PRIVMSG", "#t", "hello :there red", "anna"))
        self.assertTrue(line.is_public)
        self.assertFalse(Line(":a!b@c PRIVMSG me :hello").is_public)


class ProcessTest(unittest.TestCase):
    def test_status_and_output(self):
        process = Process(["/bin/sh", "-c", "echo one; echo two >&2; exit 3"],
                          temporary_folder("test"))
        self.assertEqual(process.wait(), 3)
        self.assertEqual(sorted(process.lines), ["one", "two"])

    def test_kills_the_group(self):
        process = Process(["/bin/sh", "-c", "sleep 600 & echo $!; wait"],
                          temporary_folder("test"))
        while not process.lines:
            pass
        child = int(process.lines[0])
        process.kill()
        with self.assertRaises((ProcessLookupError, Failure)):
            os.kill(child, 0)
            with open(f"/proc/{child}/stat", encoding="ascii") as file:
                if file.read().split()[2] == "Z":
                    raise Failure("a zombie is dead too")


class OnBothServers:
    """The classes for the servers are below."""

    def test_two_clients_talk(self):
        with Client(self.server, "talker") as one, Client(self.server, "hearer") as two:
            one.join("#talk")
            two.join("#Talk")
            one.say("#talk", "good morning")
            line = two.expect_said("good morning", "#talk", "talker")
            self.assertTrue(line.is_public)
            two.say("talker", "good evening")
            one.expect_said("good evening", source="hearer")
            self.assertEqual(one.names("#talk"), {"talker", "hearer"})
            self.assertEqual(len(two.said("#talk")), 1)
            self.assertEqual(len(one.said("")), 1 + len(one.said("", self.server_name())))

    def server_name(self):
        return "irc.test.example"

    def test_nick_kick_mode_invite(self):
        with Client(self.server, "chief") as chief, Client(self.server, "guest") as guest:
            chief.join("#acts")
            guest.join("#acts")
            guest.change_nick("visitor")
            chief.expect(r"^:guest!\S+ NICK :?visitor")
            chief.kick("#acts", "visitor")
            guest.expect(r" KICK #acts visitor")
            chief.mode("#acts", "+m")
            chief.invite("visitor", "#acts")
            guest.expect(r" INVITE visitor :?#acts")
            chief.part("#acts")

    def test_failure_shows_lines(self):
        with Client(self.server, "loser") as loser:
            with self.assertRaises(Failure) as caught:
                loser.expect("never said", timeout=0.1)
            self.assertIn(" 001 loser ", str(caught.exception))

    def test_tls(self):
        context = certificates().client_context()
        with Client(self.server, "secret", tls=context) as client:
            client.synchronize()
        with self.assertRaises(ssl.SSLCertVerificationError):
            Client(self.server, "secret", tls=ssl.create_default_context())

    def test_other_host(self):
        with Client(self.server, "here") as here, \
                Client(self.server, "there", address="127.0.0.2") as there:
            here.join("#hosts")
            there.join("#hosts")
            self.assertIn("127.0.0.2", here.expect(r"^:there!\S+ JOIN ").source)

    def test_account(self):
        with Client(self.server, "owner") as owner:
            owner.register_account("sesame")
        with Client(self.server, "other") as other:
            other.identify("owner", "sesame")

    def test_ii(self):
        with Ii(self.server, "human") as human, Client(self.server, "robot") as robot:
            robot.join("#ii")
            human.join("#ii")
            robot.expect(r"^:human!\S+ JOIN ")
            human.say("#ii", "I am human")
            robot.expect_said("I am human", "#ii", "human")
            robot.say("#ii", "I am robot")
            human.expect("#ii", "<robot> I am robot")
            human.say("robot", "psst")
            robot.expect_said("psst", source="human")
            robot.say("human", "what")
            human.expect("robot", "<robot> what")

    def test_freeze_and_restart(self):
        with type(self).make() as server:
            with Client(server, "before") as client:
                server.freeze()
                client.send("PING frozen")
                with self.assertRaises(Failure):
                    client.expect("frozen", timeout=0.3)
                server.thaw()
                client.expect("frozen")
                server.stop()
                client.wait_closed()
            server.start()
            with Client(server, "after") as client:
                client.synchronize()


class NgircdTest(OnBothServers, unittest.TestCase):
    make = Ngircd

    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Ngircd(services=True))


class InspircdTest(OnBothServers, unittest.TestCase):
    make = Inspircd

    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Inspircd(services=True))

    def test_sasl_and_tags(self):
        with Client(self.server, "member") as member:
            member.register_account("sesame")
        with Client(self.server, "watcher",
                    capabilities=["message-tags", "account-tag", "extended-join"]) as watcher:
            watcher.join("#sasl")
            with Client(self.server, "someone", login=("member", "sesame")) as someone:
                someone.join("#sasl")
                watcher.expect(r"^:someone!\S+ JOIN #sasl member ")
                someone.say("#sasl", "it is me")
                line = watcher.expect_said("it is me", "#sasl")
                self.assertEqual(line.tags.get("account"), "member")
        with self.assertRaises(Failure):
            Client(self.server, "thief", login=("member", "guess"))

    def test_external(self):
        context = certificates().client_context(with_certificate=True)
        with Client(self.server, "holder", tls=context) as holder:
            holder.register_account("sesame")
            holder.say("NickServ", "CERT ADD")
            holder.expect_said(r"(?i)added", source="NickServ")
        with Client(self.server, "holder2", tls=context, login="external") as holder:
            holder.synchronize()


if __name__ == "__main__":
    unittest.main()

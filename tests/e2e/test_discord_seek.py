"""People of Discord look for a table: in a channel, in direct messages, and with people in IRC."""

from bot import network as irc_network
from client import Client
from discord.support import DiscordTest
from servers import Ngircd

FOUND = "Your table is found: En Garde, with"


class DiscordSeekTest(DiscordTest):
    def test_in_a_channel(self):
        self.bot()
        anna, bruno = self.people("Anna", "Bruno")
        act = anna.slash("seek", game="en-garde")
        self.assertTrue(act.is_private)
        self.assertRegex(act.text, "Nobody else is waiting for that game yet")
        bruno.slash("seek", game="en-garde", players="2", pace="live")
        anna.wait_sees(f"{FOUND} Anna, Bruno")
        self.board()
        self.play_one([anna, bruno])

    def test_what_is_typed_is_completed_and_withdrawn(self):
        self.bot()
        anna, = self.people("Anna")
        for others in ({"game": "en-garde"}, {}):
            self.assertEqual([sent for _, sent in anna.complete("seek", "pace", "s", **others)], ["slow"])
        anna.slash("seek", game="goats", pace="slow")
        self.assertRegex(anna.slash("seek").text, r"Ziegen Kriegen \(3–6 players, slow, 7 days left\)")
        self.assertRegex(anna.slash("seek", what="off").text, "You no longer look for that table")

    def test_in_direct_messages(self):
        self.bot()
        anna, bruno, watcher = self.people("Anna", "Bruno", "Watcher")
        anna.slash("seek", channel=anna.dm(), game="en-garde")
        bruno.slash("seek", channel=bruno.dm(), game="en-garde")
        for person in (anna, bruno):
            person.wait_dm(f"{FOUND} Anna, Bruno")
        self.fake.settle()
        self.assertNotRegex(watcher.reads(), FOUND)
        self.assertEqual(watcher.inbox(), [])
        actor = next(each for each in (anna, bruno)
                     if "advance" in each.slash("moves", channel=each.dm()).text)
        other = bruno if actor is anna else anna
        move = actor.slash("moves", channel=actor.dm()).buttons[0]
        actor.slash("play", channel=actor.dm(), move=move)
        other.wait_dm(f"{actor.name} advances|{other.name} to play")

    def test_with_people_in_irc(self):
        server = self.enterContext(Ngircd())
        carla = self.enterContext(Client(server, "carla"))
        carla.join("#games")
        self.bot(irc_network(server, name="irc", channels=["#games"]), top={"defaults": {"seek": "on"}})
        carla.expect("belfry!.* JOIN")
        anna, = self.people("Anna")
        anna.slash("seek", game="en-garde")
        carla.say("#games", "!seek en-garde")
        carla.expect_said(f"{FOUND} Anna, carla", "#games", since=0)
        carla.expect_said("Your hand: ", "carla", since=0)
        anna.wait_sees(f"{FOUND} Anna, carla")

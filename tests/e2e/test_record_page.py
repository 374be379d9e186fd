"""The page of a record in a real browser: stepping through it by keys, buttons, slider and swipe, whose sight it shows,
the shuffle checked there, no network, and whether people can use it who see little or have no mouse.

BELFRY_SCREENSHOTS=FOLDER keeps pictures of it. Without chromium the tests are skipped; without axe-core
(discord/install) only our own look at accessibility is made.
"""

import hashlib
import itertools
import json
import os
import re
import secrets
import socket
import subprocess
import sys
import unittest

from bot import executable
from browser import Browser
from console import Piped
from duel import expand_moves
from match import OFFER
from processes import PATIENCE, temporary_folder

E2E = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(E2E, "..", "kit"))
import check_shuffle  # noqa: E402

AXE = os.path.join(E2E, "discord", "node_modules", "axe-core", "axe.min.js")
# What is asked of the page's colours, names and structure.
AXE_RUN = """axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
    .then((found) => found.violations.map((one) => one.id + ": " + one.nodes.map((node) => node.html).join(" ")))"""
# The page unpacks its data first.
SHOWN = """new Promise((done) => { const look = () =>
    document.getElementById("position").textContent ? done() : setTimeout(look, 5); look(); })"""
LONGEST_ROW = "Math.max(...picture.textContent.split('\\n').map((row) => row.length))"
NAMELESS = """[...document.querySelectorAll("button, select, input, section, nav")].filter((one) => !(one.innerText
    || one.labels?.length || one.getAttribute("aria-label") || one.getAttribute("aria-labelledby"))).map((one) => one.id)"""


def belfry(*arguments, data=b""):
    done = subprocess.run([executable(), *arguments], input=data, capture_output=True, timeout=60 * PATIENCE, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr.decode())
    return done.stdout


def known_games():
    return json.loads(belfry("games", "--json"))


def simulated(game, players, seed="5"):
    """The transcript of a whole game, as lines."""
    return [json.loads(line) for line in belfry("simulate", game, "--players", str(players), "--seed", seed,
                                                "--transcript", "-").splitlines()]


def without_checks(transcript):
    """Lines that can be changed."""
    return [{name: value for name, value in line.items() if name not in ("check", "layout")} for line in transcript]


def sealed_setup(game, players, seed):
    """A table as it was dealt from a committed seed, sealed words and a beacon, by a program that is not ours in C."""
    words = ["Anna", ""] + ["żółw"] * (players - 2)
    header = without_checks(simulated(game["id"], players)[:1])[0]
    header |= {"seed": seed.hex(), "commitment": check_shuffle.commitment(seed), "words": words,
               "seals": [word and hashlib.sha256(word.encode()).hexdigest() for word in words],
               "beacon": {"round": 4711, "value": secrets.token_hex(32)}}
    key = check_shuffle.key(seed, words, header["beacon"])
    header["setup"] = check_shuffle.GAMES[game["id"]](key, players, header["options"]).deal(True)
    return [header]


def asked(listener):
    """What a browser sends there. It may connect ahead of need, without a word."""
    try:
        with listener.accept()[0] as connection:
            connection.settimeout(0.5)
            return connection.recv(1000)
    except TimeoutError:
        return b""


@unittest.skipUnless(Browser.is_here(), "no chromium")
class RecordPageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = temporary_folder("page")
        cls.page = cls.enterClassContext(Browser())

    def open(self, transcript, language="en"):
        path = os.path.join(self.folder, "page.html")
        lines = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in transcript)
        belfry("replay", "-", "--html", path, "--lang", language, data=lines.encode())
        self.page.be(900, 900)
        self.show(path)
        return self.page

    def show(self, path):
        self.page.open(path)
        self.page.run(SHOWN)

    def choose(self, value):
        self.page.run(f"""{{ const sight = document.getElementById("sight"); sight.value = "{value}";
            sight.dispatchEvent(new Event("change")); }}""")

    def check(self):
        self.page.run('document.getElementById("check").click()')
        return self.page.text("verdict")

    def keep_picture(self, name):
        if os.environ.get("BELFRY_SCREENSHOTS"):
            self.page.screenshot(os.path.join(os.environ["BELFRY_SCREENSHOTS"], f"{name}.png"))

    # -- Stepping --

    def test_keys_alone_step_through_the_game(self):
        transcript = simulated("goats", 3)
        last = len(transcript) - 2
        page = self.open(transcript)
        self.assertEqual(page.text("position"), f"Step 0 of {last}")
        for keys, step in ((["ArrowRight"] * 3, 3), (["ArrowLeft"], 2), (["End"], last), (["ArrowRight"], last),
                           (["Home"], 0), (["ArrowLeft"], 0)):
            page.press(*keys)
            self.assertEqual(page.text("position"), f"Step {step} of {last}")

    def test_tab_reaches_everything_in_order(self):
        page = self.open(simulated("goats", 3))
        reached = []
        for _ in range(8):
            page.press("Tab")
            reached.append(page.run("document.activeElement.id"))
        self.assertEqual(reached, ["first", "back", "next", "last", "slider", "sight", "in-sentences", "check"])
        self.assertNotEqual(page.run("getComputedStyle(document.activeElement).outlineStyle"), "none")
        page.press("Enter")
        self.assertEqual(page.text("verdict"), "Everything fits. Deals made again: 1.")

    def test_buttons_slider_and_swipe_step_too(self):
        transcript = simulated("goats", 3)
        page = self.open(transcript)
        page.run('document.getElementById("last").click()')
        page.run('document.getElementById("back").click()')
        self.assertEqual(page.run('document.getElementById("slider").value'), str(len(transcript) - 3))
        page.run('document.getElementById("slider").focus()')
        page.press("Home", "ArrowRight", "ArrowRight")
        self.assertIn("Step 2 of", page.text("position"))
        page.run('document.getElementById("table").scrollIntoView()')
        top = page.run('document.getElementById("picture").getBoundingClientRect().top')
        page.swipe(500, 300, top + 20)
        self.assertIn("Step 3 of", page.text("position"))
        page.swipe(300, 500, top + 20)
        self.assertIn("Step 2 of", page.text("position"))

    # -- Sight --

    def test_nothing_hidden_shows_before_it_is_asked_for(self):
        transcript = simulated("goats", 3, seed="9")
        page = self.open(transcript)
        seen = page.run("document.body.innerText")
        for hand in transcript[0]["setup"]["hands"]:
            self.assertNotIn(" ".join(map(str, sorted(hand))), seen)
        self.assertNotIn(transcript[0]["seed"], seen)
        self.assertNotIn("wins", seen)
        self.choose("1")
        self.assertEqual(page.text("hands").count("hand"), 1)
        self.choose("all")
        for seat in (1, 2, 3):
            self.assertIn(f"Seat {seat}: hand", page.text("hands"))

    def test_a_secret_move_shows_to_its_seat_alone(self):
        transcript = simulated("njet", 4)
        page = self.open(transcript)
        secret = next(line for line in transcript if line.get("move", "").startswith("discard"))
        page.press(*["ArrowRight"] * secret["n"])
        shown = {}
        for sight in ("spectator", "0", "1", "2", "3", "all"):
            self.choose(sight)
            shown[sight] = secret["move"] in page.text("secret")
        self.assertEqual({sight for sight, is_shown in shown.items() if is_shown}, {str(secret["seat"] - 1), "all"})

    def test_the_table_can_be_read_in_sentences(self):
        page = self.open(simulated("castellers", 3))
        drawn = page.text("picture")
        self.assertEqual(page.run('document.getElementById("picture").getAttribute("aria-hidden")'), "true")
        page.run('document.getElementById("in-sentences").click()')
        self.assertIn("Castellers:", page.text("sentences"))
        self.assertTrue(page.run('document.getElementById("picture").hidden'))
        page.run('document.getElementById("in-sentences").click()')
        self.assertEqual(page.text("picture"), drawn)

    def test_scorings_show_where_they_happen(self):
        for game in ("castellers", "njet", "campanile-intermezzo"):
            with self.subTest(game=game):
                page = self.open(simulated(game, 4))
                steps = page.run('[...document.querySelectorAll("#slider")].map((one) => Number(one.max))')[0]
                shown = []
                for step in range(steps + 1):
                    page.run(f"""{{ const slider = document.getElementById("slider"); slider.value = "{step}";
                        slider.dispatchEvent(new Event("input")); }}""")
                    if not page.run('document.getElementById("scoring").hidden'):
                        shown.append(step)
                        self.assertIn("Scoring", page.text("scoring"))
                        self.assertRegex(page.text("scored"), r"\d")
                self.assertTrue(shown)
                self.assertLess(len(shown), steps / 3)

    # -- The review --

    def reviewed(self):
        """Opens the page that somebody gets at a terminal who has played and read their review. Returns the review."""
        folder = temporary_folder("reviewed")
        with Piped("play", "goats", "--seed", "7", "--name", "Anna", "--data", os.path.join(folder, "data"),
                   "--no-color", folder=folder) as table:
            while True:
                moves = [line for line in table.ask("moves") if OFFER.search(line)]
                if not moves:
                    break
                table.ask(expand_moves(OFFER.sub("", moves[0]))[0])
            review = "\n".join(table.ask("review"))
            exported = "\n".join(table.ask("export"))
            self.assertEqual(table.finish()[0], 0)
        path = re.search(r"Table 1 as a page for a browser: (/.*\.html)$", exported, re.M)[1]
        self.assertEqual(os.path.dirname(path), os.path.join(os.path.realpath(folder), "data", "exports"))
        self.page.be(1280, 900)
        self.show(path)
        return review

    def test_a_review_is_shown_when_it_is_asked_for(self):
        review = self.reviewed()
        page = self.page
        costly = re.findall(r"^Line (\d+): .* wins about (\d+)%; (.*) would have won (\d+)%, ", review, re.M)
        self.assertTrue(costly, review)
        seen = page.run("document.body.innerText")
        self.assertIn("Shares of wins: Anna", seen)
        self.assertNotRegex(seen, r"\d+%|The result")
        while page.run("document.activeElement.tagName") != "SUMMARY":
            page.press("Tab")
        page.press("Enter")
        seen = page.run("document.body.innerText")
        self.assertRegex(seen, r"The result: \d+%\.")
        buttons = page.run('[...document.querySelectorAll("#costly button")].map((one) => one.innerText)')
        self.assertEqual(sorted(buttons), sorted(f"Line {line}: {best}% with {better}, {made}% with the move made."
                                                 for line, made, better, best in costly))
        page.press("Tab", "Enter")
        line = int(re.match(r"Line (\d+)", buttons[0])[1])
        self.assertIn(f"Step {line - 1} of", page.text("position"))
        page.press("ArrowRight")
        self.assertRegex(page.text("share"), rf"^Line {line}: \d+% with the best move, \d+% with the move made\.$")
        self.assertEqual(page.run('document.querySelectorAll("#chart .tip").length'), len(costly))
        looks = int(re.search(r"(\d+) decisions", review)[1])
        self.assertEqual(page.run('document.querySelectorAll("#chart .bar").length'), looks)
        self.assertEqual(page.run('document.getElementById("chart").getAttribute("aria-label").match(/\\d+: /g).length'), looks)
        for width, scheme in ((1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")):
            page.be(width, 900, scheme)
            self.assertLessEqual(page.run("document.documentElement.scrollWidth - innerWidth"), 0)
            self.assert_accessible()
            self.keep_picture(f"review-{width}-{scheme}")
        self.assertEqual((page.complaints, page.requests[1:]), ([], []))

    def test_without_a_review_nothing_is_said_of_one(self):
        page = self.open(simulated("goats", 3))
        self.assertTrue(page.run('document.getElementById("review").hidden'))
        self.assertNotIn("Shares of wins", page.run("document.body.innerText"))

    # -- The shuffle --

    def test_the_shuffle_of_every_game_is_checked(self):
        for game in known_games():
            for players in range(game["players"]["min"], game["players"]["max"] + 1):
                with self.subTest(game=game["id"], players=players):
                    transcript = simulated(game["id"], players)
                    deals = sum("setup" in line or "chance" in line for line in transcript)
                    page = self.open(transcript)
                    self.assertEqual(self.check(), f"Everything fits. Deals made again: {deals}.")
                    self.assertEqual((page.complaints, page.requests[1:]), ([], []))

    def test_commitment_seals_words_and_beacon_are_checked(self):
        for game in known_games():
            for players in {game["players"]["min"], game["players"]["max"]}:
                with self.subTest(game=game["id"], players=players):
                    page = self.open(sealed_setup(game, players, secrets.token_bytes(32)))
                    self.assertEqual(self.check(), "Everything fits. Deals made again: 1.")
                    self.assertIn("that is the commitment", page.text("findings"))
                    self.assertIn("The word of Seat 1 is the one that was sealed.", page.text("findings"))
                    self.assertIn("Round 4711", page.text("findings"))

    def test_what_does_not_fit_is_said(self):
        game = {"id": "goats"}
        seed = secrets.token_bytes(32)
        for change, said in (({"commitment": "0" * 64}, "is not the one that was committed to"),
                             ({"words": ["Eva", "", "żółw"]}, "The word of Seat 1 is not the one that was sealed."),
                             ({"seed": "0" * 64}, "The setup: seed and words deal something else.")):
            with self.subTest(said=said):
                [header] = sealed_setup(game, 3, seed)
                page = self.open([header | change])
                self.assertEqual(self.check(), "Something does not fit.")
                self.assertIn(said, page.text("findings"))

    def test_a_changed_setup_is_noticed_in_every_game(self):
        for game in known_games():
            for players in {game["players"]["min"], game["players"]["max"]}:
                transcript = without_checks(simulated(game["id"], players))
                other = without_checks(simulated(game["id"], players, seed="6"))
                for name, change in (("another seed", {"seed": other[0]["seed"]}),
                                     ("another setup", {"setup": other[0]["setup"]}),
                                     ("a word", {"words": [""] * (players - 1) + ["luck"]})):
                    with self.subTest(game=game["id"], players=players, change=name):
                        self.open([transcript[0] | change])
                        self.assertEqual(self.check(), "Something does not fit.")
                        self.assertIn("The setup: seed and words deal something else.", self.page.text("findings"))

    def test_a_later_deal_that_does_not_fit_is_named(self):
        transcript = without_checks(simulated("en-garde", 2))
        deal = next(line for line in transcript if "chance" in line)
        self.open(transcript[:transcript.index(deal)]
                  + [deal | {"chance": deal["chance"] | {"hands": deal["chance"]["hands"][::-1]}}])
        self.assertEqual(self.check(), "Something does not fit.")
        self.assertIn(f"Line {deal['n']}: seed and words deal something else.", self.page.text("findings"))

    # -- No network, no markup --

    def test_the_page_can_ask_no_network(self):
        page = self.open(simulated("goats", 3))
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.settimeout(0.5)
            address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
            self.assertEqual(page.run(f"fetch('{address}').then(() => 'asked', () => 'refused')"), "refused")
            for element in ("img", "iframe", "script"):
                page.run(f"document.body.append(Object.assign(document.createElement('{element}'), {{src: '{address}'}}))")
            self.assertEqual(asked(listener), b"")

    def test_names_are_text(self):
        names = ["</script><script>document.title = 'taken'</script>", "<img src=x onerror=alert(1)>&amp;\"'"]
        transcript = simulated("en-garde", 2)
        transcript[0]["seats"] = names
        page = self.open(transcript)
        self.assertNotIn("taken", page.run("document.title.replace(/<.*/, '')"))
        self.assertEqual(page.run('[...document.querySelectorAll("#sight option")].map((one) => one.text)')[1:3], names)
        self.assertEqual(page.run('document.querySelectorAll("img").length'), 0)
        self.assertEqual(page.complaints, [])

    # -- For everybody --

    def assert_accessible(self):
        self.assertEqual(self.page.run(NAMELESS), [])
        self.assertEqual(self.page.run("document.querySelectorAll('h1, main, header').length"), 3)
        self.assertEqual(self.page.run("document.querySelector('#told').getAttribute('aria-live')"), "polite")
        if os.path.exists(AXE):
            with open(AXE, encoding="utf-8") as script:
                self.page.run(script.read() + "; 0")
            self.assertEqual(self.page.run(AXE_RUN), [])

    def test_everybody_can_use_it_in_light_and_dark_large_and_small(self):
        for game, language in zip(known_games(), itertools.cycle(("en", "de", "fr", "it", "es"))):
            page = self.open(simulated(game["id"], game["players"]["max"]), language)
            game = game["id"]
            self.assertEqual(page.run("document.documentElement.lang"), language)
            for width, scheme in ((1280, "light"), (1280, "dark"), (390, "light"), (390, "dark"), (320, "light")):
                with self.subTest(game=game, width=width, scheme=scheme):
                    page.be(width, 800, scheme)
                    self.choose("all")
                    page.press("Home", *["ArrowRight"] * 20)
                    self.check()
                    self.assertLessEqual(page.run("document.documentElement.scrollWidth - innerWidth"), 0)
                    self.assertLessEqual(page.run(LONGEST_ROW), 36 if width < 500 else 60)
                    self.assertGreaterEqual(page.run("parseFloat(getComputedStyle(picture).fontSize)"), 11)
                    self.assert_accessible()
                    self.keep_picture(f"{game}-{width}-{scheme}")


if __name__ == "__main__":
    unittest.main()

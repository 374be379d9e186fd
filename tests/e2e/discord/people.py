"""People in the stand-in for Discord: they type commands as their client lets them, press buttons that they
see, choose, fill in forms, and read what is visible to them.

    anna = fake.person("Anna")
    answer = anna.slash("new", game="en-garde")     # an Act; waits for the bot's answer
    bruno.press("Join")
    anna.sees()                                     # the messages of the channel, her own ephemeral
                                                    # ones among them
"""

import re
import time

from processes import Failure

from .world import ADMINISTRATOR, COMMAND, COMPLETION, COMPONENT, SUBMISSION

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, NUMBER = 1, 2, 3, 4, 5, 6, 10
BUTTON, SELECT, TEXT_INPUT, TEXT = 2, 3, 4, 10
LINK = 5


def parts_of(components):
    """Everything inside components, in order."""
    for part in components:
        yield part
        inner = list(part.get("components") or [])
        inner += [part[key] for key in ("component", "accessory") if part.get(key)]
        yield from parts_of(inner)


def rendered(content):
    """Text as a client shows it: without the backslashes that escape formatting."""
    parts = re.split(r"(```.*?(?:```|$))", content, flags=re.S)
    return "".join(part if part.startswith("```") else re.sub(r"\\([^\w\s])", r"\1", part)
                   for part in parts)


def text_of(message):
    """All texts of a message, in whatever part they are."""
    return rendered(raw_text_of(message))


def raw_text_of(message):
    texts = [message.content] if message.content else []
    texts += [part["content"] for part in parts_of(message.components) if part["type"] == TEXT]
    for embed in message.embeds:
        texts += [embed[key] for key in ("title", "description") if embed.get(key)]
        texts += [text for field in embed.get("fields") or [] for text in field.values()
                  if isinstance(text, str)]
    return "\n".join(texts)


def buttons_of(message):
    return [part for part in parts_of(message.components)
            if part["type"] == BUTTON and part.get("style") != LINK]


def menus_of(message):
    return [part for part in parts_of(message.components) if part["type"] == SELECT]


class Act:
    """An action of a person, and the bot's answer."""

    def __init__(self, user, interaction):
        self.user, self.interaction = user, interaction
        self.began = time.monotonic()

    def wait(self, timeout=10):
        """Waits until the bot has answered; a deferral alone does not count."""
        self.user.fake.wait(self._is_answered, f"an answer to {self.interaction.data}", timeout)
        return self

    def _is_answered(self):
        kind, original = self.interaction.answered, self.interaction.original
        if kind is None or (kind == 5 and original and original.thinking):
            return False
        if kind != 6 or self.interaction.follow_ups:
            return True
        # An edit of a public message may have another cause.
        patient = original.viewer is not None or time.monotonic() - self.began > 1
        return patient and original.edits > self.edits

    edits = 0

    @property
    def kind(self):
        return self.interaction.answered

    @property
    def message(self):
        return self.interaction.original

    @property
    def messages(self):
        """The answer and what followed it."""
        first = [self.message] if self.message else []
        return first + self.interaction.follow_ups

    @property
    def text(self):
        return "\n".join(text_of(each) for each in self.messages)

    @property
    def is_private(self):
        return all(each.viewer is self.user.person for each in self.messages)

    @property
    def choices(self):
        """(shown, sent) of a completion."""
        return [(each["name"], each["value"]) for each in self.interaction.choices]

    @property
    def buttons(self):
        return [button["label"] for each in self.messages for button in buttons_of(each)]


class User:
    """`channel` is the default for their actions."""

    def __init__(self, fake, person, channel):
        self.fake, self.person, self.channel = fake, person, channel

    @property
    def name(self):
        return self.person.name

    @property
    def id(self):
        return self.person.id

    def become_admin(self):
        self.person.rank |= ADMINISTRATOR
        return self

    # -- Acting

    def slash(self, command, channel=None, wait=True, age=0.0, unchecked=False, **options):
        """`command` may be "config set". A keyword's underscores are hyphens. `unchecked` sends what
        Discord's own client would not: an older one's definition of the command."""
        data = self._command(command, options, unchecked)
        if not unchecked:
            self._check_context(data["name"], channel or self.channel)
        act = self._do(COMMAND, channel, data, age=age)
        return act.wait() if wait else act

    def complete(self, command, option, typed, channel=None, **options):
        """The choices (shown, sent) for the text typed so far in an option."""
        data = self._command(command, {**options, option: typed}, True, focused=option)
        return self._do(COMPLETION, channel, data).wait().choices

    def press(self, label, message=None, channel=None, wait=True, age=0.0):
        """Presses the button with this label on the given message, or the newest one that has it."""
        message, button = self._find(label, message, channel, buttons_of,
                                     lambda part: [part.get("label")])
        return self._component(message, {"custom_id": button["custom_id"], "component_type": BUTTON},
                               wait, age)

    def pick(self, *labels, message=None, channel=None, wait=True):
        """Picks options of a menu by their labels."""
        message, menu = self._find(labels[0], message, channel, menus_of, lambda part: [
            option["label"] for option in part["options"]])
        values = [option["value"] for label in labels for option in menu["options"]
                  if option["label"] == label]
        return self._component(message, {"custom_id": menu["custom_id"], "component_type": SELECT,
                                         "values": values}, wait)

    def send_component(self, message, custom_id, wait=True):
        """A press that no real client would send."""
        return self._component(message, {"custom_id": custom_id, "component_type": BUTTON}, wait)

    def submit(self, act, wait=True, **values):
        """Fills in the modal that answered an act: the inputs by their ids or, without ids, in order."""
        modal = act.interaction.modal
        inputs = [part for part in parts_of(modal["components"]) if part["type"] == TEXT_INPUT]
        components = []
        for part, (_, value) in zip(inputs, values.items()):
            part = next((each for each in inputs if each["custom_id"] in values), part)
            components.append({"type": 18, "id": 1, "component": {
                "type": TEXT_INPUT, "id": 2, "custom_id": part["custom_id"], "value": value}})
        done = self._do(SUBMISSION, act.interaction.channel, {
            "custom_id": modal["custom_id"], "components": components},
            message=act.interaction.message)
        return done.wait() if wait else done

    def say(self, text, channel=None):
        """An ordinary message."""
        fake, place = self.fake, channel or self.channel

        def post():
            from .world import Message
            message = Message(fake.world.new_id(), place, self.person, fake.clock.now())
            message.content = text
            fake.world.keep(message)
            return message
        return fake.do(post)

    def dm(self):
        """The channel of direct messages with the bot, where commands work too."""
        return self.fake.do(lambda: self.fake.world.open_dm(self.person))

    def _do(self, kind, channel, data, message=None, age=0.0):
        fake, place = self.fake, channel or self.channel
        act = Act(self, fake.do(lambda: fake.world.begin(kind, self.person, place, data, message,
                                                         age)))
        act.edits = message.edits if message else 0
        return act

    def _component(self, message, data, wait, age=0.0):
        act = self._do(COMPONENT, message.channel, data, message=message, age=age)
        return act.wait() if wait else act

    def _find(self, label, message, channel, parts, labels):
        """Waits until they see the component; returns it and its message."""
        def look():
            for each in [message] if message else reversed(self.sees(channel)):
                for part in parts(each):
                    if label in labels(part) and not part.get("disabled"):
                        return each, part
            return None

        def seen():
            return [[label for part in parts(each) for label in labels(part)]
                    for each in self.sees(channel) if parts(each)]
        try:
            return self.fake.wait(look, f"{self.name} to see {label!r}", 5)
        except Failure as failure:
            raise Failure(f"{failure}\nhe sees {seen()}") from None

    # -- Commands as the client knows them

    def _definition(self, name):
        known = self.fake.world.commands
        for command in known.get(self.fake.guild.id, []) + known[""]:
            if command["name"] == name and command.get("type", 1) == 1:
                return command
        names = sorted(each["name"] for commands in known.values() for each in commands)
        raise Failure(f"no command /{name} is registered: {names}")

    def _command(self, line, options, unchecked, focused=None):
        name, *inner = line.split()
        definition = self._definition(name)
        data = {"id": definition["id"], "name": name, "type": 1}
        known, holder = definition.get("options") or [], data
        for word in inner:
            found = next((each for each in known if each["name"] == word), None)
            if found is None:
                raise Failure(f"/{line}: no subcommand {word}")
            step = {"name": word, "type": found["type"]}
            holder["options"] = [step]
            holder, known = step, found.get("options") or []
        given = {key.rstrip("_").replace("_", "-"): value for key, value in options.items()}
        holder["options"] = [self._option(line, known, key, value, unchecked, focused)
                             for key, value in given.items()]
        missing = [each["name"] for each in known if each.get("required")
                   and each["name"] not in given]
        if missing and not unchecked:
            raise Failure(f"/{line} needs {missing}")
        return data

    def _option(self, line, known, key, value, unchecked, focused):
        found = next((each for each in known if each["name"] == key), None)
        if found is None:
            raise Failure(f"/{line}: no option {key} among {[each['name'] for each in known]}")
        kind = found["type"]
        if isinstance(value, User):
            value = value.id
        option = {"name": key, "type": kind, "value": value}
        if key == (focused or "").rstrip("_").replace("_", "-"):
            return {**option, "value": str(value), "focused": True}
        if not unchecked:
            self._check_value(line, found, value)
        return option

    def _check_context(self, name, channel):
        """Discord shows a command only where its registration allows it."""
        definition, guild = self._definition(name), channel.guild
        context = 0 if guild else 1
        installed = 1 if guild and guild.bot_member is None else 0
        for key, wanted in (("contexts", context), ("integration_types", installed)):
            if wanted not in definition.get(key, [wanted]):
                raise Failure(f"/{name} is not offered here: {key} {definition[key]}")

    @staticmethod
    def _check_value(line, found, value):
        """Checks it as Discord's client and server do before the bot gets it."""
        kinds = {STRING: str, INTEGER: int, BOOLEAN: bool, USER: str, NUMBER: (int, float)}
        if not isinstance(value, kinds.get(found["type"], object)):
            raise Failure(f"/{line} {found['name']}: {value!r} is of the wrong type")
        choices = [each["value"] for each in found.get("choices") or []]
        if choices and value not in choices:
            raise Failure(f"/{line} {found['name']}: {value!r} is none of {choices}")
        size = len(value) if isinstance(value, str) else value
        least = found.get("min_length", found.get("min_value", size))
        most = found.get("max_length", found.get("max_value", size))
        if not least <= size <= most:
            raise Failure(f"/{line} {found['name']}: {value!r} is not from {least} to {most}")

    # -- Reading

    def sees(self, channel=None):
        """The messages that they see, the oldest first."""
        place = channel or self.channel
        return self.fake.do(lambda: [each for each in place.messages.values()
                                     if each.viewer in (None, self.person) and not each.thinking])

    def reads(self, channel=None):
        """All that they see as one text."""
        return "\n".join(text_of(each) for each in self.sees(channel))

    def wait_sees(self, pattern, channel=None, timeout=10):
        """The newest message that contains it."""
        return self.fake.wait(lambda: next((
            each for each in reversed(self.sees(channel)) if re.search(pattern, text_of(each))),
            None), f"{self.name} to see /{pattern}/; they see:\n{self.reads(channel)[-1500:]}", timeout)

    def inbox(self):
        """The bot's direct messages."""
        def find():
            channel = next((each for each in self.fake.world.channels.values()
                            if each.recipient is self.person), None)
            return list(channel.messages.values()) if channel else []
        return [each for each in self.fake.do(find) if each.author.bot and each.viewer in (
            None, self.person)]

    def wait_dm(self, pattern, timeout=10):
        return self.fake.wait(lambda: next((each for each in reversed(self.inbox())
                                            if re.search(pattern, text_of(each))), None),
                              f"a direct message /{pattern}/ for {self.name}", timeout)

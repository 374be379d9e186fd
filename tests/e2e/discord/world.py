"""The state of the stand-in, and the rules that both protocols share: who sees and may do what, which messages
exist, how long an interaction can be answered.

Only the stand-in's own thread changes it (fake.py, do()).
"""

import time

EPOCH = 1420070400000  # ms: the beginning of Discord's ids

VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
EMBED_LINKS = 1 << 14
ATTACH_FILES = 1 << 15
READ_MESSAGE_HISTORY = 1 << 16
MANAGE_THREADS = 1 << 34
CREATE_PUBLIC_THREADS = 1 << 35
CREATE_PRIVATE_THREADS = 1 << 36
SEND_MESSAGES_IN_THREADS = 1 << 38
ADMINISTRATOR, MANAGE_GUILD, MANAGE_CHANNELS = 1 << 3, 1 << 5, 1 << 4
BOT_PERMISSIONS = (VIEW_CHANNEL | SEND_MESSAGES | EMBED_LINKS | ATTACH_FILES | READ_MESSAGE_HISTORY
                   | CREATE_PUBLIC_THREADS | CREATE_PRIVATE_THREADS | SEND_MESSAGES_IN_THREADS)
MEMBER_PERMISSIONS = VIEW_CHANNEL | SEND_MESSAGES | READ_MESSAGE_HISTORY | SEND_MESSAGES_IN_THREADS

TEXT, DM, THREAD, PRIVATE_THREAD = 0, 1, 11, 12
EPHEMERAL, V2 = 1 << 6, 1 << 15

ANSWER_WITHIN = 3        # s
TOKEN_LIFE = 15 * 60     # s
EDITED_FREELY = 60 * 60  # s
FOLLOW_UPS_OUTSIDE = 5   # of an application that is installed for the user alone

COMMAND, COMPONENT, COMPLETION, SUBMISSION = 2, 3, 4, 5


class Refusal(Exception):
    """An error as REST answers it."""

    def __init__(self, status, code, message, **more):
        super().__init__(f"{status} {code} {message}")
        self.status, self.code, self.message, self.more = status, code, message, more

    def body(self):
        return {"message": self.message, "code": self.code, **self.more}


class Clock:
    """The stand-in's time: the real time plus what a test skips."""

    def __init__(self):
        self.ahead = 0.0

    def now(self):
        return time.time() + self.ahead

    def advance(self, seconds):
        self.ahead += seconds


def stamp(moment):
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(moment)) + ".000000+00:00"


class Person:
    """`dms_refused` is the code that a message to them is refused with: 50007, 50278, or 0."""

    def __init__(self, identifier, name, locale="en-US", bot=False):
        self.id, self.name, self.locale, self.bot = identifier, name, locale, bot
        self.dms_refused = 0
        self.rank = MEMBER_PERMISSIONS
        self.roles = []

    def json(self):
        return {"id": self.id, "username": self.name, "global_name": None if self.bot else self.name,
                "discriminator": "0", "avatar": None, "bot": self.bot, "public_flags": 0}


class Guild:
    """With `bot_member` false the application's commands work there, but it has no bot in it."""

    def __init__(self, identifier, name, owner, bot_member=True):
        self.id, self.name, self.owner, self.bot_member = identifier, name, owner, bot_member
        self.available = True
        self.channels = {}


class Channel:
    def __init__(self, identifier, kind, name="", guild=None, parent=None, recipient=None):
        self.id, self.kind, self.name = identifier, kind, name
        self.guild, self.parent, self.recipient = guild, parent, recipient
        self.bot_permissions = BOT_PERMISSIONS
        self.archived = self.locked = False
        self.members = set()   # people in a private thread
        self.invitable = True
        self.messages = {}

    @property
    def is_thread(self):
        return self.kind in (THREAD, PRIVATE_THREAD)

    def json(self):
        shown = [each for each, message in self.messages.items() if not message.viewer]
        body = {"id": self.id, "type": self.kind, "flags": 0,
                "last_message_id": shown[-1] if shown else None}
        if self.kind == DM:
            return {**body, "recipients": [self.recipient.json()]}
        body |= {"guild_id": self.guild.id, "name": self.name, "nsfw": False, "position": 0,
                 "permission_overwrites": [], "parent_id": self.parent.id if self.parent else None,
                 "topic": None, "rate_limit_per_user": 0}
        if self.is_thread:
            body |= {"owner_id": "0", "message_count": len(self.messages), "member_count": 1,
                     "thread_metadata": {"archived": self.archived, "locked": self.locked,
                                         "auto_archive_duration": 1440,
                                         "archive_timestamp": stamp(time.time())}}
        return body


class Message:
    """`viewer` is the only person who sees it; None: everybody in the channel."""

    def __init__(self, identifier, channel, author, moment):
        self.id, self.channel, self.author, self.moment = identifier, channel, author, moment
        self.content, self.components, self.embeds, self.files = "", [], [], []
        self.descriptions = []   # of the files
        self.flags = 0
        self.nonce = None
        self.viewer = None
        self.interaction = None
        self.thinking = False
        self.mentions = []
        self.edits = 0
        self.allowed_mentions = None

    def take(self, body, files=()):
        """The content of a post or an edit; an edit leaves out what stays."""
        for key in ("content", "components", "embeds"):
            if key in body:
                setattr(self, key, body[key] or ("" if key == "content" else []))
        if "flags" in body and body["flags"] is not None:
            self.flags = (self.flags & EPHEMERAL) | body["flags"]
        if "allowed_mentions" in body:
            self.allowed_mentions = body["allowed_mentions"]
        if "attachments" in body:
            kept = {each["id"] for each in body["attachments"]}
            self.files = [each for each in self.files if each[0] in kept]
        described = {str(each["id"]): each.get("description") or ""
                     for each in body.get("attachments") or []}
        self.files += list(files)
        self.descriptions = [described.get(str(number), "") for number in range(len(files))] \
            if files else self.descriptions if self.files else []
        self.thinking = False

    def json(self):
        body = {"id": self.id, "channel_id": self.channel.id, "author": self.author.json(),
                "content": self.content, "timestamp": stamp(self.moment),
                "edited_timestamp": stamp(self.moment) if self.edits else None, "tts": False,
                "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [],
                "embeds": self.embeds, "pinned": False, "type": 0, "components": self.components,
                "flags": self.flags | (EPHEMERAL if self.viewer else 0)}
        if self.nonce is not None:
            body["nonce"] = self.nonce
        if self.interaction:
            body["type"] = 20
            body["interaction_metadata"] = {
                "id": self.interaction.id, "type": self.interaction.kind,
                "user": self.interaction.person.json(), "authorizing_integration_owners": {}}
        return body


class Interaction:
    """An action of a person, and its result. `answered` is the kind of the callback."""

    def __init__(self, identifier, token, kind, person, channel, data, born, message=None):
        self.id, self.token, self.kind = identifier, token, kind
        self.person, self.channel, self.data, self.born = person, channel, data, born
        self.message = message    # the one whose button was pressed
        self.answered = None
        self.original = None      # what @original means
        self.follow_ups = []
        self.choices = None       # of a completion
        self.modal = None
        self.outside = False      # installed for the person alone
        self.began = time.monotonic()
        self.answered_after = None


class World:
    """`emit(type, data, guild)` sends an event to whoever listens."""

    def __init__(self, clock, emit):
        self.clock, self.emit = clock, emit
        self._last_id = 0
        self.application = self.new_id()
        self.bot = Person(self.new_id(), "Belfry", bot=True)
        self.guilds, self.channels, self.people = {}, {}, {}
        self.interactions = {}
        self.commands = {"": []}   # by guild, "" for everywhere
        self.nonces = {}           # (channel, nonce): message
        self.deleted = []
        self.dm_openings = 0
        self.dm_openings_most = 100
        self.edits_of_old_refused = False
        self.posts = self.edits = 0

    def new_id(self, moment=None):
        milliseconds = int((moment or self.clock.now()) * 1000) - EPOCH
        self._last_id = max(self._last_id + 1, milliseconds << 22)
        return str(self._last_id)

    # -- Construction

    def add_person(self, name, locale="en-US"):
        person = Person(self.new_id(), name, locale)
        self.people[person.id] = person
        return person

    def add_guild(self, name, owner, bot_member=True):
        guild = Guild(self.new_id(), name, owner, bot_member)
        self.guilds[guild.id] = guild
        return guild

    def add_channel(self, guild, name, kind=TEXT, parent=None):
        channel = Channel(self.new_id(), kind, name, guild, parent)
        self.channels[channel.id] = guild.channels[channel.id] = channel
        return channel

    # -- Finding things

    def channel(self, identifier):
        channel = self.channels.get(identifier)
        if channel is None:
            raise Refusal(404, 10003, "Unknown Channel")
        return channel

    def message(self, channel, identifier):
        message = channel.messages.get(identifier)
        if message is None or message.viewer:
            raise Refusal(404, 10008, "Unknown Message")
        return message

    def demand(self, channel, permission):
        """The bot may do this in the channel, or a refusal."""
        if channel.kind == DM:
            if channel.recipient.dms_refused:
                raise self.closed(channel.recipient)
            return
        place = channel.parent or channel
        if not channel.guild.bot_member or not place.bot_permissions & VIEW_CHANNEL:
            raise Refusal(403, 50001, "Missing Access")
        if permission == SEND_MESSAGES and channel.is_thread:
            permission = SEND_MESSAGES_IN_THREADS
        if not place.bot_permissions & permission:
            raise Refusal(403, 50013, "Missing Permissions")

    @staticmethod
    def closed(person):
        text = ("Cannot send messages to this user" if person.dms_refused == 50007
                else "Cannot send messages to this user due to having no mutual guilds")
        return Refusal(403, person.dms_refused, text)

    # -- Messages

    def post(self, channel, body, files=()):
        self.demand(channel, SEND_MESSAGES)
        if files:
            self.demand(channel, ATTACH_FILES)
        if body.get("embeds"):
            self.demand(channel, EMBED_LINKS)
        if channel.locked:
            raise Refusal(400, 50083, "Thread is archived")
        nonce = body.get("nonce")
        known = self.nonces.get((channel.id, nonce)) if body.get("enforce_nonce") else None
        if known and known.id in channel.messages:
            return known
        channel.archived = False
        message = Message(self.new_id(), channel, self.bot, self.clock.now())
        message.nonce = nonce
        message.take(body, files)
        self.keep(message)
        if nonce is not None:
            self.nonces[channel.id, nonce] = message
        self.posts += 1
        return message

    def keep(self, message):
        message.channel.messages[message.id] = message
        if message.viewer is None:
            self.tell("MESSAGE_CREATE", message)

    def tell(self, event, message):
        guild = message.channel.guild
        self.emit(event, {**message.json(), **({"guild_id": guild.id} if guild else {})}, guild,
                  direct=message.channel.kind == DM)

    def edit(self, channel, identifier, body, files=()):
        message = self.message(channel, identifier)
        self.demand(channel, VIEW_CHANNEL)
        if message.author is not self.bot:
            raise Refusal(403, 50005, "Cannot edit a message authored by another user")
        if (self.edits_of_old_refused
                and self.clock.now() - message.moment > EDITED_FREELY):
            raise Refusal(429, 30046, "Maximum number of edits to messages older than 1 hour "
                          "reached. Try again later", retry_after=20.0, **{"global": False})
        self.change(message, body, files)
        return message

    def change(self, message, body, files=()):
        message.take(body, files)
        message.edits += 1
        self.edits += 1
        if message.viewer is None:
            self.tell("MESSAGE_UPDATE", message)

    def delete(self, channel, identifier):
        message = channel.messages.pop(identifier, None)
        if message is None:
            raise Refusal(404, 10008, "Unknown Message")
        self.deleted.append(message)
        if message.viewer is None:
            self.emit("MESSAGE_DELETE", {
                "id": message.id, "channel_id": channel.id,
                **({"guild_id": channel.guild.id} if channel.guild else {})}, channel.guild,
                direct=channel.kind == DM)

    def open_dm(self, person):
        for channel in self.channels.values():
            if channel.kind == DM and channel.recipient is person:
                return channel
        if self.dm_openings >= self.dm_openings_most:
            raise Refusal(400, 40003, "You are opening direct messages too fast")
        self.dm_openings += 1
        channel = Channel(self.new_id(), DM, recipient=person)
        self.channels[channel.id] = channel
        return channel

    def open_thread(self, channel, body, message=None):
        # Without a message a thread is private unless the request says otherwise.
        kind = THREAD if message else body.get("type", PRIVATE_THREAD)
        self.demand(channel, CREATE_PRIVATE_THREADS if kind == PRIVATE_THREAD else CREATE_PUBLIC_THREADS)
        if message is not None and message.id in self.channels:
            raise Refusal(400, 160004, "A thread has already been created for this message")
        thread = Channel(message.id if message else self.new_id(), kind, body["name"],
                         channel.guild, channel)
        thread.invitable = body.get("invitable", True)
        self.channels[thread.id] = channel.guild.channels[thread.id] = thread
        self.emit("THREAD_CREATE", {**thread.json(), "newly_created": True}, channel.guild)
        return thread

    def set_member(self, thread, user, is_in):
        """The bot lets somebody into a thread, or removes them; it made the private ones itself."""
        self.demand(thread, SEND_MESSAGES)
        person = self.people.get(user)
        if not thread.is_thread or person is None:
            raise Refusal(400, 50035, "Invalid Form Body")
        if is_in:
            thread.members.add(person)
        else:
            thread.members.discard(person)

    def remove_channel(self, channel):
        self.channels.pop(channel.id, None)
        channel.guild.channels.pop(channel.id, None)
        self.emit("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE",
                  channel.json(), channel.guild)

    # -- Interactions

    def begin(self, kind, person, channel, data, message=None, age=0.0):
        """An action of a person; the bot receives it `age` seconds late."""
        born = self.clock.now() - age
        identifier = self.new_id()
        interaction = Interaction(identifier, f"token-{identifier}", kind, person, channel, data,
                                  born, message)
        guild = channel.guild
        interaction.outside = guild is not None and guild.bot_member is None
        self.interactions[identifier] = interaction
        self.emit("INTERACTION_CREATE", self.interaction_json(interaction), guild)
        return interaction

    def interaction_json(self, interaction):
        channel, person, guild = interaction.channel, interaction.person, interaction.channel.guild
        body = {"id": interaction.id, "application_id": self.application, "type": interaction.kind,
                "data": interaction.data, "token": interaction.token, "version": 1,
                "channel_id": channel.id, "channel": channel.json(), "locale": person.locale,
                "entitlements": [], "attachment_size_limit": 10485760,
                "app_permissions": str((channel.parent or channel).bot_permissions)}
        if interaction.message:
            body["message"] = interaction.message.json()
        if guild is None:
            return {**body, "user": person.json(), "context": 1,
                    "authorizing_integration_owners": {"0": "0"}}
        owners = {"1": person.id} if interaction.outside else {"0": guild.id}
        return {**body, "guild_id": guild.id, "guild_locale": "en-US", "context": 0,
                "guild": {"id": guild.id, "locale": "en-US", "features": []},
                "authorizing_integration_owners": owners,
                "member": {"user": person.json(), "roles": person.roles, "joined_at": stamp(0),
                           "permissions": str(person.rank), "deaf": False, "mute": False,
                           "flags": 0, "nick": None, "avatar": None}}

    def find_interaction(self, identifier, token):
        interaction = self.interactions.get(identifier)
        if interaction is None or interaction.token != token:
            raise Refusal(404, 10062, "Unknown interaction")
        return interaction

    def by_token(self, application, token):
        if application != self.application:
            raise Refusal(404, 10015, "Unknown Webhook")
        for interaction in self.interactions.values():
            if interaction.token == token:
                if self.clock.now() - interaction.born > TOKEN_LIFE:
                    raise Refusal(401, 50027, "Invalid Webhook Token")
                if interaction.answered is None:
                    raise Refusal(404, 10015, "Unknown Webhook")
                return interaction
        raise Refusal(404, 10015, "Unknown Webhook")

    def answer(self, interaction, kind, data, files=()):
        """The callback."""
        if interaction.answered is not None:
            raise Refusal(400, 40060, "Interaction has already been acknowledged.")
        if self.clock.now() - interaction.born > ANSWER_WITHIN:
            raise Refusal(404, 10062, "Unknown interaction")
        if kind in (4, 5):
            interaction.original = self.reply(interaction, data, files, thinking=kind == 5)
        elif kind in (6, 7):
            interaction.original = interaction.message
            if kind == 7:
                self.change(interaction.message, data, files)
        elif kind == 8:
            interaction.choices = data["choices"]
        elif kind == 9:
            interaction.modal = data
        interaction.answered_after = time.monotonic() - interaction.began
        interaction.answered = kind  # Last: another thread waits for it.

    def reply(self, interaction, data, files=(), thinking=False):
        message = Message(self.new_id(), interaction.channel, self.bot, self.clock.now())
        message.take(data, files)
        message.thinking = thinking
        message.interaction = interaction
        if data.get("flags", 0) & EPHEMERAL or interaction.outside:
            message.viewer = interaction.person
        self.keep(message)
        return message

    def follow_up(self, interaction, body, files=()):
        if interaction.outside and len(interaction.follow_ups) >= FOLLOW_UPS_OUTSIDE:
            raise Refusal(400, 40094, "You have exceeded the maximum number of follow-ups for this "
                          "interaction")
        message = self.reply(interaction, body, files)
        interaction.follow_ups.append(message)
        return message

    def answer_message(self, interaction, identifier):
        """A message that the interaction's token gives access to."""
        if identifier == "@original":
            message = interaction.original
        else:
            message = next((each for each in [interaction.original, *interaction.follow_ups]
                            if each and each.id == identifier), None)
        if message is None or message.id not in message.channel.messages:
            raise Refusal(404, 10008, "Unknown Message")
        return message

"""The gateway: sessions, their events and their connections.

By itself it sends hello, acknowledges heartbeats, identifies and resumes; with `automatic` off a script does each
of these by hand. What Discord punishes is punished, and noted in `fake.faults`.
"""

import collections
import json
import time
import zlib

from aiohttp import WSMsgType, web

from . import world

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, MEMBERS, INVALID, HELLO, ACK = 7, 8, 9, 10, 11
NAMES = {HEARTBEAT: "heartbeat", IDENTIFY: "identify", PRESENCE: "presence", VOICE: "voice",
         RESUME: "resume", MEMBERS: "members"}
PAYLOAD_MOST = 4096
EVENTS_MOST, EVENTS_WINDOW = 120, 60
GUILDS_PER_SHARD = 2500
GUILDS_INTENT, MESSAGES_INTENT, DIRECT_INTENT = 1 << 0, 1 << 9, 1 << 12
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
EVERY_INTENT = (1 << 17) - 1 | 1 << 20 | 1 << 21 | 1 << 24 | 1 << 25
# An application always receives its own interactions.
INTENT = {"MESSAGE_CREATE": MESSAGES_INTENT, "MESSAGE_UPDATE": MESSAGES_INTENT,
          "MESSAGE_DELETE": MESSAGES_INTENT, "INTERACTION_CREATE": 0}
TEXT_FRAME, BINARY_FRAME, CONTINUATION, CLOSE_FRAME = 1, 2, 0, 8


class Session:
    def __init__(self, identifier, shard, intents):
        self.id, self.shard, self.intents = identifier, shard, intents
        self.events = []        # (type, data): event n has sequence number n + 1
        self.connection = None
        self.ended = False

    def wants(self, event, guild, direct):
        number, count = self.shard
        home = (int(guild.id) >> 22) % count if guild else 0
        if home != number:
            return False
        needed = DIRECT_INTENT if direct and event in INTENT else INTENT.get(event, GUILDS_INTENT)
        return not needed or bool(self.intents & needed)


class Connection:
    """One WebSocket. `number` counts from 1 in the life of the stand-in."""

    def __init__(self, gateway, number, request, socket):
        self.gateway, self.number, self.request, self.socket = gateway, number, request, socket
        self.path = request.path_qs
        self.session = None
        self.packer = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None
        self.received = collections.deque()   # when, for the limit of events
        self.beats = []                       # when
        self.began = time.monotonic()
        self.last_close = None
        self.greeted = None

    # -- Sending

    def send(self, op, data=None, event=None, sequence=None):
        payload = {"op": op, "d": data, "s": sequence, "t": event}
        self.send_text(json.dumps(payload, ensure_ascii=False))

    def send_text(self, text, plain=False):
        """`plain`: uncompressed even where compression was asked for."""
        content, opcode = text.encode(), TEXT_FRAME
        if self.packer and not plain:
            content = self.packer.compress(content) + self.packer.flush(zlib.Z_SYNC_FLUSH)
            opcode = BINARY_FRAME
        most = self.gateway.piece or len(content) or 1
        pieces = [content[at:at + most] for at in range(0, len(content), most)] or [b""]
        for number, piece in enumerate(pieces):
            self._frame(opcode if number == 0 else CONTINUATION, piece, number == len(pieces) - 1)

    def _frame(self, opcode, content, final):
        """aiohttp can't send a message in pieces, so the frame is built here."""
        transport = self.request.transport
        if transport is None or transport.is_closing():
            return
        size = len(content)
        head = bytes([(0x80 if final else 0) | opcode])
        if size < 126:
            head += bytes([size])
        elif size < 1 << 16:
            head += bytes([126]) + size.to_bytes(2, "big")
        else:
            head += bytes([127]) + size.to_bytes(8, "big")
        transport.write(head + content)

    def hello(self):
        self.greeted = time.monotonic()
        self.send(HELLO, {"heartbeat_interval": self.gateway.heartbeat_interval, "_trace": ["fake"]})

    def close(self, code, reason=""):
        self.last_close = code
        self.gateway.fake.note("gateway", "<-", "close", str(code), connection=self.number)
        # aiohttp's own close races with the reader, and the code may get lost.
        self._frame(CLOSE_FRAME, code.to_bytes(2, "big") + reason.encode(), True)

    def drop(self):
        """Cuts the connection without a close."""
        self.last_close = 0
        self.gateway.fake.note("gateway", "<-", "drop", connection=self.number)
        if self.request.transport:
            self.request.transport.abort()


class Gateway:
    def __init__(self, fake):
        self.fake = fake
        self.automatic = True          # greets, lets in and resumes by itself
        self.acknowledges = True
        self.heartbeat_interval = 41250  # ms
        self.piece = 0                 # bytes of a frame, 0: never split
        self.allowed_intents = EVERY_INTENT & ~PRIVILEGED
        self.identify_window = 0.0     # s: in which `max_concurrency` identifies are let in; 0: any
        self.start_limit = {"total": 1000, "remaining": 1000, "reset_after": 14400000,
                            "max_concurrency": 1}
        self.shards = 1
        self.guilds_per_shard = GUILDS_PER_SHARD
        self.refuses_resume = False
        self.connections, self.sessions = [], {}
        self._identified = collections.defaultdict(list)

    # -- Events for sessions

    def emit(self, event, data, guild=None, direct=False):
        for session in self.sessions.values():
            if not session.ended and session.wants(event, guild, direct):
                self.dispatch(session, event, data)

    def dispatch(self, session, event, data):
        session.events.append((event, data))
        if session.connection:
            self.fake.note("gateway", "<-", event, connection=session.connection.number)
            session.connection.send(DISPATCH, data, event, len(session.events))

    def repeat(self, session):
        """Sends the last event again as a new one: delivery is at least once."""
        self.dispatch(session, *session.events[-1])

    @property
    def connection(self):
        """The newest one."""
        return self.connections[-1] if self.connections else None

    @property
    def session(self):
        """The newest one."""
        return list(self.sessions.values())[-1] if self.sessions else None

    # -- One connection

    async def serve(self, request):
        if self.fake.gateway_down:
            raise web.HTTPServiceUnavailable()
        socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 20, autoclose=False)
        await socket.prepare(request)
        connection = Connection(self, len(self.connections) + 1, request, socket)
        self.connections.append(connection)
        self.fake.note("gateway", "->", "open", connection.path, connection=connection.number)
        if request.query.get("v") != "10" or request.query.get("encoding") != "json":
            connection.close(4012, "Invalid API version")
            return socket
        if self.automatic:
            connection.hello()
        async for message in socket:
            if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                self.take(connection, message.data)
        self.closed(connection)
        if connection.last_close and request.transport:
            request.transport.close()
        return socket

    def closed(self, connection):
        code = connection.socket.close_code
        if connection.last_close is None:
            self.fake.note("gateway", "->", "close", str(code or 1006), {"code": code or 1006},
                           connection=connection.number)
        session = connection.session
        if session and session.connection is connection:
            session.connection = None
            # A client that closes normally has no session any more.
            if connection.last_close is None and code in (1000, 1001):
                session.ended = True

    def take(self, connection, raw):
        size = len(raw.encode() if isinstance(raw, str) else raw)
        now = time.monotonic()
        connection.received.append(now)
        while now - connection.received[0] > EVENTS_WINDOW:
            connection.received.popleft()
        if len(connection.received) > EVENTS_MOST:
            return self.punish(connection, 4008, "more than 120 events in 60 s")
        if size > PAYLOAD_MOST:
            return self.punish(connection, 4002, f"a payload of {size} bytes")
        try:
            payload = json.loads(raw)
            op, data = payload["op"], payload.get("d")
        except (ValueError, KeyError, TypeError):
            return self.punish(connection, 4002, f"no payload: {raw!r:.80}")
        self.fake.note("gateway", "->", NAMES.get(op, f"op {op}"), details=data,
                       connection=connection.number)
        if op == HEARTBEAT:
            return self.beat(connection, data)
        if op not in NAMES:
            return self.punish(connection, 4001, f"opcode {op}")
        if op in (IDENTIFY, RESUME) and connection.session:
            return self.punish(connection, 4005, "identified twice")
        if op not in (IDENTIFY, RESUME) and not connection.session:
            return self.punish(connection, 4003, f"opcode {op} before identify")
        if op == IDENTIFY:
            self.identify(connection, data)
        elif op == RESUME:
            self.resume(connection, data)

    def punish(self, connection, code, text):
        self.fake.faults.append(f"gateway: {text}")
        connection.close(code, text)

    def beat(self, connection, data):
        known = len(connection.session.events) if connection.session else None
        if data is not None and (not isinstance(data, int) or (known is not None and data > known)):
            self.fake.faults.append(f"gateway: heartbeat of {data!r}, sent were {known}")
        connection.beats.append(time.monotonic())
        if self.acknowledges:
            connection.send(ACK)

    # -- Admission

    def identify(self, connection, data):
        refused = self.refusal(data)
        if refused:
            return self.punish(connection, *refused)
        number, count = data.get("shard") or (0, 1)
        limit = self.start_limit
        if limit["remaining"] <= 0:
            return self.punish(connection, 4004, "no identify left: the token is reset")
        limit["remaining"] -= 1
        recent = self._identified[number % limit["max_concurrency"]]
        now = time.monotonic()
        if self.identify_window and recent and now - recent[-1] < self.identify_window:
            self.fake.faults.append("gateway: identified again too early")
            return connection.send(INVALID, False)
        recent.append(now)
        session = Session(f"session{len(self.sessions) + 1}", (number, count), data["intents"])
        self.sessions[session.id] = session
        session.connection = connection
        connection.session = session
        if self.automatic:
            self.welcome(connection)
        return None

    def refusal(self, data):
        """The close code for an identify, and why; None if it is valid."""
        if not isinstance(data, dict):
            return 4002, "identify without data"
        if data.get("token") != self.fake.token:
            return 4004, "Authentication failed."
        properties = data.get("properties")
        if not isinstance(properties, dict) or not {"os", "browser", "device"} <= set(properties):
            return 4002, "identify without properties"
        intents = data.get("intents")
        if not isinstance(intents, int) or intents & ~EVERY_INTENT or intents < 0:
            return 4013, "Invalid intent(s)."
        if intents & ~self.allowed_intents:
            return 4014, "Disallowed intent(s)."
        return self.refused_shard(data.get("shard"))

    def refused_shard(self, shard):
        if shard is not None and not (isinstance(shard, list) and len(shard) == 2
                                      and 0 <= shard[0] < shard[1]):
            return 4010, "Invalid shard."
        count = shard[1] if shard else 1
        guilds = sum(guild.bot_member is True for guild in self.fake.world.guilds.values())
        if guilds > self.guilds_per_shard * count:
            return 4011, "Sharding required."
        return None

    def guilds_of(self, session):
        number, count = session.shard
        return [guild for guild in self.fake.world.guilds.values()
                if guild.bot_member is True and (int(guild.id) >> 22) % count == number]

    def welcome(self, connection):
        """READY, then each guild."""
        session, state = connection.session, self.fake.world
        guilds = self.guilds_of(session)
        self.dispatch(session, "READY", {
            "v": 10, "user": {**state.bot.json(), "verified": True, "mfa_enabled": True,
                              "email": None, "flags": 0},
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id, "session_type": "normal", "shard": list(session.shard),
            "resume_gateway_url": self.fake.resume_url, "private_channels": [], "relationships": [],
            "user_settings": {}, "presences": [], "guild_join_requests": [], "geo_ordered_rtc_regions": [],
            "application": {"id": state.application, "flags": 0}})
        if session.intents & GUILDS_INTENT:
            for guild in guilds:
                self.dispatch(session, "GUILD_CREATE", self.guild_json(guild))

    def guild_json(self, guild):
        if not guild.available:
            return {"id": guild.id, "unavailable": True}
        state = self.fake.world
        channels = [channel.json() for channel in guild.channels.values() if not channel.is_thread]
        threads = [channel.json() for channel in guild.channels.values() if channel.is_thread]
        everyone = {"id": guild.id, "name": "@everyone", "color": 0, "hoist": False, "position": 0,
                    "permissions": str(world.BOT_PERMISSIONS), "managed": False,
                    "mentionable": False, "icon": None, "unicode_emoji": None, "flags": 0}
        return {"id": guild.id, "name": guild.name, "owner_id": guild.owner.id, "icon": None,
                "unavailable": False, "channels": channels, "threads": threads, "roles": [everyone],
                "members": [{"user": state.bot.json(), "roles": [], "joined_at": world.stamp(0),
                             "deaf": False, "mute": False, "flags": 0}],
                "emojis": [], "stickers": [], "features": [], "voice_states": [], "presences": [],
                "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [],
                "member_count": 2, "large": False, "joined_at": world.stamp(0),
                "afk_timeout": 300, "verification_level": 0, "premium_tier": 0, "nsfw_level": 0,
                "default_message_notifications": 0, "explicit_content_filter": 0, "mfa_level": 0,
                "system_channel_flags": 0, "preferred_locale": "en-US"}

    # -- Resuming

    def resume(self, connection, data):
        if not isinstance(data, dict) or not {"token", "session_id", "seq"} <= set(data):
            return self.punish(connection, 4002, f"resume without data: {data!r}")
        if data["token"] != self.fake.token:
            return self.punish(connection, 4004, "Authentication failed.")
        if not self.automatic:
            connection.session = self.sessions.get(data["session_id"])
            return None
        session = self.sessions.get(data["session_id"])
        if session is None or session.ended or self.refuses_resume:
            return connection.send(INVALID, False)
        if not isinstance(data["seq"], int) or data["seq"] > len(session.events):
            return self.punish(connection, 4007, f"seq {data['seq']!r}")
        self.take_up(connection, session, data["seq"])
        return None

    def take_up(self, connection, session, sequence):
        """Sends the missed events in order, then RESUMED."""
        connection.session = session
        session.connection = connection
        for number in range(sequence, len(session.events)):
            event, missed = session.events[number]
            self.fake.note("gateway", "<-", event, connection=connection.number)
            connection.send(DISPATCH, missed, event, number + 1)
        self.dispatch(session, "RESUMED", {"_trace": ["fake"]})

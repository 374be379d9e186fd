"""REST v10: routes, credentials, rate limits, refusals."""

import json
import re
import time

from aiohttp import web

from . import limits, quotas
from .world import (COMPLETION, MANAGE_THREADS, READ_MESSAGE_HISTORY, VIEW_CHANNEL, Refusal)

PREFIX = "/api/v10"
AGENT = re.compile(r"DiscordBot \(.+, .+\).*")
# A request with a token in its path needs no other.
OPEN = re.compile(r"/interactions/\d+/[^/]+/callback|/webhooks/\d+/[^/]+(/messages/[^/]+)?")
TOKEN = re.compile(r"token-\d+")

_routes = []


def route(method, pattern):
    def register(function):
        _routes.append((method, re.compile(pattern), function))
        return function
    return register


class Rest:
    def __init__(self, fake):
        self.fake = fake
        self.quotas = quotas.Quotas()

    async def serve(self, request):
        self.fake.open_requests += 1
        try:
            return await self._serve(request)
        finally:
            self.fake.last_request = time.monotonic()
            self.fake.open_requests -= 1

    async def _serve(self, request):
        path = request.path
        body, files, fault = await self._body(request)
        inner = path[len(PREFIX):] if path.startswith(PREFIX + "/") else path
        self.fake.note("rest", "->", f"{request.method} {inner}",
                       "?" + request.query_string if request.query_string else "", details=body)
        status, answer, headers, cut = await self._answer(request, inner, body, files, fault)
        if cut:
            request.transport.abort()
            return web.Response(status=500)
        self.fake.note("rest", "<-", str(status), f"{request.method} {inner}",
                       details=answer if isinstance(answer, (dict, list)) else None)
        if status in (401, 403) or (status == 429 and headers.get("X-RateLimit-Scope") != "shared"):
            self.quotas.invalid += 1
        if isinstance(answer, str):
            return web.Response(status=status, text=answer, content_type="text/html",
                                headers=headers)
        if answer is None:
            return web.Response(status=status, headers=headers)
        return web.json_response(answer, status=status, headers=headers)

    async def _body(self, request):
        """(body, files, what is wrong with it)."""
        kind = request.content_type
        if request.method in ("GET", "DELETE") and not request.can_read_body:
            return None, [], None
        if kind == "multipart/form-data" and request.can_read_body:
            return await self._parts(request)
        raw = await request.read()
        if not raw:
            return None, [], None
        if "Content-Type" not in request.headers or kind != "application/json":
            return None, [], f"Content-Type {kind} of a body"
        try:
            return json.loads(raw), [], None
        except ValueError:
            return None, [], "no JSON"

    async def _parts(self, request):
        body, files = {}, []
        async for part in await request.multipart():
            content = await part.read()
            if part.name == "payload_json":
                body = json.loads(content)
            elif re.fullmatch(r"files\[\d+\]", part.name or ""):
                files.append((part.filename, bytes(content)))
            else:
                return body, files, f"a part {part.name}"
        return body, files, None

    async def _answer(self, request, path, body, files, fault):
        """(status, answer, headers, whether to cut the connection instead)."""
        method = request.method
        if not request.path.startswith(PREFIX + "/"):
            self.fake.faults.append(f"rest: {method} {request.path} names no version 10")
            return 404, {"message": "404: Not Found", "code": 0}, {}, False
        trouble = self.quotas.trouble(method, path)
        if trouble and trouble.wait:
            await self.fake.pause(trouble.wait)
        if trouble and not trouble.done and not trouble.only_waits:
            return self._troubled(trouble)
        headers, waits, scope = self.quotas.take(method, path)
        if waits is not None:
            self.quotas.too_many += 1
            return 429, self._limited(headers, scope, waits), headers, False
        status, answer = self._carry_out(request, path, body, files, fault)
        if trouble and trouble.done:
            return self._troubled(trouble)
        return status, answer, headers, False

    @staticmethod
    def _limited(headers, scope, after):
        headers |= {"X-RateLimit-Scope": scope, "Retry-After": str(max(1, round(after)))}
        if scope == "global":
            headers["X-RateLimit-Global"] = "true"
        return {"message": "You are being rate limited.", "retry_after": round(after, 3),
                "global": scope == "global"}

    def _troubled(self, trouble):
        if trouble.drop:
            return 0, None, {}, True
        if trouble.scope == "html":
            return 429, quotas.HTML, {"Retry-After": "3600"}, False
        if trouble.scope:
            headers = {}
            return 429, self._limited(headers, trouble.scope, trouble.retry_after), headers, False
        body = trouble.body
        if body is None and trouble.status >= 500:
            body = "<html><body>502 Bad Gateway</body></html>"
        return trouble.status, body, {}, False

    def _carry_out(self, request, path, body, files, fault):
        method = request.method
        try:
            self._admit(request, path)
            if fault:
                raise Refusal(400, 50035, "Invalid Form Body", errors={"_errors": [
                    {"code": "CONTENT_TYPE_INVALID", "message": fault}]})
            self.fake.keep_body(method, path, body)
            for wanted, pattern, function in _routes:
                match = pattern.fullmatch(path)
                if match and method == wanted:
                    self._check(method, path, body, files)
                    result = function(self, request, body, files, *match.groups())
                    return result if isinstance(result, tuple) else (200, result)
            self.fake.faults.append(f"rest: no route {method} {path}")
            raise Refusal(404, 0, "404: Not Found")
        except Refusal as refusal:
            self.fake.refusals.append(f"{refusal.status} {refusal.code} {method} {path}")
            return refusal.status, refusal.body()

    def _admit(self, request, path):
        if not AGENT.fullmatch(request.headers.get("User-Agent", "")):
            self.fake.faults.append(f"rest: User-Agent {request.headers.get('User-Agent')!r}")
            raise Refusal(403, 40333, "internal network error")
        if not OPEN.fullmatch(path):
            if self.fake.token_revoked or (
                    request.headers.get("Authorization") != f"Bot {self.fake.token}"):
                raise Refusal(401, 0, "401: Unauthorized")

    def _check(self, method, path, body, files):
        interaction = None
        if limits.CALLBACK.fullmatch(path):
            interaction = self.fake.world.interactions.get(path.split("/")[2])
        found = limits.faults(method, path, body if body is not None else {}, files,
                              interaction.kind if interaction else None)
        self.fake.house_faults += [f"{method} {TOKEN.sub('TOKEN', path)}: {text}" for text
                                   in limits.house_faults(method, path, body or {})]
        if found:
            self.fake.faults += [f"rest: {method} {TOKEN.sub('TOKEN', path)}: {text}"
                                 for text in found]
            raise Refusal(400, 50006 if found == ["an empty message"] else 50035,
                          "Invalid Form Body", errors={"_errors": [
                              {"code": "BASE_TYPE_INVALID", "message": text} for text in found]})


# -- The application

@route("GET", "/gateway")
def get_gateway(rest, request, body, files):
    return {"url": rest.fake.gateway_url}


@route("GET", "/gateway/bot")
def get_gateway_bot(rest, request, body, files):
    gateway = rest.fake.gateway
    return {"url": rest.fake.gateway_url, "shards": gateway.shards,
            "session_start_limit": dict(gateway.start_limit)}


@route("GET", "/users/@me")
def get_me(rest, request, body, files):
    return {**rest.fake.world.bot.json(), "flags": 0, "verified": True, "mfa_enabled": True}


@route("GET", r"/(?:oauth2/)?applications/@me")
def get_application(rest, request, body, files):
    state = rest.fake.world
    return {"id": state.application, "name": "Belfry", "icon": None, "description": "",
            "bot_public": True, "bot_require_code_grant": False, "verify_key": "0" * 64, "flags": 0,
            "bot": state.bot.json()}


# -- Commands

def _commands(rest, application, guild):
    state = rest.fake.world
    if application != state.application:
        raise Refusal(403, 20012, "You are not authorized to perform this action on this application")
    if guild and guild not in state.guilds:
        raise Refusal(403, 50001, "Missing Access")
    return state.commands.setdefault(guild or "", [])


def _registered(rest, application, guild, body, known):
    state = rest.fake.world
    return {"default_permission": True, "nsfw": False, "type": 1, "default_member_permissions": None,
            "options": [], "name_localizations": None, "description_localizations": None, **body,
            "id": known["id"] if known else state.new_id(), "version": state.new_id(),
            "application_id": application, **({"guild_id": guild} if guild else {})}


@route("GET", r"/applications/(\d+)(?:/guilds/(\d+))?/commands")
def get_commands(rest, request, body, files, application, guild):
    commands = _commands(rest, application, guild)
    if request.query.get("with_localizations") in ("true", "1"):
        return commands
    return [{key: value for key, value in each.items() if not key.endswith("_localizations")}
            for each in commands]


@route("PUT", r"/applications/(\d+)(?:/guilds/(\d+))?/commands")
def put_commands(rest, request, body, files, application, guild):
    commands = _commands(rest, application, guild)
    known = {each["name"]: each for each in commands}
    commands[:] = [_registered(rest, application, guild, each, known.get(each["name"]))
                   for each in body]
    return commands


@route("POST", r"/applications/(\d+)(?:/guilds/(\d+))?/commands")
def post_command(rest, request, body, files, application, guild):
    commands = _commands(rest, application, guild)
    known = next((each for each in commands if each["name"] == body["name"]), None)
    made = _registered(rest, application, guild, body, known)
    commands[:] = [each for each in commands if each is not known] + [made]
    return (200 if known else 201), made


@route("DELETE", r"/applications/(\d+)(?:/guilds/(\d+))?/commands/(\d+)")
def delete_command(rest, request, body, files, application, guild, command):
    commands = _commands(rest, application, guild)
    if not any(each["id"] == command for each in commands):
        raise Refusal(404, 10063, "Unknown application command")
    commands[:] = [each for each in commands if each["id"] != command]
    return 204, None


# -- Channels and messages

@route("GET", r"/channels/(\d+)")
def get_channel(rest, request, body, files, channel):
    found = rest.fake.world.channel(channel)
    rest.fake.world.demand(found, VIEW_CHANNEL)
    return found.json()


@route("PATCH", r"/channels/(\d+)")
def patch_channel(rest, request, body, files, channel):
    found = rest.fake.world.channel(channel)
    rest.fake.world.demand(found, MANAGE_THREADS if "locked" in body else VIEW_CHANNEL)
    found.archived = body.get("archived", found.archived)
    found.locked = body.get("locked", found.locked)
    found.name = body.get("name", found.name)
    rest.fake.world.emit("THREAD_UPDATE" if found.is_thread else "CHANNEL_UPDATE", found.json(),
                         found.guild)
    return found.json()


@route("POST", r"/channels/(\d+)/messages")
def post_message(rest, request, body, files, channel):
    return rest.fake.world.post(rest.fake.world.channel(channel), body, files).json()


@route("GET", r"/channels/(\d+)/messages/(\d+)")
def get_message(rest, request, body, files, channel, message):
    found = rest.fake.world.channel(channel)
    rest.fake.world.demand(found, READ_MESSAGE_HISTORY)
    return rest.fake.world.message(found, message).json()


@route("GET", r"/channels/(\d+)/messages")
def get_messages(rest, request, body, files, channel):
    found = rest.fake.world.channel(channel)
    rest.fake.world.demand(found, READ_MESSAGE_HISTORY)
    visible = [each for each in found.messages.values() if each.viewer is None]
    after = int(request.query.get("after", "0"))
    newest = [each for each in visible if int(each.id) > after][-int(request.query.get("limit", 50)):]
    return [each.json() for each in reversed(newest)]


@route("PATCH", r"/channels/(\d+)/messages/(\d+)")
def patch_message(rest, request, body, files, channel, message):
    state = rest.fake.world
    return state.edit(state.channel(channel), message, body, files).json()


@route("DELETE", r"/channels/(\d+)/messages/(\d+)")
def delete_message(rest, request, body, files, channel, message):
    rest.fake.world.delete(rest.fake.world.channel(channel), message)
    return 204, None


@route("POST", r"/channels/(\d+)/typing")
def post_typing(rest, request, body, files, channel):
    rest.fake.world.channel(channel)
    return 204, None


@route("POST", r"/users/@me/channels")
def post_dm(rest, request, body, files):
    person = rest.fake.world.people.get(body["recipient_id"])
    if person is None:
        raise Refusal(400, 50033, "Invalid Recipient(s)")
    return rest.fake.world.open_dm(person).json()


@route("POST", r"/channels/(\d+)(?:/messages/(\d+))?/threads")
def post_thread(rest, request, body, files, channel, message):
    state = rest.fake.world
    found = state.channel(channel)
    return 201, state.open_thread(
        found, body, state.message(found, message) if message else None).json()


@route("PUT", r"/channels/(\d+)/thread-members/(\d+)")
def put_member(rest, request, body, files, channel, user):
    rest.fake.world.set_member(rest.fake.world.channel(channel), user, True)
    return 204, None


@route("DELETE", r"/channels/(\d+)/thread-members/(\d+)")
def delete_member(rest, request, body, files, channel, user):
    rest.fake.world.set_member(rest.fake.world.channel(channel), user, False)
    return 204, None


@route("GET", r"/guilds/(\d+)")
def get_guild(rest, request, body, files, guild):
    found = rest.fake.world.guilds.get(guild)
    if found is None or found.bot_member is not True:
        raise Refusal(404, 10004, "Unknown Guild")
    return rest.fake.gateway.guild_json(found)


# -- Interactions

@route("POST", r"/interactions/(\d+)/([^/]+)/callback")
def post_callback(rest, request, body, files, identifier, token):
    state = rest.fake.world
    interaction = state.find_interaction(identifier, token)
    state.answer(interaction, body["type"], body.get("data") or {}, files)
    if request.query.get("with_response") not in ("true", "1"):
        return 204, None
    answer = {"interaction": {"id": interaction.id, "type": interaction.kind,
                              "channel_id": interaction.channel.id,
                              "response_message_loading": body["type"] == 5,
                              "response_message_ephemeral": bool(
                                  interaction.original and interaction.original.viewer)}}
    if interaction.original and interaction.kind != COMPLETION:
        message = interaction.original
        answer["interaction"]["response_message_id"] = message.id
        answer["resource"] = {"type": body["type"], "message": message.json()}
    return answer


@route("POST", r"/webhooks/(\d+)/([^/]+)")
def post_follow_up(rest, request, body, files, application, token):
    state = rest.fake.world
    interaction = state.by_token(application, token)
    if interaction.original and interaction.original.thinking:
        rest.fake.faults.append("rest: a follow-up before the deferred answer was edited")
    return state.follow_up(interaction, body, files).json()


@route("GET", r"/webhooks/(\d+)/([^/]+)/messages/([^/]+)")
def get_answer(rest, request, body, files, application, token, message):
    state = rest.fake.world
    return state.answer_message(state.by_token(application, token), message).json()


@route("PATCH", r"/webhooks/(\d+)/([^/]+)/messages/([^/]+)")
def patch_answer(rest, request, body, files, application, token, message):
    state = rest.fake.world
    found = state.answer_message(state.by_token(application, token), message)
    state.change(found, body, files)
    return found.json()


@route("DELETE", r"/webhooks/(\d+)/([^/]+)/messages/([^/]+)")
def delete_answer(rest, request, body, files, application, token, message):
    state = rest.fake.world
    found = state.answer_message(state.by_token(application, token), message)
    state.delete(found.channel, found.id)
    return 204, None

"""What Discord refuses in the body of a request: limits that its published description omits or states
too loosely, and misspelt keys, which Discord ignores silently.

    faults("POST", "/channels/1/messages", body)   → ["content: 2001 characters of 2000"]
    house_faults(…)                                → ["unknown key contents"]
"""

import re

EPHEMERAL, SUPPRESS_EMBEDS, SILENT, V2 = 1 << 6, 1 << 2, 1 << 12, 1 << 15
CONTENT, EMBEDS_TOGETHER, NONCE = 2000, 6000, 25
DESCRIPTION = 1024  # of an attachment
V2_CHARACTERS, V2_BYTES, V2_BYTES_PER_TEXT, V2_COMPONENTS = 4000, 10170, 12, 40
ROWS, BUTTONS, OPTIONS, MENTIONS = 5, 5, 25, 100
COMMANDS_OF_A_KIND = {1: 100, 2: 15, 3: 15}
COMMAND_CHARACTERS = 8000
FILES, FILE_BYTES = 10, 10 << 20

ROW, BUTTON, SELECT, TEXT_INPUT = 1, 2, 3, 4
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
LINK, PREMIUM = 5, 6

COMMON = "type id "
KEYS = {name: set(keys.split()) for name, keys in {
    "message": "content nonce enforce_nonce tts embeds allowed_mentions message_reference components "
               "sticker_ids attachments flags poll",
    "edit": "content embeds flags allowed_mentions components attachments",
    "answer": "tts content embeds allowed_mentions flags components attachments poll",
    "follow-up": "content tts embeds allowed_mentions components flags attachments poll",
    "mentions": "parse roles users replied_user",
    "embed": "title type description url timestamp color footer image thumbnail author fields",
    "option of a select": "label value description emoji default",
    "modal": "custom_id title components",
    "callback": "type data",
    "command": "id name name_localizations description description_localizations options "
               "default_member_permissions dm_permission contexts integration_types type nsfw handler",
    "option": "type name name_localizations description description_localizations required choices "
              "options channel_types min_value max_value min_length max_length autocomplete",
    "choice": "name name_localizations value",
    "thread": "name auto_archive_duration type invitable rate_limit_per_user",
    "dm": "recipient_id",
    ROW: COMMON + "components",
    BUTTON: COMMON + "style label emoji custom_id sku_id url disabled",
    SELECT: COMMON + "custom_id options placeholder min_values max_values disabled required",
    TEXT_INPUT: COMMON + "custom_id style label min_length max_length required value placeholder",
    SECTION: COMMON + "components accessory",
    TEXT: COMMON + "content",
    THUMBNAIL: COMMON + "media description spoiler",
    GALLERY: COMMON + "items",
    FILE: COMMON + "file spoiler name size",
    SEPARATOR: COMMON + "divider spacing",
    CONTAINER: COMMON + "components accent_color spoiler",
    LABEL: COMMON + "label description component",
}.items()}
LOCALES = set("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el "
              "bg ru uk hi th zh-CN ja zh-TW ko".split())

# Discord's own expression without the two scripts by name: their letters are \w, their signs are not.
NAME = re.compile("[-_'\\w\u0900-\u097f\u0e00-\u0e7f]{1,32}")


class Finder:
    """Collects faults with the path of where they are."""

    def __init__(self):
        self.found, self.unknown = [], []

    def fault(self, path, text):
        self.found.append(f"{path}: {text}" if path else text)

    def keys(self, path, value, name):
        for key in sorted(set(value) - KEYS[name]):
            self.unknown.append(f"{path}: unknown key {key}" if path else f"unknown key {key}")

    def length(self, path, value, most, least=1):
        if not isinstance(value, str):
            self.fault(path, "no text")
        elif not least <= len(value) <= most:
            self.fault(path, f"{len(value)} characters of {most}" if value or not least
                       else "empty")

    # -- Messages

    def message(self, body, name):
        self.keys("", body, name)
        flags = body.get("flags") or 0
        content = body.get("content") or ""
        self.length("content", content, CONTENT, 0)
        self.nonce(body)
        self.embeds(body.get("embeds") or [])
        self.mentions(body.get("allowed_mentions"))
        for each in body.get("attachments") or []:
            self.length("attachments.description", each.get("description") or "", DESCRIPTION, 0)
        components = body.get("components") or []
        if flags & V2:
            for key in ("content", "embeds", "sticker_ids", "poll"):
                if body.get(key):
                    self.fault(key, "not beside components V2")
            self.second_version(components)
        else:
            self.rows(components)
        if name != "edit" and not any(body.get(key) for key in (
                "content", "embeds", "components", "attachments", "sticker_ids", "poll")):
            self.fault("", "an empty message")
        if name == "edit" and flags & ~(SUPPRESS_EMBEDS | V2):
            self.fault("flags", f"{flags} can't be set by an edit")

    def nonce(self, body):
        nonce = body.get("nonce")
        if nonce is not None and not 1 <= len(str(nonce)) <= NONCE:
            self.fault("nonce", f"{len(str(nonce))} characters of {NONCE}")
        if body.get("enforce_nonce") and nonce is None:
            self.fault("enforce_nonce", "without a nonce")

    def mentions(self, mentions):
        if mentions is None:
            return
        self.keys("allowed_mentions", mentions, "mentions")
        for key in ("users", "roles"):
            listed = mentions.get(key) or []
            if len(listed) > MENTIONS:
                self.fault(f"allowed_mentions.{key}", f"{len(listed)} of {MENTIONS}")
            if len(set(listed)) != len(listed):
                self.fault(f"allowed_mentions.{key}", "the same one twice")
            if listed and key in (mentions.get("parse") or []):
                self.fault(f"allowed_mentions.{key}", "also in parse")

    def embeds(self, embeds):
        together = 0
        for number, embed in enumerate(embeds):
            path = f"embeds[{number}]"
            self.keys(path, embed, "embed")
            texts = [embed.get("title"), embed.get("description"),
                     (embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
            for field in embed.get("fields") or []:
                self.length(f"{path}.fields", field.get("name"), 256)
                self.length(f"{path}.fields", field.get("value"), 1024)
                texts += [field.get("name"), field.get("value")]
            together += sum(len(text) for text in texts if text)
        if together > EMBEDS_TOGETHER:
            self.fault("embeds", f"{together} characters of {EMBEDS_TOGETHER}")

    # -- Components

    def rows(self, components):
        if len(components) > ROWS:
            self.fault("components", f"{len(components)} rows of {ROWS}")
        ids = []
        for number, row in enumerate(components):
            path = f"components[{number}]"
            if row.get("type") != ROW:
                self.fault(path, "no action row")
                continue
            self.row(path, row, ids)
        self.unique(ids)

    def unique(self, ids):
        for each in sorted({each for each in ids if ids.count(each) > 1}):
            self.fault("components", f"custom_id {each} twice")

    def row(self, path, row, ids):
        self.keys(path, row, ROW)
        parts = row.get("components") or []
        selects = [part for part in parts if part.get("type") != BUTTON]
        if not parts:
            self.fault(path, "an empty row")
        if len(parts) > BUTTONS or (selects and len(parts) > 1):
            self.fault(path, f"{len(parts)} components in a row")
        for number, part in enumerate(parts):
            self.part(f"{path}.components[{number}]", part, ids)

    def part(self, path, part, ids):
        """A button or a menu."""
        kind = part.get("type")
        if kind in KEYS:
            self.keys(path, part, kind)
        if kind == BUTTON:
            self.button(path, part)
        elif kind == SELECT:
            self.select(path, part)
        if "custom_id" in part:
            self.length(f"{path}.custom_id", part["custom_id"], 100)
            ids.append(part["custom_id"])

    def button(self, path, button):
        style = button.get("style")
        if style not in (1, 2, 3, 4, LINK, PREMIUM):
            self.fault(path, f"style {style}")
        elif style <= 4 and not button.get("custom_id"):
            self.fault(path, "a button without custom_id")
        elif style == LINK and (not button.get("url") or "custom_id" in button):
            self.fault(path, "a link without url, or with a custom_id")
        if style != PREMIUM and not button.get("label") and not button.get("emoji"):
            self.fault(path, "a button without label")
        if button.get("label"):
            self.length(f"{path}.label", button["label"], 80)

    def select(self, path, select):
        if not select.get("custom_id"):
            self.fault(path, "a menu without custom_id")
        options = select.get("options") or []
        if not 1 <= len(options) <= OPTIONS:
            self.fault(path, f"{len(options)} options of {OPTIONS}")
        values = [option.get("value") for option in options]
        if len(set(values)) != len(values):
            self.fault(path, "a value twice")
        for option in options:
            self.keys(path, option, "option of a select")
            self.length(f"{path}.label", option.get("label"), 100)
            self.length(f"{path}.value", option.get("value"), 100)
            if option.get("description"):
                self.length(f"{path}.description", option["description"], 100)
        if select.get("placeholder"):
            self.length(f"{path}.placeholder", select["placeholder"], 150)
        least, most = select.get("min_values", 1), select.get("max_values", 1)
        if not 0 <= least <= most <= max(len(options), 1):
            self.fault(path, f"{least} to {most} of {len(options)} options")

    def second_version(self, components):
        texts, count, ids = [], 0, []
        waiting = [(f"components[{n}]", part) for n, part in enumerate(components)]
        while waiting:
            path, part = waiting.pop(0)
            count += 1
            if part.get("type") == TEXT:
                texts.append(part.get("content") or "")
            if part.get("type") == SECTION and len(part.get("components") or []) not in (1, 2, 3):
                self.fault(path, "a section has one to three texts")
            self.part(path, part, ids)
            inner = list(part.get("components") or [])
            inner += [part["accessory"]] if part.get("accessory") else []
            waiting += [(f"{path}.components[{n}]", each) for n, each in enumerate(inner)]
        if count > V2_COMPONENTS:
            self.fault("components", f"{count} of {V2_COMPONENTS}")
        characters = sum(map(len, texts))
        size = sum(len(text.encode()) for text in texts) + V2_BYTES_PER_TEXT * len(texts)
        if characters > V2_CHARACTERS:
            self.fault("components", f"{characters} characters of {V2_CHARACTERS}")
        if size > V2_BYTES:
            self.fault("components", f"{size} bytes of {V2_BYTES}")
        self.unique(ids)

    # -- Answers to interactions

    def callback(self, body, interaction_kind):
        self.keys("", body, "callback")
        kind, data = body.get("type"), body.get("data") or {}
        if kind not in (1, 4, 5, 6, 7, 8, 9, 12):
            self.fault("type", f"{kind} is none")
        if kind in (6, 7) and interaction_kind not in (3, 5, None):
            self.fault("type", f"{kind} answers components only")
        if kind == 9 and interaction_kind == 5:
            self.fault("type", "a modal can't answer a modal")
        if (kind == 8) != (interaction_kind == 4) and interaction_kind is not None:
            self.fault("type", f"{kind} does not answer an interaction of kind {interaction_kind}")
        if kind == 4:
            self.message(data, "answer")
        elif kind == 5 and (set(data) - {"flags"} or (data.get("flags") or 0) & ~EPHEMERAL):
            self.fault("data", "a deferral carries flag 64 and nothing else")
        elif kind == 7:
            self.message({**data, "flags": (data.get("flags") or 0) & ~EPHEMERAL}, "edit")
        elif kind == 8:
            self.completions(data.get("choices"))
        elif kind == 9:
            self.modal(data)

    def completions(self, choices):
        if not isinstance(choices, list) or len(choices) > OPTIONS:
            self.fault("data.choices", f"not 0 to {OPTIONS} choices")
            return
        for choice in choices:
            self.choice("data.choices", choice)

    def choice(self, path, choice):
        self.keys(path, choice, "choice")
        self.length(f"{path}.name", choice.get("name"), 100)
        if isinstance(choice.get("value"), str):
            self.length(f"{path}.value", choice["value"], 100)

    def modal(self, data):
        self.keys("data", data, "modal")
        self.length("data.title", data.get("title"), 45)
        self.length("data.custom_id", data.get("custom_id"), 100)
        components = data.get("components") or []
        if not 1 <= len(components) <= 5:
            self.fault("data.components", f"{len(components)} of 5")
        ids = []
        for number, each in enumerate(components):
            path = f"data.components[{number}]"
            if each.get("type") == LABEL:
                self.keys(path, each, LABEL)
                self.length(f"{path}.label", each.get("label"), 45)
                inner = [each.get("component") or {}]
            else:
                inner = each.get("components") or []
            for part in inner:
                self.part(path, part, ids)
                if not part.get("custom_id"):
                    self.fault(path, "an input without custom_id")
        self.unique(ids)

    # -- Commands

    def commands(self, commands):
        for kind, most in COMMANDS_OF_A_KIND.items():
            names = [each.get("name") for each in commands if (each.get("type") or 1) == kind]
            if len(names) > most:
                self.fault("", f"{len(names)} commands of {most}")
            for name in sorted({each for each in names if each and names.count(each) > 1}):
                self.fault("", f"command {name} twice")
        for number, command in enumerate(commands):
            self.command(f"[{number}]", command)

    def command(self, path, command):
        self.keys(path, command, "command")
        chat = (command.get("type") or 1) == 1
        self.named(path, command, chat)
        permissions = command.get("default_member_permissions")
        if permissions is not None and not (isinstance(permissions, str) and permissions.isdigit()):
            self.fault(path, "permissions are digits in a text")
        if "id" in command and not re.fullmatch(r"[1-9]\d{16,19}", str(command["id"])):
            self.fault(path, f"id {command['id']!r}")
        self.options(path, command.get("options") or [], 0)
        size = self.characters(command)
        if size > COMMAND_CHARACTERS:
            self.fault(path, f"{size} characters of {COMMAND_CHARACTERS}")

    def named(self, path, what, chat=True):
        name = what.get("name")
        self.length(f"{path}.name", name, 32)
        names = [name, *(what.get("name_localizations") or {}).values()]
        for each in names:
            if isinstance(each, str) and chat and (not NAME.fullmatch(each) or each != each.lower()):
                self.fault(f"{path}.name", f"{each!r} is no name")
        if chat:
            for each in [what.get("description"),
                         *(what.get("description_localizations") or {}).values()]:
                self.length(f"{path}.description", each, 100)
        for key in ("name_localizations", "description_localizations"):
            for locale in sorted(set(what.get(key) or {}) - LOCALES):
                self.fault(f"{path}.{key}", f"no locale {locale}")

    def options(self, path, options, depth):
        if len(options) > OPTIONS:
            self.fault(path, f"{len(options)} options of {OPTIONS}")
        names = [option.get("name") for option in options]
        if len(set(names)) != len(names):
            self.fault(path, "an option twice")
        needed = [bool(option.get("required")) for option in options]
        if needed != sorted(needed, reverse=True):
            self.fault(path, "a required option behind an optional one")
        inner = {option.get("type") in (1, 2) for option in options}
        if len(inner) > 1:
            self.fault(path, "subcommands beside options")
        for number, option in enumerate(options):
            self.option(f"{path}.options[{number}]", option, depth)

    def option(self, path, option, depth):
        self.keys(path, option, "option")
        self.named(path, option)
        kind = option.get("type")
        if not isinstance(kind, int) or not 1 <= kind <= 11:
            self.fault(path, f"type {kind}")
        if kind in (1, 2):
            if depth + (kind == 2) > 1 or (kind == 1 and depth > 1):
                self.fault(path, "nested too deeply")
            self.options(path, option.get("options") or [], depth + 1)
        choices = option.get("choices") or []
        if len(choices) > OPTIONS:
            self.fault(path, f"{len(choices)} choices of {OPTIONS}")
        if option.get("autocomplete") and choices:
            self.fault(path, "choices beside autocomplete")
        for choice in choices:
            self.choice(f"{path}.choices", choice)
            if kind == 3 and not isinstance(choice.get("value"), str):
                self.fault(path, "the value of a choice is no text")
        for key in ("min_length", "max_length"):
            if key in option and (kind != 3 or not (key == "max_length") <= option[key] <= 6000):
                self.fault(path, f"{key} {option[key]}")
        if ("min_value" in option or "max_value" in option) and kind not in (4, 10):
            self.fault(path, "bounds of no number")

    def characters(self, what):
        """The length of a command; each part counts with its longest translation."""
        total = 0
        for key in ("name", "description"):
            texts = [what.get(key), *(what.get(f"{key}_localizations") or {}).values()]
            total += max(len(text) for text in texts if isinstance(text, str)) if any(
                isinstance(text, str) for text in texts) else 0
        if isinstance(what.get("value"), str):
            total += len(what["value"])
        return total + sum(self.characters(each) for key in ("options", "choices")
                           for each in what.get(key) or [])

    # -- The others

    def thread(self, body):
        self.keys("", body, "thread")
        self.length("name", body.get("name"), 100)
        if body.get("auto_archive_duration", 60) not in (60, 1440, 4320, 10080):
            self.fault("auto_archive_duration", f"{body['auto_archive_duration']} is none")

    def dm(self, body):
        self.keys("", body, "dm")
        if not re.fullmatch(r"\d{17,20}", str(body.get("recipient_id"))):
            self.fault("recipient_id", "none")
        elif not isinstance(body["recipient_id"], str):
            self.fault("recipient_id", "ids are texts")


# Method, path (a regular expression), which check.
CHECKS = [(method, re.compile(path), check) for method, path, check in (
    ("POST", r"/channels/\d+/messages", lambda find, body: find.message(body, "message")),
    ("PATCH", r"/channels/\d+/messages/\d+", lambda find, body: find.message(body, "edit")),
    ("POST", r"/webhooks/\d+/[^/]+", lambda find, body: find.message(body, "follow-up")),
    ("PATCH", r"/webhooks/\d+/[^/]+/messages/[^/]+", lambda find, body: find.message(body, "edit")),
    ("POST", r"/users/@me/channels", lambda find, body: find.dm(body)),
    ("POST", r"/channels/\d+/(messages/\d+/)?threads", lambda find, body: find.thread(body)),
    ("PUT", r"/applications/\d+/(guilds/\d+/)?commands", lambda find, body: find.commands(body)),
    ("POST", r"/applications/\d+/(guilds/\d+/)?commands",
     lambda find, body: find.command("", body)),
)]
CALLBACK = re.compile(r"/interactions/\d+/[^/]+/callback")


def _search(method, path, body, files, interaction_kind):
    find = Finder()
    if method == "POST" and CALLBACK.fullmatch(path):
        find.callback(body, interaction_kind)
    for wanted, pattern, check in CHECKS:
        if method == wanted and pattern.fullmatch(path):
            # A message that has only files needs them.
            check(find, {**body, "attachments": [{}]} if files and isinstance(body, dict) else body)
    return find


def faults(method, path, body, files=(), interaction_kind=None):
    """The list of what is wrong with a body; `files` are (name, bytes)."""
    find = _search(method, path, body, files, interaction_kind)
    if len(files) > FILES:
        find.fault("files", f"{len(files)} of {FILES}")
    for name, content in files:
        if len(content) > FILE_BYTES:
            find.fault("files", f"{name} has {len(content)} bytes of {FILE_BYTES}")
    return find.found


def house_faults(method, path, body):
    """What Discord accepts and we do not: unknown keys, and a message whose text may mention
    anybody."""
    found = _search(method, path, body, (), None).unknown
    data = body.get("data") if isinstance(body, dict) and CALLBACK.fullmatch(path) else body
    if isinstance(data, dict) and (data.get("content") or data.get("components")):
        allowed = data.get("allowed_mentions")
        if "title" not in data and (allowed is None or allowed.get("parse") != []):
            found.append(f"allowed_mentions {allowed}: texts may ping anybody")
    return found

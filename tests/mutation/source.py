"""Where a small fault can be planted in a C file, and which.

Only bodies of functions are looked at, and only what the formatter's style makes certain: a binary operator has
blanks around it, a body begins and ends with a brace in the first column.
"""

import bisect
import dataclasses
import re

TOKEN = re.compile(r"""
    (?P<skip>    \s+ | /\*.*?\*/ | //[^\n]* | ^[ \t]*\#(?:\\\n|[^\n])* )
  | (?P<text>    "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])+' )
  | (?P<number>  \d[\w.]* )
  | (?P<word>    [A-Za-z_]\w* )
  | (?P<sign>    <<= | >>= | \.\.\. | -> | \+\+ | -- | [<>=!]= | && | \|\| | << | >> | [-+*/%&|^]= | . )
""", re.VERBOSE | re.DOTALL | re.MULTILINE)

BODY = re.compile(r"(?<=\))\n\{\n.*?^\}", re.DOTALL | re.MULTILINE)

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "<<": ">>", ">>": "<<", "&": "|", "|": "&",
              "+=": "-=", "-=": "+=", "|=": "&=", "&=": "|="}
STEPS = {"++": "--", "--": "++"}
LOGIC = {"&&": "||", "||": "&&"}
TURNED = {"true": "false", "false": "true"}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
BRANCHES = {"if", "while", "for", "switch"}
NOT_A_TYPE = {"return", "case", "else", "goto", "sizeof"}
NOT_A_CALL = BRANCHES | {"return", "sizeof", "_Static_assert"}

# What only a sanitizer or a reader of the log would notice.
UNNOTICED_CALLS = re.compile(r"(^|_)(free|unref|log|trace|close|assert)(_|$)|^va_|^(memset|assert|HASH_CLEAR)$")


@dataclasses.dataclass(frozen=True)
class Fault:
    """The bytes from `start` to `end` of a file become `replacement`."""
    path: str
    start: int
    end: int
    replacement: str
    kind: str
    line: int
    body: tuple  # start and end of the function's body, braces included

    def area(self):
        return self.path.rpartition("/")[0]

    def apply(self, text):
        return text[:self.start] + self.replacement + text[self.end:]

    def lines(self, text):
        """What stands there and what the fault makes of it, each as one line."""
        first = text.rfind("\n", 0, self.start) + 1
        last = text.find("\n", self.end)
        changed = text[first:self.start] + self.replacement + text[self.end:last]
        return " ".join(text[first:last].split()), " ".join(changed.split())


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int
    end: int


def tokens_of(text, start, end):
    return [Token(match.lastgroup, match.group(), match.start(), match.end())
            for match in TOKEN.finditer(text, start, end) if match.lastgroup != "skip"]


def is_binary(text, token):
    return text[token.start - 1].isspace() and text[token.end].isspace()


class Body:
    """The tokens of one function's body, with the brackets matched."""

    def __init__(self, text, start, end):
        self.text = text
        self.tokens = tokens_of(text, start, end)
        self.partner = {}
        self.sizes = set()  # tokens that say how long a declared array is
        self.depth = []  # of parentheses around each token
        waiting, depth = [], 0
        for i, token in enumerate(self.tokens):
            if token.kind == "sign" and token.text in ")]}":
                opened = waiting.pop()
                self.partner[opened], self.partner[i] = i, opened
                if self.declares_array(opened):
                    self.sizes.update(range(opened, i + 1))
                depth -= token.text == ")"
            self.depth.append(depth)
            if token.kind == "sign" and token.text in "([{":
                waiting.append(i)
                depth += token.text == "("

    def __getitem__(self, i):
        return self.tokens[i].text

    def slice(self, first, last):
        """The text from token `first` to token `last`."""
        return self.text[self.tokens[first].start:self.tokens[last].end]

    def declares_array(self, i):
        """Whether token i opens the size of an array: `char name[`, `char *name[`, or a further one, `name[2][`."""
        if self[i] != "[" or i < 3:
            return False
        if i - 1 in self.sizes:
            return True
        before = i - 3 if self[i - 2] == "*" else i - 2
        return self.tokens[i - 1].kind == "word" and self.tokens[before].kind == "word" \
            and self[before] not in NOT_A_TYPE

    def begins_statement(self, i):
        if self.depth[i] > 0:
            return False
        before = self[i - 1]
        if before == ")":
            return self[self.partner[i - 1] - 1] in BRANCHES
        return before in (";", "{", "}", "else", ":")

    def end_of_statement(self, i):
        """The semicolon behind an expression that begins at token i; None: it is no expression."""
        while self[i] != ";":
            if self[i] in "{}":
                return None
            i = self.partner[i] if self[i] in "([" else i
            i += 1
        return i

    def end_of_place(self, i):
        """The token behind what can be assigned to or called: `a->b[i].c`."""
        while self[i] == "*":
            i += 1
        if self.tokens[i].kind != "word":
            return i
        i += 1
        while self[i] in (".", "->", "["):
            i = self.partner[i] + 1 if self[i] == "[" else i + 2
        return i


# -- Finders: each yields (first token, last token, replacement, kind) ------------------------------------------------


def turned_operators(body):
    for i, token in enumerate(body.tokens):
        if token.kind != "sign" or i in body.sizes:
            continue
        if token.text in STEPS:
            yield i, i, STEPS[token.text], "arithmetic"
        elif is_binary(body.text, token):
            for kind, turned in (("comparison", COMPARISONS), ("arithmetic", ARITHMETIC), ("logic", LOGIC)):
                if token.text in turned:
                    yield i, i, turned[token.text], kind


def shifted_constants(body):
    for i, token in enumerate(body.tokens):
        match = re.fullmatch(r"(\d+)([uUlL]*)", token.text) if token.kind == "number" else None
        if match and i not in body.sizes:
            value = int(match[1])
            for other in [value + 1] + [value - 1] * (value > 0):
                yield i, i, f"{other}{match[2]}", "constant"
        elif token.text in TURNED and body[i - 1] != "return":
            yield i, i, TURNED[token.text], "constant"


def dropped_statements(body):
    for i, token in enumerate(body.tokens[1:], 1):
        if not body.begins_statement(i) or (token.kind != "word" and token.text != "*"):
            continue
        behind = body.end_of_place(i)
        if body[behind] in ASSIGNMENTS:
            kind = "assignment"
        elif body[behind] == "(" and body[behind - 1] not in NOT_A_CALL \
                and not UNNOTICED_CALLS.search(body[behind - 1]):
            kind = "call"
        else:
            continue
        last = body.end_of_statement(i)
        if last is not None:
            yield i, last, ";", kind


def negated_conditions(body):
    for i, token in enumerate(body.tokens):
        if token.text in ("if", "while") and body[i + 1] == "(":
            last = body.partner[i + 1]
            yield i + 1, last, f"(!{body.slice(i + 1, last)})", "condition"


def swapped_returns(body, returns_bool):
    for i, token in enumerate(body.tokens):
        if token.text != "return" or body[i + 1] == ";":
            continue
        last = body.end_of_statement(i)
        if last is None:
            continue
        value = body.slice(i + 1, last - 1)
        if value in TURNED:
            yield i + 1, last - 1, TURNED[value], "return"
        elif returns_bool:
            yield i + 1, last - 1, f"!({value})", "return"


def swapped_jumps(body):
    for i, token in enumerate(body.tokens):
        if token.text == "continue":
            yield i, i, "break", "jump"
        elif token.text == "break":
            yield i, i, "", "jump"


def faults_of(path, text):
    """Every fault that might be planted in a file; some do not compile."""
    starts = [0] + [match.end() for match in re.finditer("\n", text)]
    faults = []
    for match in BODY.finditer(text):
        span = (match.start() + 1, match.end())
        body = Body(text, *span)
        signature = text[text.rfind("\n\n", 0, match.start()) + 1:match.start()]
        returns_bool = re.search(r"^(static |inline )*bool\b", signature, re.MULTILINE) is not None
        for finder in (turned_operators(body), shifted_constants(body), dropped_statements(body),
                       negated_conditions(body), swapped_returns(body, returns_bool), swapped_jumps(body)):
            for first, last, replacement, kind in finder:
                start = body.tokens[first].start
                faults.append(Fault(path, start, body.tokens[last].end, replacement, kind,
                                    bisect.bisect_right(starts, start), span))
    return faults

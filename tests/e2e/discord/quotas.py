"""Rate limits of REST: buckets, the global limit, and failures that a test arranges."""

import collections
import fnmatch
import hashlib
import re
import time

GLOBAL_MOST, GLOBAL_WINDOW = 50, 1.0
DEFAULT = (1000, 1.0)   # generous: a test that wants a limit sets its own
MAJOR = re.compile(r"/(?:channels|guilds)/(\d+)|/(?:webhooks|interactions)/(\d+/[^/]+)")
# Emoji routes and the like are not simulated; these are outside the global limit.
OUTSIDE = re.compile(r"/(?:interactions/|webhooks/\d+/)")

HTML = ("<!DOCTYPE html><html><head><title>Access denied | discord.com used Cloudflare to restrict "
        "access</title></head><body>Error 1015: You are being rate limited.</body></html>")


class Trouble:
    """What happens to the next `times` matching requests: another answer instead of the real one; with
    `done`, after the request was carried out (a post whose answer got lost).

    `scope` makes it a 429 ("user", "shared", "global", or "html" for the page of Cloudflare);
    `drop` cuts the connection; `wait` only delays, in seconds.
    """

    def __init__(self, pattern, status=200, times=1, scope=None, retry_after=0.1, body=None,
                 done=False, drop=False, wait=0.0):
        self.pattern, self.status, self.times = pattern, status, times
        self.scope, self.retry_after, self.body = scope, retry_after, body
        self.done, self.drop, self.wait = done, drop, wait
        if scope:
            self.status = 429
        self.only_waits = wait > 0 and status == 200 and not drop

    def matches(self, method, path):
        return self.times > 0 and fnmatch.fnmatch(f"{method} {path}", self.pattern)


def template(path):
    """A route without its ids, which with its major parameter identifies a bucket."""
    path = re.sub(r"/(webhooks|interactions)/\d+/[^/]+", r"/\1/:id/:token", path)
    return re.sub(r"/\d{5,}", "/:id", path)


class Quotas:
    def __init__(self):
        self.limits = {}        # "POST /channels/:id/messages": (requests, seconds)
        self.shared = {}        # a route: the name of the bucket it shares with others
        self.troubles = []
        self.invalid = 0        # 401, 403 and 429 answers, those of scope "shared" excepted
        self.too_many = 0       # 429 answers that the client brought about
        self._used = collections.defaultdict(collections.deque)
        self._all = collections.deque()

    def trouble(self, method, path):
        for trouble in self.troubles:
            if trouble.matches(method, path):
                trouble.times -= 1
                return trouble
        return None

    def take(self, method, path):
        """(headers, wait): wait is None when the request may pass, else seconds; "global" beside."""
        now = time.monotonic()
        route = f"{method} {template(path)}"
        if not OUTSIDE.match(path):
            self._forget(self._all, now, GLOBAL_WINDOW)
            if len(self._all) >= GLOBAL_MOST:
                return {}, GLOBAL_WINDOW - (now - self._all[0]), "global"
            self._all.append(now)
        most, window = self.limits.get(route, DEFAULT)
        bucket = self.shared.get(route) or hashlib.md5(route.encode()).hexdigest()
        major = next((each for found in MAJOR.finditer(path) for each in found.groups() if each), "")
        used = self._used[bucket, major]
        self._forget(used, now, window)
        waits = window - (now - used[0]) if len(used) >= most else None
        if waits is None:
            used.append(now)
        after = window - (now - used[0])
        headers = {"X-RateLimit-Limit": str(most), "X-RateLimit-Remaining": str(most - len(used)),
                   "X-RateLimit-Reset": f"{time.time() + after:.3f}",
                   "X-RateLimit-Reset-After": f"{after:.3f}", "X-RateLimit-Bucket": bucket}
        return headers, waits, "user"

    @staticmethod
    def _forget(used, now, window):
        while used and now - used[0] >= window:
            used.popleft()

"""Chromium without a window, driven over its DevTools protocol. Debian packages: chromium python3-aiohttp."""

import asyncio
import base64
import itertools
import os
import shutil

import aiohttp

from processes import PATIENCE, Failure, Process, temporary_folder, wait_until

KEYS = {"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "Tab": 9, "Enter": 13, " ": 32, "ArrowDown": 40}
TEXT_OF_KEY = {"Enter": "\r", " ": " "}


class Page:
    """One page. Everything waits until the browser has done it; `requests` lists what it asked a network for."""

    def __init__(self, loop, socket):
        self.loop = loop
        self.socket = socket
        self.numbers = itertools.count(1)
        self.requests = []
        self.complaints = []
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def _note(self, event):
        details = event.get("params", {})
        if event["method"] == "Network.requestWillBeSent":
            self.requests.append(details["request"]["url"])
        elif event["method"] == "Runtime.exceptionThrown":
            self.complaints.append(details["exceptionDetails"]["text"])
        elif event["method"] == "Log.entryAdded" and details["entry"]["level"] == "error":
            self.complaints.append(details["entry"]["text"])

    async def _until(self, arrived):
        while True:
            message = await self.socket.receive_json()
            if "method" in message:
                self._note(message)
            if arrived(message):
                return message

    def _wait(self, arrived):
        return self.loop.run_until_complete(asyncio.wait_for(self._until(arrived), 30 * PATIENCE))

    def call(self, method, **parameters):
        number = next(self.numbers)
        self.loop.run_until_complete(
            self.socket.send_json({"id": number, "method": method, "params": parameters}))
        answer = self._wait(lambda message: message.get("id") == number)
        if "error" in answer:
            raise Failure(f"{method}: {answer['error']}")
        return answer["result"]

    def open(self, path):
        self.requests.clear()
        self.complaints.clear()
        self.call("Page.navigate", url=f"file://{path}")
        self._wait(lambda message: message.get("method") == "Page.loadEventFired")

    def run(self, expression):
        """The value of a JavaScript expression; a promise is waited for."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise Failure(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def text(self, identifier):
        return self.run(f"document.getElementById('{identifier}').innerText")

    def press(self, *keys):
        for key in keys:
            known = {"key": key, "code": "Space" if key == " " else key, "windowsVirtualKeyCode": KEYS[key]}
            text = {"text": TEXT_OF_KEY[key]} if key in TEXT_OF_KEY else {}
            self.call("Input.dispatchKeyEvent", type="keyDown", **known, **text)
            self.call("Input.dispatchKeyEvent", type="keyUp", **known)

    def swipe(self, from_x, to_x, y):
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": from_x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": to_x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def be(self, width, height, scheme="light"):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 500)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def screenshot(self, path):
        picture = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture["data"]))


class Browser:
    """A context: the browser with one page."""

    @staticmethod
    def is_here():
        return shutil.which("chromium") is not None

    def __enter__(self):
        folder = temporary_folder("browser")
        self.process = Process(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--no-proxy-server",
             "--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank"], folder)
        self.loop = asyncio.new_event_loop()
        try:
            port = self._port(os.path.join(folder, "DevToolsActivePort"))
            self.loop.run_until_complete(self._connect(port))
        except BaseException:
            self.__exit__()
            raise
        return Page(self.loop, self.socket)

    def _port(self, path):
        def written():
            if not self.process.is_running():
                raise Failure(f"chromium ended{self.process.tail()}")
            if not os.path.exists(path):
                return []
            with open(path, encoding="ascii") as file:
                return file.read().split()
        return wait_until(written, timeout=60, what="the browser")[0]

    async def _connect(self, port):
        self.session = aiohttp.ClientSession()
        async with self.session.get(f"http://127.0.0.1:{port}/json/list") as answer:
            pages = [page for page in await answer.json() if page["type"] == "page"]
        self.socket = await self.session.ws_connect(pages[0]["webSocketDebuggerUrl"], max_msg_size=0)

    def __exit__(self, *_):
        if hasattr(self, "session"):
            self.loop.run_until_complete(self.session.close())
        self.process.kill()
        self.loop.close()

# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium, driven over the WebDriver protocol (W3C) with nothing but the standard library."""
import base64
import json
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request

START_S = 20


def missing():
    """What is not installed, in words; empty when all is there."""
    names = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
    return f"{' and '.join(names)} not installed; run scripts/install-packages.sh --tests" if names else ""


class Browser:
    """Use it in `with`. Sizes are CSS pixels."""

    def __init__(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.driver = subprocess.Popen(["chromedriver", f"--port={self.port}"], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        self.session = ""
        try:
            self.wait_for_driver()
            options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"],
                       "binary": shutil.which("chromium")}
            wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
            self.session = "/session/" + self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        except Exception:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        try:
            if self.session:
                self.call("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait()

    def wait_for_driver(self):
        for _ in range(START_S * 20):
            try:
                self.call("GET", "/status")
                return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.05)
        raise RuntimeError(f"chromedriver does not answer after {START_S} s")

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"].split("\n")[0]) from None

    def devtools(self, command, parameters):
        return self.call("POST", self.session + "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def look(self, width, height, theme):
        """The screen from the next page on: its size, and what the user prefers ("light", "dark")."""
        self.devtools("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]})
        self.devtools("Emulation.setDeviceMetricsOverride",
                      {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})

    def open(self, path):
        self.call("POST", self.session + "/url", {"url": "file://" + path})

    def windows(self):
        return self.call("GET", self.session + "/window/handles")

    def change_window(self, window):
        self.call("POST", self.session + "/window", {"handle": window})

    def close_window(self):
        self.call("DELETE", self.session + "/window")

    def run(self, script, *arguments):
        """Runs the body of a function and gives what it returns."""
        return self.call("POST", self.session + "/execute/sync", {"script": script, "args": list(arguments)})

    def run_async(self, script, *arguments):
        """The same for a body that hands its result to the function that is its last argument."""
        return self.call("POST", self.session + "/execute/async", {"script": script, "args": list(arguments)})

    def press(self, key):
        """A key to what has the focus, as a code point of WebDriver's table."""
        actions = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.call("POST", self.session + "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def point(self, x, y):
        """Moves the mouse to a place in the window."""
        move = {"type": "pointerMove", "duration": 0, "x": int(x), "y": int(y), "origin": "viewport"}
        self.call("POST", self.session + "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": [move]}]})

    def drag(self, start, end):
        """From a place in the window to another with the button of the mouse; a click where they are the same."""
        def move(place):
            return {"type": "pointerMove", "duration": 30, "x": int(place[0]), "y": int(place[1]), "origin": "viewport"}
        moves = [move(start), {"type": "pointerDown", "button": 0}, move(end), {"type": "pointerUp", "button": 0}]
        self.call("POST", self.session + "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": moves}]})

    def print(self, options):
        """The page as a PDF; options of Page.printToPDF, sizes in inches."""
        return base64.b64decode(self.devtools("Page.printToPDF", options)["data"])

    def messages(self):
        """What the console has said since the last call."""
        return [entry["message"] for entry in self.call("POST", self.session + "/se/log", {"type": "browser"})]

    def requests(self):
        """Addresses that were fetched since the last call."""
        found = []
        for entry in self.call("POST", self.session + "/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return found

    def screenshot(self, path, clip=None):
        """The window, or a part of the page {x, y, width, height}, as PNG."""
        wanted = {"format": "png"}
        if clip:
            wanted.update(clip=dict(clip, scale=1), captureBeyondViewport=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.devtools("Page.captureScreenshot", wanted)["data"]))

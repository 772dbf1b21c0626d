"""Serves the program under test from a fresh home, and asks it over its own API."""

import contextlib
import json
import os
import subprocess
import tempfile
import urllib.request


class Served:
    def __init__(self, url):
        self.url = url

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())


@contextlib.contextmanager
def serving(cofio, **settings):
    """Serves until the block ends. Settings are variables of the environment, without their COFIO_."""
    with tempfile.TemporaryDirectory() as home:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("COFIO_")}
        env = {**clean, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "COFIO_STORE_BALLAST_MIB": "1"}
        env.update({f"COFIO_{name}": value for name, value in settings.items()})
        command = [cofio, "serve", "--no-open", "--json", "--port", "0"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
        try:
            banner = ""
            while line := process.stdout.readline():
                banner += line
                with contextlib.suppress(ValueError):
                    yield Served(json.loads(banner)["url"])
                    return
            raise SystemExit(f"it did not start: {banner}")
        finally:
            process.terminate()
            process.wait(timeout=30)

"""Starts the real `cofio serve` on a fresh folder and a free port, and ends it."""

import json
import os
import subprocess
import tempfile
from contextlib import contextmanager


def environment(folder):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("COFIO_")}
    homes = {name: os.path.join(folder, "home") for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    return {**kept, **homes}


def run(cofio, folder, *arguments):
    """Runs a command over the folder, and returns what it says as JSON."""
    command = [cofio, "--data-dir", os.path.join(folder, "data"), "--json", *arguments]
    done = subprocess.run(command, env=environment(folder), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@contextmanager
def serving(cofio, *flags):
    """Yields the folder and the address of a server."""
    with tempfile.TemporaryDirectory(prefix="cofio-clients-") as folder:
        command = [cofio, "--data-dir", os.path.join(folder, "data"), "--json", "serve", "--no-open", "--port", "0"]
        server = subprocess.Popen([*command, *flags], env=environment(folder), stdout=subprocess.PIPE, text=True)
        try:
            text = ""
            while True:
                line = server.stdout.readline()
                if not line:
                    raise SystemExit(f"the server did not start: {text}")
                text += line
                try:
                    banner = json.loads(text)
                    break
                except ValueError:
                    continue
            yield folder, banner["url"].replace("localhost", "127.0.0.1")
        finally:
            server.terminate()
            server.wait(timeout=30)

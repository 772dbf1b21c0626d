"""schemathesis against the document of a running server: with a key, for about three minutes."""

import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from serving import run, serving  # noqa: E402

SECONDS = 150

# What never ends by itself cannot be asked at random.
STREAMS = r"/api/v1/stream$|/events$|^/mcp|^/v1/(chat|responses|messages)"

# And whoever revokes the key they came with asks in vain from then on.
REVOKING = r"/api/v1/keys/\{id\}$"

CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
]


def main(cofio, schemathesis):
    with serving(cofio, "--require-key") as (folder, url), tempfile.TemporaryDirectory() as report:
        scopes = ["memory:read", "memory:write", "memory:forget", "session:write", "admin"]
        wanted = [part for scope in scopes for part in ("--scope", scope)]
        key = run(cofio, folder, "key", "create", "fuzzer", "--may-impersonate", *wanted)["secret"]
        # Something to be found.
        for text in ("I like tea", "I play the cello", "I am allergic to peanuts"):
            run(cofio, folder, "remember", text)
        command = [schemathesis, "run", f"{url}/openapi.json", "--header", f"Authorization: Bearer {key}"]
        command += ["--checks", ",".join(CHECKS), "--exclude-path-regex", f"{STREAMS}|{REVOKING}", "--phases", "examples,coverage,fuzzing"]
        command += ["--max-time", str(SECONDS), "--workers", "1", "--continue-on-failure", "--rate-limit", "95/s"]
        command += ["--request-timeout", "20", "--no-shrink", "--warnings", "off", "--report-dir", report, "--seed", "26346"]
        return subprocess.run(command, cwd=report).returncode


sys.exit(main(sys.argv[1], sys.argv[2]))

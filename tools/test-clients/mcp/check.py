"""The official Python client of MCP against the real program: both eras, stdio and HTTP, with and without a server."""

import asyncio
import json
import os
import subprocess
import sys
import tempfile

import mcp_types as types
from mcp import Client
from mcp.client.stdio import StdioServerParameters

COFIO = sys.argv[1]
# By how the client opens the conversation; and the revision it must come to.
ERAS = {"legacy": "2025-11-25", "auto": "2026-07-28"}


class Home:
    """Somebody's home folder, and perhaps a server in it."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="cofio-mcp-")
        home = self.folder.name
        self.env = {"HOME": home, "XDG_CONFIG_HOME": f"{home}/config", "XDG_DATA_HOME": f"{home}/share",
                    "PATH": os.environ["PATH"], "TZ": "UTC", "COFIO_STORE_BALLAST_MIB": "1"}
        self.server = None

    def run(self, *words):
        done = subprocess.run([COFIO, *words, "--json"], env=self.env, capture_output=True, text=True)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return json.loads(done.stdout) if done.stdout.strip() else None

    def serve(self):
        self.server = subprocess.Popen([COFIO, "serve", "--no-open", "--json", "--port", "0"], env=self.env,
                                       stdout=subprocess.PIPE, text=True)
        text = ""
        while True:
            text += self.server.stdout.readline()
            try:
                return json.loads(text)["url"].replace("localhost", "127.0.0.1") + "/mcp"
            except json.JSONDecodeError:
                continue

    def stop(self):
        if self.server:
            self.server.terminate()
            self.server.wait(30)
            self.server = None

    def stdio(self, *more):
        return StdioServerParameters(command=COFIO, args=["mcp", *more], env=self.env)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        self.folder.cleanup()


class Person:
    """Answers what they are asked, and keeps what that was."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []

    async def __call__(self, context, params):
        self.asked.append(params.message)
        action, content = self.answers.pop(0)
        return types.ElicitResult(action=action, content=content)


async def call(client, name, arguments=None):
    result = await client.call_tool(name, arguments or {})
    assert not result.is_error, (name, result)
    assert result.content[0].text, name
    return result.structured_content


async def everyday(client, era):
    """What an assistant does on an ordinary day. The SDK compares every result with its output schema."""
    assert client.server_info.name == "cofio", client.server_info
    assert client.protocol_version == ERAS[era], client.protocol_version
    tools = (await client.list_tools()).tools
    assert len(tools) == 18, [tool.name for tool in tools]
    context = await call(client, "get_context", {"query": "what shall I cook tonight?"})
    saved = await call(client, "remember", {"content": "is vegetarian", "session_id": context["session_id"]})
    memory = saved["event"]["memory"]["id"]
    found = await call(client, "recall", {"query": "vegetarian food"})
    assert found["results"][0]["id"] == memory, found
    await call(client, "update_memory", {"id_or_substring": memory, "new_content": "eats fish, too"})
    gone = await call(client, "forget", {"id_or_substring": memory})
    assert gone["event"]["action"] == "forgotten", gone
    assert not (await call(client, "list_memories"))["items"]
    await call(client, "undo", {"operation_id": gone["event"]["op_id"]})
    assert (await call(client, "list_memories"))["items"][0]["id"] == memory
    wrong = await client.call_tool("forget", {"id_or_substring": "no such thing"})
    assert wrong.is_error and "recall" in wrong.content[0].text, wrong

    uris = [str(resource.uri) for resource in (await client.list_resources()).resources]
    assert "cofio://context" in uris and "cofio://now" in uris, uris
    for uri in [*uris, f"cofio://memories/{memory}"]:
        assert (await client.read_resource(uri)).contents[0].text, uri
    assert len((await client.list_resource_templates()).resource_templates) == 3
    prompts = (await client.list_prompts()).prompts
    assert [prompt.name for prompt in prompts] == ["context", "what-do-you-know", "review", "remember", "catch-me-up"]
    got = await client.get_prompt("remember", {"text": "likes tea"})
    assert "likes tea" in got.messages[0].content.text
    await call(client, "forget", {"id_or_substring": memory})
    if era == "auto":
        # Only the current revision has it: being told of changes.
        async with client.listen(resource_subscriptions=["cofio://profile"]) as changes:
            await call(client, "remember", {"content": "plays the cello"})
            async for change in changes:
                assert change.uri == "cofio://profile", change
                break
        await call(client, "forget", {"id_or_substring": "plays the cello"})


async def confirming(connect, home, era):
    """What only the person can settle: refused, accepted, and where they cannot be asked."""
    ill = {"content": "was diagnosed with diabetes"}
    async with Client(connect(), mode=era) as client:
        told = await client.call_tool("remember", ill)
        assert "cofio domains enable health" in told.content[0].text, told
    person = Person(("decline", None), ("accept", {"decision": "turn_on"}),
                    ("accept", {"decision": "save", "text": "you may book trains for me up to 50 euros"}))
    async with Client(connect(), mode=era, elicitation_callback=person) as client:
        told = await client.call_tool("remember", ill)
        assert "did not turn health memory on" in told.content[0].text, told
        assert not [item for item in home.run("list", "--status", "all") if "diabetes" in item["content"]]
        told = await call(client, "remember", ill)
        assert told["event"]["action"] == "saved", told
        await call(client, "remember", {"content": "you may book trains for me without asking"})
        assert len(person.asked) == 3 and "health memory is off" in person.asked[0], person.asked
    held = [item["content"] for item in home.run("list")]
    assert "you may book trains for me up to 50 euros" in held, held


async def together(home, era):
    """Two assistants at once on the same memories, each with a program of its own."""
    async with Client(home.stdio(), mode=era) as one, Client(home.stdio(), mode=era) as other:
        async def many(client, name):
            for number in range(10):
                await call(client, "remember", {"content": f"{name} learned fact number {number} about birds"})
        await asyncio.gather(many(one, "Ana"), many(other, "Ben"))
        for client in (one, other):
            assert len((await call(client, "list_memories"))["items"]) == 20


async def main():
    for era in ERAS:
        with Home() as home:
            async with Client(home.stdio("--profile", "full"), mode=era) as client:
                await everyday(client, era)
            await confirming(lambda: home.stdio(), home, era)
        with Home() as home:
            await together(home, era)
        with Home() as home:
            url = home.serve()
            async with Client(url + "?profile=full", mode=era) as client:
                await everyday(client, era)
            # Beside a server, the program carries to it; when it ends, the program goes on alone.
            async with Client(home.stdio("--profile", "full"), mode=era) as client:
                await everyday(client, era)
                await call(client, "remember", {"content": "likes oolong"})
                home.stop()
                found = await call(client, "recall", {"query": "oolong"})
                assert found["results"], found
            url = home.serve()
            await confirming(lambda: url, home, era)
        print(f"python, {ERAS[era]}: stdio, HTTP, beside a server, two at once, asked and refused")


asyncio.run(main())

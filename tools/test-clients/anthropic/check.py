"""Usage: check.py COFIO. Messages, streaming, tools, models and errors; and the helper for the memory tool, over ours."""

import pathlib
import sys
import urllib.error

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import anthropic
import upstream
from anthropic.lib.tools import BetaAbstractMemoryTool, ToolError
from through import serving

TOOL = {"name": "weather", "description": "How it is", "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}}}
QUESTION = [{"role": "user", "content": "What shall I cook tonight?"}]
TOLD = "You told me you are vegetarian. Olá 🍵!"
ASK = {"model": "some-model", "max_tokens": 100, "messages": QUESTION}


class OurMemory(BetaAbstractMemoryTool):
    """The helper as its users subclass it, with Cofio behind it."""

    def forward(self, command):
        told = cofio.ask("POST", "/api/v1/memory-tool", command.model_dump(exclude_none=True))
        if told["is_error"]:
            raise ToolError(told["content"])
        return told["content"]

    view = create = str_replace = insert = delete = rename = forward


def memory_tool():
    try:
        cofio.ask("POST", "/api/v1/memory-tool", {"command": "view", "path": "/memories"})
    except urllib.error.HTTPError as error:
        assert error.code == 404, error
        return "no memory tool is served"
    ask = {**ASK, "messages": [{"role": "user", "content": "Note how I like my tea."}]}
    runner = client.beta.messages.tool_runner(**ask, tools=[OurMemory()])
    results = [message for message in runner]
    assert len(results) == len(upstream.NOTES) + 1 and results[-1].content[0].type == "text", results
    sent = [message for seen in provider.seen for message in seen["body"].get("messages", [])]
    told = [part for message in sent if isinstance(message["content"], list) for part in message["content"] if part["type"] == "tool_result"]
    assert not any(part.get("is_error") for part in told) and "75 degrees" in str(told[-1]), told
    return "the memory tool"


provider = upstream.start()
with serving(sys.argv[1], UPSTREAM_TEST_BASE_URL=provider.url, UPSTREAM_TEST_PROTOCOLS="messages") as cofio:
    cofio.ask("POST", "/api/v1/memories", {"content": "I am vegetarian"})
    client = anthropic.Anthropic(base_url=cofio.url, api_key="not needed here", max_retries=0)

    raw = client.messages.with_raw_response.create(**ASK, system="Be kind.")
    assert raw.parse().content[0].text == TOLD, raw.text
    assert raw.headers["x-cofio-memories"].startswith("mem_") and "x-cofio-degraded" not in raw.headers, raw.headers
    system = provider.seen[-1]["body"]["system"]
    assert system[0] == {"type": "text", "text": "Be kind."} and system[1]["text"].startswith("<memory_context"), system
    assert system[1]["cache_control"] == {"type": "ephemeral"}, system

    with client.messages.stream(**ASK) as stream:
        assert "".join(stream.text_stream) == TOLD
        final = stream.get_final_message()
        assert (final.stop_reason, final.usage.output_tokens) == ("end_turn", 7)

    asked = client.messages.create(**ASK, tools=[TOOL])
    call = asked.content[0]
    assert (asked.stop_reason, call.name, call.input) == ("tool_use", "weather", {"city": "Lisboa"})
    result = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call.id, "content": "sunny"}]}
    history = QUESTION + [{"role": "assistant", "content": asked.content}, result]
    assert client.messages.create(**{**ASK, "messages": history}, tools=[TOOL]).content[0].text == TOLD
    with client.messages.stream(**ASK, tools=[TOOL]) as stream:
        assert stream.get_final_message().content[0].input == {"city": "Lisboa"}

    assert [model.id for model in client.models.list()] == ["some-model", "other-model"]
    try:
        client.messages.create(**{**ASK, "model": "no-such-model"})
        raise SystemExit("an error of the upstream is an error")
    except anthropic.NotFoundError as error:
        assert error.body["error"]["type"] == "not_found_error", error.body
    try:
        anthropic.Anthropic(base_url=cofio.url, api_key="cofio_wrong", max_retries=0).messages.create(**ASK)
        raise SystemExit("a wrong key of ours is refused")
    except anthropic.AuthenticationError as error:
        assert error.body["error"]["type"] == "authentication_error", error.body
    print(f"anthropic {anthropic.__version__} for Python: messages, streaming, tools, models, errors; {memory_tool()}")

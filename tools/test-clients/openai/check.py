"""Usage: check.py COFIO ROOM. Chat, streaming, tools, responses, embeddings, models, errors and sessions; then the same in
Node."""

import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import openai
import upstream
from through import serving

TOOL = {"type": "function", "function": {"name": "weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}}
QUESTION = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "What shall I cook tonight?"}]
TOLD = "You told me you are vegetarian. Olá 🍵!"

provider = upstream.start()
with serving(sys.argv[1], UPSTREAM_TEST_BASE_URL=provider.url, UPSTREAM_TEST_PROTOCOLS="chat, responses") as cofio:
    cofio.ask("POST", "/api/v1/memories", {"content": "I am vegetarian"})
    client = openai.OpenAI(base_url=f"{cofio.url}/v1", api_key="not needed here", max_retries=0)

    raw = client.chat.completions.with_raw_response.create(model="some-model", messages=QUESTION)
    assert raw.parse().choices[0].message.content == TOLD, raw.text
    assert raw.headers["x-cofio-memories"].startswith("mem_") and "x-cofio-degraded" not in raw.headers, raw.headers
    sent = provider.seen[-1]["body"]["messages"]
    assert sent[0]["content"].startswith("Be kind.\n\n<memory_context"), sent
    session = raw.headers["x-cofio-session"]

    stream = client.chat.completions.create(model="some-model", messages=QUESTION, stream=True, stream_options={"include_usage": True})
    chunks = list(stream)
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices) == TOLD, chunks
    assert chunks[-1].usage.total_tokens == 28

    asked = client.chat.completions.create(model="some-model", messages=QUESTION, tools=[TOOL])
    call = asked.choices[0].message.tool_calls[0]
    assert (call.function.name, call.function.arguments) == ("weather", '{"city": "Lisboa"}')
    history = QUESTION + [asked.choices[0].message, {"role": "tool", "tool_call_id": call.id, "content": "sunny"}]
    assert client.chat.completions.create(model="some-model", messages=history, tools=[TOOL]).choices[0].message.content == TOLD
    parts = client.chat.completions.create(model="some-model", messages=QUESTION, tools=[TOOL], stream=True)
    arguments = [chunk.choices[0].delta.tool_calls[0].function.arguments for chunk in parts if chunk.choices[0].delta.tool_calls]
    assert "".join(arguments) == '{"city": "Lisboa"}', arguments

    answered = client.responses.create(model="some-model", input="What shall I cook tonight?")
    assert answered.output_text == TOLD and answered.usage.output_tokens == 7
    with client.responses.stream(model="some-model", input="What shall I cook tonight?") as events:
        deltas = [event.delta for event in events if event.type == "response.output_text.delta"]
        assert "".join(deltas) == TOLD == events.get_final_response().output_text, deltas

    vectors = client.embeddings.create(model="cofio-embed-1", input=["tea", "coffee"]).data
    assert len(vectors) == 2 and len(vectors[0].embedding) > 100 and vectors[0].embedding != vectors[1].embedding
    models = [model.id for model in client.models.list()]
    assert models[:2] == ["some-model", "other-model"] and len(models) == 3, models
    assert client.models.retrieve("some-model").owned_by == "test"

    try:
        client.chat.completions.create(model="no-such-model", messages=QUESTION)
        raise SystemExit("an error of the upstream is an error")
    except openai.NotFoundError as error:
        assert error.code == "model_not_found" and "no-such-model" in error.message, error
    try:
        openai.OpenAI(base_url=f"{cofio.url}/v1", api_key="cofio_wrong", max_retries=0).models.list()
        raise SystemExit("a wrong key of ours is refused")
    except openai.AuthenticationError as error:
        assert error.code == "unauthenticated", error

    quiet = client.chat.completions.with_raw_response.create(model="some-model", messages=QUESTION, extra_headers={"X-Cofio-Memory": "off"})
    assert quiet.parse().choices[0].message.content == "Hello, olá 🍵!" and "x-cofio-memories" not in quiet.headers
    said = cofio.ask("GET", f"/api/v1/sessions/{session}/messages")["items"]
    assert said[0]["text"] == "What shall I cook tonight?" and said[1]["text"] == TOLD, said
    assert cofio.ask("GET", "/api/v1/stats")["models"]["some-model"]["calls"] >= 7
    print(f"openai {openai.__version__} for Python: chat, streaming, tools, responses, embeddings, models, errors")
    subprocess.run(["node", f"{sys.argv[2]}/check.mjs", f"{cofio.url}/v1"], check=True)

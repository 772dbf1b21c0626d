"""A provider on loopback that speaks chat completions, responses, messages, embeddings and models, as their documents have
it. It answers with what it was told, so that a check can see what reached it."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

USAGE = {"prompt_tokens": 21, "completion_tokens": 7, "total_tokens": 28}
COUNTS = {"input_tokens": 21, "output_tokens": 7}

# What the model does with Anthropic's memory tool, one after the other.
NOTES = [
    {"command": "view", "path": "/memories"},
    {"command": "create", "path": "/memories/notes/tea.md", "file_text": "Sencha, 70 degrees\n"},
    {"command": "str_replace", "path": "/memories/notes/tea.md", "old_str": "70", "new_str": "75"},
    {"command": "view", "path": "/memories/notes/tea.md"},
]


def words(content):
    if isinstance(content, str):
        return content
    return " ".join(part.get("text", "") for part in content or [] if isinstance(part, dict))


class Provider(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def send(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("x-request-id", "req_upstream")
        self.end_headers()
        self.wfile.write(data)

    def stream(self, events, named):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for event in events:
            data = event if isinstance(event, str) else json.dumps(event)
            name = f"event: {event['type']}\n" if named and isinstance(event, dict) else ""
            chunk = f"{name}data: {data}\n\n".encode()
            self.wfile.write(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")

    def do_GET(self):
        models = ["some-model", "other-model"]
        one = self.path.removeprefix("/v1/models/")
        if one in models:
            return self.send(200, {"id": one, "object": "model", "created": 1, "owned_by": "test"})
        if self.path.split("?")[0] == "/v1/models":
            if "anthropic-version" in self.headers:
                data = [{"type": "model", "id": m, "display_name": m, "created_at": "2026-01-01T00:00:00Z"} for m in models]
                return self.send(200, {"data": data, "has_more": False, "first_id": models[0], "last_id": models[-1]})
            data = [{"id": m, "object": "model", "created": 1, "owned_by": "test"} for m in models]
            return self.send(200, {"object": "list", "data": data})
        self.send(404, {"error": {"message": "no such path", "type": "invalid_request_error", "param": None, "code": None}})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        path = self.path.split("?")[0]
        self.server.seen.append({"path": self.path, "headers": dict(self.headers), "body": body})
        if body.get("model") == "no-such-model":
            error = {"message": "The model `no-such-model` does not exist", "type": "invalid_request_error"}
            if path == "/v1/messages":
                return self.send(404, {"type": "error", "error": {"type": "not_found_error", "message": "model: no-such-model"}})
            return self.send(404, {"error": {**error, "param": None, "code": "model_not_found"}})
        routes = {
            "/v1/chat/completions": self.chat,
            "/v1/responses": self.response,
            "/v1/messages": self.messages,
            "/v1/embeddings": self.embeddings,
        }
        routes[path](body)

    def answer(self, texts):
        """Names what it was given, by its handle, where there is any."""
        seen = " ".join(texts)
        return "You told me you are vegetarian [m1]. Olá 🍵!" if "vegetarian" in seen and "[m1]" in seen else "Hello, olá 🍵!"

    def chat(self, body):
        answer = self.answer([words(message.get("content")) for message in body["messages"]])
        wants_tool = body.get("tools") and body["messages"][-1]["role"] != "tool"
        head = {"id": "chatcmpl-1", "created": 1, "model": body["model"]}
        function = {"name": "weather", "arguments": '{"city": "Lisboa"}'}
        if not body.get("stream"):
            call = {"id": "call_1", "type": "function", "function": function}
            message = {"role": "assistant", "content": None, "tool_calls": [call]} if wants_tool else {"role": "assistant", "content": answer}
            choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if wants_tool else "stop"}
            return self.send(200, {**head, "object": "chat.completion", "choices": [choice], "usage": USAGE})
        if wants_tool:
            first = {"index": 0, "id": "call_1", "type": "function", "function": {"name": "weather", "arguments": ""}}
            deltas = [{"role": "assistant", "content": None, "tool_calls": [first]}]
            deltas += [{"tool_calls": [{"index": 0, "function": {"arguments": part}}]} for part in ('{"city": ', '"Lisboa"}')]
        else:
            deltas = [{"role": "assistant", "content": ""}] + [{"content": answer[at : at + 3]} for at in range(0, len(answer), 3)]
        def chunk(delta, reason=None):
            choice = {"index": 0, "delta": delta, "finish_reason": reason}
            return {**head, "object": "chat.completion.chunk", "choices": [choice]}
        events = [chunk(delta) for delta in deltas] + [chunk({}, "tool_calls" if wants_tool else "stop")]
        if (body.get("stream_options") or {}).get("include_usage"):
            events.append({**head, "object": "chat.completion.chunk", "choices": [], "usage": USAGE})
        self.stream(events + ["[DONE]"], named=False)

    def response(self, body):
        items = body["input"] if isinstance(body["input"], list) else [{"content": body["input"]}]
        answer = self.answer([body.get("instructions") or ""] + [words(item.get("content")) for item in items])
        part = {"type": "output_text", "text": answer, "annotations": []}
        item = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed", "content": [part]}
        whole = {
            "id": "resp_1", "object": "response", "created_at": 1, "status": "completed", "model": body["model"], "output": [item],
            "parallel_tool_calls": True, "tool_choice": "auto", "tools": [], "error": None, "incomplete_details": None,
            "instructions": None, "metadata": {}, "temperature": 1, "top_p": 1,
            "usage": {**COUNTS, "total_tokens": 28, "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}},
        }
        if not body.get("stream"):
            return self.send(200, whole)
        place = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
        begun = {**whole, "status": "in_progress", "output": [], "usage": None}
        events = [{"type": "response.created", "response": begun}]
        events.append({"type": "response.output_item.added", "output_index": 0, "item": {**item, "content": [], "status": "in_progress"}})
        events.append({"type": "response.content_part.added", **place, "part": {**part, "text": ""}})
        events += [{"type": "response.output_text.delta", **place, "delta": answer[at : at + 3], "logprobs": []} for at in range(0, len(answer), 3)]
        events.append({"type": "response.output_text.done", **place, "text": answer, "logprobs": []})
        events.append({"type": "response.content_part.done", **place, "part": part})
        events.append({"type": "response.output_item.done", "output_index": 0, "item": item})
        events.append({"type": "response.completed", "response": whole})
        self.stream([{**event, "sequence_number": number} for number, event in enumerate(events)], named=True)

    def messages(self, body):
        system = words(body.get("system"))
        answer = self.answer([system] + [words(message["content"]) for message in body["messages"]])
        last = body["messages"][-1]["content"]
        answered = isinstance(last, list) and any(part.get("type") == "tool_result" for part in last)
        # A thread is kept by the provider: what goes on in it is all that is sent.
        before = self.server.threads if body.get("thread", {}).get("type") == "continue" else {"tools": [], "parts": []}
        tools = body.get("tools") or before["tools"]
        parts = [part for message in body["messages"] if isinstance(message["content"], list) for part in message["content"]]
        self.server.threads = {"tools": tools, "parts": before["parts"] + parts}
        if any(tool.get("type", "").startswith("memory_") for tool in tools):
            done = sum(part.get("type") == "tool_result" for part in before["parts"] + parts)
            wants_tool, name, given = done < len(NOTES), "memory", NOTES[min(done, len(NOTES) - 1)]
        else:
            wants_tool, name, given = bool(tools) and not answered, "weather", {"city": "Lisboa"}
        used = {"type": "tool_use", "id": "toolu_1", "name": name, "input": given}
        content = used if wants_tool else {"type": "text", "text": answer}
        whole = {
            "id": "msg_1", "type": "message", "role": "assistant", "model": body["model"], "content": [content],
            "stop_reason": "tool_use" if wants_tool else "end_turn", "stop_sequence": None, "usage": COUNTS,
        }
        if not body.get("stream"):
            return self.send(200, whole)
        begun = {**whole, "content": [], "stop_reason": None, "usage": {"input_tokens": 21, "output_tokens": 1}}
        events = [{"type": "message_start", "message": begun}, {"type": "ping"}]
        if wants_tool:
            events.append({"type": "content_block_start", "index": 0, "content_block": {**content, "input": {}}})
            deltas = [{"type": "input_json_delta", "partial_json": part} for part in ('{"city": ', '"Lisboa"}')]
        else:
            events.append({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})
            deltas = [{"type": "text_delta", "text": answer[at : at + 3]} for at in range(0, len(answer), 3)]
        events += [{"type": "content_block_delta", "index": 0, "delta": delta} for delta in deltas]
        events.append({"type": "content_block_stop", "index": 0})
        events.append({"type": "message_delta", "delta": {"stop_reason": whole["stop_reason"], "stop_sequence": None}, "usage": {"output_tokens": 7}})
        self.stream(events + [{"type": "message_stop"}], named=True)

    def embeddings(self, body):
        texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
        data = [{"object": "embedding", "index": number, "embedding": [0.5, 0.25]} for number in range(len(texts))]
        self.send(200, {"object": "list", "data": data, "model": body["model"], "usage": {"prompt_tokens": 1, "total_tokens": 1}})


def start():
    """Starts it on a port of its own; `seen` is what it was sent."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    server.daemon_threads = True
    server.seen, server.threads = [], {"tools": [], "parts": []}
    threading.Thread(target=server.serve_forever, daemon=True).start()
    server.url = f"http://127.0.0.1:{server.server_port}/v1"
    return server

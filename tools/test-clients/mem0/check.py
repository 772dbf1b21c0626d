"""mem0's own client against Cofio: everything a program that used the platform calls, and the open server's routes."""

import json
import sys
import urllib.error
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from serving import run, serving  # noqa: E402

import mem0  # noqa: E402
from mem0 import AsyncMemoryClient, MemoryClient  # noqa: E402
from mem0.client.types import AddMemoryOptions, GetAllMemoryOptions, SearchMemoryOptions  # noqa: E402


def texts(answer):
    return sorted(item["memory"] for item in answer["results"])


def same(found, wanted):
    if found != wanted:
        raise SystemExit(f"expected {wanted!r}, found {found!r}")


def fails(call):
    try:
        call()
    except Exception as error:  # The client has a class of its own for every status.
        return error
    raise RuntimeError("it should have failed")


def the_client(client):
    """The calls of the client's documentation, in its words."""
    talk = [
        {"role": "user", "content": "Remember that I'm vegetarian and allergic to nuts."},
        {"role": "assistant", "content": "Noted: vegetarian, no nuts."},
    ]
    learned = client.add(talk, user_id="alex")
    assert any("nuts" in item["memory"] for item in learned["results"]), learned
    kept = client.add("Plays the cello", user_id="alex", agent_id="tutor", infer=False, metadata={"topic": "music"})
    cello = kept["results"][0]
    same((cello["memory"], cello["event"], cello["metadata"]), ("Plays the cello", "ADD", {"topic": "music"}))
    client.add("Lives in Porto", options=AddMemoryOptions(filters={"user_id": "sam"}, infer=False))

    found = client.search("which instrument?", filters={"user_id": "alex"}, top_k=3)
    same(found["results"][0]["memory"], "Plays the cello")
    assert 0 <= found["results"][0]["score"] <= 1, found
    narrowed = SearchMemoryOptions(filters={"AND": [{"user_id": "alex"}, {"agent_id": "tutor"}]})
    same(texts(client.search("which instrument?", options=narrowed)), ["Plays the cello"])

    # Nobody sees what belongs to another.
    same(texts(client.get_all(filters={"user_id": "sam"})), ["Lives in Porto"])
    assert set(texts(client.search("cello", filters={"user_id": "sam"}))) <= {"Lives in Porto"}
    page = client.get_all(options=GetAllMemoryOptions(filters={"user_id": "alex"}, page=1, page_size=1))
    assert page["count"] >= 2 and len(page["results"]) == 1 and page["next"], page
    same(client.get_all(filters={"user_id": "nobody"})["results"], [])

    # A memory is named without its user.
    same(client.get(cello["id"])["user_id"], "alex")
    same(client.update(cello["id"], text="Plays the viola")["memory"], "Plays the viola")
    client.update(cello["id"], metadata={"topic": "strings"})
    same([change["event"] for change in client.history(cello["id"])][:2], ["ADD", "UPDATE"])
    client.feedback(cello["id"], feedback="POSITIVE")
    fails(lambda: client.get("mem_00000000000000000000000000"))
    fails(lambda: client.search("anything", filters={"favourite": "x"}))

    names = {(entity["type"], entity["name"]) for entity in client.users()["results"]}
    assert {("user", "alex"), ("user", "sam"), ("agent", "tutor")} <= names, names
    second = client.add("Sings in a choir", user_id="alex", infer=False)["results"][0]
    client.batch_update([{"memory_id": second["id"], "text": "Sings in two choirs"}])
    same(client.get(second["id"])["memory"], "Sings in two choirs")
    client.batch_delete([{"memory_id": second["id"]}])
    client.delete(cello["id"])
    fails(lambda: client.get(cello["id"]))
    client.delete_all(user_id="alex")
    same(client.get_all(filters={"user_id": "alex"})["results"], [])
    same(texts(client.get_all(filters={"user_id": "sam"})), ["Lives in Porto"])
    fails(lambda: client.delete_all())
    client.delete_users(user_id="sam")
    same(client.get_all(filters={"user_id": "sam"})["results"], [])


async def the_async_client(url, key):
    async with AsyncMemoryClient(api_key=key, host=url) as client:
        await client.add("Has a dog called Rufus", user_id="kim", infer=False)
        found = await client.search("dog", filters={"user_id": "kim"})
        same(texts(found), ["Has a dog called Rufus"])
        await client.delete_all(user_id="kim")


def the_open_server(url, key):
    """The REST server that mem0 is published with, as its documentation calls it."""

    def ask(method, path, body=None):
        headers = {"Content-Type": "application/json"}
        if key:
            headers["X-API-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url + path, data=data, headers=headers, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    messages = [{"role": "user", "content": "Remember that I only drink decaf coffee."}]
    added = ask("POST", "/memories", {"messages": messages, "user_id": "dana"})
    assert added["results"], added
    memory = added["results"][0]["id"]
    same(len(ask("GET", "/memories?user_id=dana")["results"]), len(added["results"]))
    assert "decaf" in ask("POST", "/search", {"query": "coffee", "user_id": "dana"})["results"][0]["memory"]
    ask("PUT", f"/memories/{memory}", {"text": "Drinks no coffee at all"})
    same(ask("GET", f"/memories/{memory}")["memory"], "Drinks no coffee at all")
    same([change["event"] for change in ask("GET", f"/memories/{memory}/history")], ["ADD", "UPDATE"])
    ask("DELETE", f"/memories/{memory}")
    ask("DELETE", "/memories?user_id=dana")
    same(ask("GET", "/memories?user_id=dana")["results"], [])
    error = fails(lambda: ask("GET", f"/memories/{memory}"))
    assert isinstance(error, urllib.error.HTTPError) and error.code == 404 and "detail" in json.load(error), error


def main(cofio):
    import asyncio

    # As a program that is moved here comes: with the key it had there, on the machine it runs on.
    with serving(cofio) as (folder, url):
        the_client(MemoryClient(api_key="m0-the-key-it-had", host=url))
        asyncio.run(the_async_client(url, "m0-the-key-it-had"))
        the_open_server(url, None)
        # The owner's own memories are none of theirs.
        run(cofio, folder, "remember", "I keep bees")
        client = MemoryClient(api_key="anything", host=url)
        assert ("user", "owner") not in {(item["type"], item["name"]) for item in client.users()["results"]}
        same([item["content"] for item in run(cofio, folder, "list")], ["I keep bees"])
    # As a service: with keys of ours.
    with serving(cofio, "--require-key") as (folder, url):
        front = run(cofio, folder, "key", "create", "front", "--may-impersonate")["secret"]
        plain = run(cofio, folder, "key", "create", "plain")["secret"]
        the_client(MemoryClient(api_key=front, host=url))
        the_open_server(url, front)
        fails(lambda: MemoryClient(api_key="m0-the-key-it-had", host=url))
        fails(lambda: MemoryClient(api_key=plain, host=url).add("Likes tea", user_id="alex", infer=False))
    print(f"mem0: the client {mem0.__version__}, sync and async, and the routes of its open server")


main(sys.argv[1])

"""mem0 with its default store on disk, without a language model: what is added is kept as it is."""

import os

os.environ["MEM0_TELEMETRY"] = "False"
# The model for extraction is made when mem0 is, and never asked.
os.environ.setdefault("OPENAI_API_KEY", "none")


class Given:
    """In the place of an embedder: the vector that was handed over with the text."""

    def __init__(self):
        self.vector = None

    def embed(self, text, memory_action=None):
        return self.vector.tolist()


class Peer:
    def __init__(self, folder, dimensions):
        folder.mkdir(parents=True, exist_ok=True)
        os.environ["MEM0_DIR"] = str(folder / "mem0")
        from mem0 import Memory

        vectors = {"path": str(folder / "qdrant"), "on_disk": True, "embedding_model_dims": dimensions}
        self.memory = Memory.from_config(
            {
                "vector_store": {"provider": "qdrant", "config": vectors},
                "history_db_path": str(folder / "history.db"),
            }
        )
        self.memory.embedding_model = self.given = Given()

    def add(self, number, turn, vector):
        self.given.vector = vector
        self.memory.add(turn["spoken"], user_id=turn["space"], metadata={"number": number}, infer=False)

    def finish(self):
        pass

    def search(self, space, text, vector, top):
        self.given.vector = vector
        found = self.memory.search(text, filters={"user_id": space}, top_k=top, threshold=0.0)
        return [hit["metadata"]["number"] for hit in found["results"]]

    def everything(self, space):
        return self.memory.get_all(filters={"user_id": space}, top_k=100_000)["results"]

    def numbers(self, space):
        return [memory["metadata"]["number"] for memory in self.everything(space)]

    def forget(self, number, turn):
        for memory in self.everything(turn["space"]):
            if memory["metadata"]["number"] == number:
                self.memory.delete(memory["id"])

    def close(self):
        self.memory.vector_store.client.close()

"""Chroma in a folder, a collection for each conversation."""

import chromadb


class Peer:
    def __init__(self, folder, dimensions):
        settings = chromadb.Settings(anonymized_telemetry=False)
        self.client = chromadb.PersistentClient(path=str(folder), settings=settings)
        self.collections = {}

    def collection(self, space):
        if space not in self.collections:
            cosine = {"hnsw": {"space": "cosine"}}
            self.collections[space] = self.client.get_or_create_collection(
                space, configuration=cosine, embedding_function=None
            )
        return self.collections[space]

    def add(self, number, turn, vector):
        self.collection(turn["space"]).add(ids=[str(number)], embeddings=[vector], documents=[turn["spoken"]])

    def finish(self):
        pass

    def search(self, space, text, vector, top):
        found = self.collection(space).query(query_embeddings=[vector], n_results=top)
        return [int(number) for number in found["ids"][0]]

    def numbers(self, space):
        return [int(number) for number in self.collection(space).get(include=[])["ids"]]

    def forget(self, number, turn):
        self.collection(turn["space"]).delete(ids=[str(number)])

    def close(self):
        pass

"""LanceDB in a folder, a table for each conversation, searched by words and by meaning at once."""

import lancedb
import pyarrow


class Peer:
    def __init__(self, folder, dimensions):
        self.database = lancedb.connect(folder)
        self.schema = pyarrow.schema(
            [
                ("number", pyarrow.int64()),
                ("text", pyarrow.string()),
                ("vector", pyarrow.list_(pyarrow.float32(), dimensions)),
            ]
        )
        self.tables = {}

    def table(self, space):
        if space not in self.tables:
            try:
                self.tables[space] = self.database.open_table(space)
            except ValueError:
                self.tables[space] = self.database.create_table(space, schema=self.schema, exist_ok=True)
                self.tables[space].create_fts_index("text")
        return self.tables[space]

    def add(self, number, turn, vector):
        self.table(turn["space"]).add([{"number": number, "text": turn["spoken"], "vector": vector}])

    def finish(self):
        for table in self.tables.values():
            table.optimize()

    def search(self, space, text, vector, top):
        query = self.table(space).search(query_type="hybrid").vector(vector).text(text)
        return query.limit(top).to_arrow()["number"].to_pylist()

    def numbers(self, space):
        return self.table(space).to_arrow()["number"].to_pylist()

    def forget(self, number, turn):
        self.table(turn["space"]).delete(f"number = {number}")

    def close(self):
        pass

"""Turns the teachers into weight files that `prepare.py` reads.

    teachers.py DOWNLOADS TARGET

DOWNLOADS is what `fetch` brought: NAME/model.onnx and NAME/vocab.txt for the BERTs, nomic/model.gguf for nomic. All are
written in int8, one scale a row: nothing is lost on dialogue, and they travel in a quarter of the room.
"""

import os
import sys

import numpy as np

import cofio_file

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../eval-models"))
import convert

BERTS = [
    {"name": "all-MiniLM-L6-v2", "kind": "embedder", "licence": "Apache-2.0", "pooling": "mean", "head": "none"},
    {"name": "gte-small", "kind": "embedder", "licence": "MIT", "pooling": "mean", "head": "none"},
    {"name": "e5-small-v2", "kind": "embedder", "licence": "MIT", "pooling": "mean", "head": "none"},
    {"name": "ms-marco-MiniLM-L-12-v2", "kind": "reranker", "licence": "Apache-2.0", "pooling": "cls", "head": "pooler_linear"},
]


def bert(spec, downloads, target):
    folder = f"{downloads}/{spec['name']}"
    weights = convert.Weights(f"{folder}/model.onnx")
    header, tensors = convert.bert(weights, spec, convert.vocabulary(f"{folder}/vocab.txt"))
    cofio_file.write(f"{target}/{spec['name']}.bin", header, *convert.in_int8(weights, header, tensors))


def nomic(downloads, target):
    import gguf

    tensors = {}
    for t in gguf.GGUFReader(f"{downloads}/nomic/model.gguf").tensors:
        value = np.array(t.data).astype(np.float32)
        if value.ndim == 2 and value.size > 20_000:
            tensors[t.name], tensors[t.name + ".scale"] = cofio_file.quantise_rows(value)
        else:
            tensors[t.name] = value
    header = {"name": "nomic-embed-text-v1.5", "kind": "nomic", "licence": "Apache-2.0"}
    cofio_file.write(f"{target}/nomic.bin", header, tensors)


def main():
    downloads, target = sys.argv[1:]
    os.makedirs(target, exist_ok=True)
    for spec in BERTS:
        bert(spec, downloads, target)
    nomic(downloads, target)
    for name in sorted(os.listdir(target)):
        print(f"{os.path.getsize(f'{target}/{name}') / 1e6:7.1f} MB  {name}")


if __name__ == "__main__":
    main()

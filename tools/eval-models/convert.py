"""Turns the models that ours are compared with into Cofio's weight files.

    convert.py DOWNLOADS MODELS      (see `fetch`, which has checked what lies in DOWNLOADS)

Each is written in float, and the transformers in int8 as well: a comparison in the arithmetic that we ship.
"""

import json
import os
import sys

import numpy as np
import onnx
from onnx import numpy_helper
from safetensors.numpy import load_file

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../distill"))
import cofio_file

BERTS = [
    {"name": "all-MiniLM-L6-v2", "kind": "embedder", "licence": "Apache-2.0", "pooling": "mean", "head": "none"},
    {"name": "gte-small", "kind": "embedder", "licence": "MIT", "pooling": "mean", "head": "none"},
    {"name": "ms-marco-MiniLM-L-12-v2", "kind": "reranker", "licence": "Apache-2.0", "pooling": "cls",
     "head": "pooler_linear"},
]
HEAD_DIM = 32  # of every model of the MiniLM family
LAYER = {"o": "attention.output.dense", "up": "intermediate.dense", "down": "output.dense"}


class Weights:
    """The weights of an ONNX graph by module path, in float, and how the linear ones were rounded if they were."""

    def __init__(self, path):
        graph = onnx.load(path).graph
        self.constants = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
        self.float, self.step = {}, {}
        for name in self.constants:
            if not name.startswith("onnx::") and name.endswith((".weight", ".bias", ".weight_quantized")):
                self.float[self.plain(name.removesuffix("_quantized"))] = self.real(name)
        for node in graph.node:
            # The weight of a linear layer lost its name when it was transposed; the node still has the module's path.
            if node.op_type in ("MatMul", "MatMulInteger") and node.input[1] in self.constants:
                module = node.name.strip("/").rsplit("/", 1)[0].replace("/", ".")
                name = self.plain(module) + ".weight"
                self.float[name] = np.ascontiguousarray(self.real(node.input[1]).T)
                if node.op_type == "MatMulInteger":
                    scale = self.constants[node.input[1].replace("_quantized", "_scale")]
                    self.step[name] = np.broadcast_to(scale, self.float[name].shape[0]).astype(np.float32)

    @staticmethod
    def plain(name):
        return name.removeprefix("bert.").replace("encoder.layer.", "layer.")

    def real(self, name):
        array = self.constants[name]
        if not name.endswith("_quantized"):
            return array.astype(np.float32)
        stem = name.removesuffix("_quantized")
        zero, scale = (self.constants[stem + part].astype(np.float32) for part in ("_zero_point", "_scale"))
        return (array.astype(np.float32) - zero) * scale


def linear_parts(layers):
    """Our name of each linear layer, and the modules whose rows it holds."""
    for layer in range(layers):
        yield f"layer.{layer}.qkv", [f"layer.{layer}.attention.self.{part}" for part in ("query", "key", "value")]
        for ours, theirs in LAYER.items():
            yield f"layer.{layer}.{ours}", [f"layer.{layer}.{theirs}"]


def bert(weights, spec, vocab):
    """(header, tensors) of an ordinary BERT, all in float."""
    real = weights.float
    layers = 1 + max(int(name.split(".")[1]) for name in real if name.startswith("layer."))
    tensors = {"vocab": np.frombuffer(vocab, np.uint8)}
    for ours, theirs in (("word", "word_embeddings"), ("position", "position_embeddings"), ("type", "token_type_embeddings")):
        tensors[ours] = real[f"embeddings.{theirs}.weight"]
    norms = [("ln", "embeddings.LayerNorm")]
    for layer in range(layers):
        norms += [(f"layer.{layer}.ln1", f"layer.{layer}.attention.output.LayerNorm"),
                  (f"layer.{layer}.ln2", f"layer.{layer}.output.LayerNorm")]
    for ours, theirs in norms:
        for part in ("weight", "bias"):
            tensors[f"{ours}.{part}"] = real[f"{theirs}.{part}"]
    for ours, modules in linear_parts(layers):
        for part in ("weight", "bias"):
            tensors[f"{ours}.{part}"] = np.concatenate([real[f"{module}.{part}"] for module in modules])
    if spec["head"] == "pooler_linear":
        for ours, theirs in (("pooler", "pooler.dense"), ("head", "classifier")):
            for part in ("weight", "bias"):
                tensors[f"{ours}.{part}"] = real[f"{theirs}.{part}"]
    width = tensors["word"].shape[1]
    header = {**spec, "note": "converted for comparison", "layers": layers, "width": width, "heads": width // HEAD_DIM,
              "ffn": tensors["layer.0.up.weight"].shape[0], "rank": width, "positions": tensors["position"].shape[0],
              "types": tensors["type"].shape[0], "out": 0, "eps": 1e-12, "max_tokens": 256, "query_prefix": "",
              "document_prefix": "", "query_type": 0, "document_type": 0}
    return header, tensors


def in_int8(weights, header, tensors):
    """The same tensors with int8 linear weights and an int8 table. What came as int8 keeps its very integers."""
    out, packed = dict(tensors), set()
    for ours, modules in linear_parts(header["layers"]):
        name = ours + ".weight"
        packed.add(name)
        steps = [weights.step.get(module + ".weight") for module in modules]
        if all(step is not None for step in steps):
            scale = np.concatenate(steps)
            out[name], out[name + ".scale"] = np.rint(tensors[name] / scale[:, None]).astype(np.int8), scale
    out["word"], out["word.scale"] = cofio_file.quantise_rows(tensors["word"])
    return out, packed


def potion(folder, vocab):
    """A static table with its rows in the order of bert-base-uncased; it has no rows for the unused entries there."""
    (table,) = load_file(f"{folder}/model.safetensors").values()
    with open(f"{folder}/tokenizer.json", encoding="utf-8") as file:
        rows = json.load(file)["model"]["vocab"]
    entries = vocab.decode().split("\n")[:-1]
    word = np.zeros((len(entries), table.shape[1]), np.float32)
    for at, entry in enumerate(entries):
        if entry in rows:
            word[at] = table[rows[entry]]
    header = {"name": "potion-base-8M", "kind": "static", "licence": "MIT", "note": "converted for comparison",
              "layers": 0, "width": table.shape[1], "heads": 0, "ffn": 0, "rank": table.shape[1], "positions": 0,
              "types": 0, "out": 0, "pooling": "mean", "head": "none", "eps": 1e-12, "max_tokens": 256,
              "query_prefix": "", "document_prefix": "", "query_type": 0, "document_type": 0}
    return header, {"vocab": np.frombuffer(vocab, np.uint8), "word": word}


def vocabulary(path):
    with open(path, encoding="utf-8") as file:
        entries = file.read().rstrip("\n").split("\n")
    if len(entries) != 30522 or entries[101:103] != ["[CLS]", "[SEP]"]:
        sys.exit(f"{path} is not the vocabulary of bert-base-uncased")
    return ("\n".join(entries) + "\n").encode()


def main():
    downloads, models = sys.argv[1:]
    for spec in BERTS:
        folder = f"{downloads}/{spec['name']}"
        vocab = vocabulary(f"{folder}/vocab.txt")
        weights = Weights(f"{folder}/model.onnx")
        header, tensors = bert(weights, spec, vocab)
        cofio_file.write(f"{models}/{spec['name']}.f32.bin", header, tensors)
        cofio_file.write(f"{models}/{spec['name']}.int8.bin", header, *in_int8(weights, header, tensors))
        print(f"{spec['name']}: {header['layers']} layers of {header['width']}", file=sys.stderr)
    header, tensors = potion(f"{downloads}/potion-base-8M", vocab)
    cofio_file.write(f"{models}/potion-base-8M.f32.bin", header, tensors)
    print(f"potion-base-8M: a table of {header['width']}", file=sys.stderr)


if __name__ == "__main__":
    main()

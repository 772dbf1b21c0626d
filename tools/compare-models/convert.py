#!/usr/bin/env python3
"""Brings a BERT in safetensors over to our weight file, in bytes or in floats.

    convert.py MODEL.safetensors VOCAB.txt OUT.bin [--float]

The format is that of crates/models/src/local/file.rs; needs numpy.
"""

import json
import struct
import sys

import numpy as np


def read(path):
    """The tensors of a safetensors file: a length, a JSON header, then the numbers."""
    data = open(path, "rb").read()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    tensors = {}
    for name, entry in header.items():
        if entry.get("dtype") == "F32":
            start, end = entry["data_offsets"]
            numbers = np.frombuffer(data, "<f4", (end - start) // 4, 8 + length + start)
            tensors[name.removeprefix("bert.")] = numbers.reshape(entry["shape"])
    return tensors


class Writer:
    def __init__(self, header):
        self.header, self.data = {**header, "tensors": {}}, bytearray()

    def add(self, name, dtype, shape, content):
        self.data += bytes(-len(self.data) % 64)
        self.header["tensors"][name] = {"dtype": dtype, "shape": list(shape), "at": len(self.data)}
        self.data += content

    def floats(self, name, numbers):
        self.add(name, "f32", numbers.shape, np.ascontiguousarray(numbers, "<f4").tobytes())

    def rounded(self, name, numbers, packed):
        scale = np.abs(numbers).max(1) / 127
        scale[scale == 0] = 1
        whole = np.clip(np.rint(numbers / scale[:, None]), -127, 127).astype(np.int8)
        if packed:
            rows, columns = whole.shape
            padded = np.zeros((-(-rows // 16) * 16, -(-columns // 4) * 4), np.int8)
            padded[:rows, :columns] = whole
            whole = padded.reshape(padded.shape[0] // 16, 16, -1, 4).transpose(0, 2, 1, 3)
        self.add(name, "i8p" if packed else "i8", numbers.shape, np.ascontiguousarray(whole).tobytes())
        self.floats(f"{name}.scale", scale)

    def write(self, path):
        header = json.dumps(self.header).encode()
        header += b" " * (-(12 + len(header)) % 64)
        open(path, "wb").write(b"COFIOM01" + struct.pack("<I", len(header)) + header + self.data)


def main():
    source, vocabulary, out, *flags = sys.argv[1:]
    tensors, as_floats = read(source), "--float" in flags
    words = tensors["embeddings.word_embeddings.weight"]
    layers = 1 + max(int(name.split(".")[2]) for name in tensors if name.startswith("encoder.layer."))
    width, ffn = words.shape[1], tensors["encoder.layer.0.intermediate.dense.weight"].shape[0]
    positions, types = tensors["embeddings.position_embeddings.weight"], tensors["embeddings.token_type_embeddings.weight"]
    writer = Writer(dict(name="minilm-l6", kind="embedder", licence="Apache-2.0", layers=layers, width=width, heads=12, ffn=ffn, rank=width,
                         positions=len(positions), types=len(types), out=0, pooling="mean", head="none", eps=1e-12, max_tokens=512))

    def linear(name, weight, bias):
        if as_floats:
            writer.floats(f"{name}.weight", weight)
        else:
            writer.rounded(f"{name}.weight", weight, True)
        writer.floats(f"{name}.bias", bias)

    lines = open(vocabulary, "rb").read()
    writer.add("vocab", "u8", [len(lines)], lines)
    if as_floats:
        writer.floats("word", words)
    else:
        writer.rounded("word", words, False)
    writer.floats("position", positions)
    writer.floats("type", types)
    for part in ("weight", "bias"):
        writer.floats(f"ln.{part}", tensors[f"embeddings.LayerNorm.{part}"])
    for index in range(layers):
        old, new = f"encoder.layer.{index}.", f"layer.{index}."
        looks = [{part: tensors[f"{old}attention.self.{name}.{part}"] for part in ("weight", "bias")} for name in ("query", "key", "value")]
        linear(f"{new}qkv", np.concatenate([look["weight"] for look in looks]), np.concatenate([look["bias"] for look in looks]))
        for name, place in (("o", "attention.output.dense"), ("up", "intermediate.dense"), ("down", "output.dense")):
            linear(new + name, tensors[f"{old}{place}.weight"], tensors[f"{old}{place}.bias"])
        for name, place in (("ln1", "attention.output.LayerNorm"), ("ln2", "output.LayerNorm")):
            for part in ("weight", "bias"):
                writer.floats(f"{new}{name}.{part}", tensors[f"{old}{place}.{part}"])
    writer.write(out)


main()

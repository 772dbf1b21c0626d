"""Writes a trained model as Cofio's weight file.

    export.py PARTS NAME VOCAB.txt TARGET.bin [--float]      (PARTS is the folder of NAME.0.npz … and NAME.shape.json)
"""

import argparse
import glob
import json

import numpy as np

import cofio_file
from encoders import file_name

KEPT = (
    "name kind layers width heads ffn rank positions types out pooling head eps max_tokens query_prefix document_prefix "
    "query_type document_type"
).split()


def assemble(folder, name):
    with open(f"{folder}/{name}.shape.json") as file:
        shape = json.load(file)
    tensors = {}
    for part in sorted(glob.glob(f"{folder}/{name}.[0-9].npz")):
        with np.load(part) as loaded:
            tensors |= {file_name(k): loaded[k].astype(np.float32) for k in loaded.files}
    return shape, tensors


def rounded(tensors):
    """Which tensors are rounded: every matrix of a linear layer but the head, and the table."""
    linear = {k for k, v in tensors.items() if k.endswith(".weight") and v.ndim == 2 and not k.startswith(("head.", "pooler."))}
    out = dict(tensors)
    out["word"], out["word.scale"] = cofio_file.quantise_rows(tensors["word"])
    return out, linear


def main():
    args = argparse.ArgumentParser()
    for name in ("folder", "name", "vocabulary", "target"):
        args.add_argument(name)
    args.add_argument("--as-name", help="the name in the file, if it is another one")
    args.add_argument("--float", action="store_true", help="for comparison: nothing is rounded")
    a = args.parse_args()
    shape, tensors = assemble(a.folder, a.name)
    with open(a.vocabulary, "rb") as file:
        entries = file.read().rstrip(b"\n").split(b"\n")
    if len(entries) != len(tensors["word"]):
        raise SystemExit(f"{a.vocabulary} has {len(entries)} entries, the model {len(tensors['word'])}")
    header = {k: shape[k] for k in KEPT if k in shape}
    header |= {"name": a.as_name or a.name, "licence": "MIT OR Apache-2.0", "note": "vocabulary: bert-base-uncased, Apache-2.0"}
    vocabulary = {"vocab": np.frombuffer(b"\n".join(entries) + b"\n", np.uint8)}
    if a.float:
        size = cofio_file.write(a.target, header, vocabulary | tensors)
    else:
        numbers, packed = rounded(tensors)
        size = cofio_file.write(a.target, header, vocabulary | numbers, packed)
    print(f"{a.target}: {size} bytes")


if __name__ == "__main__":
    main()

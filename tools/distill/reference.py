"""The reference of the inference: a weight file run by numpy and torch, in the arithmetic of the shipped code.

    reference.py FILE.bin TEXTS.jsonl VECTORS.npy      (TEXTS: {"mode": "document" | "query", "text": …} a line)

Slow and plain on purpose: `cofio-eval agree` compares the Rust code with what this says.
"""

import json
import math
import sys

import numpy as np
import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

import cofio_file


def erf(x):
    return torch.erf(torch.from_numpy(x.astype(np.float64))).numpy()


class Reference:
    def __init__(self, path):
        self.shape, self.tensors = cofio_file.read(path)
        entries = self.tensors["vocab"].tobytes().decode().split("\n")[:-1]
        self.tokens = Tokenizer(models.WordPiece({e: i for i, e in enumerate(entries)}, unk_token="[UNK]"))
        self.tokens.normalizer = normalizers.BertNormalizer(lowercase=True)
        self.tokens.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        self.whole = {}

    def linear(self, x, name):
        """int8 weights, and activations rounded to uint8 with one scale a token; exact where a weight is float."""
        weight, bias = self.tensors[name + ".weight"], self.tensors.get(name + ".bias", np.float32(0))
        if weight.dtype != np.int8:
            return x @ weight.T + bias
        if name not in self.whole:
            self.whole[name] = weight.astype(np.float64).T  # integers: the products are exact in float64
        low, high = np.minimum(x.min(-1, keepdims=True), 0), np.maximum(x.max(-1, keepdims=True), 0)
        scale = ((high - low) / np.float32(255)).astype(np.float32)
        scale[scale == 0] = 1
        zero = np.rint(-low / scale)
        rounded = np.clip(np.rint(x * (np.float32(1) / scale)) + zero, 0, 255) - zero
        exact = (rounded.astype(np.float64) @ self.whole[name]).astype(np.float32)
        return exact * (scale * self.tensors[name + ".weight.scale"]) + bias

    def norm(self, x, name):
        mean = x.mean(-1, keepdims=True)
        spread = np.sqrt(((x - mean) ** 2).mean(-1, keepdims=True) + np.float32(self.shape["eps"]))
        return (x - mean) / spread * self.tensors[name + ".weight"] + self.tensors[name + ".bias"]

    def run(self, ids, kinds):
        """Pooled vector of one sequence."""
        shape = self.shape
        word = cofio_file.real({"word": self.tensors["word"][ids], "word.scale": self.tensors["word.scale"][ids]} if self.tensors["word"].dtype == np.int8 else {"word": self.tensors["word"][ids]}, "word")
        x = self.linear(word, "up") if shape["rank"] != shape["width"] else word
        x = self.norm(x + self.tensors["position"][: len(ids)] + self.tensors["type"][kinds], "ln")
        heads, size = shape["heads"], shape["width"] // shape["heads"]
        for i in range(shape["layers"]):
            layer = f"layer.{i}."
            q, k, v = self.linear(x, layer + "qkv").reshape(len(ids), 3, heads, size).transpose(1, 2, 0, 3)
            score = q @ k.swapaxes(1, 2) * np.float32(size**-0.5)
            weight = np.exp(score - score.max(-1, keepdims=True))
            seen = (weight / weight.sum(-1, keepdims=True) @ v).swapaxes(0, 1).reshape(len(ids), -1)
            x = self.norm(x + self.linear(seen, layer + "o"), layer + "ln1")
            up = self.linear(x, layer + "up")
            up = (up * 0.5 * (1 + erf(up / math.sqrt(2)))).astype(np.float32)
            x = self.norm(x + self.linear(up, layer + "down"), layer + "ln2")
        return x[0] if shape["pooling"] == "cls" else x.mean(0)

    def embed(self, text, mode):
        query = mode == "query"
        text = self.shape["query_prefix" if query else "document_prefix"] + text
        ids = self.tokens.encode(text, add_special_tokens=False).ids[: self.shape["max_tokens"] - 2]
        ids = [101, *ids, 102]
        pooled = self.run(ids, self.shape["query_type" if query else "document_type"])
        vector = self.linear(pooled[None], "out")[0] if self.shape["out"] else pooled
        return vector / np.linalg.norm(vector)


def main():
    path, texts, target = sys.argv[1:]
    reference = Reference(path)
    with open(texts, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    np.save(target, np.stack([reference.embed(r["text"], r["mode"]) for r in rows]).astype(np.float32))


if __name__ == "__main__":
    main()

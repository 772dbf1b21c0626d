"""The reference of the inference: a weight file run by numpy, operation by operation as the shipped code runs it.

    reference.py FILE.bin TEXTS.jsonl VECTORS.npy      (TEXTS: {"mode": "document" | "query", "text": …} a line)

Rounding to bytes makes a long calculation jump: a last bit that differs in the first layer is a different byte in some
later one, and two honest implementations end up a thousandth apart. So this one keeps to the order of sums (sixteen lanes,
then a tree) and to the polynomials of `crates/models/src/local/kernel`, with numpy's plain float32 operations. Slow and
plain on purpose: `cofio-eval agree` compares the Rust code with what this says.
"""

import json
import sys

import numpy as np
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

import cofio_file

F = np.float32
LANES = 16
ROUNDER = F(12_582_912.0)
POWER = [1.0, 0.6931471805599453, 0.24022646, 0.055503286, 0.009618489, 0.0013399931, 0.00015345811]
NORMAL = [
    0.14136378, -0.07029665, 0.05152142, -0.04043295, 0.03142623, -0.02333673, 0.016497657, -0.010973232, 0.0061654295,
    -0.0029156734, 0.0020018613, -0.0015141536, 0.00049296906,
]


def lane_sum(x):
    """Adds up the last axis: sixteen lanes one after the other, then a tree."""
    extra = -x.shape[-1] % LANES
    x = np.concatenate([x, np.zeros((*x.shape[:-1], extra), F)], -1) if extra else x
    total = np.zeros((*x.shape[:-1], LANES), F)
    for start in range(0, x.shape[-1], LANES):
        total = total + x[..., start : start + LANES]
    for half in (8, 4, 2, 1):
        total = total[..., :half] + total[..., half : 2 * half]
    return total[..., 0]


def polynomial(coefficients, at):
    value = np.full_like(at, F(coefficients[-1]))
    for coefficient in reversed(coefficients[:-1]):
        value = value * at + F(coefficient)
    return value


def exp(x):
    """For numbers that are not above zero."""
    scaled = np.maximum(x, F(-87.0)) * F(1.4426950408889634)
    shifted = scaled + ROUNDER
    fraction = scaled - (shifted - ROUNDER)
    power = ((shifted.view(np.uint32) << np.uint32(23)) + F(1.0).view(np.uint32)).view(F)
    return polynomial(POWER, fraction) * power


def gelu(x):
    inside = np.minimum(np.maximum(x, F(-5.0)), F(5.0))
    at = inside * inside * F(2.0 / 25.0) - F(1.0)
    share = inside * polynomial(NORMAL, at) + F(0.5)
    return x * np.minimum(np.maximum(share, F(0.0)), F(1.0))


class Reference:
    def __init__(self, path):
        self.shape, self.tensors = cofio_file.read(path)
        entries = self.tensors["vocab"].tobytes().decode().split("\n")[:-1]
        self.tokens = Tokenizer(models.WordPiece({e: i for i, e in enumerate(entries)}, unk_token="[UNK]"))
        self.tokens.normalizer = normalizers.BertNormalizer(lowercase=True)
        self.tokens.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        self.whole = {}

    def linear(self, x, name):
        """int8 weights; the input is rounded to uint8 with one scale a token."""
        if name not in self.whole:
            self.whole[name] = self.tensors[name + ".weight"].astype(np.float64).T  # integers: their sums are exact
        low, high = np.minimum(x.min(-1, keepdims=True), F(0)), np.maximum(x.max(-1, keepdims=True), F(0))
        scale = (high - low) / F(255)
        scale = np.where(scale >= np.finfo(F).tiny, scale, F(1))
        zero = np.clip(np.rint(-low / scale), F(0), F(255))
        whole = np.rint(np.clip(x * (F(1) / scale), F(-255), F(255)))
        rounded = np.clip(whole + zero, F(0), F(255)) - zero
        exact = (rounded.astype(np.float64) @ self.whole[name]).astype(F)
        return exact * (scale * self.tensors[name + ".weight.scale"]) + self.tensors.get(name + ".bias", F(0))

    def norm(self, x, name):
        share = F(1) / F(x.shape[-1])
        apart = x - (lane_sum(x) * share)[:, None]
        scale = F(1) / np.sqrt(lane_sum(apart * apart) * share + F(self.shape["eps"]))
        return apart * scale[:, None] * self.tensors[name + ".weight"] + self.tensors[name + ".bias"]

    def attention(self, qkv):
        tokens, heads = len(qkv), self.shape["heads"]
        size = self.shape["width"] // heads
        q, k, v = qkv.reshape(tokens, 3, heads, size).transpose(1, 2, 0, 3)
        q = q * (F(1) / np.sqrt(F(size)))
        score = np.zeros((heads, tokens, tokens), F)
        for i in range(size):
            score = score + q[:, :, i, None] * k[:, None, :, i]
        weight = exp(score - score.max(-1, keepdims=True))
        share = F(1) / lane_sum(weight)
        seen = np.zeros((heads, tokens, size), F)
        for i in range(tokens):
            seen = seen + weight[:, :, i, None] * v[:, None, i]
        return (seen * share[:, :, None]).swapaxes(0, 1).reshape(tokens, -1)

    def run(self, ids, kind):
        """The mean of the tokens of one text."""
        shape = self.shape
        word = self.tensors["word"][ids].astype(F) * self.tensors["word.scale"][ids][:, None]
        x = self.linear(word, "up") if shape["rank"] != shape["width"] else word
        x = self.norm(x + (self.tensors["position"][: len(ids)] + self.tensors["type"][kind]), "ln")
        for i in range(shape["layers"]):
            layer = f"layer.{i}."
            x = self.norm(x + self.linear(self.attention(self.linear(x, layer + "qkv")), layer + "o"), layer + "ln1")
            x = self.norm(x + self.linear(gelu(self.linear(x, layer + "up")), layer + "down"), layer + "ln2")
        total = np.zeros(shape["width"], F)
        for row in x:
            total = total + row
        return total / F(len(ids))

    def embed(self, text, mode):
        query = mode == "query"
        text = self.shape["query_prefix" if query else "document_prefix"] + text
        ids = self.tokens.encode(text, add_special_tokens=False).ids[: self.shape["max_tokens"] - 2]
        pooled = self.run([101, *ids, 102], self.shape["query_type" if query else "document_type"])
        vector = self.linear(pooled[None], "out")[0].astype(np.float64)
        return vector / np.sqrt((vector * vector).sum())


def main():
    path, texts, target = sys.argv[1:]
    reference = Reference(path)
    with open(texts, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    np.save(target, np.stack([reference.embed(r["text"], r["mode"]) for r in rows]).astype(F))


if __name__ == "__main__":
    main()

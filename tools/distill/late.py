"""The reranker: every token of the question looks for its like in the passage, and in what was said before it.

    late.py FOLDER NAME TARGET.bin      writes what `train_late.py` left in FOLDER as a weight file

It stands on the embedder: the lower layers are the embedder's own and stay as they are, the upper ones are copies that
learn this task. `crates/models/src/local/late.rs` is the same in Rust.
"""

import argparse
import copy
import glob
import json

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import cofio_file
import corpus
import encoders

QUESTION, PASSAGE = 64, 128  # the longest of each, in tokens, the special ones among them
DIMENSIONS = 64
# What a match in the turn before is worth of what it has more than the best match in the turn itself.
BEFORE = 0.6


@torch.no_grad()
def directions(model, text, rows):
    """The directions in which the tokens of these rows differ most, after the last layer."""
    total, squares, count = 0.0, 0.0, 0
    for part in rows.split(256):
        ids, mask = text.batch(part)
        states = model.states(ids, mask, torch.zeros(len(part), 1, dtype=torch.long, device=ids.device))[mask].double()
        total, squares, count = total + states.sum(0), squares + states.T @ states, count + len(states)
    mean = total / count
    _, found = torch.linalg.eigh(squares / count - torch.outer(mean, mean))
    return found[:, -DIMENSIONS:].flip(1).T.float().contiguous()


class Late(nn.Module):
    quick = ("weigh.weight", "weigh.bias", "special", "scale")  # begin far from where they end

    def __init__(self, embedder, own, over, start):
        super().__init__()
        shape = embedder.shape
        self.shape = {
            "name": "", "kind": "reranker", "head": "late", "over": over, "layers": own, "width": shape["width"],
            "heads": shape["heads"], "ffn": shape["ffn"], "eps": shape["eps"], "out": len(start), "max_tokens": PASSAGE,
        }
        self.under = [embedder]  # in a list: no part of what is trained and kept
        self.layer = copy.deepcopy(embedder.layer[len(embedder.layer) - own :])
        for parameter in self.layer.parameters():
            parameter.requires_grad_(True)
        self.token = encoders.Linear(shape["width"], len(start), bias=False)
        self.token.weight.data.copy_(start)
        # What a token of the question counts for: at first one, the special ones less.
        self.weigh = nn.Linear(shape["width"], 1)
        nn.init.zeros_(self.weigh.weight)
        nn.init.zeros_(self.weigh.bias)
        self.special, self.scale = nn.Parameter(torch.tensor([0.3])), nn.Parameter(torch.tensor([1.0]))

    SCALE = 25.0  # mean similarities lie close together; times this they differ about as much as the teacher's scores

    @torch.no_grad()
    def lower(self, ids, mask, mode):
        """The layers that stay, always under the rounding of the shipped file."""
        before, encoders.Linear.rounded = encoders.Linear.rounded, True
        kinds = torch.full((len(ids), 1), mode, device=ids.device)
        x = self.under[0].states(ids, mask, kinds, len(self.under[0].layer) - len(self.layer))
        encoders.Linear.rounded = before
        return x.float()

    def upper(self, x, mask):
        for layer in self.layer:
            x = layer(x, mask)
        return x.float()

    def read(self, text, rows, most, mode, budget=40_000):
        """Token states of some rows, padded: [rows, longest, width], and which are there. Similar lengths together."""
        length = text.length[rows].clamp(max=most)
        order, parts, start = torch.argsort(length), [], 0
        sizes, longest = length[order].cpu().numpy(), int(length.max())
        while start < len(order):
            end = start + 1
            while end < len(order) and (end - start + 1) * sizes[end] <= budget and sizes[end] <= 2 * sizes[start] + 8:
                end += 1
            part = rows[order[start:end]]
            ids, mask = text.take(part, most=most)
            last = length[order[start:end]] - 1
            ids[torch.arange(len(part), device=ids.device), last] = corpus.SEP  # where a text was cut, too
            x = self.lower(ids, mask, mode)
            with torch.autocast(ids.device.type, torch.bfloat16, enabled=ids.is_cuda and self.training):
                x = self.upper(x, mask)
            parts.append(F.pad(x, (0, 0, 0, longest - x.shape[1])))
            start = end
        there = torch.arange(longest, device=rows.device) < length[:, None]
        return torch.cat(parts)[torch.argsort(order)], there

    def reading(self, states, there):
        return F.normalize(self.token(states), dim=-1) * there[..., None]

    def weights(self, states, there):
        """What the tokens of questions count for, in all one. A smooth step that is exact on every machine."""
        x = self.weigh(states)[..., 0]
        x = (x + (x * x + 4).sqrt()) / 2
        last = there.sum(1, keepdim=True) - 1
        column = torch.arange(there.shape[1], device=x.device)
        x = torch.where((column == 0) | (column == last), self.special * x, x) * there
        return x / x.sum(1, keepdim=True)

    def forward(self, text, question, turn, before):
        """Scores of rows: a question, a passage, and what was said before it or -1."""
        asked, which = question.unique(return_inverse=True)
        states, there = self.read(text, asked, QUESTION, 1)
        q, weight = self.reading(states, there), self.weights(states, there)
        told, at = torch.cat([turn, torch.where(before >= 0, before, turn)]).unique(return_inverse=True)
        states, there = self.read(text, told, PASSAGE, 0)
        p = self.reading(states, there)
        here, earlier = at.view(2, -1)
        best = lambda rows: (q[which] @ p[rows].transpose(1, 2)).masked_fill(~there[rows][:, None], -1.0).amax(2)
        match = best(here)
        match = match + BEFORE * F.relu(best(earlier) - match)  # no turn before: the turn itself, and nothing more
        return (match * weight[which]).sum(1) * self.scale * self.SCALE


def main():
    args = argparse.ArgumentParser()
    for name in ("folder", "name", "target"):
        args.add_argument(name)
    args.add_argument("--as-name", help="the name in the file, if it is another one")
    a = args.parse_args()
    with open(f"{a.folder}/{a.name}.shape.json") as file:
        header = json.load(file)
    tensors = {}
    for part in sorted(glob.glob(f"{a.folder}/{a.name}.[0-9].npz")):
        with np.load(part) as loaded:
            tensors |= {k: loaded[k].astype(np.float32) for k in loaded.files}
    tensors["scale"] *= Late.SCALE
    tensors["before"] = np.array([BEFORE], np.float32)
    header |= {"name": a.as_name or a.name, "licence": "MIT OR Apache-2.0", "note": f"reads the tokens of {header['over']}"}
    linear = {k for k, v in tensors.items() if v.ndim == 2 and k != "weigh.weight"}
    print(f"{a.target}: {cofio_file.write(a.target, header, tensors, linear)} bytes")


if __name__ == "__main__":
    main()

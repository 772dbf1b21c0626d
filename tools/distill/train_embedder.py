"""Trains an embedder: a small BERT that puts texts where the teachers together put them.

    train_embedder.py IN CACHE OUT --name N --space S --layers 6 --width 384 --parent all-MiniLM-L6-v2 --steps 1500

The target of a text is its place in the space of `prepare.py`; beside that the student learns how similar the teachers
find the texts of a batch (neighbours in the corpus stay together, so that a batch holds hard negatives), and, with
--judged, in which order a cross-encoder puts the candidates of a question. The last part of the training runs under
the rounding of the shipped file.
"""

import argparse

import numpy as np
import torch
import torch.nn.functional as F

import corpus
import course
import devset
import encoders
from prepare import CANDIDATES, DIMENSIONS, DevEmbedder, development, device, say, unit

BLOCK = 8  # neighbouring rows that are drawn together
DOCUMENT, QUERY = 0, 1  # token types: the mode of a text
HEADER = {
    "kind": "embedder", "positions": 512, "types": 2, "out": DIMENSIONS, "pooling": "mean", "head": "none", "eps": 1e-12,
    "max_tokens": 256, "query_prefix": "", "document_prefix": "", "query_type": QUERY, "document_type": DOCUMENT,
}


class Lessons:
    """What is to be learned about each row."""

    def __init__(self, cache, space):
        loaded = np.load(f"{cache}/text.npz")
        self.text = corpus.Text(loaded["ids"], loaded["starts"], device())
        self.mode = torch.from_numpy(loaded["query"].astype(np.int64)).to(device())
        made = torch.load(f"{cache}/space-{space}.pt", map_location=device())
        self.mean, self.directions = made["mean"], made["directions"]
        self.vectors = [(torch.load(f"{cache}/{name}.pt", map_location=device()), weight) for name, weight in made["parts"]]
        blocks = (len(self.mode) - BLOCK) // BLOCK
        weight = np.array([corpus.WEIGHT.get(name, 1.0) for name in loaded["source"][: blocks * BLOCK : BLOCK]])
        self.chances = torch.from_numpy(np.cumsum(weight)).to(device())

    def draw(self, batch, longest):
        """Rows in blocks of neighbours, without those that are too long."""
        at = torch.rand(batch // BLOCK, device=device(), dtype=torch.double) * self.chances[-1]
        block = torch.searchsorted(self.chances, at).clamp(max=len(self.chances) - 1)
        shift = torch.randint(0, BLOCK, (1,), device=device())
        rows = (block[:, None] * BLOCK + torch.arange(BLOCK, device=device()) + shift).flatten()
        return rows[self.text.length[rows] <= longest]

    def target(self, rows):
        """The teachers' whole vectors, for similarities, and the place of each row in the space of the student."""
        whole = torch.cat([weight * vectors[rows].float() for vectors, weight in self.vectors], 1) - self.mean[self.mode[rows]]
        return unit(whole), unit(whole @ self.directions)


def divergence(teacher, student, heat, itself=False):
    """How far the student's idea of who is similar to whom is from the teacher's."""
    if itself:
        own = torch.eye(len(teacher), dtype=torch.bool, device=teacher.device)
        teacher, student = teacher.masked_fill(own, -1e4), student.masked_fill(own, -1e4)
    return F.kl_div(F.log_softmax(student / heat, 1), F.log_softmax(teacher / heat, 1), log_target=True, reduction="batchmean")


def embed(model, text, rows, mode, chunks=3):
    """Similar lengths share a chunk: less padding."""
    order = torch.argsort(text.length[rows])
    parts = []
    for part in order.chunk(chunks):
        ids, mask = text.batch(rows[part])
        with torch.autocast(device().type, torch.bfloat16, enabled=device().type == "cuda"):
            parts.append(model(ids, mask, mode[rows[part]][:, None]))
    return unit(torch.cat(parts)[torch.argsort(order)])


def distillation(model, lessons, rows, heat):
    whole, target = lessons.target(rows)
    ours = embed(model, lessons.text, rows, lessons.mode)
    asks = lessons.mode[rows] == QUERY
    q, d = asks.nonzero()[:, 0], (~asks).nonzero()[:, 0]
    loss = 2 * (1 - (ours * target).sum(1)).mean()
    if len(q):
        theirs, mine = whole[q] @ whole[d].T, ours[q] @ ours[d].T
        loss = loss + divergence(theirs, mine, heat) + divergence(theirs.T, mine.T, heat)
    some = d[:1024]
    return loss + 0.5 * divergence(whole[some] @ whole[some].T, ours[some] @ ours[some].T, heat, itself=True)


def ordering(model, lessons, pairs, count, heat):
    """The cross-encoder's order of a question's candidates, by how similar the student finds them."""
    pick = torch.randint(0, len(pairs["question"]), (count,), device=device())
    rows = torch.cat([pairs["question"][pick], pairs["turn"][pick].flatten()])
    ours = embed(model, lessons.text, rows, lessons.mode)
    asked, told = ours[:count], ours[count:].view(count, CANDIDATES, -1)
    own = torch.einsum("qd,qcd->qc", asked, told)
    # Documents of the other questions count as worth nothing.
    theirs = pairs["score"][pick] / 2
    order = F.kl_div(F.log_softmax(own / heat, 1), F.log_softmax(theirs, 1), log_target=True, reduction="batchmean")
    sure = theirs.max(1).values > 0
    best = told[torch.arange(count, device=device()), theirs.argmax(1)]
    contrast = F.cross_entropy(asked[sure] @ best[sure].T / heat, torch.arange(int(sure.sum()), device=device())) if sure.sum() > 1 else 0.0
    return order + 0.5 * contrast


def start(a):
    shape = {**HEADER, "name": a.name, "layers": a.layers, "width": a.width, "heads": a.width // 32, "ffn": 4 * a.width, "rank": a.rank}
    lowest = encoders.student({**shape, "vocab": a.vocabulary}, a.seed)
    if not a.parent:
        return lowest.to(device())
    return encoders.inherit(lowest, encoders.load_bert(f"{a.inputs}/{a.parent}.bin", list(range(a.layers)))).to(device())


def main():
    args = argparse.ArgumentParser()
    for name in ("inputs", "cache", "out"):
        args.add_argument(name)
    args.add_argument("--name", default="cofio-embed-1")
    args.add_argument("--space", default="nomic+e5")
    args.add_argument("--layers", type=int, default=6)
    args.add_argument("--width", type=int, default=384)
    args.add_argument("--rank", type=int, default=128)
    args.add_argument("--vocabulary", type=int, default=30522)
    args.add_argument("--parent", default="all-MiniLM-L6-v2")
    args.add_argument("--steps", type=int, default=1500)
    args.add_argument("--batch", type=int, default=2048)
    args.add_argument("--peak", type=float, default=5e-4)
    args.add_argument("--heat", type=float, default=0.05)
    args.add_argument("--judged", type=float, default=0.0, help="weight of the cross-encoder's order, from a third of the way on")
    args.add_argument("--rounded", type=float, default=0.3, help="share of the steps at the end under int8 rounding")
    args.add_argument("--seed", type=int, default=1)
    a = args.parse_args()
    lessons, tokens, pack = Lessons(a.cache, a.space), corpus.tokenizer(f"{a.inputs}/tokenizer.json"), development(a.inputs)
    pairs = {k: v.to(device()) for k, v in torch.load(f"{a.cache}/pairs.pt").items()} if a.judged else None
    model = start(a)
    torch.manual_seed(a.seed)

    def score(when):
        if not pack:
            return {}
        model.eval()
        def run(text, rows, mode):
            ids, mask = text.batch(rows)
            with torch.autocast(device().type, torch.bfloat16, enabled=device().type == "cuda"):
                return model(ids, mask, torch.full((len(rows), 1), int(mode == "q"), device=device()))
        found = devset.evaluate(pack, DevEmbedder(tokens, run))
        model.train()
        say(devset.line(f"{a.name} {when}", found))
        return found

    def loss_of(step, progress):
        rows = lessons.draw(a.batch, corpus.MAX_TOKENS if step % 8 == 0 else 64)  # long texts cost padding
        loss = distillation(model, lessons, rows, a.heat)
        return loss + a.judged * ordering(model, lessons, pairs, 96, a.heat) if pairs and progress >= 1 / 3 else loss

    course.run(a, model, loss_of, score, looks=3)


if __name__ == "__main__":
    main()

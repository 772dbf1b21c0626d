"""Makes the reranker: the directions in which the embedder's tokens differ most, and how its scores are scaled.

    late.py EMBEDDER.bin TEXT.tsv.xz TOKENIZER.json TARGET.bin --over ID

Every token of the question looks for its like in the passage (`crates/models/src/local/late.rs`). What is compared is
the embedder's last layer; this script only finds 64 directions that keep most of it. Learning the directions from the
cross-encoder's scores was tried and is no better on the development questions (docs/decisions/0013).
"""

import argparse
import random

import torch

import cofio_file
import corpus
import encoders

DIMENSIONS = 64
# What [CLS] and [SEP] count for in a question, where a word counts one: they stand for the whole, and blur it.
SPECIAL = 0.3
# Mean similarities lie close together; times this they differ about as much as the cross-encoder's scores.
SCALE = 25.0


@torch.no_grad()
def token_spread(model, tokens, rows, seed):
    """The covariance of token states over texts, in both modes."""
    random.Random(seed).shuffle(rows)
    total, squares, count = 0.0, 0.0, 0
    for mode in ("d", "q"):
        text = corpus.Text(*corpus.encode(tokens, [t for m, _, t in rows if m == mode], 64), torch.device("cpu"))
        order = torch.argsort(text.length)
        for part in order.split(64):
            ids, mask = text.batch(part)
            states = model.states(ids, mask, torch.full((len(part), 1), int(mode == "q")))[mask].double()
            total, squares, count = total + states.sum(0), squares + states.T @ states, count + len(states)
    mean = total / count
    return squares / count - torch.outer(mean, mean), count


def main():
    args = argparse.ArgumentParser()
    for name in ("embedder", "text", "tokenizer", "target"):
        args.add_argument(name)
    args.add_argument("--over", required=True, help="the embedder's id, as `cofio model` shows it")
    args.add_argument("--texts", type=int, default=6000)
    args.add_argument("--name", default="cofio-rerank-1")
    a = args.parse_args()
    model, tokens = encoders.load_bert(a.embedder), corpus.tokenizer(a.tokenizer)
    rows = corpus.read_rows(a.text, corpus.SHARE_ALIKE)
    rows = random.Random(1).sample(rows, min(a.texts, len(rows)))
    spread, count = token_spread(model, tokens, rows, 2)
    values, directions = torch.linalg.eigh(spread)
    kept = directions[:, -DIMENSIONS:].flip(1).T.float().contiguous()
    # The sign of a direction is a matter of chance; make it a matter of course.
    kept = kept * torch.sign(kept.gather(1, kept.abs().argmax(1, keepdim=True)))
    print(f"{count} tokens; {DIMENSIONS} directions keep {float(values[-DIMENSIONS:].sum() / values.sum()):.3f} of their spread")
    header = {
        "name": a.name, "kind": "reranker", "head": "late", "over": a.over, "licence": "MIT OR Apache-2.0",
        "note": f"reads the tokens of {a.over}", "width": model.shape["width"], "out": DIMENSIONS, "max_tokens": 128,
    }
    tensors = {
        "token.weight": kept.numpy(), "special": torch.tensor([SPECIAL]).numpy(), "scale": torch.tensor([SCALE]).numpy(),
    }
    print(f"{a.target}: {cofio_file.write(a.target, header, tensors, {'token.weight'})} bytes")


if __name__ == "__main__":
    main()

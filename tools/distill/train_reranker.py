"""Trains a tiny cross-encoder that reads question, turn and the turn before it in one pass.

    train_reranker.py IN CACHE OUT --name N --start STUDENT --steps 3000

It learns the scores of the big cross-encoder (`prepare.py pairs`) and, above all, the order they put the candidates of
one question in. It starts from an embedder of its own shape (`train_embedder.py`), which already knows what words mean.

It is not shipped: `late.py` made the reranker that is (docs/decisions/0013). It stays to be measured against.
"""

import argparse

import numpy as np
import torch
import torch.nn.functional as F

import corpus
import course
import devset
import encoders
from prepare import CANDIDATES, development, device, inner, judge, say

QUESTION, TURN, BEFORE = 64, 128, 48  # the longest of each, in tokens
WHOLE = 192
SHAPE = {
    "kind": "reranker", "positions": 256, "types": 3, "out": 0, "pooling": "mean", "head": "linear", "eps": 1e-12,
    "max_tokens": WHOLE, "query_prefix": "", "document_prefix": "", "query_type": 0, "document_type": 1,
}


def parts(text, question, turn, before):
    """(ids, mask) of the three parts; no row before is an empty part."""
    earlier = inner(text, before.clamp(min=0), BEFORE)
    there = (before >= 0)[:, None]
    return [inner(text, question, QUESTION), inner(text, turn, TURN), (earlier[0] * there, earlier[1] & there)]


def read(model, text, question, turn, before, chunks=4):
    """One score a row; similar lengths together."""
    length = text.length[turn] + torch.where(before >= 0, text.length[before.clamp(min=0)].clamp(max=BEFORE), 0)
    order = torch.argsort(length)
    scores = []
    for part in order.chunk(chunks):
        ids, mask, kinds = corpus.joined(parts(text, question[part], turn[part], before[part]), device())
        ids, mask, kinds = ids[:, :WHOLE], mask[:, :WHOLE], kinds[:, :WHOLE]
        with torch.autocast(device().type, torch.bfloat16, enabled=device().type == "cuda"):
            scores.append(model(ids, mask, kinds))
    return torch.cat(scores)[torch.argsort(order)]


class Development:
    """The best 50 of the fused order of each development question, and what a reranker makes of them."""

    BEST = 50

    def __init__(self, pack, tokens, similar):
        self.cases = {}
        for name in ("locomo", "realtalk", "beam"):
            texts, rows, base, gold, at = [], [], [], [], 0
            for number, case in enumerate(pack[name]):
                fused = devset.fused(case, similar[name][number])
                asked = at + len(case["documents"])
                for q, scores in enumerate(fused):
                    best = np.argsort(-scores, kind="stable")[: self.BEST]
                    earlier = np.where(case["same"][best], at + best - 1, -1)
                    rows.append(np.stack([np.full(len(best), asked + q), at + best, earlier], 1))
                    base.append(scores[best])
                    gold.append((set(best.tolist()), [int(np.flatnonzero(best == g)[0]) if g in best else -1 for g in case["gold"][q]]))
                texts += case["documents"] + case["questions"]
                at = len(texts)
            self.cases[name] = (corpus.Text(*corpus.encode(tokens, texts, 256), device()), torch.from_numpy(np.concatenate(rows)).to(device()), base, gold)

    @torch.no_grad()
    def score(self, run, share=0.8):
        """recall at 5 and 10 of `share` of the reranker's order and the rest of the fused one."""
        out = {}
        for name, (text, rows, base, gold) in self.cases.items():
            scores = torch.cat([run(text, *part.T) for part in rows.split(8192)]).float().cpu().numpy()
            found, start = {k: [] for k in ("5 before", "10 before", "5", "10")}, 0
            for before, (_, places) in zip(base, gold):
                own = scores[start : start + len(before)]
                start += len(before)
                mixed = share * devset.spread(own) + (1 - share) * devset.spread(before)
                order = {p: r for r, p in enumerate(np.argsort(-mixed, kind="stable").tolist())}
                for k in (5, 10):
                    found[f"{k} before"].append(np.mean([0 <= p < k for p in places]))
                    found[str(k)].append(np.mean([p >= 0 and order[p] < k for p in places]))
            out[name] = {k: 100 * float(np.mean(v)) for k, v in found.items()}
        return out


def similarities(a, tokens, pack):
    """How similar the finished embedder finds development questions and documents."""
    from prepare import DevEmbedder

    saved = torch.load(f"{a.cache}/{a.embedder}.student.pt")
    model = encoders.Bert(saved["shape"])
    model.load_state_dict({k: v.float() for k, v in saved["state"].items()})
    model = model.to(device()).eval()
    def run(text, rows, mode):
        ids, mask = text.batch(rows)
        with torch.autocast(device().type, torch.bfloat16, enabled=device().type == "cuda"):
            return model(ids, mask, torch.full((len(rows), 1), int(mode == "q"), device=device()))
    embed = DevEmbedder(tokens, run)
    return {n: [embed(c["questions"], "q") @ embed(c["documents"], "d").T for c in pack[n]] for n in ("locomo", "realtalk", "beam")}


def begin(a):
    saved = torch.load(f"{a.cache}/{a.start}.student.pt")
    shape = {**saved["shape"], **SHAPE, "name": a.name}
    model = encoders.student(shape, a.seed)
    state = {k: v.float() for k, v in saved["state"].items() if not k.startswith(("out.", "kind."))}
    state["position.weight"] = state["position.weight"][: SHAPE["positions"]]
    model.load_state_dict(state, strict=False)
    return model.to(device())


def main():
    args = argparse.ArgumentParser()
    for name in ("inputs", "cache", "out"):
        args.add_argument(name)
    args.add_argument("--name", default="cross-encoder")
    args.add_argument("--start", required=True, help="the embedder to start from")
    args.add_argument("--embedder", help="the embedder whose order is reranked on the development questions")
    args.add_argument("--steps", type=int, default=5000)
    args.add_argument("--questions", type=int, default=256, help="in a batch")
    args.add_argument("--peak", type=float, default=1e-3)
    args.add_argument("--rounded", type=float, default=0.2)
    args.add_argument("--teacher", action="store_true", help="score the teacher on the development questions, too")
    args.add_argument("--seed", type=int, default=1)
    a = args.parse_args()
    tokens, pack = corpus.tokenizer(f"{a.inputs}/tokenizer.json"), development(a.inputs)
    loaded = np.load(f"{a.cache}/text.npz")
    text = corpus.Text(loaded["ids"], loaded["starts"], device())
    pairs = {k: v.to(device()) for k, v in torch.load(f"{a.cache}/pairs.pt").items()}
    dev = Development(pack, tokens, similarities(a, tokens, pack)) if pack else None
    if dev and a.teacher:
        teacher = encoders.load_bert(f"{a.inputs}/ms-marco-MiniLM-L-12-v2.bin").to(device())
        teacher = teacher.half() if device().type == "cuda" else teacher
        say(devset.line("teacher", dev.score(lambda t, q, d, b: judge(teacher, t, q, d, b))))
    model = begin(a)
    torch.manual_seed(a.seed)

    def score(when):
        if not dev:
            return {}
        model.eval()
        found = dev.score(lambda t, q, d, b: read(model, t, q, d, b))
        model.train()
        say(devset.line(f"{a.name} {when}", found))
        return found

    def loss_of(step, progress):
        pick = torch.randint(0, len(pairs["question"]), (a.questions,), device=device())
        question = pairs["question"][pick].repeat_interleave(CANDIDATES)
        own = read(model, text, question, pairs["turn"][pick].flatten(), pairs["before"][pick].flatten()).view(-1, CANDIDATES)
        theirs = pairs["score"][pick] / 2
        order = F.kl_div(F.log_softmax(own, 1), F.log_softmax(theirs, 1), log_target=True, reduction="batchmean")
        return order + 0.1 * F.mse_loss(own, theirs)

    course.run(a, model, loss_of, score, looks=5)


if __name__ == "__main__":
    main()

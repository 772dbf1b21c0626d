"""Trains the reranker on top of the finished embedder (`late.py`), on made-up conversations (`conversations.py`).

    train_late.py judge IN CACHE --embedder EMBEDDER.bin          candidates for every question, scored by the teacher
    train_late.py train IN CACHE OUT --embedder EMBEDDER.bin --over ID

Candidates are what the fused order would offer: turns of the same conversation that the embedder finds similar, or whose
neighbour it does. What is learned is the order that the big cross-encoder puts them in, with the turn before in view.
"""

import argparse

import numpy as np
import torch
import torch.nn.functional as F

import corpus
import course
import devset
import encoders
import late
from prepare import DevEmbedder, development, device, judge, precision, say
from train_reranker import Development

BEST, MORE, AMONG = 14, 10, 60  # candidates: the best, and some of those behind them
NEIGHBOUR, CHANCE = 0.3, 0.05  # what a neighbour's similarity counts for, and luck
HEAT = 2.0
SHARE = 0.7  # of the reranker's order against the fused one, on the development questions


def load(cache):
    loaded = np.load(f"{cache}/conversations.npz")
    return corpus.Text(loaded["ids"], loaded["starts"], device()), loaded


def embedder(a):
    model = encoders.load_bert(a.embedder).to(device())
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    return model


def candidates(similar):
    """The places of each question's candidates: [questions, BEST + MORE]."""
    low, high = similar.amin(1, keepdim=True), similar.amax(1, keepdim=True)
    scores = (similar - low) / (high - low)
    near = torch.maximum(F.pad(scores[:, :-1], (1, 0)), F.pad(scores[:, 1:], (0, 1)))
    scores = scores + NEIGHBOUR * near + CHANCE * torch.randn_like(scores)
    order = scores.topk(AMONG, 1).indices
    behind = torch.rand(len(order), AMONG - BEST, device=order.device).argsort(1)[:, :MORE] + BEST
    return torch.cat([order[:, :BEST], order.gather(1, behind)], 1)


def judged(a):
    text, loaded = load(a.cache)
    model = embedder(a)
    teacher = encoders.load_bert(f"{a.inputs}/ms-marco-MiniLM-L-12-v2.bin").to(device()).to(precision())
    run = lambda mode: lambda rows: F.normalize(model(*text.batch(rows), torch.full((len(rows), 1), mode, device=device())), dim=-1)
    told = torch.arange(len(loaded["same"]), device=device())
    asked = torch.arange(len(told), len(text), device=device())
    vectors = torch.cat([text.embed(run(0), told), text.embed(run(1), asked)]).float()
    same = torch.from_numpy(loaded["same"]).to(device())
    torch.manual_seed(3)
    made = {k: [] for k in ("question", "turn", "before", "conversation")}
    for number in np.unique(loaded["of_question"]):
        turns = torch.from_numpy(np.flatnonzero(loaded["of_turn"] == number)).to(device())
        questions = torch.from_numpy(np.flatnonzero(loaded["of_question"] == number)).to(device()) + len(told)
        turn = turns[candidates(vectors[questions] @ vectors[turns].T)]
        made["question"].append(questions)
        made["turn"].append(turn)
        made["before"].append(torch.where(same[turn], turn - 1, -1))
        made["conversation"].append(torch.full_like(questions, int(number)))
    made = {k: torch.cat(v) for k, v in made.items()}
    asked = made["question"][:, None].expand_as(made["turn"]).flatten()
    made["score"] = judge(teacher, text, asked, made["turn"].flatten(), made["before"].flatten()).view_as(made["turn"])
    torch.save({k: v.cpu() for k, v in made.items()}, f"{a.cache}/judged.pt")
    best = made["score"].max(1).values
    say(f"{len(best)} questions; best of a question: {best.mean():.2f}, above 0 in {float((best > 0).float().mean()):.2f}")


def similarities(model, tokens, pack):
    """How similar the embedder finds development questions and documents."""
    run = lambda text, rows, mode: model(*text.batch(rows), torch.full((len(rows), 1), int(mode == "q"), device=device()))
    embed = DevEmbedder(tokens, run)
    return {n: [embed(c["questions"], "q") @ embed(c["documents"], "d").T for c in pack[n]] for n in ("locomo", "realtalk", "beam")}


def train(a):
    text, loaded = load(a.cache)
    pairs = {k: v.to(device()) for k, v in torch.load(f"{a.cache}/judged.pt").items()}
    below, tokens, pack = embedder(a), corpus.tokenizer(f"{a.inputs}/tokenizer.json"), development(a.inputs)
    dev = Development(pack, tokens, similarities(below, tokens, pack)) if pack else None
    some = torch.randperm(len(loaded["same"]), generator=torch.Generator().manual_seed(1))[:4000].to(device())
    model = late.Late(below, a.own, a.over, late.directions(below, text, some)).to(device())
    torch.manual_seed(a.seed)
    order = torch.argsort(pairs["conversation"], stable=True)
    of_conversation = order.split(torch.unique(pairs["conversation"], return_counts=True)[1].tolist())

    def score(when):
        if not dev:
            return {}
        model.eval()
        found = {}
        for share in a.shares:
            found[share] = dev.score(lambda t, q, d, b: torch.cat([model(t, *part) for part in zip(*(x.split(2048) for x in (q, d, b)))]), share)
            say(devset.line(f"{a.name} {when} {share}", found[share]))
        model.train()
        return found[a.shares[0]]

    def loss_of(step, progress):
        """Few conversations and many questions about each: most of their turns are read once and compared often."""
        picked = []
        for number in torch.randperm(len(of_conversation))[: a.conversations].tolist():
            here = of_conversation[number]
            picked.append(here[torch.randperm(len(here), device=here.device)[: a.questions]])
        picked = torch.cat(picked)
        turn = pairs["turn"][picked]
        asked = pairs["question"][picked][:, None].expand_as(turn).flatten()
        own = model(text, asked, turn.flatten(), pairs["before"][picked].flatten()).view_as(turn)
        theirs = pairs["score"][picked] / HEAT
        return F.kl_div(F.log_softmax(own, 1), F.log_softmax(theirs, 1), log_target=True, reduction="batchmean")

    course.run(a, model, loss_of, score, looks=a.looks)


def main():
    args = argparse.ArgumentParser()
    args.add_argument("stage", choices=("judge", "train"))
    args.add_argument("inputs")
    args.add_argument("cache")
    args.add_argument("out", nargs="?")
    args.add_argument("--embedder", required=True, help="its weight file")
    args.add_argument("--over", help="the embedder's id, as `cofio model` shows it")
    args.add_argument("--name", default="cofio-rerank-1")
    args.add_argument("--own", type=int, default=4, help="layers of its own")
    args.add_argument("--steps", type=int, default=550)
    args.add_argument("--conversations", type=int, default=4, help="in a batch")
    args.add_argument("--questions", type=int, default=96, help="of each, at most")
    args.add_argument("--peak", type=float, default=2e-4)
    args.add_argument("--rounded", type=float, default=0.15)
    args.add_argument("--looks", type=int, default=2)
    args.add_argument("--shares", type=float, nargs="+", default=[SHARE])
    args.add_argument("--seed", type=int, default=1)
    a = args.parse_args()
    {"judge": judged, "train": train}[a.stage](a)


if __name__ == "__main__":
    main()

"""What both trainings start from: tokens, the teachers' vectors, target spaces, and questions with scored candidates.

    prepare.py vectors IN CACHE            every text through every teacher
    prepare.py pairs IN CACHE              candidates for questions, scored by the cross-encoder

IN holds text.tsv.xz, chats.jsonl (optional), tokenizer.json, dev.pkl (optional) and the teachers' weight files.
"""

import argparse
import json
import os
import pickle
import time

import numpy as np
import torch
import torch.nn.functional as F

import corpus
import devset
import encoders

BEGAN = time.time()
# The words a teacher wants in front of a query and of a document.
PREFIX = {
    "nomic": {"q": "search_query: ", "d": "search_document: "},
    "e5-small-v2": {"q": "query: ", "d": "passage: "},
    "gte-small": {"q": "", "d": ""},
}
# Target spaces: teachers with their weights, and how much of the mean is taken away.
SPACES = {
    "nomic+e5": ([("nomic", 1.0), ("e5-small-v2", 0.7)], 0.5),
    "nomic+gte": ([("nomic", 1.0), ("gte-small", 0.7)], 0.5),
    "all": ([("nomic", 1.0), ("e5-small-v2", 0.8), ("gte-small", 0.5)], 0.5),
}
DIMENSIONS = 256


def say(*words):
    print(f"[{time.time() - BEGAN:6.1f} s]", *words, flush=True)


def unit(x):
    return F.normalize(x.float(), dim=-1)


def device():
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def precision():
    return torch.float16 if torch.cuda.is_available() else torch.float32


class Teacher:
    """One embedding teacher: rows of a Text in, unit vectors out."""

    def __init__(self, name, folder, tokens):
        path = f"{folder}/{name}.bin"
        model = encoders.load_nomic(path) if name == "nomic" else encoders.load_bert(path)
        self.model = model.to(device()).to(precision())
        tokens.no_truncation()
        self.prefix = {
            mode: torch.tensor(tokens.encode(words, add_special_tokens=False).ids, dtype=torch.long, device=device())
            for mode, words in PREFIX[name].items()
        }

    def __call__(self, text, rows, mode):
        ids, mask = text.batch(rows, self.prefix[mode])
        return unit(self.model(ids, mask, torch.zeros(len(rows), 1, dtype=torch.long, device=device())))


class DevEmbedder:
    """`embed` of `devset.evaluate` for anything that takes (text, rows, mode); texts are tokenised once."""

    kept = {}

    def __init__(self, tokens, run):
        self.tokens, self.run = tokens, run

    def __call__(self, texts, mode):
        key = (len(texts), texts[0], texts[-1])
        if key not in self.kept:
            self.kept[key] = corpus.Text(*corpus.encode(self.tokens, list(texts), 256), device())
        text = self.kept[key]
        rows = torch.arange(len(text), device=device())
        return unit(text.embed(lambda r: self.run(text, r, mode), rows, 65_536)).cpu().numpy()


def development(folder):
    path = f"{folder}/dev.pkl"
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return pickle.load(file)


def space(parts, centre, vectors, query):
    """The principal directions of the teachers side by side; queries and documents lose part of their own means."""
    rows = torch.randperm(len(query), device=query.device)[:400_000]
    x = torch.cat([weight * vectors[name][rows].float() for name, weight in parts], 1)
    asks = query[rows]
    mean = torch.stack([x[~asks].mean(0), x[asks].mean(0)]) * centre
    x = x - mean[asks.long()]
    values, directions = torch.linalg.eigh(x.T @ x / len(rows))
    kept = directions[:, -DIMENSIONS:].flip(1)
    say(f"space of {parts}: {float(values[-DIMENSIONS:].sum() / values.sum()):.3f} of the spread")
    return {"parts": parts, "mean": mean, "directions": kept}


def vectors(a):
    tokens = corpus.tokenizer(f"{a.inputs}/tokenizer.json")
    rows = corpus.read_rows(f"{a.inputs}/text.tsv.xz", () if a.share_alike else corpus.SHARE_ALIKE)
    if os.path.exists(f"{a.inputs}/chats.jsonl"):
        rows += corpus.chat_rows(f"{a.inputs}/chats.jsonl")
    if a.limit:
        rows = rows[:: max(1, len(rows) // a.limit)]
    ids, starts = corpus.encode(tokens, [text for _, _, text in rows])
    query = np.array([mode == "q" for mode, _, _ in rows])
    source = np.array([name for _, name, _ in rows])
    np.savez(f"{a.cache}/text.npz", ids=ids, starts=starts, query=query, source=source)
    say(f"{len(rows)} rows, {len(ids)} tokens, {query.mean():.2f} of the rows are queries")
    text = corpus.Text(ids, starts, device())
    asks = torch.from_numpy(query).to(device())
    asking, telling = asks.nonzero()[:, 0], (~asks).nonzero()[:, 0]
    pack, found, dev_vectors = development(a.inputs), {}, {}
    for name in PREFIX:
        teacher = Teacher(name, a.inputs, tokens)
        told = text.embed(lambda r: teacher(text, r, "d"), telling)
        found[name] = torch.empty(len(rows), told.shape[1], dtype=torch.float16, device=device())
        found[name][telling] = told
        found[name][asking] = text.embed(lambda r: teacher(text, r, "q"), asking)
        torch.save(found[name], f"{a.cache}/{name}.pt")
        say("embedded with", name)
        if pack:
            embed = DevEmbedder(tokens, teacher)
            dev_vectors[name] = lambda texts, mode, embed=embed, memo={}: memo.setdefault((len(texts), texts[0], texts[-1], mode), embed(texts, mode))
            say(devset.line(name, devset.evaluate(pack, dev_vectors[name])))
    for name, (parts, centre) in SPACES.items():
        made = space(parts, centre, found, asks)
        torch.save(made, f"{a.cache}/space-{name}.pt")
        if pack:
            mean, directions = made["mean"].cpu().numpy(), made["directions"].cpu().numpy()
            def embed(texts, mode):
                x = np.concatenate([weight * dev_vectors[part](texts, mode) for part, weight in parts], 1)
                x = (x - mean[int(mode == "q")]) @ directions
                return x / np.linalg.norm(x, axis=1, keepdims=True)
            say(devset.line("space " + name, devset.evaluate(pack, embed)))


# How many questions of a source get candidates; "rest" is every source not named.
QUESTIONS = {"chat": 200_000, "persona": 40_000, "chitchat": 40_000, "tatoeba": 25_000, "wordnet": 8_000, "rest": 6_000}
NEAR, BEST, GOOD, ANY = 4, 4, 6, 2  # candidates: around the question, the most similar, among the similar, any
CANDIDATES = NEAR + BEST + GOOD + ANY
AMONG = 64


def questions(source, query, most, chance):
    picked = []
    for name in np.unique(source[query]):
        rows = np.flatnonzero(query & (source == name))
        chance.shuffle(rows)
        picked.append(rows[: QUESTIONS.get(name, QUESTIONS["rest"])])
    picked = np.concatenate(picked)
    chance.shuffle(picked)
    return picked[:most] if most else picked


def candidates(asked, query, vectors, weights, chance):
    """[questions, CANDIDATES] rows of documents."""
    here = device()
    telling = np.flatnonzero(~query)
    told = torch.from_numpy(telling).to(here)
    place = np.searchsorted(telling, asked)  # the first document behind the question; the one before is what it is about
    near = np.clip(place[:, None] + np.concatenate([np.full((len(asked), 1), -1), chance.integers(-8, 7, (len(asked), NEAR - 1))], 1), 0, len(telling) - 1)
    documents = torch.cat([w * vectors[n][told] for n, w in weights], 1).half()
    asked_rows = torch.from_numpy(asked).to(here)
    best = []
    for start in range(0, len(asked), 512):
        part = asked_rows[start : start + 512]
        x = torch.cat([w * vectors[n][part] for n, w in weights], 1).to(documents.dtype)
        best.append((x @ documents.T).topk(min(AMONG, len(telling)), dim=1).indices)
    best = torch.cat(best)
    among = torch.stack([torch.randperm(best.shape[1] - BEST, device=here)[:GOOD] + BEST for _ in range(97)])
    good = best.gather(1, among[torch.arange(len(asked), device=here) % 97])
    random = torch.from_numpy(chance.integers(0, len(telling), (len(asked), ANY))).to(here)
    return told[torch.cat([torch.from_numpy(near).to(here), best[:, :BEST], good, random], 1)]


def before(rows, query, chance):
    """The document before each document, or -1: in three of ten cases, and where there is none."""
    last = np.maximum.accumulate(np.where(~query, np.arange(len(query)), -1))
    last = np.concatenate([[-1], last[:-1]])
    return torch.from_numpy(np.where(chance.random(len(rows)) < 0.7, last[rows], -1))


@torch.no_grad()
def judge(teacher, text, asked, turn, earlier):
    """The cross-encoder on a turn alone and on the turn behind the one before it: the mean of both."""
    length = text.length[asked] + text.length[turn] + torch.where(earlier >= 0, text.length[earlier.clamp(min=0)], 0)
    order = torch.argsort(length)
    out = torch.empty(len(asked), device=asked.device)
    start = 0
    sizes = length[order].cpu().numpy()
    while start < len(order):
        end = min(len(order), start + max(64, 262_144 // max(16, int(sizes[min(len(order) - 1, start + 4096)]))))
        at = order[start:end]
        question = inner(text, asked[at], 64)
        said = inner(text, turn[at], corpus.MAX_TOKENS)
        score = teacher(*corpus.joined([question, said], asked.device)).float()
        prior = earlier[at]
        some = (prior >= 0).nonzero()[:, 0]
        if len(some):
            front = inner(text, prior[some], 48)
            both = [torch.cat([f, s[some]], 1) for f, s in zip(front, said)]
            score[some] = (score[some] + teacher(*corpus.joined([tuple(q[some] for q in question), both], asked.device)).float()) / 2
        out[at] = score
        start = end
    return out


def inner(text, rows, most):
    """The tokens of a text without [CLS] and [SEP]."""
    ids, mask = text.take(rows, skip=1)
    keep = torch.arange(ids.shape[1], device=ids.device) < (text.length[rows] - 2).clamp(min=0, max=most)[:, None]
    width = max(1, int(keep.sum(1).max()))
    return (ids * keep)[:, :width], (mask & keep)[:, :width]


def pairs(a):
    loaded = np.load(f"{a.cache}/text.npz")
    text, query, source = corpus.Text(loaded["ids"], loaded["starts"], device()), loaded["query"], loaded["source"]
    chance = np.random.default_rng(5)
    asked = questions(source, query, a.limit, chance)
    weights = SPACES["nomic+e5"][0]
    found = {name: torch.load(f"{a.cache}/{name}.pt", map_location=device()) for name, _ in weights}
    rows = candidates(asked, query, found, weights, chance)
    del found
    earlier = before(rows.flatten().cpu().numpy(), query, chance).to(device())
    say(f"{len(asked)} questions with {CANDIDATES} candidates")
    teacher = encoders.load_bert(f"{a.inputs}/ms-marco-MiniLM-L-12-v2.bin").to(device()).to(precision())
    asked = torch.from_numpy(asked).to(device())
    scores = judge(teacher, text, asked.repeat_interleave(CANDIDATES), rows.flatten(), earlier)
    scores = scores.view(-1, CANDIDATES)
    made = {"question": asked, "turn": rows, "before": earlier.view(-1, CANDIDATES), "score": scores}
    torch.save({k: v.cpu() for k, v in made.items()}, f"{a.cache}/pairs.pt")
    best = scores.max(1).values
    say(f"scored; best of a question: {best.mean():.2f}, above 0 in {float((best > 0).float().mean()):.2f}; its own document is best in {float((scores.argmax(1) == 0).float().mean()):.2f}")
    for name in np.unique(source[asked.cpu().numpy()]):
        own = torch.from_numpy(source[asked.cpu().numpy()] == name)
        say(f"   {name:12s} {int(own.sum()):7d} own {scores.cpu()[own][:, 0].mean():6.2f} best {best.cpu()[own].mean():6.2f}")


def main():
    args = argparse.ArgumentParser()
    args.add_argument("stage", choices=("vectors", "pairs"))
    args.add_argument("inputs")
    args.add_argument("cache")
    args.add_argument("--limit", type=int, default=0)
    args.add_argument("--share-alike", action="store_true")
    a = args.parse_args()
    os.makedirs(a.cache, exist_ok=True)
    {"vectors": vectors, "pairs": pairs}[a.stage](a)


if __name__ == "__main__":
    main()

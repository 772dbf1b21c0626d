"""The development questions: packed once here, scored on the machine with the GPU.

    devset.py DATA PACK.pkl      (needs snowballstemmer)

What is scored is what `cofio-eval models` scores, with fewer rows; the figures of a model card come from there.
"""

import csv
import json
import math
import pickle
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

STOP = set(
    "a an and are as at be been being but by did do does for from had has have he her his how i if in into is it its "
    "me my of on or our she so that the their them they this to was we were what when where which who whom why will "
    "with you your yours it's i'm i've did didn't don't".split()
)


class Words:
    """Stemmed words without the commonest ones."""

    def __init__(self):
        import snowballstemmer

        self.stem = snowballstemmer.stemmer("english").stemWord
        self.known = {}

    def __call__(self, text):
        out = []
        for word in re.findall(r"[a-z0-9]+(?:'[a-z]+)?", text.lower()):
            if word not in STOP:
                if word not in self.known:
                    self.known[word] = self.stem(word)
                out.append(self.known[word])
        return out


def bm25(words, documents, questions, k1=1.5, b=0.75):
    """Scores of every document for every question."""
    postings, lengths = defaultdict(dict), np.zeros(len(documents))
    for at, document in enumerate(documents):
        counts = Counter(words(document))
        lengths[at] = sum(counts.values())
        for word, count in counts.items():
            postings[word][at] = count
    norm = k1 * (1 - b + b * lengths / max(lengths.mean(), 1e-9))
    scores = np.zeros((len(questions), len(documents)), np.float32)
    for row, question in enumerate(questions):
        for word in words(question):
            found = postings.get(word)
            if found:
                rarity = math.log(1 + (len(documents) - len(found) + 0.5) / (len(found) + 0.5))
                for at, count in found.items():
                    scores[row, at] += rarity * count * (k1 + 1) / (count + norm[at])
    return scores


def evidence(cited):
    """'D8:6; D9:17', 'D9:1 D4:4', 'D:11:26' -> D8:6, D9:17, …"""
    return [f"D{int(s)}:{int(t)}" for c in cited or [] for s, t in re.findall(r"D:?(\d+):(\d+)", str(c))]


def turns_of(conversation):
    sessions = sorted((k for k in conversation if re.fullmatch(r"session_\d+", k)), key=lambda k: int(k[8:]))
    for session in sessions:
        for turn in conversation[session]:
            yield session, turn


def locomo(root):
    (file,) = list(Path(root).glob("locomo*.json"))[:1]
    for sample in json.load(open(file)):
        turns = []
        for session, turn in turns_of(sample["conversation"]):
            image = f" [shares image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            turns.append((turn["dia_id"], session, turn["speaker"], turn["text"] + image))
        asked = [(q["question"], evidence(q.get("evidence"))) for q in sample["qa"] if q["category"] != 5]
        yield turns, asked


def realtalk(root):
    for file in sorted(Path(root).glob("Chat_*.json")):
        chat = json.load(open(file))
        turns = []
        for session, turn in turns_of(chat):
            image = " [shares image]" if turn.get("img_file") else ""
            turns.append((turn["dia_id"], session, turn["speaker"], (turn.get("clean_text") or "") + image))
        yield turns, [(q["question"], evidence(q.get("evidence"))) for q in chat["qa"] if q["category"] != 5]


def dialogue(words, conversations):
    out = []
    for turns, asked in conversations:
        at = {}
        for index, turn in enumerate(turns):
            at.setdefault(turn[0], index)
        asked = [(q, sorted({at[e] for e in cited if e in at})) for q, cited in asked]
        asked = [(q, gold) for q, gold in asked if gold]
        named = [f"{speaker}: {text}" for _, _, speaker, text in turns]
        speakers = np.array([t[2] for t in turns])
        boost = np.zeros((len(asked), len(turns)), np.float32)
        for row, (question, _) in enumerate(asked):
            meant = [s for s in set(speakers) if s and s.lower() in question.lower()]
            if len(meant) == 1:
                boost[row] = speakers == meant[0]
        same = np.array([i > 0 and turns[i][1] == turns[i - 1][1] for i in range(len(turns))])
        out.append({
            "documents": named, "questions": [q for q, _ in asked], "gold": [g for _, g in asked], "boost": boost,
            "same": same, "bm25": bm25(words, named, [q for q, _ in asked]),
        })
    return out


def ids_in(cited):
    if isinstance(cited, dict):
        return [i for part in cited.values() for i in ids_in(part)]
    return [i for part in cited for i in ids_in(part)] if isinstance(cited, list) else [cited]


def beam(words, root):
    out = []
    for folder in sorted(Path(root).glob("*"), key=lambda p: int(p.name)):
        file = folder / "chat_trunecated.json"
        chat = json.load(open(file if file.exists() else folder / "chat.json"))
        messages = [m for part in chat for turn in part["turns"] for m in turn]
        at = {m["id"]: i for i, m in enumerate(messages)}
        probes = json.load(open(folder / "probing_questions.json"))
        asked = [
            (q["question"], sorted({at[i] for i in ids_in(q["source_chat_ids"]) if i in at}))
            for group in probes.values() for q in group if q.get("source_chat_ids")
        ]
        asked = [(q, gold) for q, gold in asked if gold]
        named = [f"{m['role']}: {m['content']}" for m in messages]
        user = np.array([m["role"] == "user" for m in messages], np.float32)
        own = [d if u else "" for d, u in zip(named, user)]
        out.append({
            "documents": [d[:4000] for d in named], "questions": [q for q, _ in asked], "gold": [g for _, g in asked],
            "user": user, "bm25": bm25(words, own, [q for q, _ in asked]),
            "same": np.arange(len(messages)) > 0,
        })
    return out


def spread(scores):
    low, high = scores.min(-1, keepdims=True), scores.max(-1, keepdims=True)
    return (scores - low) / np.maximum(high - low, 1e-9)


def recall(scores, gold, k):
    top = set(np.argsort(-scores, kind="stable")[:k].tolist())
    return sum(g in top for g in gold) / len(gold)


def fused(case, similar):
    """Fusion B for a dialogue; for BEAM its own: user messages first."""
    if "user" in case:
        return 0.3 * spread(case["bm25"]) + 0.7 * spread(similar) + case["user"]
    base = 0.4 * spread(case["bm25"]) + 0.6 * spread(similar) + 0.1 * case["boost"]
    before = np.pad(base[:, :-1], ((0, 0), (1, 0))) * case["same"]
    after = np.pad(base[:, 1:] * case["same"][1:], ((0, 0), (0, 1)))
    return base + 0.3 * np.maximum(before, after)


def spearman(a, b):
    def ranks(x):
        order = np.sort(x)
        return (np.searchsorted(order, x, "left") + np.searchsorted(order, x, "right")) / 2

    return 100 * float(np.corrcoef(ranks(np.asarray(a)), ranks(np.asarray(b)))[0, 1])


def evaluate(pack, embed, sets=("locomo", "realtalk", "beam", "stsb")):
    """{set: {measure: per cent}}; embed(texts, mode) gives unit vectors."""
    out = {}
    for name in sets:
        if name == "stsb":
            left, right, truth = zip(*pack[name])
            out[name] = {"spearman": spearman((embed(left, "d") * embed(right, "d")).sum(1), truth)}
            continue
        dense, fusion = [], []
        for case in pack[name]:
            similar = embed(case["questions"], "q") @ embed(case["documents"], "d").T
            for row, gold in enumerate(case["gold"]):
                dense.append(recall(similar[row], gold, 10))
            for scores, gold in zip(fused(case, similar), case["gold"]):
                fusion.append(recall(scores, gold, 10))
        out[name] = {"dense": 100 * float(np.mean(dense)), "fusion": 100 * float(np.mean(fusion))}
    return out


def line(name, scores):
    """One line of a log."""
    parts = [f"{s} " + " ".join(f"{k} {v:.1f}" for k, v in m.items()) for s, m in scores.items()]
    return f"{name:30s} " + " | ".join(parts)


def main():
    data, target = sys.argv[1:]
    words = Words()
    with open(f"{data}/stsb/stsb-en-dev.csv", encoding="utf-8") as file:
        pairs = [(r[0], r[1], float(r[2])) for r in csv.reader(file)]
    pack = {
        "locomo": dialogue(words, locomo(f"{data}/locomo")),
        "realtalk": dialogue(words, realtalk(f"{data}/realtalk")),
        "beam": beam(words, f"{data}/beam/100K"),
        "stsb": pairs,
    }
    with open(target, "wb") as file:
        pickle.dump(pack, file)
    print({name: sum(len(c["questions"]) for c in cases) for name, cases in pack.items() if name != "stsb"})


if __name__ == "__main__":
    main()

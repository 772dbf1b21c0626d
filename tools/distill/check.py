"""Runs the whole training, end to end, on the CPU with tiny random teachers: it teaches nothing, and shows rot.

    check.py FOLDER      (works in FOLDER; `make check-distill`)
"""

import json
import os
import pickle
import random
import subprocess
import sys

import numpy as np
import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

import cofio_file
import devset
import dialogues
import encoders

HERE = os.path.dirname(os.path.abspath(__file__))
WORDS = "the a dog cat garden piano train letter sister brother works plays lost found bought sold in on with for ? . : what who where when did does is was has".split()


def vocabulary(folder):
    """[PAD], …, [CLS] at 101, [SEP] at 102 as in bert-base-uncased, then letters and words."""
    entries = ["[PAD]"] + [f"[unused{i}]" for i in range(99)] + ["[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    letters = [chr(c) for c in range(97, 123)]
    entries += letters + ["##" + letter for letter in letters] + [w for w in WORDS if w not in letters]
    with open(f"{folder}/vocab.txt", "w") as file:
        file.write("\n".join(entries) + "\n")
    at = {entry: i for i, entry in enumerate(entries)}
    tokens = Tokenizer(models.WordPiece(at, unk_token="[UNK]"))
    tokens.normalizer, tokens.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    tokens.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 101), ("[SEP]", 102)])
    tokens.save(f"{folder}/tokenizer.json")
    return len(entries)


def bert(path, words, width, **more):
    """A BERT that has learned nothing."""
    shape = {
        "name": os.path.basename(path), "kind": "embedder", "licence": "none", "layers": 2, "width": width, "heads": 2,
        "ffn": 4 * width, "rank": width, "positions": 512, "types": 2, "out": 0, "pooling": "mean", "head": "none",
        "eps": 1e-12, **more,
    }
    state = encoders.student({**shape, "vocab": words}, 3).state_dict()
    cofio_file.write(path, shape, {encoders.file_name(k): v.numpy() for k, v in state.items()})


def nomic(path, words):
    chance, width = np.random.default_rng(4), encoders.Nomic.HEAD
    tensors = {"token_embd.weight": (words, width), "token_types.weight": (2, width)}
    norms = ["token_embd_norm"]
    for part, shape in {
        "attn_qkv": (3 * width, width), "attn_output": (width, width), "ffn_gate": (128, width), "ffn_up": (128, width),
        "ffn_down": (width, 128),
    }.items():
        tensors[f"blk.0.{part}.weight"] = shape
    norms += ["blk.0.attn_output_norm", "blk.0.layer_output_norm"]
    made = {name: chance.normal(0, 0.1, shape).astype(np.float32) for name, shape in tensors.items()}
    for norm in norms:
        made |= {f"{norm}.weight": np.ones(width, np.float32), f"{norm}.bias": np.zeros(width, np.float32)}
    cofio_file.write(path, {"name": "nomic", "kind": "nomic"}, made)


def chat_model(folder, inputs):
    """A language model of two layers, in the layout of `chat_model.py index`."""
    chance, head, width, words = np.random.default_rng(6), 8, 16, Tokenizer.from_file(f"{inputs}/tokenizer.json").get_vocab_size()
    shapes = {"output.weight": (words, width), "output_norm.weight": (width,)}
    for block in ("blk.0.", "blk.1."):
        shapes |= {block + k: v for k, v in {
            "attn_q.weight": (2 * head, width), "attn_q.bias": (2 * head,), "attn_k.weight": (head, width),
            "attn_v.weight": (head, width), "attn_output.weight": (width, 2 * head), "attn_norm.weight": (width,),
            "ffn_norm.weight": (width,), "ffn_gate.weight": (32, width), "ffn_up.weight": (32, width), "ffn_down.weight": (width, 32),
        }.items()}
    tensors, at = [], 0
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/weights", "wb") as file:
        for name, shape in shapes.items():
            data = chance.normal(0, 0.3, shape).astype(np.float32).tobytes()
            tensors.append({"name": name, "type": "F32", "shape": list(shape), "at": at, "bytes": len(data)})
            at += file.write(data)
    with open(f"{folder}/index.json", "w") as file:
        json.dump({"stop": [102, 0], "head": head, "tensors": tensors}, file)
    os.replace(f"{inputs}/tokenizer.json", f"{folder}/tokenizer.json")
    with open(f"{folder}/tokenizer.json") as source, open(f"{inputs}/tokenizer.json", "w") as copy:
        copy.write(source.read())


def text(folder):
    chance = random.Random(2)
    line = lambda: " ".join(chance.choices(WORDS, k=chance.randint(4, 14)))
    with open(f"{folder}/text.tsv.xz", "wb") as file:
        import lzma

        rows = [f"{'q' if i % 4 == 3 else 'd'}\t{chance.choice(('chitchat', 'persona', 'sgd'))}\t{line()}" for i in range(800)]
        file.write(lzma.compress("\n".join(rows).encode()))
    chat = {"turns": [("Ann", line()) for _ in range(6)], "questions": [(line() + " ?", 2), (line() + " ?", 4)]}
    turns = dialogues.parse_chat('1. Ann: the dog lost a letter\n2. **Bo**: "the cat sold a piano"\n3. Ann: where is the train\n4. Bo: in the garden it was')
    assert turns == [("Ann", "the dog lost a letter"), ("Bo", "the cat sold a piano"), ("Ann", "where is the train"), ("Bo", "in the garden it was")], turns
    assert dialogues.parse_chat("I cannot do that.") is None
    asked = dialogues.parse_questions("1. What did Bo sell?\n- Where was the train?\nThat is all.")
    assert asked == ["What did Bo sell?", "Where was the train?"], asked
    with open(f"{folder}/chats.jsonl", "w") as file:
        file.write("\n".join(json.dumps(c) for c in [chat] * 8) + "\n")
    case = {
        "documents": [line() for _ in range(60)], "questions": [line() for _ in range(5)], "gold": [[i] for i in range(5)],
        "boost": np.zeros((5, 60), np.float32), "same": np.arange(60) > 0, "bm25": np.random.rand(5, 60).astype(np.float32),
    }
    beam = {**case, "user": np.ones(60, np.float32)}
    with open(f"{folder}/dev.pkl", "wb") as file:
        pickle.dump({"locomo": [case], "realtalk": [case], "beam": [beam], "stsb": [(line(), line(), i / 9) for i in range(9)]}, file)


def run(script, *args):
    print("==", script, *args, flush=True)
    subprocess.run([sys.executable, f"{HERE}/{script}", *map(str, args)], check=True)


def main():
    folder = sys.argv[1]
    inputs, cache, out = (f"{folder}/{part}" for part in ("in", "cache", "out"))
    for part in (inputs, cache, out):
        os.makedirs(part, exist_ok=True)
    torch.set_num_threads(2)
    words = vocabulary(inputs)
    for name, width in (("all-MiniLM-L6-v2", 64), ("gte-small", 192), ("e5-small-v2", 192)):
        bert(f"{inputs}/{name}.bin", words, width)
    bert(f"{inputs}/ms-marco-MiniLM-L-12-v2.bin", words, 32, kind="reranker", pooling="cls", head="pooler_linear")
    nomic(f"{inputs}/nomic.bin", words)
    text(inputs)
    chat_model(f"{folder}/chat", inputs)
    run("dialogues.py", f"{folder}/chat", f"{inputs}/text.tsv.xz", f"{folder}/written.jsonl", "--chat-seconds", 1, "--ask-seconds", 1, "--batch", 4, "--most", 24, "--device", "cpu")
    run("prepare.py", "vectors", inputs, cache)
    run("prepare.py", "pairs", inputs, cache, "--limit", 64)
    run("train_embedder.py", inputs, cache, out, "--steps", 6, "--batch", 64, "--layers", 2, "--width", 64, "--rank", 16, "--vocabulary", words, "--judged", 0.5)
    run("train_embedder.py", inputs, cache, out, "--name", "small", "--parent", "", "--steps", 3, "--batch", 64, "--layers", 2, "--width", 32, "--rank", 16, "--vocabulary", words)
    run("train_reranker.py", inputs, cache, out, "--name", "cross-encoder", "--start", "small", "--embedder", "cofio-embed-1", "--steps", 5, "--questions", 4, "--teacher")
    for name in ("cofio-embed-1", "cross-encoder"):
        run("export.py", out, name, f"{inputs}/vocab.txt", f"{folder}/{name}.bin")
        run("export.py", out, name, f"{inputs}/vocab.txt", f"{folder}/{name}.f32.bin", "--float")
    run("conversations.py", f"{inputs}/text.tsv.xz", f"{inputs}/chats.jsonl", f"{inputs}/tokenizer.json", f"{cache}/conversations.npz", "--count", 5)
    stands_on = ("--embedder", f"{folder}/cofio-embed-1.bin")
    run("train_late.py", "judge", inputs, cache, *stands_on)
    run("train_late.py", "train", inputs, cache, out, *stands_on, "--over", "cofio-embed-1@0", "--own", 1, "--steps", 3, "--conversations", 2, "--questions", 4)
    run("late.py", out, "cofio-rerank-1", f"{folder}/cofio-rerank-1.bin")
    header, tensors = cofio_file.read(f"{folder}/cofio-rerank-1.bin")
    assert header["layers"] == 1 and tensors["token.weight"].shape == (64, 64) and tensors["before"] == np.float32(0.6), header
    with open(f"{folder}/texts.jsonl", "w") as file:
        file.write("\n".join(json.dumps({"mode": m, "text": t}) for m, t in (("document", "the dog works"), ("query", "who plays piano?"))) + "\n")
    run("reference.py", f"{folder}/cofio-embed-1.bin", f"{folder}/texts.jsonl", f"{folder}/vectors.npy")
    vectors = np.load(f"{folder}/vectors.npy")
    assert vectors.shape == (2, 256) and np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5), vectors
    print("the training runs from end to end")


if __name__ == "__main__":
    main()

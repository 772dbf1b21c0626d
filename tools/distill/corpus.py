"""The training text on the device: flat token ids, padded batches, and which row stands before which."""

import json
import lzma

import numpy as np
import torch
from tokenizers import Tokenizer

MAX_TOKENS = 128
CLS, SEP = 101, 102
# How often a source is drawn, beside its size; everything else counts once.
WEIGHT = {"tatoeba": 0.5, "wordnet": 0.5, "sgd": 0.6, "chitchat": 2.0, "topical": 2.0, "oasst": 2.0, "chat": 2.0}
# Sources in which the row before is what was said before.
DIALOGUES = ("chitchat", "topical", "oasst", "sgd", "taskmaster4", "multidogo", "star", "chat")
SHARE_ALIKE = ("sgd", "topical")


def tokenizer(path):
    tokens = Tokenizer.from_file(path)
    tokens.no_padding()  # the file of gte-small asks for 128 padded tokens
    tokens.no_truncation()
    return tokens


def read_rows(path, leave_out=()):
    """(mode, source, text) of each line; mode is d for a document and q for a query."""
    opened = lzma.open(path, "rt", encoding="utf-8") if path.endswith(".xz") else open(path, encoding="utf-8")
    with opened as file:
        rows = [line.rstrip("\n").split("\t", 2) for line in file]
    return [row for row in rows if len(row) == 3 and row[1] not in leave_out]


def chat_rows(path):
    """Rows of the dialogues that a language model wrote (`dialogues.py`): each turn, then the questions about it."""
    rows = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            chat = json.loads(line)
            for at, (speaker, text) in enumerate(chat["turns"]):
                rows.append(("d", "chat", f"{speaker}: {text}"))
                rows += [("q", "chat", question) for question, answer in chat["questions"] if answer == at]
    return rows


def encode(tokens, texts, most=MAX_TOKENS):
    """Token ids one after another, and where each text begins."""
    tokens.enable_truncation(most)
    ids, lengths = [], [0]
    for start in range(0, len(texts), 50_000):
        for encoding in tokens.encode_batch_fast(texts[start : start + 50_000]):
            ids.append(np.array(encoding.ids, np.uint16))
            lengths.append(len(encoding.ids))
    return np.concatenate(ids), np.cumsum(lengths, dtype=np.int64)


class Text:
    """Tokenised texts on the device; a batch is a padded gather."""

    def __init__(self, ids, starts, device):
        self.ids = torch.from_numpy(ids.astype(np.int32)).to(device)
        self.starts = torch.from_numpy(starts).to(device)
        self.length = self.starts[1:] - self.starts[:-1]

    def __len__(self):
        return len(self.length)

    def take(self, rows, skip=0, most=None):
        """ids and mask of these rows, without their first `skip` tokens and cut to `most`."""
        length = self.length[rows] - skip
        if most is not None:
            length = length.clamp(max=most)
        column = torch.arange(max(1, int(length.max())), device=rows.device)
        at = (self.starts[rows][:, None] + skip + column).clamp(max=len(self.ids) - 1)
        mask = column < length[:, None]
        return self.ids[at].long() * mask, mask

    def batch(self, rows, prefix=None):
        """Whole texts; `prefix` are token ids put behind [CLS]: a teacher's own words for its task."""
        ids, mask = self.take(rows)
        if prefix is not None and len(prefix):
            front = prefix.expand(len(rows), -1)
            ids = torch.cat([ids[:, :1], front, ids[:, 1:]], 1)
            mask = torch.cat([mask[:, :1], torch.ones_like(front, dtype=torch.bool), mask[:, 1:]], 1)
        return ids, mask

    @torch.no_grad()
    def embed(self, run, rows, budget=131_072):
        """run(rows) over all rows, similar lengths together; one f16 vector each, in the order of `rows`."""
        order = torch.argsort(self.length[rows])
        lengths = self.length[rows][order].cpu().numpy()
        out, start = None, 0
        while start < len(order):
            end = start + 1
            while end < len(order) and (end - start + 1) * lengths[min(end + 63, len(order) - 1)] <= budget:
                end += 64
            picked = order[start : min(end, len(order))]
            vectors = run(rows[picked]).half()
            if out is None:
                out = torch.empty(len(rows), *vectors.shape[1:], dtype=torch.float16, device=vectors.device)
            out[picked] = vectors
            start = end
        return out


def joined(parts, device):
    """[CLS] a [SEP] b [SEP] c [SEP] … without padding between: ids, mask and token types (0 for a, 1 for b, …).

    `parts` are (ids, mask) of the same number of texts, without special tokens; an empty part is left out with its [SEP].
    """
    texts = parts[0][0].shape[0]
    ids = [torch.full((texts, 1), CLS, device=device)]
    mask = [torch.ones(texts, 1, dtype=torch.bool, device=device)]
    kinds = [torch.zeros(texts, 1, dtype=torch.long, device=device)]
    for kind, (part, there) in enumerate(parts):
        some = there.any(1, keepdim=True)
        ids += [part, torch.full((texts, 1), SEP, device=device)]
        mask += [there, some]
        kinds.append(torch.full((texts, part.shape[1] + 1), kind, device=device))
    ids, mask, kinds = torch.cat(ids, 1), torch.cat(mask, 1), torch.cat(kinds, 1)
    # Move the gaps to the end, and cut them off.
    order = torch.argsort((~mask).byte(), dim=1, stable=True)[:, : int(mask.sum(1).max())]
    ids, mask, kinds = (t.gather(1, order) for t in (ids, mask, kinds))
    return ids * mask, mask, kinds * mask

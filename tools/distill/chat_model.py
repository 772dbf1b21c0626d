"""A chat model out of a GGUF file, for writing training dialogues: reads Q4_K, Q6_K and f32 tensors with torch alone.

    chat_model.py index FILE.gguf FOLDER     (needs the packages gguf and transformers)

The machine with the GPU then needs FOLDER, torch and tokenizers, and nothing else.
"""

import json
import sys

import numpy as np
import torch
import torch.nn.functional as F

BLOCK = 256  # weights in one block of the K-quants


def q4_k(raw):
    """Blocks of 144 bytes: two half floats, eight 6-bit scales and minima, 256 4-bit numbers."""
    raw = raw.view(-1, 144)
    halves = raw[:, :4].contiguous().view(torch.float16).float()
    scale, least = halves[:, :1], halves[:, 1:]
    packed = raw[:, 4:16].int()
    low, mid, high = packed[:, :4], packed[:, 4:8], packed[:, 8:]
    scales = torch.cat([low & 63, (high & 15) | ((low >> 6) << 4)], 1)
    minima = torch.cat([mid & 63, (high >> 4) | ((mid >> 6) << 4)], 1)
    numbers = raw[:, 16:].view(-1, 4, 1, 32)
    numbers = torch.cat([numbers & 15, numbers >> 4], 2).view(-1, 8, 32).float()
    return ((scale * scales)[:, :, None] * numbers - (least * minima)[:, :, None]).view(-1)


def q6_k(raw):
    """Blocks of 210 bytes: low nibbles, high pairs of bits, sixteen int8 scales, one half float."""
    raw = raw.view(-1, 210)
    low, high = raw[:, :128].view(-1, 2, 2, 32).int(), raw[:, 128:192].view(-1, 2, 1, 32).int()
    scales = raw[:, 192:208].contiguous().view(torch.int8).float()
    scale = raw[:, 208:].contiguous().view(torch.float16).float()
    nibbles = torch.cat([low & 15, low >> 4], 2)
    pairs = torch.cat([(high >> shift) & 3 for shift in (0, 2, 4, 6)], 2)
    numbers = ((nibbles | (pairs << 4)) - 32).view(-1, 16, 16).float()
    return ((scale * scales)[:, :, None] * numbers).view(-1)


READ = {"Q4_K": q4_k, "Q6_K": q6_k, "F32": lambda raw: raw.view(torch.float32)}


def index(gguf_path, folder):
    """Writes what the other machine needs to read the weights: where each tensor lies, and the tokenizer."""
    import gguf
    from transformers import AutoTokenizer

    where, name = gguf_path.rsplit("/", 1)
    tokens = AutoTokenizer.from_pretrained(where, gguf_file=name)
    tokens.save_pretrained(folder)
    stop = tokens.convert_tokens_to_ids(["<|im_end|>", "<|endoftext|>"])
    reader = gguf.GGUFReader(gguf_path)
    tensors, at = [], 0
    with open(f"{folder}/weights", "wb") as file:
        for t in reader.tensors:
            if t.name == "token_embd.weight" and any(o.name == "output.weight" for o in reader.tensors):
                continue  # the two are one matrix in this family, and `output` is the better rounded copy
            file.write(t.data.tobytes())
            shape = [int(side) for side in reversed(t.shape)]
            tensors.append({"name": t.name, "type": t.tensor_type.name, "shape": shape, "at": at, "bytes": int(t.n_bytes)})
            at += int(t.n_bytes)
    with open(f"{folder}/index.json", "w") as file:
        json.dump({"stop": stop, "head": 128, "tensors": tensors}, file)


class ChatModel:
    """Qwen2: RMS norms, rotary positions, grouped keys and values, SwiGLU. Many chats at once, one token a step."""

    EPS, BASE = 1e-6, 1e6

    def __init__(self, folder, device):
        from tokenizers import Tokenizer

        self.device = device
        self.tokens = Tokenizer.from_file(f"{folder}/tokenizer.json")
        content = np.memmap(f"{folder}/weights", np.uint8, "r")
        with open(f"{folder}/index.json") as file:
            found = json.load(file)
        self.stop, self.head, self.w = found["stop"], found["head"], {}
        for entry in found["tensors"]:
            raw = torch.from_numpy(np.array(content[entry["at"] : entry["at"] + entry["bytes"]])).to(device)
            self.w[entry["name"]] = READ[entry["type"]](raw).view(entry["shape"]).to(torch.bfloat16)
        self.layers = 1 + max(int(n.split(".")[1]) for n in self.w if n.startswith("blk."))
        self.groups = self.w["blk.0.attn_k.weight"].shape[0] // self.head
        turn = self.BASE ** (-torch.arange(self.head // 2, device=device).float() / (self.head // 2))
        angle = torch.arange(4096, device=device)[:, None] * turn
        self.cos, self.sin = (f(angle).repeat(1, 2).to(torch.bfloat16) for f in (torch.cos, torch.sin))

    def norm(self, x, name):
        exact = x.float()
        exact = exact * torch.rsqrt(exact.pow(2).mean(-1, keepdim=True) + self.EPS)
        return exact.to(torch.bfloat16) * self.w[name + ".weight"]

    def linear(self, x, name):
        return F.linear(x, self.w[name + ".weight"], self.w.get(name + ".bias"))

    def forward(self, ids, positions, cache, start, seen):
        """Logits of the last column. `cache` holds keys and values up to `start`; `seen` masks [chats, columns so far]."""
        chats, length = ids.shape
        x = F.embedding(ids, self.w["output.weight"])
        cos, sin = self.cos[positions][:, :, None], self.sin[positions][:, :, None]
        half = self.head // 2
        rotate = lambda t: t * cos + torch.cat([-t[..., half:], t[..., :half]], -1) * sin
        end = start + length
        mask = seen[:, None, None, None, :end]
        if length > 1:
            mask = mask & torch.ones(length, end, dtype=torch.bool, device=self.device).tril(start)
        for i in range(self.layers):
            block = f"blk.{i}."
            y = self.norm(x, block + "attn_norm")
            q = rotate(self.linear(y, block + "attn_q").view(chats, length, -1, self.head))
            k = rotate(self.linear(y, block + "attn_k").view(chats, length, self.groups, self.head))
            keys, values = cache[i]
            keys[:, :, start:end] = k.transpose(1, 2)
            values[:, :, start:end] = self.linear(y, block + "attn_v").view(chats, length, self.groups, self.head).transpose(1, 2)
            q = q.view(chats, length, self.groups, -1, self.head).permute(0, 2, 3, 1, 4)
            share = q.shape[2]
            # All heads that share keys go through one product: the keys are read once.
            score = q.reshape(chats, self.groups, share * length, self.head) @ keys[:, :, :end].transpose(-1, -2)
            score = score.view(chats, self.groups, share, length, end) * self.head**-0.5
            weight = score.masked_fill(~mask, -1e4).softmax(-1)
            got = weight.view(chats, self.groups, share * length, end) @ values[:, :, :end]
            got = got.view(chats, self.groups, share, length, self.head).permute(0, 3, 1, 2, 4).reshape(chats, length, -1)
            x = x + self.linear(got, block + "attn_output")
            y = self.norm(x, block + "ffn_norm")
            x = x + self.linear(F.silu(self.linear(y, block + "ffn_gate")) * self.linear(y, block + "ffn_up"), block + "ffn_down")
        return F.linear(self.norm(x[:, -1], "output_norm"), self.w["output.weight"]).float()

    @torch.no_grad()
    def write(self, prompts, most, heat=0.9, among=40):
        """Answers to the prompts, sampled from the `among` likeliest tokens; one that does not end is cut at `most`."""
        texts = [f"<|im_start|>user\n{p}<|im_end|>\n<|im_start|>assistant\n" for p in prompts]
        encoded = [self.tokens.encode(t, add_special_tokens=False).ids for t in texts]
        width, chats = max(map(len, encoded)), len(encoded)
        ids = torch.full((chats, width), self.stop[0], device=self.device)
        seen = torch.ones(chats, width + most, dtype=torch.bool, device=self.device)
        for row, e in enumerate(encoded):
            ids[row, width - len(e) :] = torch.tensor(e, device=self.device)
            seen[row, : width - len(e)] = False
        room = lambda: torch.empty(chats, self.groups, width + most, self.head, dtype=torch.bfloat16, device=self.device)
        cache = [(room(), room()) for _ in range(self.layers)]
        positions = (seen[:, :width].long().cumsum(1) - 1).clamp(min=0)
        stop = torch.tensor(self.stop, device=self.device)
        out, ended = [], torch.zeros(chats, dtype=torch.bool, device=self.device)
        # The prompts in slices: their attention is square.
        last = torch.cat([
            self.forward(ids[a : a + 64], positions[a : a + 64], [(k[a : a + 64], v[a : a + 64]) for k, v in cache], 0, seen[a : a + 64])
            for a in range(0, chats, 64)
        ])
        position = positions[:, -1:]
        for step in range(most):
            best = last.topk(among)
            picked = best.indices.gather(1, (best.values / heat).softmax(-1).multinomial(1))[:, 0]
            picked = torch.where(ended, self.stop[0], picked)
            out.append(picked)
            ended |= (picked[:, None] == stop).any(1)
            if step % 16 == 15 and bool(ended.all()):
                break
            position = position + 1
            last = self.forward(picked[:, None], position, cache, width + step, seen)
        rows = torch.stack(out, 1).cpu().tolist()
        return [self.tokens.decode([t for t in row if t not in self.stop]) for row in rows]


if __name__ == "__main__":
    index(*sys.argv[2:])

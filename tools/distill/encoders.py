"""The networks of the training, in plain torch: BERT (teachers and students) and nomic-embed-text.

A student is a BERT whose token table is narrow (`rank`) and widened by one matrix, whose token types carry a meaning of
ours (document, query; or question, turn, turn before), and whose linear layers can be trained under the very rounding
that inference applies to them.
"""

import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import cofio_file

# The attention of cuDNN is compiled anew for every shape of a batch, and ours all differ.
torch.backends.cuda.enable_cudnn_sdp(False)


def through(rounded, exact):
    """The rounded value going forward, the gradient of the exact one going back."""
    return exact + (rounded - exact).detach()


def round_rows(weight):
    """int8, symmetric, one scale a row: how weights are stored."""
    exact = weight.float()
    scale = exact.abs().amax(-1, keepdim=True).clamp(min=1e-12) / 127
    return through((exact / scale).round().clamp(-127, 127) * scale, exact)


def round_tokens(x):
    """uint8, asymmetric, one scale a token: how activations are rounded on the fly."""
    exact = x.float()
    low, high = exact.amin(-1, keepdim=True).clamp(max=0), exact.amax(-1, keepdim=True).clamp(min=0)
    scale = ((high - low) / 255).clamp(min=1e-12)
    zero = (-low / scale).round()
    return through(((exact / scale).round() + zero).clamp(0, 255).sub(zero) * scale, exact)


class Linear(nn.Linear):
    """A linear layer that can pretend to be an int8 one."""

    rounded = False

    def forward(self, x):
        if not self.rounded:
            return super().forward(x)
        return F.linear(round_tokens(x), round_rows(self.weight), self.bias)


class Layer(nn.Module):
    def __init__(self, width, heads, ffn, eps):
        super().__init__()
        self.heads = heads
        self.qkv, self.o = Linear(width, 3 * width), Linear(width, width)
        self.up, self.down = Linear(width, ffn), Linear(ffn, width)
        self.ln1, self.ln2 = nn.LayerNorm(width, eps=eps), nn.LayerNorm(width, eps=eps)

    def forward(self, x, mask):
        texts, length, width = x.shape
        q, k, v = self.qkv(x).view(texts, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(q, k, v, attn_mask=mask[:, None, None, :])
        x = self.ln1(x + self.o(seen.transpose(1, 2).reshape(texts, length, width)))
        return self.ln2(x + self.down(F.gelu(self.up(x))))


class Bert(nn.Module):
    """A BERT under the names of the weight file. `shape` is that file's header."""

    def __init__(self, shape):
        super().__init__()
        self.shape = shape
        width, rank, eps = shape["width"], shape["rank"], shape.get("eps", 1e-12)
        self.word = nn.Embedding(shape.get("vocab", 30522), rank, padding_idx=0)
        self.up = Linear(rank, width, bias=False) if rank != width else nn.Identity()
        self.position, self.kind = nn.Embedding(shape["positions"], width), nn.Embedding(shape["types"], width)
        self.ln = nn.LayerNorm(width, eps=eps)
        self.layer = nn.ModuleList(
            Layer(width, shape["heads"], shape["ffn"], eps) for _ in range(shape["layers"])
        )
        self.out = Linear(width, shape["out"], bias=False) if shape.get("out") else None
        self.pooler = nn.Linear(width, width) if shape.get("head") == "pooler_linear" else None
        self.head = nn.Linear(width, 1) if shape.get("head", "none") != "none" else None

    def states(self, ids, mask, kinds, layers=None):
        """The tokens as the last layer leaves them, or the first few. `kinds` are the token types, [texts, 1 or length]."""
        word = F.embedding(ids, self.word.weight, padding_idx=0)
        if Linear.rounded:
            word = round_rows(word)
        x = self.ln(self.up(word) + self.position.weight[: ids.shape[1]] + self.kind(kinds))
        for layer in self.layer[:layers]:
            x = layer(x, mask)
        return x

    def forward(self, ids, mask, kinds):
        """One vector a text, or one number where there is a head."""
        x = self.states(ids, mask, kinds)
        if self.shape["pooling"] == "cls":
            pooled = x[:, 0].float()
        else:
            weight = mask[:, :, None].float()
            pooled = (x.float() * weight).sum(1) / weight.sum(1).clamp(min=1)
        with torch.autocast(pooled.device.type, enabled=False):
            if self.pooler is not None:
                pooled = torch.tanh(self.pooler.float()(pooled))
            if self.head is not None:
                return self.head.float()(pooled)[:, 0]
            return pooled if self.out is None else self.out(pooled)


FILE_NAME = {"word.weight": "word", "position.weight": "position", "kind.weight": "type"}


def file_name(ours):
    """The name of a parameter in the weight file."""
    return FILE_NAME.get(ours, ours)


def load_bert(path, layers=None):
    """A BERT out of a weight file, whichever way its numbers are stored; `layers` takes only those."""
    header, tensors = cofio_file.read(path)
    shape = {**header, "vocab": tensors["word"].shape[0]}
    picked = list(range(header["layers"])) if layers is None else layers
    model = Bert({**shape, "layers": len(picked)})
    state = {}
    for name in model.state_dict():
        parts = name.split(".")
        if parts[0] == "layer":
            parts[1] = str(picked[int(parts[1])])
        state[name] = torch.from_numpy(cofio_file.real(tensors, file_name(".".join(parts))).copy())
    model.load_state_dict(state)
    return model.eval()


def student(shape, seed):
    """A student with nothing learned yet."""
    torch.manual_seed(seed)
    model = Bert(shape)
    for parameter in model.parameters():
        if parameter.ndim == 2:
            nn.init.normal_(parameter, std=0.02)
    if model.out is not None:
        nn.init.orthogonal_(model.out.weight)
    return model


def inherit(model, parent):
    """Starts a student from a bigger BERT of the same width: its layers, and the best table of the student's rank."""
    with torch.no_grad():
        state = {k: v for k, v in parent.state_dict().items() if k.startswith("layer.") or k.startswith(("ln.", "position."))}
        model.load_state_dict(state, strict=False)
        model.kind.weight.copy_(parent.kind.weight[:1].expand_as(model.kind.weight))
        table, rank = parent.word.weight.float(), model.shape["rank"]
        if rank == table.shape[1]:
            model.word.weight.copy_(table)
        else:
            u, s, vt = torch.linalg.svd(table, full_matrices=False)
            model.word.weight.copy_(u[:, :rank] * s[:rank].sqrt())
            model.up.weight.copy_((s[:rank].sqrt()[:, None] * vt[:rank]).T)
        if model.out is not None:
            nn.init.orthogonal_(model.out.weight)
    return model


class Nomic(nn.Module):
    """nomic-embed-text-v1.5: rotary positions (base 1000), SwiGLU, no biases, norm after each block, mean pooling."""

    HEAD = 64

    def __init__(self, tensors):
        super().__init__()
        self.table = nn.ParameterDict(
            {k.replace(".", "/"): nn.Parameter(torch.from_numpy(np.array(v)), requires_grad=False) for k, v in tensors.items()}
        )
        self.layers = 1 + max(int(k.split(".")[1]) for k in tensors if k.startswith("blk."))

    def weight(self, name):
        return self.table[f"{name}.weight".replace(".", "/")]

    def norm(self, x, name):
        return F.layer_norm(x, x.shape[-1:], self.weight(name), self.table[f"{name}.bias".replace(".", "/")], 1e-12)

    def forward(self, ids, mask, kinds=None):
        table = self.weight("token_embd")
        texts, length = ids.shape
        x = self.norm(F.embedding(ids, table) + self.weight("token_types")[0], "token_embd_norm")
        half = self.HEAD // 2
        turn = torch.arange(length, device=ids.device)[:, None] * 1000.0 ** (
            -torch.arange(half, device=ids.device).float() / half
        )
        cos, sin = (f(turn).repeat(1, 2).to(x.dtype) for f in (torch.cos, torch.sin))
        rotate = lambda t: t * cos + torch.cat([-t[..., half:], t[..., :half]], -1) * sin
        for i in range(self.layers):
            block = f"blk.{i}."
            qkv = F.linear(x, self.weight(block + "attn_qkv"))
            q, k, v = qkv.view(texts, length, 3, -1, self.HEAD).permute(2, 0, 3, 1, 4)
            seen = F.scaled_dot_product_attention(rotate(q), rotate(k), v, attn_mask=mask[:, None, None, :])
            seen = seen.transpose(1, 2).reshape(texts, length, -1)
            x = self.norm(x + F.linear(seen, self.weight(block + "attn_output")), block + "attn_output_norm")
            gate = F.silu(F.linear(x, self.weight(block + "ffn_gate"))) * F.linear(x, self.weight(block + "ffn_up"))
            x = self.norm(x + F.linear(gate, self.weight(block + "ffn_down")), block + "layer_output_norm")
        weight = mask[:, :, None].float()
        return (x.float() * weight).sum(1) / weight.sum(1).clamp(min=1)


def load_nomic(path):
    header, tensors = cofio_file.read(path)
    return Nomic({k: cofio_file.real(tensors, k) for k in tensors if not k.endswith(".scale") and k != "vocab"}).eval()


def step_size(progress, peak):
    """Warm up over a twentieth, then a cosine down to nothing."""
    return peak * min(1.0, (progress + 1e-4) / 0.05) * (0.5 + 0.5 * math.cos(math.pi * progress))


QUICK = 20.0  # how much longer the steps of quick parameters are


def optimiser(model, peak):
    """AdamW; `model.quick` names parameters that take longer steps."""
    named = [(n, p) for n, p in model.named_parameters() if p.requires_grad]
    quick = [p for n, p in named if n in getattr(model, "quick", ())]
    slow = [p for n, p in named if n not in getattr(model, "quick", ())]
    matrices, others = [p for p in slow if p.ndim == 2], [p for p in slow if p.ndim != 2]
    groups = [
        {"params": matrices, "weight_decay": 0.01, "pace": 1.0},
        {"params": others, "weight_decay": 0.0, "pace": 1.0},
        {"params": quick, "weight_decay": 0.0, "pace": QUICK},
    ]
    return torch.optim.AdamW(groups, lr=peak, betas=(0.9, 0.98), fused=matrices[0].is_cuda)

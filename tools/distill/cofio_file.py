"""How are Cofio's weight files written and read?  Needs numpy, nothing else.

    8 bytes   magic
    u32 LE    length of the header
    JSON      the header, padded with spaces so that the data begin at a multiple of 64
    data      tensors, each at a multiple of 64; `at` in the header counts from the start of the data

A tensor is `f32`, `i8` or `u8`, row-major, or `i8p`: the int8 weight of a linear layer in the order in which the
inference reads it. An int8 tensor `T` has its scales in `T.scale`, one a row: real = q * scale.
"""

import json
import os

import numpy as np

MAGIC = b"COFIOM01"
LINE = 64  # a cache line, and one AVX-512 register
ROWS = 16  # rows in a line of a packed weight
DEEP = 4  # consecutive inputs of each of those rows: what one VPDPBUSD lane sums up

DTYPES = {"f32": np.dtype("<f4"), "i8": np.dtype("i1"), "u8": np.dtype("u1")}


def quantise_rows(w):
    """Rounds every row to int8 with a scale of its own: (q int8 of the same shape, scale f32 of one number a row)."""
    w = np.asarray(w, np.float32)
    scale = np.abs(w).max(axis=1) / np.float32(127)
    scale[scale == 0] = 1  # a row of zeros: any scale is right, and nothing is divided by zero
    q = np.clip(np.rint(w / scale[:, None]), -127, 127).astype(np.int8)
    return q, scale.astype(np.float32)


def dequantise_rows(q, scale):
    """The real numbers an int8 tensor stands for."""
    return q.astype(np.float32) * np.asarray(scale, np.float32)[:, None]


def up_to(number, multiple):
    return -(-number // multiple) * multiple


def pack(q):
    """[n, k] int8 -> [n/16][k/4][16 rows][4 inputs], with zeros where n or k do not divide."""
    n, k = q.shape
    full = np.zeros((up_to(n, ROWS), up_to(k, DEEP)), np.int8)
    full[:n, :k] = q
    return np.ascontiguousarray(full.reshape(full.shape[0] // ROWS, ROWS, full.shape[1] // DEEP, DEEP).swapaxes(1, 2))


def unpack(flat, shape):
    """Undoes `pack`; `flat` is what lies in the file."""
    n, k = shape
    blocks = np.asarray(flat, np.int8).reshape(up_to(n, ROWS) // ROWS, up_to(k, DEEP) // DEEP, ROWS, DEEP)
    return np.ascontiguousarray(blocks.swapaxes(1, 2).reshape(up_to(n, ROWS), up_to(k, DEEP))[:n, :k])


def stored(tensors, packed):
    """Decides the form of each tensor in the file: yields (name, dtype, shape, array as it lies there)."""
    unknown = set(packed) - set(tensors)
    if unknown:
        raise ValueError(f"to be packed, but not there: {sorted(unknown)}")
    for name, array in tensors.items():
        array = np.asarray(array)
        if name in packed:
            if array.ndim != 2:
                raise ValueError(f"{name}: only a matrix can be packed, not {array.shape}")
            if array.dtype != np.int8:
                array, scale = quantise_rows(array)
                yield name + ".scale", "f32", scale.shape, scale
            elif name + ".scale" not in tensors:
                raise ValueError(f"{name} is int8 and has no {name}.scale")
            yield name, "i8p", array.shape, pack(array)
        elif array.dtype == np.int8:
            if name + ".scale" not in tensors:
                raise ValueError(f"{name} is int8 and has no {name}.scale")
            yield name, "i8", array.shape, array
        elif array.dtype == np.uint8:
            yield name, "u8", array.shape, array
        elif array.dtype.kind == "f":
            yield name, "f32", array.shape, array.astype("<f4")
        else:
            raise ValueError(f"{name}: {array.dtype} has no place in a weight file")


def write(path, header, tensors, packed=frozenset()):
    """Writes a weight file, and returns its size.

    `packed` names the linear weights to be stored as `i8p`: given as floats they are rounded here and `T.scale` is
    added, given as int8 their `T.scale` must be among the tensors. Everything else keeps its type: float becomes
    `f32`, int8 `i8` (with its `T.scale`), uint8 `u8`. The same arguments give the same bytes.
    """
    entries, parts, at = {}, [], 0
    for name, dtype, shape, array in stored(tensors, packed):
        data = np.ascontiguousarray(array).tobytes()
        entries[name] = {"dtype": dtype, "shape": [int(side) for side in shape], "at": at}
        parts.append(data + bytes(up_to(len(data), LINE) - len(data)))
        at += len(parts[-1])
    text = json.dumps({**header, "tensors": entries}, ensure_ascii=False, separators=(",", ":")).encode()
    start = len(MAGIC) + 4
    text += b" " * (up_to(start + len(text), LINE) - start - len(text))
    unfinished = f"{path}.part"
    with open(unfinished, "wb") as file:
        file.write(MAGIC + len(text).to_bytes(4, "little") + text)
        file.writelines(parts)
    os.replace(unfinished, path)
    return start + len(text) + at


def read(path):
    """Reads a weight file: (header, tensors). Packed weights come back as plain [n, k] int8; scales are their own."""
    with open(path, "rb") as file:
        content = file.read()
    if content[: len(MAGIC)] != MAGIC:
        raise ValueError(f"{path} is not a weight file")
    start = len(MAGIC) + 4
    length = int.from_bytes(content[len(MAGIC) : start], "little")
    header = json.loads(content[start : start + length])
    tensors = {}
    for name, entry in header["tensors"].items():
        shape, at = entry["shape"], start + length + entry["at"]
        if entry["dtype"] == "i8p":
            count = up_to(shape[0], ROWS) * up_to(shape[1], DEEP)
            tensors[name] = unpack(np.frombuffer(content, np.int8, count, at), shape)
        else:
            count = int(np.prod(shape))
            tensors[name] = np.frombuffer(content, DTYPES[entry["dtype"]], count, at).reshape(shape).copy()
    return header, tensors


def real(tensors, name):
    """A tensor as float32, whichever way it is stored."""
    array = tensors[name]
    return dequantise_rows(array, tensors[name + ".scale"]) if array.dtype == np.int8 else array.astype(np.float32)


def packed_names(header):
    """Which tensors of a file that was read are packed: what `write` needs to write it again."""
    return {name for name, entry in header["tensors"].items() if entry["dtype"] == "i8p"}

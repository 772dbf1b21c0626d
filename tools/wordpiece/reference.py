#!/usr/bin/env python3
"""Asks the reference WordPiece tokenizer (PyPI `tokenizers`) what ours has to agree with.

    reference.py tables   TOKENIZER            the Unicode tables of crates/models/src/local/unicode.rs
    reference.py fixture  TOKENIZER            the texts and ids of crates/models/tests/fixtures/wordpiece.tsv
    reference.py ids      TOKENIZER < TEXTS    ids for JSON strings, one a line: what the example `wordpiece` compares with
    reference.py random   COUNT SEED           random hostile texts as JSON strings, one a line

TOKENIZER is the tokenizer.json of a bert-base-uncased model. The special tokens are taken out of it first: the
reference recognises `[SEP]` in a text as the token, and ours does not let texts do that.
"""

import hashlib
import json
import random
import sys

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def load(path):
    from tokenizers import Tokenizer

    settings = json.load(open(path, encoding="utf-8"))
    settings.update(truncation=None, padding=None, post_processor=None, added_tokens=[])
    return Tokenizer.from_str(json.dumps(settings))


def characters():
    return (chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000)


def ranges(points):
    found = []
    for point in points:
        if found and found[-1][1] == point - 1:
            found[-1][1] = point
        else:
            found.append([point, point])
    return found


def tables(path):
    from tokenizers.normalizers import BertNormalizer
    from tokenizers.pre_tokenizers import BertPreTokenizer

    off = dict(clean_text=False, handle_chinese_chars=False, strip_accents=False, lowercase=False)
    clean = BertNormalizer(**{**off, "clean_text": True})
    ideographs = BertNormalizer(**{**off, "handle_chinese_chars": True})
    accents = BertNormalizer(**{**off, "strip_accents": True})
    words = BertPreTokenizer()
    found = {"REMOVED": [], "IDEOGRAPHS": [], "NONSPACING_MARKS": [], "PUNCTUATION": []}
    for character in characters():
        point = ord(character)
        if clean.normalize_str(f"a{character}a") == "aa":
            found["REMOVED"].append(point)
        if ideographs.normalize_str(character) != character:
            found["IDEOGRAPHS"].append(point)
        if accents.normalize_str(character) == "":
            found["NONSPACING_MARKS"].append(point)
        if len(words.pre_tokenize_str(f"a{character}a")) == 3:
            found["PUNCTUATION"].append(point)
    for name, points in found.items():
        bounds = [bound for first, last in ranges(points) for bound in (first, last + 1)]
        print(f"const {name}: [u32; {len(bounds)}] = [{', '.join(f'0x{bound:x}' for bound in bounds)}];")
    normalize = load(path).normalizer.normalize_str
    digest = hashlib.sha256("\n".join(normalize(character) for character in characters()).encode()).hexdigest()
    print(f"// every character, normalised: sha256 {digest}")


def texts():
    """Ordinary and hostile texts, a few hundred."""
    yield from (
        "", " ", "\t\n\r ", "Hello, world!", "I'm targeting retirement at 50.", "unaffable", "THE QUICK BROWN FOX", "don't",
        "naïve café résumé Ångström", "İstanbul ISPARTA ıI", "straße ẞ ß", "ﬁ ﬂ ﬀ ﬃ ﬄ ﬅ ﬆ", "ＦＵＬＬ　ｗｉｄｔｈ １２３", "Σίσυφος ΣΊΣΥΦΟΣ",
        "日本語のテキスト", "中文字符测试", "한국어 텍스트 각", "\u1112\u1161\u11ab\u1100\u1173\u11af", "ภาษาไทย กำลัง ทำ", "हिन्दी में लिखा है", "தமிழ்", "বাংলা",
        "اللغة العربية", "שלום עולם", "abc\u202edef\u202c ghi", "\u2066hidden\u2069", "\u200fright\u200e left", "zero\u200bwidth\u200cjoin\u200der\ufeff",
        "soft\u00adhyphen", "nul\x00byte", "bell\x07 escape\x1b[31m", "del\x7f\x80\x85\x9f", "line\u2028para\u2029sep", "nel\u0085nel", "\u00a0nbsp\u3000ideo\u2003em",
        "👩‍👩‍👧‍👦 family", "🏳️‍🌈 flag 🇵🇹", "👍🏽 ok 👌", "e\u0301 e\u0327\u0301 o\u0302\u0323", "a" + "\u0300" * 50, "\u0301 alone", "Z̷̢̛a̸l̶g̵o̴",
        "\ue000 private \U000f0000 use \U0010ffff", "\u0378 unassigned \U000e0fff", "\ufffd replaced \ufffe \uffff", "\ud7ff\uf8ff",
        "[CL S] [ SEP ] [mask]", "a_b-c.d/e\\f", "http://example.com/path?q=1&r=2#frag", "x@example.com", "C++ C# F# .NET", "3.14159 1,000,000 1e-5",
        "²³¹ ½ ⅓ № ℡ ™ © ®", "「引用」、。・", "‘quotes’ “double” «guillemets» ‹single›", "–—―… † ‡ •", "₤ € £ ¥ ₹ $", "← → ∀ ∃ ∈ ∑ √ ∞",
        "Ωμέγα Ὀδύσσεια ᾳ ῼ", "Привет мир Ёлка Й", "ქართული ᲥᲐᲠᲗᲣᲚᲘ", "Հայերեն և", "ᏣᎳᎩ ꮳꮃꭹ", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𝟘𝟙𝟚", "𐐀𐐨 𐍈", "Ⅷ ⅷ Ⓐ ⓐ",
        "\u0f73\u0f75 \u0f0b tibetan \u0f40\u0f72", "\u302e\u302f tone \u1161\u302e", "\u093f \u0903 \u094d", "\u0e33 \u0e4d\u0e32", "\u1734 \u1ab0 \u1df6 \u20d0", "\ua8ff \u08ca \u0898",
        "ǅ ǈ ǋ ǲ ŉ ǰ ΐ ΰ", "Å Å Å", "Ḋ Ḍ̇ Ḍ̇", "각 각", "豈 更 車 \U0002f800 \uf900", "\U00020000\U0002a6df \U0002b820\U0002b920 \U00030000", "々 〆 〇 ㍿ ㈱ ﹏",
        "mixed日本english中文words", "no_space。here,there", "...", "?!?!", "a" * 99, "a" * 100, "a" * 101, "é" * 100, "é" * 101, "日" * 120, "word " * 300,
        "supercalifragilisticexpialidocious", "pneumonoultramicroscopicsilicovolcanoconiosis", "x" * 5000 + " tail", "q" * 100 + "é tail", "\u0301" * 3000 + " tail",
        "\x01\x02\x03", "a\x01b \u302e\x01\u0327c", "\u200b" * 2000 + "end", "##ing ## #ing", "[unused1] [unused", "<script>alert('x')</script>", "'; DROP TABLE memory; --",
        "{\"key\": [1, 2, null]}", "def f(x):\n\treturn x**2  # comment", "aGVsbG8gd29ybGQ=" * 8, "0123456789abcdef" * 6, "\\u0041 \\x41 %41 &#65;", "tab\tseparated\tvalues", "\r\nwindows\r\n",
        "ŁÓDŹ Łódź", "Đặng Thị Thùy", "Þórður Æsir œuvre", "ĳ Ĳ ŀ Ŀ", "ẖ ẗ ẘ ẙ ẚ", "\u1e9b\u0323", "\u212b \u2126 \u212a", "\u0345\u03b1\u0345", "\u0130\u0049\u0307", "\u1fbc \u1fcc",
    )
    yield "".join(chr(c) for c in range(0x20, 0x7F))
    for c in range(0x21, 0x7F):
        if not chr(c).isalnum():
            yield f"a{chr(c)}b {chr(c)} {chr(c) * 3}"
    for first in range(0x00, 0x3000, 0x80):
        yield " ".join(f"a{chr(c)}b" for c in range(first, first + 0x80, 7))
    for first in (0xA000, 0xA800, 0xAA00, 0xFB00, 0xFE00, 0xFF00, 0x10000, 0x10A00, 0x11000, 0x16F00, 0x1D100, 0x1E000, 0x1F000, 0x1F600, 0xE0000):
        yield "".join(chr(c) for c in range(first, first + 0x100, 5))
    yield from random_texts(60, 11)


def random_texts(count, seed):
    """Texts that mix marks, scripts, controls, words and long runs."""
    chance = random.Random(seed)
    blocks = [(0x20, 0x7F), (0, 0x20), (0xA0, 0x250), (0x300, 0x370), (0x370, 0x530), (0x590, 0x700), (0x900, 0xE00), (0xE00, 0x1000), (0x1100, 0x1200),
              (0x1AB0, 0x1B00), (0x1E00, 0x2000), (0x2000, 0x2070), (0x20A0, 0x2100), (0x3000, 0x3100), (0x4E00, 0x5000), (0xAC00, 0xAD00), (0xE000, 0xE010),
              (0xF900, 0xFB50), (0xFB50, 0xFE00), (0xFE00, 0x10000), (0x10000, 0x11000), (0x11000, 0x12000), (0x1D000, 0x1D200), (0x1F300, 0x1F700), (0x2F800, 0x2FA20), (0, 0x110000)]
    words = "the my and memory lives Lisbon doesn't 2026 e.g. naïve running unbelievable".split()

    def character():
        while True:
            first, end = chance.choice(blocks)
            point = chance.randrange(first, end)
            if not 0xD800 <= point < 0xE000:
                return chr(point)

    for _ in range(count):
        pieces = []
        for _ in range(chance.randrange(1, 30)):
            kind = chance.random()
            if kind < 0.3:
                pieces.append(chance.choice(words))
            elif kind < 0.5:
                pieces.append("".join(character() for _ in range(chance.randrange(1, 6))))
            elif kind < 0.6:
                pieces.append(character() * chance.randrange(1, 12))
            elif kind < 0.7:
                first, end = chance.choice(blocks[2:-1])
                pieces.append("".join(chr(chance.randrange(first, end)) for _ in range(chance.randrange(1, 12))))
            else:
                pieces.append(chance.choice(" \t\n.,-'_"))
        yield (" " if chance.random() < 0.5 else "").join(pieces)


def main():
    command, *rest = sys.argv[1:]
    if command == "tables":
        tables(*rest)
    elif command == "fixture":
        tokenizer = load(*rest)
        for text in dict.fromkeys(texts()):
            print(json.dumps(text), ",".join(map(str, tokenizer.encode(text, add_special_tokens=False).ids)), sep="\t")
    elif command == "ids":
        tokenizer = load(*rest)
        batch = []

        def flush():
            for encoding in tokenizer.encode_batch(batch, add_special_tokens=False):
                print(",".join(map(str, encoding.ids)))
            batch.clear()

        for line in sys.stdin:
            batch.append(json.loads(line))
            if len(batch) == 1000:
                flush()
        flush()
    elif command == "random":
        for text in random_texts(int(rest[0]), int(rest[1])):
            print(json.dumps(text))
    else:
        sys.exit(__doc__)


main()

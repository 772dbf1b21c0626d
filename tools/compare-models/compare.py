#!/usr/bin/env python3
"""Times our kernels, rten and onnxruntime on all-MiniLM-L6-v2, one thread each, taking turns, and prints ratios.

    compare.py WORKER OURS_INT8 OURS_FLOAT MODEL_INT8.onnx MODEL_FLOAT.onnx [ROUNDS]

The best of many rounds is shown, in time of the processor: on a shared machine the wall clock says who else was there.
"""

import os
import subprocess
import sys
import time

import numpy as np
import onnxruntime

SIZES = ((16, 1), (32, 1), (128, 1), (16, 64), (32, 32), (128, 8))


class Onnx:
    def __init__(self, path):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        self.names = [one.name for one in self.session.get_inputs()]

    def micros(self, tokens, texts):
        values = {"input_ids": 2773, "attention_mask": 1, "token_type_ids": 0}
        inputs = {name: np.full((texts, tokens), values[name], np.int64) for name in self.names}
        began = time.process_time()
        self.session.run(None, inputs)
        return (time.process_time() - began) * 1e6


def main():
    worker, ours_int8, ours_float, model_int8, model_float, *rounds = sys.argv[1:]
    rounds = int(rounds[0]) if rounds else 30
    environment = {**os.environ, "RTEN_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1"}
    process = subprocess.Popen([worker, ours_int8, ours_float, model_int8], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)

    def asked(which):
        def micros(tokens, texts):
            process.stdin.write(f"{which} {tokens} {texts}\n")
            process.stdin.flush()
            return float(process.stdout.readline())

        return micros

    engines = {
        "ours, int8": asked("ours-int8"),
        "ours, f32": asked("ours-float"),
        "rten, int8": asked("rten-int8"),
        "onnxruntime, int8": Onnx(model_int8).micros,
        "onnxruntime, f32": Onnx(model_float).micros,
    }
    print("processor microseconds a text, best of", rounds, "rounds; times ours int8 in brackets")
    print(f"{'tokens x texts':<16}" + "".join(f"{name:>24}" for name in engines))
    for tokens, texts in SIZES:
        best = dict.fromkeys(engines, float("inf"))
        for _ in range(rounds if texts == 1 else max(3, rounds // 5)):
            for name, micros in engines.items():
                best[name] = min(best[name], micros(tokens, texts) / texts)
        first = next(iter(best.values()))
        print(f"{f'{tokens} x {texts}':<16}" + "".join(f"{f'{value:.0f} ({value / first:.1f})':>24}" for value in best.values()), flush=True)
    process.stdin.close()
    process.wait()


main()

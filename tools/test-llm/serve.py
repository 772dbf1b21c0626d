"""Serves a GGUF file on loopback through llama.cpp's own HTTP server, until its standard input is closed.

Usage: serve.py chat|embed MODEL.gguf PORT
"""

import sys

import xllamacpp

what, model, port = sys.argv[1], sys.argv[2], int(sys.argv[3])
params = xllamacpp.CommonParams()
params.model.path = model
params.hostnames = ["127.0.0.1"]
params.port = port
params.n_ctx = 8192
params.n_parallel = 1
# More threads wait for each other on a machine that is busy.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.warmup = False
if what == "embed":
    params.embedding = True
    params.n_batch = params.n_ubatch = 2048
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()

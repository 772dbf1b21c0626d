#!/usr/bin/env python3
"""Drives one peer through one task, in a process of its own, and says as JSON what came of it.

    driver.py PEER add PLAN STORE [--first N]        adds every turn, one by one
    driver.py PEER ask PLAN STORE [--rounds N] [--questions N]
                                                     asks every question; says "answered" after the first
    driver.py PEER write PLAN STORE FROM COUNT       adds some turns while others add theirs
    driver.py PEER find PLAN STORE FROM COUNT        counts how many of some turns are there
    driver.py PEER forget PLAN STORE TURN            deletes a turn

PLAN is what `cofio-eval peer plan` wrote; `cofio-eval peer` and `memrust/` take the same tasks. A peer is a module of
`peers/` with a class `Peer`:

    Peer(folder, dimensions)     opens a store, or makes one
    add(number, turn, vector)    returns once the turn is kept
    finish()                     does what is left to do until everything added is found
    search(space, text, vector, top) -> numbers of turns
    numbers(space) -> all numbers of turns that are there
    forget(number, turn)
    close()
"""

import argparse
import importlib
import json
import pathlib
import sys
import time

import numpy as np

TOP = 10
# Questions are not asked once more after so many seconds.
LONG_ENOUGH = 60


def main():
    arguments = parsed()
    peer = importlib.import_module(f"peers.{arguments.peer}").Peer
    plan = pathlib.Path(arguments.plan)
    store = pathlib.Path(arguments.store)
    tasks = {"add": add, "ask": ask, "write": write, "find": find, "forget": forget}
    tasks[arguments.task](peer, plan, store, arguments)


def parsed():
    parser = argparse.ArgumentParser()
    parser.add_argument("peer")
    parser.add_argument("task", choices=["add", "ask", "write", "find", "forget"])
    parser.add_argument("plan")
    parser.add_argument("store")
    parser.add_argument("numbers", type=int, nargs="*")
    parser.add_argument("--first", type=int)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--questions", type=int)
    return parser.parse_args()


def add(peer, plan, store, arguments):
    vectors = np.load(plan / "turns.npy", mmap_mode="r")
    opened = peer(store, vectors.shape[1])
    add_ms = []
    for number, turn in enumerate(lines(plan / "turns.jsonl")):
        if number == arguments.first:
            break
        vector = np.array(vectors[turn["vector"]])
        add_ms.append(milliseconds(lambda: opened.add(number, turn, vector))[1])
    rest_ms = milliseconds(lambda: (opened.finish(), opened.close()))[1]
    say({"add_ms": add_ms, "rest_ms": rest_ms, "peak_kb": peak_kb()})


def ask(peer, plan, store, arguments):
    questions = list(lines(plan / "questions.jsonl"))[: arguments.questions]
    vectors = np.load(plan / "questions.npy")
    opened = peer(store, vectors.shape[1])
    best = [float("inf")] * len(questions)
    first_round_ms, hits, rounds = [], [], 0
    began = time.perf_counter()
    for round_number in range(arguments.rounds):
        if round_number > 0 and time.perf_counter() - began > LONG_ENOUGH:
            break
        rounds += 1
        for place, question in enumerate(questions):
            search = lambda: opened.search(question["space"], question["text"], vectors[place], TOP)
            found, took = milliseconds(search)
            best[place] = min(best[place], took)
            if round_number == 0:
                if place == 0:
                    print("answered", flush=True)
                first_round_ms.append(took)
                hits.append([int(number) for number in found])
    opened.close()
    say({"ms": best, "rounds": rounds, "first_round_ms": first_round_ms, "hits": hits, "peak_kb": peak_kb()})


def write(peer, plan, store, arguments):
    start, count = arguments.numbers
    turns = list(lines(plan / "turns.jsonl"))[start : start + count]
    vectors = np.load(plan / "turns.npy", mmap_mode="r")
    try:
        opened = peer(store, vectors.shape[1])
        why = None
    except Exception as error:
        opened, why = None, error
    print("ready", flush=True)
    sys.stdin.readline()
    accepted = 0
    if opened:
        for number, turn in enumerate(turns, start):
            try:
                opened.add(number, turn, np.array(vectors[turn["vector"]]))
                accepted += 1
            except Exception as error:
                why = error
        opened.close()
    why = f"{type(why).__name__}: {why}"[:200] if why else None
    say({"accepted": accepted, "refused": count - accepted, "why": why})


def find(peer, plan, store, arguments):
    start, count = arguments.numbers
    turns = list(lines(plan / "turns.jsonl"))[start : start + count]
    opened = peer(store, np.load(plan / "turns.npy", mmap_mode="r").shape[1])
    there = {space: set(opened.numbers(space)) for space in {turn["space"] for turn in turns}}
    found = sum(number in there[turn["space"]] for number, turn in enumerate(turns, start))
    opened.close()
    say({"found": found})


def forget(peer, plan, store, arguments):
    (number,) = arguments.numbers
    turn = list(lines(plan / "turns.jsonl"))[number]
    opened = peer(store, np.load(plan / "turns.npy", mmap_mode="r").shape[1])
    opened.forget(number, turn)
    opened.close()
    say({})


def lines(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def milliseconds(work):
    began = time.perf_counter()
    done = work()
    return done, (time.perf_counter() - began) * 1e3


def peak_kb():
    """The most memory this process ever had, as Linux counts it; nothing elsewhere."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
    except OSError:
        return 0


def say(figures):
    print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Puts every peer through the same tasks, each in processes of its own, and writes one table.

    bench.py WORK COFIO_EVAL COFIO [PEER …]

WORK holds the virtual environment, the plans and the stores; figures are kept in WORK/figures.json, so that one peer can
be measured again without the others, and the table is written to WORK/table.md. A peer that cannot be run is left out,
with a line that says why.
"""

import datetime
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
# Made-up words: wherever they are found in a file, what was deleted is still there.
SECRET = "We buried the brumblewort tin under the quillomere stone"
SECRET_WORDS = (b"brumblewort", b"quillomere")
SECRET_AMONG = 200
WRITERS, EACH = 4, 50
COLD_STARTS = 5
ROUNDS = 3
PATIENCE = 3_600
TITLES = {
    "plain": "plain SQLite script",
    "chroma": "Chroma",
    "lance": "LanceDB, hybrid",
    "memory0": "mem0, infer=False",
    "memrust": "memrust",
    "cofio": "**Cofio**, fast",
}
ONE_SPACE = (5_000, 100_000)
# Peers that are asked at these sizes; for the others adding one by one takes too long.
SCALED = ("plain", "cofio")


class Bench:
    def __init__(self, work, cofio_eval, cofio):
        self.work, self.cofio_eval, self.cofio = work, cofio_eval, cofio
        self.python = work / "venv/bin/python"
        self.memrust = work / "build/release/bench-memrust"
        self.figures_file = work / "figures.json"

    # Plans and stores.

    def plan(self, name, *options):
        folder = self.work / "plans" / name
        if not (folder / "questions.npy").exists():
            run([self.cofio_eval, "peer", "plan", "--out", folder, "--threads", "1", *options])
        return folder

    def fresh(self, peer, purpose):
        folder = self.work / "stores" / f"{peer}-{purpose}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        return folder

    def command(self, peer, task, plan, store, *rest):
        start = {
            "cofio": [self.cofio_eval, "peer", task],
            "memrust": [self.memrust, task],
        }.get(peer, [self.python, HERE / "driver.py", peer, task])
        return [str(part) for part in (*start, plan, store, *rest)]

    def told(self, *command):
        """What a peer says about a task, and the processor time its process took."""
        before = processor_ms()
        figures = json.loads(run(self.command(*command)).splitlines()[-1])
        return figures | {"cpu_ms": processor_ms() - before}

    # What is measured.

    def measure(self, peer):
        plan = self.plan("all")
        store = self.fresh(peer, "all")
        row = {"when": datetime.date.today().isoformat(), "load": [os.getloadavg()[0]]}
        idle = self.told(peer, "add", plan, self.fresh(peer, "idle"), "--first", "1")["cpu_ms"]
        added = self.told(peer, "add", plan, store)
        row["turns"] = len(added["add_ms"])
        row["add_cpu"] = (added["cpu_ms"] - idle) / row["turns"]
        row["add_p50"], row["add_p95"] = quantiles(added["add_ms"])
        row["total_s"] = (sum(added["add_ms"]) + added["rest_ms"]) / 1e3
        row["rest_ms_per_turn"] = added["rest_ms"] / row["turns"]
        row["bytes_per_turn"] = size(store) / row["turns"]
        row["load"].append(os.getloadavg()[0])
        idle = self.told(peer, "ask", plan, store, "--rounds", "1", "--questions", "1")["cpu_ms"]
        asked = self.told(peer, "ask", plan, store, "--rounds", str(ROUNDS))
        row["ask_cpu"] = (asked["cpu_ms"] - idle) / len(asked["ms"]) / asked.get("rounds", ROUNDS)
        row["ask_p50"], row["ask_p95"] = quantiles(asked["ms"])
        row["first_round_p95"] = quantiles(asked["first_round_ms"])[1]
        row["recall"] = recall(plan, asked["hits"])
        row["peak_mb"] = max(added["peak_kb"], asked["peak_kb"]) / 1024
        row["peak_ask_mb"] = asked["peak_kb"] / 1024
        row["load"].append(os.getloadavg()[0])
        row["cold_s"] = self.cold_start(peer, plan, store)
        if peer == "cofio":
            row |= self.only_ours(plan, store)
        row["writers"] = self.writers(peer, plan)
        row["left"] = self.left_after_delete(peer)
        row["fsyncs"] = self.fsyncs(peer, plan)
        self.keep(peer, row)

    def cold_start(self, peer, plan, store):
        command = self.command(peer, "ask", plan, store, "--rounds", "1", "--questions", "1")
        return min(until_line(command, "answered") for _ in range(COLD_STARTS))

    def only_ours(self, plan, store):
        """The real program, which embeds the question itself; and each turn with its vector before the next."""
        question = json.loads((plan / "questions.jsonl").open(encoding="utf-8").readline())
        settings = {
            "COFIO_DATA_DIR": str(store),
            "COFIO_USER_NAME": question["space"],
            "COFIO_CLOCK": json.loads((plan / "plan.json").read_text())["now"],
        }
        command = [str(self.cofio), "recall", question["text"], "--depth", "fast", "--json"]
        times = []
        for _ in range(COLD_STARTS):
            began = time.perf_counter()
            answer = run(command, env={**os.environ, **settings})
            times.append(time.perf_counter() - began)
        assert json.loads(answer), "the program found nothing"
        each = self.told("cofio", "add", plan, self.fresh("cofio", "each"), "--vector-with-each", "--first", "1000")
        return {"program_s": min(times), "add_with_vector_p50": quantiles(each["add_ms"])[0]}

    def writers(self, peer, plan):
        """Four processes add to one conversation at once; then a fifth looks for everything that was accepted."""
        store = self.fresh(peer, "writers")
        self.told(peer, "add", plan, store, "--first", "1")
        started = []
        for writer in range(WRITERS):
            command = self.command(peer, "write", plan, store, 1 + writer * EACH, EACH)
            started.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        for process in started:
            process.stdout.readline()
        began = time.perf_counter()
        for process in started:
            process.stdin.write("go\n")
            process.stdin.flush()
        told = [json.loads(process.communicate(timeout=PATIENCE)[0].splitlines()[-1]) for process in started]
        took = time.perf_counter() - began
        accepted = sum(one["accepted"] for one in told)
        found = self.told(peer, "find", plan, store, 1, WRITERS * EACH)["found"]
        why = next((one["why"] for one in told if one["why"]), None)
        return {"accepted": accepted, "lost": accepted - found, "refused": WRITERS * EACH - accepted, "why": why, "s": took}

    def left_after_delete(self, peer):
        plan = self.plan("secret", "--first", str(SECRET_AMONG - 1), "--also", SECRET)
        store = self.fresh(peer, "delete")
        self.told(peer, "add", plan, store)
        before = self.fresh(peer, "before-delete")
        shutil.copytree(store, before)
        number = SECRET_AMONG - 1
        told = self.told(peer, "forget", plan, store, number)
        self.told(peer, "ask", plan, store, "--rounds", "1", "--questions", "1")
        forms = [vector_bytes(plan, number), *map(bytes.fromhex, told.get("forms", []))]
        # What cannot be found before it is deleted says nothing afterwards.
        return {"before": left_in(before, forms), "after": left_in(store, forms)}

    def fsyncs(self, peer, plan):
        """Flushes for each add, by strace: 150 adds against 50."""
        if not shutil.which("strace"):
            return None
        counts = []
        for first in (50, 150):
            log = self.work / "strace.txt"
            command = self.command(peer, "add", plan, self.fresh(peer, "strace"), "--first", first)
            run(["strace", "-f", "-qq", "-e", "trace=fsync,fdatasync,msync,sync_file_range", "-o", log, *command])
            counts.append(sum("sync" in line and "resumed" not in line for line in log.read_text().splitlines()))
        return (counts[1] - counts[0]) / 100

    def compare_adds(self):
        """The plain script and Cofio in turns, so that both have the same machine; the best of each counts."""
        plan = self.plan("all")
        best = {}
        for _ in range(5):
            for peer in ("plain", "cofio"):
                added = self.told(peer, "add", plan, self.fresh(peer, "turns"), "--first", "1000")
                best[peer] = min(best.get(peer, float("inf")), quantiles(added["add_ms"])[0])
        self.keep("adds", best | {"load": os.getloadavg()[0]})

    def one_space(self, peer, count):
        plan = self.plan(f"one-space-{count}", "--one-space", str(count))
        store = self.fresh(peer, f"one-space-{count}")
        added = self.told(peer, "add", plan, store)
        rounds = 3 if count < 50_000 else 1
        asked = self.told(peer, "ask", plan, store, "--rounds", rounds, "--questions", 100)
        p50, p95 = quantiles(asked["ms"])
        self.keep(
            f"{peer}-{count}",
            {
                "add_p50": quantiles(added["add_ms"])[0],
                "total_s": (sum(added["add_ms"]) + added["rest_ms"]) / 1e3,
                "ask_p50": p50,
                "ask_p95": p95,
                "cold_s": self.cold_start(peer, plan, store),
                "peak_ask_mb": asked["peak_kb"] / 1024,
                "bytes_per_turn": size(store) / count,
                "load": os.getloadavg()[0],
            },
        )
        shutil.rmtree(store)

    def figures(self):
        return json.loads(self.figures_file.read_text()) if self.figures_file.exists() else {}

    def keep(self, name, row):
        self.figures_file.write_text(json.dumps(self.figures() | {name: row}, indent=1))

    def attempt(self, name, work):
        print(f"{name} …", file=sys.stderr, flush=True)
        try:
            work()
        except (subprocess.SubprocessError, OSError, ValueError, AssertionError) as error:
            said = (getattr(error, "stderr", None) or "").strip()
            why = said.splitlines()[-1][:300] if said else type(error).__name__
            self.keep(name, {"failed": why})


def processor_ms():
    """Of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) * 1e3


def run(command, env=None):
    command = [str(part) for part in command]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE, env=env).stdout


def until_line(command, wanted):
    """Seconds from the start of a process until it says something."""
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        for line in process.stdout:
            if line.strip() == wanted:
                took = time.perf_counter() - began
                process.stdout.read()
                return took
    raise ValueError(f"it never said {wanted}")


def quantiles(values):
    return statistics.median(values), sorted(values)[int(len(values) * 0.95)]


def recall(plan, hits):
    sums = {}
    with open(plan / "questions.jsonl", encoding="utf-8") as lines:
        for line, found in zip(lines, hits):
            question = json.loads(line)
            share = len(set(question["gold"]) & set(found)) / len(question["gold"])
            total, count = sums.get(question["set"], (0, 0))
            sums[question["set"]] = (total + share, count + 1)
    return {name: total / count for name, (total, count) in sums.items()}


def files(folder):
    # The reserve that Cofio holds back for a full disk has the same size whatever is stored.
    return [path for path in folder.rglob("*") if path.is_file() and path.name != "ballast"]


def size(folder):
    return sum(path.stat().st_size for path in files(folder))


def vector_bytes(plan, row):
    """A row of a plan's vectors as 32-bit floats. A short piece from its middle is telling enough, however it is framed."""
    file = (plan / "turns.npy").read_bytes()
    header = 10 + int.from_bytes(file[8:10], "little")
    with open(plan / "turns.jsonl", encoding="utf-8") as lines:
        count = sum(1 for _ in lines)
    width = (len(file) - header) // count
    return file[header + row * width :][:width]


def left_in(store, forms):
    contents = [path.read_bytes() for path in files(store)]
    middle = lambda form: form[len(form) // 4 : len(form) // 4 + 64]
    return {
        "words": any(word in content.lower() for word in SECRET_WORDS for content in contents),
        "vector": any(middle(form) in content for form in forms for content in contents),
    }


# The tables.


def table(figures):
    rows = [peer for peer in TITLES if "failed" not in figures.get(peer, {"failed": ""})]
    out = [
        "| | add p50 ms | add cpu ms | all turns s | query p50 / p95 ms | query cpu ms | LoCoMo | REALTALK | peak MB | bytes a turn "
        "| first answer s | four writers | after a delete | flushes an add | load |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    out += [line(TITLES[peer], figures[peer]) for peer in rows]
    failed = [f"- {TITLES[peer]}: {figures[peer]['failed']}" for peer in TITLES if "failed" in figures.get(peer, {})]
    out += ["", "Left out:", *failed] if failed else []
    return "\n".join(out + ["", *scaled(figures)])


def line(title, row):
    writers, left = row["writers"], row["left"]
    what = [name for name in ("words", "vector") if left["after"][name]]
    unseen = "" if all(left["before"].values()) else " (its vector is in no form that is known)"
    cells = (
        title,
        f"{row['add_p50']:.2f}",
        f"{row['add_cpu']:.2f}",
        f"{row['total_s']:.1f}",
        f"{row['ask_p50']:.2f} / {row['ask_p95']:.2f}",
        f"{row['ask_cpu']:.2f}",
        f"{row['recall'].get('locomo', 0) * 100:.1f}",
        f"{row['recall'].get('realtalk', 0) * 100:.1f}",
        f"{row['peak_mb']:.0f}",
        f"{row['bytes_per_turn']:,.0f}",
        f"{row['cold_s']:.3f}",
        f"{writers['accepted']} kept, {writers['lost']} lost, {writers['refused']} refused",
        (" and ".join(what) + " left" if what else "nothing found") + unseen,
        "" if row["fsyncs"] is None else f"{row['fsyncs']:.1f}",
        f"{max(row['load']):.0f}",
    )
    return f"| {' | '.join(cells)} |"


def scaled(figures):
    out = ["| one space | add p50 ms | query p50 / p95 ms | first answer s | peak MB asking | bytes a turn | load |", "|---|---|---|---|---|---|---|"]
    for count in ONE_SPACE:
        for peer in SCALED:
            row = figures.get(f"{peer}-{count}")
            if row and "failed" not in row:
                out.append(
                    f"| {TITLES[peer]}, {count:,} | {row['add_p50']:.2f} | {row['ask_p50']:.2f} / {row['ask_p95']:.2f} | {row['cold_s']:.3f} "
                    f"| {row['peak_ask_mb']:.0f} | {row['bytes_per_turn']:,.0f} | {row['load']:.0f} |"
                )
    ours, adds = figures.get("cofio", {}), figures.get("adds", {})
    if "plain" in adds:
        out += [
            "",
            f"A durable add in turns with the plain script (1,000 turns, best of five): {adds['plain']:.3f} ms there, "
            f"{adds['cofio']:.3f} ms here, {adds['cofio'] / adds['plain']:.2f} times.",
        ]
    if "program_s" in ours:
        out += [
            "",
            f"`cofio recall --depth fast` from start to end, with the question embedded: {ours['program_s']:.3f} s. "
            f"A turn with its vector before the next: {ours['add_with_vector_p50']:.2f} ms.",
        ]
    return out


def main():
    # Threads of linear algebra that wait for each other by spinning are slower than one where others use the machine, too.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    work, cofio_eval, cofio, *wanted = sys.argv[1:]
    bench = Bench(pathlib.Path(work), cofio_eval, cofio)
    wanted = wanted or [*TITLES, "adds", "scale"]
    for peer in (peer for peer in TITLES if peer in wanted):
        bench.attempt(peer, lambda: bench.measure(peer))
    if "adds" in wanted:
        bench.attempt("adds", bench.compare_adds)
    for count in ONE_SPACE if "scale" in wanted else ():
        for peer in SCALED:
            bench.attempt(f"{peer}-{count}", lambda: bench.one_space(peer, count))
    text = table(bench.figures())
    (bench.work / "table.md").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()

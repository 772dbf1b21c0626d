"""The course of a training: steps, their size, rounding towards the end, looks at the development questions, the result."""

import json
import time

import numpy as np
import torch

import encoders
from prepare import say


def run(a, model, loss_of, score, looks):
    """Takes `a.steps` steps. `loss_of(step, progress)` is what to lessen; `score(when)` is asked `looks` times, and at the end.

    The last `a.rounded` of the steps, and the last look, run under the rounding of the shipped file.
    """
    optimiser, began, curve = encoders.optimiser(model, a.peak), time.time(), {}
    every = max(1, a.steps // looks)
    for step in range(a.steps):
        progress = step / a.steps
        encoders.Linear.rounded = progress >= 1 - a.rounded
        for group in optimiser.param_groups:
            group["lr"] = encoders.step_size(progress, a.peak) * group["pace"]
        loss = loss_of(step, progress)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        if step % every == every - 1:
            pace = (time.time() - began) / (step + 1) * 1000
            say(f"step {step + 1}: loss {loss.item():.3f}, {pace:.0f} ms a step")
            curve[step + 1] = score(f"step {step + 1}")
    encoders.Linear.rounded = True
    final = score("rounded as shipped")
    encoders.Linear.rounded = False
    told = {"args": vars(a), "seconds": time.time() - began, "curve": curve, "final": final}
    with open(f"{a.out}/{a.name}.json", "w") as file:
        json.dump(told, file, indent=1)
    save(a, model)
    say(f"{a.name} done in {told['seconds']:.0f} s")


def save(a, model):
    """For the next training in the cache; for `export.py` in parts that fit through a door of 16 MB."""
    state = {k: v.detach().half().cpu() for k, v in model.state_dict().items()}
    torch.save({"shape": model.shape, "state": state}, f"{a.cache}/{a.name}.student.pt")
    parts, size = [{}], 0
    for name, value in state.items():
        if size + value.numel() * 2 > 15_000_000:
            parts, size = parts + [{}], 0
        parts[-1][name] = value.numpy()
        size += value.numel() * 2
    for at, part in enumerate(parts):
        np.savez(f"{a.out}/{a.name}.{at}.npz", **part)
    with open(f"{a.out}/{a.name}.shape.json", "w") as file:
        json.dump(model.shape, file)

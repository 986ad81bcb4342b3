#!/usr/bin/env python3
"""Runs workloads under the agent and writes which call edges happened.

Usage: record.py AGENT FOLDER [NAME…]

For each workload of workloads.toml FOLDER/NAME/edges.txt gets the union of its runs, sorted, in the
form that recall_agent.cc describes; FOLDER/NAME/log what the program printed.
"""
import pathlib
import subprocess
import sys
import time

from programs import read_workloads

SECONDS = 600


def record(workload, agent):
    workload.prepare()
    edges = {}
    with (workload.work / "log").open("wb") as log:
        for command, scratch, file in workload.commands(agent):
            subprocess.run(command, cwd=scratch, stdin=subprocess.DEVNULL, stdout=log,
                           stderr=subprocess.STDOUT, timeout=SECONDS, check=True)
            for line in file.read_text().splitlines():
                edge, via = line.rsplit("\t", 1)
                edges.setdefault(edge, via)
    lines = [f"{edge}\t{via}\n" for edge, via in sorted(edges.items())]
    (workload.work / "edges.txt").write_text("".join(lines))
    return len(lines)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    agent, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    workloads = read_workloads(folder)
    failed = 0
    for name in sys.argv[3:] or workloads:
        start = time.monotonic()
        try:
            count = record(workloads[name], agent)
        except subprocess.SubprocessError as problem:
            print(f"{name}: {problem}; see {workloads[name].work / 'log'}", file=sys.stderr)
            failed = 1
            continue
        print(f"{name}: {count} edges in {time.monotonic() - start:.0f} s", file=sys.stderr)
    sys.exit(failed)


if __name__ == "__main__":
    main()

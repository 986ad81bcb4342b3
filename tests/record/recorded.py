"""What the tests of `heddle record` share: compiling programs, running them, reading traces."""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SKIPPED = 77


def java(tool: str) -> str:
    home = os.environ.get("JAVA_HOME")
    return f"{home}/bin/{tool}" if home else tool


def arguments(description: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--heddle", required=True, help="the program")
    parser.add_argument("--feasible", required=True, help="the program trace_feasible")
    parser.add_argument("--times", type=int, default=1, help="how often each program runs")
    parser.add_argument("--jobs", type=int, default=1, help="how many programs run at once")
    parser.add_argument("--guided", action="store_true",
                        help="record only what the static analysis cannot prove safe")
    parser.add_argument("programs", nargs="*", help="only these")
    chosen = parser.parse_args()
    if shutil.which(java("javac")) is None:
        print("no javac: there is nothing to run")
        sys.exit(SKIPPED)
    return chosen


def compile_programs(sources: list[Path], classes: Path) -> None:
    subprocess.run([java("javac"), "-nowarn", "-g", "-d", str(classes), *map(str, sources)],
                   check=True)


def run(command: list[str], **more) -> subprocess.CompletedProcess:
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=120, **more)


def record(heddle: str, trace: Path, command: list[str], options=()) -> subprocess.CompletedProcess:
    return run([heddle, "record", *options, "--output", str(trace), "--", *command])


def races(heddle: str, trace: Path) -> set[str]:
    """The locations that the strict order finds racy, as location() names them."""
    answer = run([heddle, "trace", "--order", "strict", "--format", "json", str(trace)])
    if answer.returncode not in (0, 1):
        return {f"heddle trace: {answer.stderr}"}
    return {location(finding) for finding in json.loads(answer.stdout)["findings"]}


def location(finding: dict) -> str:
    """a.B.field, int[] for elements, java.util.HashMap for what one holds."""
    subject, held = finding["subject"], (finding.get("object") or {}).get("class", "")
    if held.startswith("java."):
        return held
    return subject["class"] if subject["field"] == "[]" else f"{subject['class']}.{subject['field']}"


def race_names(names: set[str]) -> str:
    return ", ".join(sorted(names)) or "nothing"


def callers(heddle: str, trace: Path) -> set[str]:
    """The program's methods on stacks of findings, without those that access."""
    answer = run([heddle, "trace", "--order", "strict", "--format", "json", str(trace)])
    return {frame["method"].split("(")[0] for finding in json.loads(answer.stdout)["findings"]
            for side in finding["sides"] for frame in side["stack"][:-1]
            if not frame["class"].startswith("java.")}

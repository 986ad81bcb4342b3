"""The workloads of workloads.toml, with everything they name made into paths."""
import pathlib
import shutil
import subprocess
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE / "workloads"
PROGRAMS = HERE.parent.parent / "bench" / "points_to" / "programs.toml"


def jar_path(name):
    return name if "/" in name else f"/usr/share/java/{name}"


class Workload:
    """A program, and what to have it do. `input` and `path` are what the JVM's class path has."""

    def __init__(self, name, described, work):
        like = tomllib.loads(PROGRAMS.read_text()).get(described.get("like"), {})
        self.name, self.work = name, work / name
        self.input = [jar_path(jar) for jar in described.get("input", like.get("input", []))]
        self.path = [jar_path(jar) for jar in described.get("path", like.get("path", []))]
        self.main = described.get("main", like.get("main"))
        self.java = described.get("java", [])
        self.arguments = described["arguments"]
        self.floor = described.get("floor", 0.0)
        self.driver = described.get("driver")
        if self.driver:
            self.main = pathlib.Path(self.driver).stem
            self.input.insert(0, str(self.work / "driver"))

    def prepare(self):
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        if self.driver:
            subprocess.run(["javac", "-nowarn", "-d", self.work / "driver", "-cp",
                            ":".join(self.input + self.path), DATA / self.driver], check=True)

    def commands(self, agent):
        """One command for each run, and the file of edges that it writes."""
        for number, arguments in enumerate(self.arguments):
            scratch, edges = self.work / f"run{number}", self.work / f"edges{number}.txt"
            scratch.mkdir()
            fill = {"data": DATA, "work": scratch}
            yield ["java", f"-agentpath:{agent}={edges}", *(o.format(**fill) for o in self.java), "-cp",
                   ":".join(self.input + self.path), self.main,
                   *(a.format(**fill) for a in arguments)], scratch, edges


def read_workloads(work):
    described = tomllib.loads((HERE / "workloads.toml").read_text())
    return {name: Workload(name, part, work) for name, part in described.items()}

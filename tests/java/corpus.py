"""The programs of the corpus: where they are, how they are compiled."""
import dataclasses
import functools
import os
import pathlib
import re
import shutil
import subprocess

from marks import BadMark, expected_of_sources

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE / "cases"
BASE_RELEASE = 17
# Folders for programs that need a newer Java. What is in preview belongs to that one version.
LEVELS = {"java21": (21, False), "java25": (25, False), "java25_preview": (25, True)}
JAVA_FOLDERS = pathlib.Path("/usr/lib/jvm")


@dataclasses.dataclass(frozen=True)
class Program:
    """A file, or a folder whose Main.java has the main."""
    name: str  # topic/Name
    path: pathlib.Path

    @property
    def topic(self):
        return self.name.partition("/")[0]

    @property
    def level(self):
        return LEVELS.get(self.topic, (BASE_RELEASE, False))

    @functools.cached_property
    def files(self):
        return sorted(self.path.rglob("*.java")) if self.path.is_dir() else [self.path]

    @functools.cached_property
    def sources(self):
        found = {file.name: file.read_text() for file in self.files}
        if len(found) != len(self.files):
            raise BadMark(f"{self.name}: two files have the same name")
        return found

    @functools.cached_property
    def expected(self):
        return expected_of_sources(self.sources)

    @property
    def config(self):
        file = self.path / "heddle.toml"
        return file if file.exists() else None

    @property
    def main(self):
        file = self.path / "Main.java" if self.path.is_dir() else self.path
        package = re.search(r"^package ([\w.]+);", file.read_text(), re.MULTILINE)
        return (package[1] + "." if package else "") + file.stem


def programs():
    found = []
    for topic in sorted(CASES.iterdir()):
        for path in sorted(topic.iterdir()):
            if path.is_dir() or path.suffix == ".java":
                found.append(Program(f"{topic.name}/{path.stem}", path))
    return found


def jdks():
    """The JDKs of this machine, as release -> home; the one that is asked for by name wins."""
    homes = []
    if os.environ.get("JAVA_HOME"):
        homes.append(pathlib.Path(os.environ["JAVA_HOME"]))
    compiler = shutil.which("javac")
    if compiler:
        homes.append(pathlib.Path(compiler).resolve().parent.parent)
    if JAVA_FOLDERS.is_dir():
        homes += sorted(JAVA_FOLDERS.iterdir())
    found = {}
    for home in homes:
        release = release_of(home)
        if release:
            found.setdefault(release, home)
    return found


def release_of(home):
    file = home / "release"
    if not (home / "bin" / "javac").exists() or not file.exists():
        return None
    version = re.search(r'^JAVA_VERSION="(?:1\.)?(\d+)', file.read_text(), re.MULTILINE)
    return int(version[1]) if version else None


def jdk_for(level, known):
    """The first JDK that can compile and run a level, or nothing. Dictionaries keep their order, so
    that the JDK asked for by name is used wherever it suffices."""
    release, preview = level
    for version, home in known.items():
        if version == release or (version > release and not preview):
            return home
    return None


def compile_programs(some, known, folder, parallel):
    """Compiles into folder/<name>; raises CalledProcessError, with what the compiler said."""
    shutil.rmtree(folder, ignore_errors=True)
    by_home = {}
    for program in some:
        by_home.setdefault(jdk_for(program.level, known), []).append(program)
    for home, group in by_home.items():
        lines = []
        for program in group:
            release, preview = program.level
            options = ["--release", str(release), "-g", "-nowarn", "-proc:none", "-Xlint:none"]
            options += ["--enable-preview"] if preview else []
            lines.append("\t".join([str(folder / program.name), "|".join(options),
                                    "|".join(map(str, program.files))]))
        subprocess.run([str(home / "bin" / "java"), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                        str(HERE / "CompileAll.java"), str(parallel)], check=True, text=True,
                       input="\n".join(lines) + "\n", stdout=subprocess.PIPE)

"""Runs the certain races of a report in two threads and says which of them were seen to overlap."""
import pathlib
import subprocess
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent


def compiled(folder):
    """The two programs, compiled into a folder."""
    subprocess.run(["javac", "-Xlint:none", "-XDignore.symbol.file", "-d", folder, HERE / "Overlap.java", HERE / "World.java"],
                   check=True,
                   stderr=subprocess.DEVNULL)
    return folder


def method(place):
    name, _, descriptor = place["method"].partition("(")
    return place["class"], name, "(" + descriptor


def job(finding):
    """What Overlap wants to know of a finding, the side without a lock first."""
    columns = [finding["id"], finding["subject"]["class"], finding["subject"]["field"]]
    for side in sorted(finding["sides"], key=lambda side: len(side["locks"])):
        at = side["at"]
        columns += [" ".join(method(side["stack"][0])), side["operation"], at["class"], at["method"],
                    str(at["line"] or 0)]
    return "\t".join(columns)


def class_names(inputs):
    for path in map(pathlib.Path, inputs):
        if path.is_dir():
            names = [str(each.relative_to(path)) for each in sorted(path.rglob("*.class"))]
        else:
            names = zipfile.ZipFile(path).namelist()
        for name in names:
            if name.endswith(".class") and "META-INF" not in name and "-info" not in name:
                yield name.removesuffix(".class").replace("/", ".")


def observe(programs, findings, inputs, class_path=(), attempts=40, timeout=1200):
    """By id: "overlap N", or "missed" and why. `programs` is where compiled() put them.

    What is called does whatever it does: it runs in a folder that is thrown away, and all paths it may be
    given lead there.
    """
    jobs = [job(each) for each in findings]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "jobs").write_text("\n".join(jobs) + "\n")
        (folder / "classes").write_text("\n".join(class_names(inputs)))
        path = ":".join(map(str, [programs, *inputs, *class_path]))
        done = subprocess.run(
            ["java", f"-Dattempts={attempts}", "-cp", programs, "Overlap", path, folder / "classes",
             folder / "jobs"], stdout=subprocess.PIPE, text=True, check=True, timeout=timeout, cwd=folder)
    return dict(line.split(" ", 1) for line in done.stdout.splitlines())

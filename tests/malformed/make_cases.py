#!/usr/bin/env python3
"""Makes the corpus of bad input: one folder for each case, and jdk, a platform of a few classes.

A case is a function in one of the topic files beside this one (class_files.py, zips.py, …). It
writes its files into the folder it is given and may return the arguments to run `heddle ir` with;
without that the arguments are what it wrote at the top of the folder. What heddle must answer
stands in the topic's .expected file, under the case's name.

The bytes depend on nothing but these scripts. Only the standard library is used.

Usage: make_cases.py OUT [CASE…]     writes OUT/TOPIC/CASE/… and OUT/TOPIC/CASE.arguments
"""

import importlib
import os
import shutil
import sys
from pathlib import Path

from class_bytes import ABSTRACT, INTERFACE, PUBLIC, ClassBytes, plain
from zip_bytes import jar

TOPICS = ("class_files", "folders", "hierarchy", "instructions", "names", "nested", "platforms",
          "zips")
PLATFORM = ("String", "Throwable", "Exception", "RuntimeException", "Thread", "Integer", "Class",
            "Enum", "Record")


class Folder:
    """Where a case writes its files. Names are text, or bytes where no encoding fits."""

    def __init__(self, path):
        self.path = path
        self.written = []

    def place(self, name):
        at = os.path.join(os.fsencode(self.path), os.fsencode(name))
        os.makedirs(os.path.dirname(at), exist_ok=True)
        top = os.fsencode(name).split(b"/")[0]
        if top not in self.written:
            self.written.append(top)
        return at

    def write(self, name, content):
        with open(self.place(name), "wb") as file:
            file.write(content)

    def make(self, name):
        os.makedirs(self.place(name), exist_ok=True)

    def link(self, name, target):
        os.symlink(target, self.place(name))

    def pipe(self, name):
        os.mkfifo(self.place(name))


def cases_of(topic):
    module = importlib.import_module(topic)
    return {name.replace("_", "-"): function for name, function in vars(module).items()
            if callable(function) and getattr(function, "__module__", "") == topic
            and not name.startswith("make_")}


def make_platform(out):
    """A Java 8 with hardly anything in it, so that no case depends on the machine's JDK."""
    root = ClassBytes("java/lang/Object", super_name=None)
    contents = {"java/lang/Object.class": root.method([0xB1], "<init>", access=PUBLIC).bytes()}
    for name in PLATFORM:
        contents[f"java/lang/{name}.class"] = plain(f"java/lang/{name}")
    contents["java/lang/Runnable.class"] = ClassBytes(
        "java/lang/Runnable", access=PUBLIC | INTERFACE | ABSTRACT).bytes()
    Folder(out / "jdk").write("lib/rt.jar", jar(contents))


def make_case(out, topic, name, function):
    path = out / topic / name
    path.mkdir(parents=True)
    folder = Folder(path)
    arguments = function(folder) or folder.written
    with open(out / topic / f"{name}.arguments", "wb") as file:
        file.write(b"".join(os.fsencode(argument) + b"\n" for argument in arguments))


def main(arguments):
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    out, wanted = Path(arguments[0]), set(arguments[1:])
    shutil.rmtree(out, ignore_errors=True)
    make_platform(out)
    for topic in TOPICS:
        for name, function in cases_of(topic).items():
            if not wanted or name in wanted:
                make_case(out, topic, name, function)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

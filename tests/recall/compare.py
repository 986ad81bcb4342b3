#!/usr/bin/env python3
"""Which of the call edges that really happened the static call graph has.

Usage: compare.py DYNAMIC STATIC MAIN ARCHIVE…     prints recall, counts by cause, and every miss

How an edge that the agent saw (recall_agent.cc: kind, caller, callee, frames walked over) maps to the
graph that `heddle graph calls --all` prints (caller, callee):

- All kinds but `vm`: the graph must have (caller, callee). For a lambda the caller is who called the
  functional interface's method, and the callee is the body; for reflection the caller called
  `Method.invoke`, `Constructor.newInstance` or the like, and the callee is what that ran; for an
  initializer the caller did what initialised the class. If the graph has (frame, callee) for one of
  the frames walked over, that is as good: then the JDK's own code was followed, not modelled.
- A method handle is run by frames that the JVM hides, so an edge from `MethodHandle.invoke` or
  `invokeExact` is as good.
- What java.util.concurrent runs for others the models describe where it is handed over (`execute`,
  `submit`), not where some worker thread takes it up: for an edge from one of its methods any edge from
  one of its methods is as good. So it is with java.util.ServiceLoader, and with TimSort and
  ComparableTimSort, whose comparisons are described where the sorting begins.
- `vm`: nobody called, so the graph must have any edge into the callee, or the callee is the entry.

Edges into classes of the platform are left out (a few are loaded like applications are).

A miss gets a cause, by these rules in order:

- generated code: the callee's or the caller's class is in none of the archives, so it was made at run time;
- the first `[[cause]]` of causes.toml whose `program`, `caller` and `callee` (the last two regular
  expressions; absent ones match all) match it: what its `is` says;
- service loader: reflection by java.util.ServiceLoader;
- reflection, method-handle, proxy, native: as the edge's kind says, or for an initializer the frames
  that were walked over;
- unknown.

Some misses follow from others, and have their cause: if the caller is itself not in the graph, that of
the miss that led there, found by walking along the edges that happened; if the caller is, but the
cause would be unknown, that of a miss of a constructor of the callee's class: the analysis does not
know the receiver.
"""
import collections
import pathlib
import re
import sys
import tomllib
import zipfile
from typing import NamedTuple

HANDLES = tuple(f"java.lang.invoke.MethodHandle.{name}([Ljava/lang/Object;)Ljava/lang/Object;"
                for name in ("invoke", "invokeExact"))
HANDED_OVER = ("java.util.concurrent.", "java.util.ServiceLoader", "java.util.TimSort",
               "java.util.ComparableTimSort")
PLATFORM = ("java.", "javax.", "jdk.", "sun.", "com.sun.", "org.xml.sax.", "org.w3c.dom.")
CAUSES = pathlib.Path(__file__).resolve().parent / "causes.toml"


class Edge(NamedTuple):
    kind: str
    caller: str
    callee: str
    via: tuple


class Miss(NamedTuple):
    edge: Edge
    cause: str
    follows: bool  # from another miss


def class_of(method):
    return method[:method.index("(")].rpartition(".")[0]


def package_of(method):
    """Which of HANDED_OVER it belongs to."""
    return next(package for package in HANDED_OVER if method.startswith(package))


def classes_in(archives):
    """The classes of jars and class folders, a.b.C."""
    names = set()
    for archive in map(pathlib.Path, archives):
        if archive.is_dir():
            files = [str(file.relative_to(archive)) for file in archive.rglob("*.class")]
        elif archive.exists():
            with zipfile.ZipFile(archive) as jar:
                files = [file for file in jar.namelist() if file.endswith(".class")]
        else:
            files = []
        names.update(re.sub(r"^META-INF/versions/\d+/", "", file)[:-6].replace("/", ".") for file in files)
    return names


def read_dynamic(path, known_classes):
    edges = []
    for line in pathlib.Path(path).read_text().splitlines():
        kind, caller, callee, via = line.split("\t")
        owner = class_of(callee)
        if owner in known_classes or not owner.startswith(PLATFORM):
            edges.append(Edge(kind, caller, callee, tuple(via.split())))
    return edges


class Graph:
    """The static call graph: which edges, and which methods have a caller or are the entry."""

    def __init__(self, path, main):
        self.edges, self.reached = set(), {f"{main}.main([Ljava/lang/String;)V"}
        self.handed_over = set()  # a package of HANDED_OVER, what it calls
        with open(path, encoding="utf-8", errors="surrogateescape") as lines:
            for line in lines:
                caller, callee = line.rstrip("\n").split("\t")[:2]
                self.edges.add((caller, callee))
                self.reached.update((caller, callee))
                if caller.startswith(HANDED_OVER):
                    self.handed_over.add((package_of(caller), callee))
        if not self.edges:
            raise ValueError(f"{path} has no call edges")

    def has(self, edge):
        if edge.kind == "vm":
            return edge.callee in self.reached
        if edge.caller.startswith(HANDED_OVER) and (package_of(edge.caller), edge.callee) in self.handed_over:
            return True
        hidden = HANDLES if edge.kind == "method-handle" or edge.kind == "initializer" else ()
        return any((caller, edge.callee) in self.edges for caller in (edge.caller, *edge.via, *hidden))


def read_causes(program):
    if not CAUSES.exists():
        return []
    rules = tomllib.loads(CAUSES.read_text()).get("cause", [])
    return [(re.compile(rule.get("caller", "")), re.compile(rule.get("callee", "")), rule["is"])
            for rule in rules if rule.get("program", program) == program]


def is_generated(edge, known_classes):
    """Whether one end is a class that no archive has."""
    ends = [class_of(edge.callee)] + ([] if edge.kind == "vm" else [class_of(edge.caller)])
    return any(owner not in known_classes and not owner.startswith(PLATFORM) for owner in ends)


def cause_of(edge, known_classes, rules):
    if is_generated(edge, known_classes):
        return "generated code"
    for caller, callee, cause in rules:
        if caller.search(edge.caller) and callee.search(edge.callee):
            return cause
    if edge.kind == "reflection" and edge.caller.startswith("java.util.ServiceLoader"):
        return "service loader"
    if edge.kind in ("reflection", "method-handle", "proxy", "native"):
        return edge.kind
    if edge.kind == "initializer" and edge.via:
        return "reflection"
    return "unknown"


class Explainer:
    """Gives each miss its cause; see above for what follows from what."""

    def __init__(self, edges, graph):
        self.graph = graph
        self.missing = [edge for edge in edges if not graph.has(edge)]
        self.causes, self.followers = {}, set()
        self.missing_by_caller = collections.defaultdict(list)
        self.missing_constructors = collections.defaultdict(list)
        for edge in self.missing:
            self.missing_by_caller[edge.caller].append(edge)
            if ".<init>(" in edge.callee and edge.callee not in graph.reached:
                self.missing_constructors[class_of(edge.callee)].append(edge)

    def spread(self, edge, cause):
        """Sets the cause of a miss and of all that it led to."""
        self.causes[edge] = cause
        queue = collections.deque([edge])
        while queue:
            callee = queue.popleft().callee
            if callee in self.graph.reached:
                continue
            for later in self.missing_by_caller[callee]:
                if later not in self.causes:
                    self.causes[later] = cause
                    self.followers.add(later)
                    queue.append(later)

    def follow_constructors(self, roots):
        """Whether one more miss could be traced to that of a constructor."""
        for edge in roots:
            if edge in self.causes:
                continue
            for constructor in self.missing_constructors[class_of(edge.callee)]:
                if constructor != edge and constructor in self.causes:
                    self.followers.add(edge)
                    self.spread(edge, self.causes[constructor])
                    return True
        return False

    def explain(self, known_classes, rules):
        roots = [edge for edge in self.missing if edge.kind == "vm" or edge.caller in self.graph.reached]
        own = {edge: cause_of(edge, known_classes, rules) for edge in self.missing}
        for edge in roots:
            if own[edge] != "unknown" and edge not in self.causes:
                self.spread(edge, own[edge])
        while self.follow_constructors(roots):
            pass
        for edge in roots:
            if edge not in self.causes:
                self.spread(edge, "unknown")
                while self.follow_constructors(roots):
                    pass
        return [Miss(edge, self.causes.get(edge, own[edge]), edge in self.followers) for edge in self.missing]


class Comparison:
    """One program: what happened, what of it the graph has, and why not the rest."""

    def __init__(self, program, dynamic, static, main, archives):
        known = classes_in(archives)
        self.edges = read_dynamic(dynamic, known)
        graph = Graph(static, main)
        self.misses = Explainer(self.edges, graph).explain(known, read_causes(program))
        self.kinds = collections.Counter(edge.kind for edge in self.edges)
        self.generated = {edge for edge in self.edges if is_generated(edge, known)}
        self.causes = collections.Counter(miss.cause for miss in self.misses)
        self.roots = [miss for miss in self.misses if not miss.follows]

    @property
    def found(self):
        return len(self.edges) - len(self.misses)

    @property
    def recall(self):
        return self.found / len(self.edges) if self.edges else 0.0

    @property
    def recall_of_given(self):
        """Of the edges whose two ends the archives have."""
        missed = sum(miss.edge not in self.generated for miss in self.misses)
        given = len(self.edges) - len(self.generated)
        return (given - missed) / given if given else 0.0

    @property
    def unexplained(self):
        return [miss for miss in self.misses if miss.cause == "unknown"]

    def listing(self):
        """Every miss a line: cause, whether it follows from another, kind, caller, callee."""
        return "".join(f"{miss.cause}\t{'follows' if miss.follows else 'first'}\t{miss.edge.kind}\t"
                       f"{miss.edge.caller}\t{miss.edge.callee}\n"
                       for miss in sorted(self.misses, key=lambda miss: (miss.cause, miss.follows, miss.edge)))


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    dynamic, static, entry, *archives = sys.argv[1:]
    comparison = Comparison(entry, dynamic, static, entry, archives)
    print(f"{len(comparison.edges)} edges, {comparison.found} found, recall {comparison.recall:.4f}")
    for cause, count in comparison.causes.most_common():
        print(f"{count} missed: {cause}")
    print(comparison.listing(), end="")


if __name__ == "__main__":
    main()

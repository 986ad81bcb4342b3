"""What the comments `//~ …` of a program say must be reported of it. README.md has the grammar."""
import collections
import dataclasses
import itertools
import re

# Kinds by how many ends a finding has: two, one, or one for each thread of a cycle.
PAIRS = {"data-race", "use-free-race", "order-violation"}
SINGLES = {"guard-violation", "endless-wait", "unreleased-lock", "unchecked-call"}
CYCLES = {"deadlock"}

COMMENT = re.compile(r"//~(.*)$")
MARK = re.compile(
    r"(?:(?P<pin>FN|FP)\s+)?(?P<kind>[a-z][a-z-]*)\s+(?P<label>[A-Z][0-9]*)"
    r"(?:\((?P<subject>[^)]*)\))?(?P<many>\**)\s*:\s*(?P<operations>[a-z]+(?:\s*,\s*[a-z]+)*)")
OPERATIONS = {
    "data-race": {"read", "write"},
    "use-free-race": {"use", "free"},
    "order-violation": {"read", "write"},
    "guard-violation": {"read", "write"},
    "endless-wait": {"wait"},
    "unreleased-lock": {"acquire"},
    "unchecked-call": {"use"},
    "deadlock": {"wants", "holds"},
}


class BadMark(Exception):
    """A mark that says nothing clear."""


@dataclasses.dataclass(frozen=True, order=True)
class Place:
    file: str
    line: int

    def __str__(self):
        return f"{self.file}:{self.line}"


@dataclasses.dataclass(frozen=True)
class Mark:
    """One end of a finding, as one comment puts it."""
    place: Place
    kind: str
    label: str
    many: int  # threads that may be here at once beside the first one, and race with each other
    operations: frozenset
    subject: str | None
    pin: str | None
    why: str | None


@dataclasses.dataclass(frozen=True)
class Expected:
    """One finding, as the marks that share a label put it."""
    kind: str
    label: str
    places: tuple  # sorted; a line against itself stands twice
    operations: tuple  # a set for each of `places`
    holds: frozenset = frozenset()  # deadlocks: where the outer locks are taken, if marked
    subject: str | None = None
    pin: str | None = None
    why: str | None = None

    @property
    def wanted(self):
        """True where it must be reported today."""
        return self.pin != "FN"


def marks_of_line(place, line):
    comment = COMMENT.search(line)
    if not comment:
        return []
    text, _, why = comment.group(1).partition(" -- ")
    marks = []
    for part in text.split(";"):
        match = MARK.fullmatch(part.strip())
        if not match:
            raise BadMark(f"{place}: cannot read the mark '{part.strip()}'")
        kind = match["kind"]
        if kind not in OPERATIONS:
            raise BadMark(f"{place}: there is no kind '{kind}'")
        operations = frozenset(word.strip() for word in match["operations"].split(","))
        if not operations <= OPERATIONS[kind]:
            known = ", ".join(sorted(OPERATIONS[kind]))
            raise BadMark(f"{place}: the operations of {kind} are {known}")
        marks.append(Mark(place, kind, match["label"], len(match["many"]), operations,
                          match["subject"], match["pin"], why.strip() or None))
    return marks


def expected_of_sources(sources):
    """sources: file name -> text. Returns a list of Expected."""
    groups = collections.defaultdict(list)
    for file, text in sorted(sources.items()):
        for number, line in enumerate(text.splitlines(), start=1):
            for mark in marks_of_line(Place(file, number), line):
                groups[mark.kind, mark.label].append(mark)
    expected = [one for group in groups.values() for one in expected_of_label(group)]
    seen = {}
    for one in expected:
        key = one.kind, one.places, one.subject
        if key in seen:
            raise BadMark(f"{one.places[0]}: {seen[key]} and {one.label} are the same finding; if "
                          "they are about different fields, name them: A(field)")
        seen[key] = one.label
    return expected


def expected_of_label(marks):
    first = marks[0]
    for place, count in collections.Counter(mark.place for mark in marks).items():
        if count > 1:
            raise BadMark(f"{place}: the label {first.label} stands twice on one line")
    facts = {"pin": agreed(marks, "pin"), "subject": agreed_if_given(marks, "subject"),
             "why": agreed_if_given(marks, "why")}
    if facts["pin"] and not facts["why"]:
        raise BadMark(f"{first.place}: a pin says why: //~ {facts['pin']} … -- why")
    if first.kind in CYCLES:
        return [cycle(marks, facts)]
    if first.kind in SINGLES:
        return [Expected(first.kind, first.label, (mark.place,), (mark.operations,), **facts)
                for mark in marks]
    return pairs(marks, facts)


def agreed(marks, what):
    values = {getattr(mark, what) for mark in marks}
    if len(values) > 1:
        raise BadMark(f"{marks[0].place}: the ends of {marks[0].label} differ in their {what}")
    return values.pop()


def agreed_if_given(marks, what):
    given = [mark for mark in marks if getattr(mark, what) is not None]
    return agreed(given, what) if given else None


def conflicting(left, right):
    """The operations of each side that conflict with one of the other: one of two is a write."""
    strong = {"write", "free"}
    return (frozenset(op for op in left if op in strong or right & strong),
            frozenset(op for op in right if op in strong or left & strong))


def pairs(marks, facts):
    found = []
    used = set()
    ends = [(mark, mark) for mark in marks if mark.many]
    ends += itertools.combinations(sorted(marks, key=lambda mark: mark.place), 2)
    for left, right in ends:
        operations = conflicting(left.operations, right.operations)
        if not operations[0] or not operations[1]:
            continue
        used |= {left.place, right.place}
        found.append(Expected(left.kind, left.label, (left.place, right.place), operations,
                              **facts))
    for mark in marks:
        if mark.place not in used:
            raise BadMark(f"{mark.place}: {mark.label} conflicts with nothing; a line that races "
                          f"with itself is marked {mark.label}*")
    return found


def cycle(marks, facts):
    places = []
    for mark in marks:
        if "wants" in mark.operations:
            places += [mark.place] * (1 + mark.many)
    if len(places) < 2:
        raise BadMark(f"{marks[0].place}: a deadlock has two ends; threads that wait for each other"
                      f" at one line are marked {marks[0].label}*: wants")
    holds = frozenset(mark.place for mark in marks if "holds" in mark.operations)
    places = tuple(sorted(places))
    wants = tuple(frozenset(["wants"]) for _ in places)
    return Expected(marks[0].kind, marks[0].label, places, wants, holds, **facts)

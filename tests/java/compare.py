"""Compares the findings of a report with what the marks of a program say."""
import collections
import re

from marks import CYCLES, Place


class Reported:
    """The findings on the same lines about the same subject, taken together: an increment reads and
    writes, so a pair of lines may be several pairs of accesses."""

    def __init__(self, kind, places, subject):
        self.kind = kind
        self.places = places
        self.subject = subject  # (class, field); field None: a library object that no field holds
        self.operations = tuple(set() for _ in places)
        self.holds = set()
        self.ids = []

    def add(self, finding, sides):
        self.ids.append(finding.get("id", "?"))
        for index, (_, side) in enumerate(sides):
            if self.kind in CYCLES:
                self.operations[index].add("wants")
                self.holds |= {place_of(lock["acquired"]) for lock in side.get("holds", [])
                               if lock.get("acquired")}
            else:
                self.operations[index].add(side.get("operation", "?"))
        if len(set(self.places)) == 1 and len(self.places) == 2:
            union = set.union(*self.operations)
            self.operations = (union, set(union))

    @property
    def field(self):
        return self.subject[1] if self.subject else None


def place_of(at):
    return Place(at.get("file") or "?", at.get("line") or 0)


def end_of(finding, side):
    """Where one side of a finding is: where it accesses, or where it waits for a lock."""
    return place_of(side["wants"]["acquired"] if finding["kind"] in CYCLES else side["at"])


def places_of(finding):
    return [end_of(finding, side) for side in finding["sides"]]


def reported_of_report(report):
    """One Reported for each kind, lines and subject, sorted by lines."""
    groups = {}
    for finding in report["findings"]:
        kind = finding["kind"]
        sides = [(end_of(finding, side), side) for side in finding["sides"]]
        sides.sort(key=lambda end: (end[0], end[1].get("operation", "")))
        places = tuple(place for place, _ in sides)
        subject = finding.get("subject")
        subject = (subject["class"], subject.get("field")) if subject else None
        key = kind, places, subject
        if key not in groups:
            groups[key] = Reported(kind, places, subject)
        groups[key].add(finding, sides)
    return [groups[key] for key in sorted(groups, key=str)]


def compare(expected, report, sources):
    """Returns what disagrees, as lines for a person; an empty list where all agrees."""
    by_lines = collections.defaultdict(list)
    for one in reported_of_report(report):
        by_lines[one.kind, one.places].append(one)
    problems = []
    # Marks that name a field choose first; the others take what is left on their lines.
    for want in sorted(expected, key=lambda want: want.subject is None):
        here = by_lines[want.kind, want.places]
        if want.subject is None:
            mine = here[:]
        else:
            mine = [one for one in here if field_name(one) == want.subject]
        for one in mine:
            here.remove(one)
        problems += check(want, mine, sources)
    for rest in by_lines.values():
        for one in rest:
            problems.append(f"reported, not marked: {describe(one, sources)}")
    return problems


def kind_of(problems):
    """What is wrong, in one word: something is missed, something is false, or both."""
    missed = any(problem.startswith("marked, not reported") for problem in problems)
    false = any(problem.startswith("reported, not marked") for problem in problems)
    if missed and false:
        return "both"
    return "missed" if missed else "false" if false else "other"


def field_name(one):
    if one.field is None:
        return one.subject[0] if one.subject else None
    return one.field


def check(want, mine, sources):
    where = " and ".join(
        f"{place} ({', '.join(sorted(operations))})"
        for place, operations in zip(want.places, want.operations))
    name = f"{want.kind} {want.label}: {where}"
    if not want.wanted:
        return [f"relabel: {name} is reported now; take away FN"] if mine else []
    if not mine:
        if want.pin == "FP":
            return [f"relabel: {name} is no longer reported; take away the FP mark"]
        return [f"marked, not reported: {name}{snippets(want.places, sources)}"]
    problems = []
    if len(mine) > 1:
        fields = ", ".join(str(field_name(one)) for one in mine)
        problems.append(f"{name} is reported for several subjects ({fields}); one label each, as "
                        "A(field)")
    for one in mine:
        got = tuple(frozenset(operations) for operations in one.operations)
        if got != want.operations:
            problems.append(f"{name} is reported with other operations: {describe(one, sources)}")
        if want.subject is None and not mentions_subject(one, sources):
            problems.append(f"{name} is reported for {one.field}, which neither line speaks of; if "
                            f"that is right, mark {want.label}({one.field})")
        missing = want.holds - one.holds
        if missing:
            problems.append(f"{name} does not hold the lock of "
                            f"{', '.join(map(str, sorted(missing)))}")
    return problems


def mentions_subject(one, sources):
    """Whether one of the lines has the name of the field; true where the name cannot be expected."""
    if one.field is None or not one.field.isidentifier() or "$" in one.field:
        return True
    name = re.compile(rf"\b{re.escape(one.field)}\b")
    return any(name.search(code_of(place, sources)) for place in one.places)


def code_of(place, sources):
    lines = sources.get(place.file, "").splitlines()
    return lines[place.line - 1].partition("//~")[0] if 0 < place.line <= len(lines) else ""


def snippets(places, sources):
    seen = sorted(set(places))
    return "".join(f"\n    {place} | {code_of(place, sources).strip()}" for place in seen)


def describe(one, sources):
    subject = ""
    if one.subject:
        subject = f" on {one.subject[0]}" + (f".{one.field}" if one.field else "")
    ends = " and ".join(f"{place} ({', '.join(sorted(operations))})"
                        for place, operations in zip(one.places, one.operations))
    return f"{one.kind}{subject}: {ends} [{', '.join(one.ids)}]{snippets(one.places, sources)}"

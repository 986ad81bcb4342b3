# -*- coding: utf-8 -*-
# Runs under Jython: classes, generators, closures, exceptions, regular expressions, Java objects.
from __future__ import print_function
import re
import math
from java.util import ArrayList, HashMap, Collections
from java.lang import IndexOutOfBoundsException, Runnable, Thread, StringBuilder


class Loom(object):
    kinds = {}

    def __init__(self, name, width=100):
        self.name, self._width = name, width
        Loom.kinds.setdefault(width // 50, []).append(self)

    @property
    def width(self):
        return self._width

    def __repr__(self):
        return "Loom(%r, %d)" % (self.name, self.width)

    def __lt__(self, other):
        return self.width < other.width


class Floor(Loom):
    def __init__(self, *arguments, **options):
        super(Floor, self).__init__(*arguments, **options)

    def __call__(self, times):
        return [self.name] * times


def primes(limit):
    sieve = set()
    for n in range(2, limit):
        if n not in sieve:
            sieve |= set(range(n * n, limit, n))
            yield n


def counted(function):
    def inner(*arguments):
        inner.calls += 1
        return function(*arguments)
    inner.calls = 0
    return inner


@counted
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


class Job(Runnable):
    def run(self):
        done.add("ran")


done = ArrayList()
looms = [Loom("Tabby", 120), Floor("Twill", width=60), Loom("Satin")]
print(sorted(looms), {loom.name: loom.width for loom in looms}, max(looms).name)
print(list(primes(50)), sum(x ** 2 for x in primes(20)), fibonacci(12), fibonacci.calls)
print(looms[1](2), looms[0].name[::-1].upper().center(20, "*"), "%5.2f|%-6s|%x" % (math.pi, "ab", 255))
print(re.sub(r"(\w+)-(\d+)", lambda m: m.group(2) + m.group(1), "warp-12 weft-7"), re.split(r"\s*,\s*", "a , b,c"))
try:
    looms[7]
except IndexError as problem:
    print("caught", problem)
finally:
    print("finally")
try:
    ArrayList().get(3)
except IndexOutOfBoundsException as problem:
    print(type(problem))
thread = Thread(Job())
thread.start()
thread.join()
mapping = HashMap({"a": 1, "b": 2})
for key in mapping.keySet():
    done.add(key)
Collections.sort(done)
print(done, StringBuilder("x").append(3).reverse().toString(), 10 ** 30, 7 // 2, -7 % 3, 1.5e3, complex(1, 2) * 2)
with open(__file__) as lines:
    print(len(lines.readlines()))
exec("y = [i for i in range(3)]")
print(y, eval("len(y) + 1"), isinstance(looms[1], Loom), getattr(looms[0], "width"), any(map(lambda i: i > 1, y)))
print(zip([1, 2], "ab"), reduce(lambda a, b: a * b, [1, 2, 3]), filter(None, [0, 1]), tuple(enumerate("xy")), unicode("ä", "utf-8").encode("utf-8") == "ä")

"""Small changes to the class files of a jar, as between two builds: one method does another thing.

The code of two methods with the same descriptor is exchanged, one gets the code of another, a method
does nothing any more and returns null or zero, a method gets or loses `synchronized`, or becomes
private or public. All of them keep the class file readable; none is meant to make sense.
"""
import random
import struct
import zipfile

ACC_PUBLIC, ACC_PRIVATE, ACC_STATIC, ACC_SYNCHRONIZED = 0x0001, 0x0002, 0x0008, 0x0020
# What does nothing, by what it returns: the constant zero or null, and its return.
NOTHING = {b"V": b"\xb1", b"J": b"\x09\xad", b"F": b"\x0b\xae", b"D": b"\x0e\xaf", b"L": b"\x01\xb0",
           b"[": b"\x01\xb0"}


class ClassFile:
    """The parts of a class file that edits move: its methods, each with its attributes."""

    def __init__(self, data):
        self.data = data
        at = 8
        count, = struct.unpack_from(">H", data, at)
        at += 2
        self.texts = {}
        index = 1
        while index < count:
            tag = data[at]
            if tag == 1:
                size, = struct.unpack_from(">H", data, at + 1)
                self.texts[index] = data[at + 3:at + 3 + size]
                at += 3 + size
            else:
                at += {3: 5, 4: 5, 5: 9, 6: 9, 7: 3, 8: 3, 15: 4, 16: 3, 19: 3, 20: 3}.get(tag, 5)
            index += 2 if tag in (5, 6) else 1
        interfaces, = struct.unpack_from(">H", data, at + 6)
        at += 8 + 2 * interfaces
        at, _ = self.members(at)
        self.first = at
        self.end, self.methods = self.members(at)

    def members(self, at):
        count, = struct.unpack_from(">H", self.data, at)
        at += 2
        found = []
        for _ in range(count):
            access, name, descriptor, attributes = struct.unpack_from(">HHHH", self.data, at)
            at += 8
            parts = []
            for _ in range(attributes):
                kind, size = struct.unpack_from(">HI", self.data, at)
                parts.append((kind, self.data[at + 6:at + 6 + size]))
                at += 6 + size
            found.append([access, name, descriptor, parts])
        return at, found

    def bytes(self):
        out = [self.data[:self.first], struct.pack(">H", len(self.methods))]
        for access, name, descriptor, parts in self.methods:
            out.append(struct.pack(">HHHH", access, name, descriptor, len(parts)))
            for kind, content in parts:
                out.append(struct.pack(">HI", kind, len(content)) + content)
        return b"".join(out) + self.data[self.end:]

    def code(self, method):
        return next((i for i, (kind, _) in enumerate(method[3]) if self.texts.get(kind) == b"Code"), None)


def edited(data, draw):
    """The class file with one change, and what it is; None where there is nothing to change."""
    file = ClassFile(data)
    plain = [m for m in file.methods
             if file.code(m) is not None and not file.texts[m[1]].startswith(b"<")]
    if not plain:
        return None
    method = draw.choice(plain)
    name = file.texts[method[1]].decode("utf-8", "replace")
    like = [m for m in plain if m is not method and file.texts[m[2]] == file.texts[method[2]]
            and (m[0] ^ method[0]) & ACC_STATIC == 0]
    kinds = ["empty", "synchronized"] + (["exchange", "copy"] * 2 if like else [])
    kind = "access" if draw.random() < 0.05 else draw.choice(kinds)
    at = file.code(method)
    if kind == "empty":
        result = file.texts[method[2]].partition(b")")[2][:1]
        code = NOTHING.get(result, b"\x03\xac")
        locals_, = struct.unpack_from(">H", method[3][at][1], 2)
        method[3][at] = (method[3][at][0], struct.pack(">HHI", 2, locals_, len(code)) + code
                         + struct.pack(">HH", 0, 0))
    elif kind == "access":
        method[0] = method[0] ^ ACC_PUBLIC if method[0] & ACC_PRIVATE == 0 else method[0] ^ ACC_PRIVATE
    elif kind == "synchronized":
        method[0] ^= ACC_SYNCHRONIZED
    else:
        other = draw.choice(like)
        there = file.code(other)
        method[3][at], former = other[3][there], method[3][at]
        if kind == "exchange":
            other[3][there] = former
    return file.bytes(), f"{kind} {name}"


class Jar:
    """A jar whose classes change one at a time. Nothing in it is compressed, so writing it is quick."""

    def __init__(self, source, path):
        self.path = path
        with zipfile.ZipFile(source) as jar:
            self.entries = {info.filename: jar.read(info) for info in jar.infolist()
                            if info.filename.endswith(".class") or "MANIFEST" in info.filename}
        self.classes = [name for name in self.entries if name.endswith(".class")]
        self.write()

    def write(self):
        with zipfile.ZipFile(self.path, "w", zipfile.ZIP_STORED) as jar:
            for name, data in self.entries.items():
                jar.writestr(zipfile.ZipInfo(name), data)

    def edit(self, draw):
        while True:
            name = draw.choice(self.classes)
            changed = edited(self.entries[name], draw)
            if changed is None or changed[0] == self.entries[name]:
                continue
            self.entries[name] = changed[0]
            self.write()
            return f"{name}: {changed[1]}"


def draws(seed):
    return random.Random(seed)

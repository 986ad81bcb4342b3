"""Writes class files byte by byte, true ones and ones that lie."""

import struct


def u1(value):
    return struct.pack(">B", value)


def u2(value):
    return struct.pack(">H", value)


def u4(value):
    return struct.pack(">I", value & 0xFFFFFFFF)


PUBLIC, STATIC, INTERFACE, ABSTRACT, MODULE = 0x0001, 0x0008, 0x0200, 0x0400, 0x8000
SUPER = 0x0020


class Pool:
    """A constant pool; each constant is written once, in the order of first use."""

    def __init__(self):
        self.constants = []
        self.known = {}
        self.count = 1

    def add(self, data, slots=1):
        if data not in self.known:
            self.known[data] = self.count
            self.constants.append(data)
            self.count += slots
        return self.known[data]

    def add_fresh(self, data):
        """Not shared with an equal constant; for constants that name themselves."""
        self.constants.append(data)
        self.count += 1
        return self.count - 1

    def utf8(self, text):
        data = text if isinstance(text, bytes) else text.encode()
        return self.add(b"\x01" + u2(len(data)) + data)

    def integer(self, value):
        return self.add(b"\x03" + u4(value))

    def long(self, value):
        return self.add(b"\x05" + struct.pack(">q", value), slots=2)

    def class_(self, name):
        return self.add(b"\x07" + u2(self.utf8(name)))

    def string(self, text):
        return self.add(b"\x08" + u2(self.utf8(text)))

    def name_and_type(self, name, descriptor):
        return self.add(b"\x0c" + u2(self.utf8(name)) + u2(self.utf8(descriptor)))

    def field(self, owner, name, descriptor):
        return self.add(b"\x09" + u2(self.class_(owner)) + u2(self.name_and_type(name, descriptor)))

    def method(self, owner, name, descriptor):
        return self.add(b"\x0a" + u2(self.class_(owner)) + u2(self.name_and_type(name, descriptor)))

    def handle(self, kind, reference):
        return self.add(b"\x0f" + u1(kind) + u2(reference))

    def dynamic(self, bootstrap, name, descriptor):
        return self.add(b"\x11" + u2(bootstrap) + u2(self.name_and_type(name, descriptor)))

    def bytes(self, count=None):
        return u2(self.count if count is None else count) + b"".join(self.constants)


class ClassBytes:
    """A class under construction. Members are added as bytes, so that they may lie as well."""

    def __init__(self, name, super_name="java/lang/Object", access=PUBLIC | SUPER, interfaces=(),
                 major=52, minor=0):
        self.pool = Pool()
        self.access, self.major, self.minor = access, major, minor
        self.this = self.pool.class_(name)
        self.super = self.pool.class_(super_name) if super_name else 0
        self.interfaces = [self.pool.class_(interface) for interface in interfaces]
        self.fields, self.methods, self.attributes = [], [], []

    def attribute(self, name, content, length=None):
        return (u2(self.pool.utf8(name)) + u4(len(content) if length is None else length) + content)

    def member(self, name, descriptor, access=PUBLIC | STATIC, attributes=()):
        return (u2(access) + u2(self.pool.utf8(name)) + u2(self.pool.utf8(descriptor)) +
                u2(len(attributes)) + b"".join(attributes))

    def code(self, bytecode, stack=4, locals_=4, handlers=(), attributes=(), length=None,
             handler_count=None):
        """A Code attribute; a handler is (start, end, handler, catch type)."""
        return self.attribute("Code", b"".join([
            u2(stack), u2(locals_), u4(len(bytecode) if length is None else length), bytecode,
            u2(len(handlers) if handler_count is None else handler_count),
            b"".join(struct.pack(">4H", *handler) for handler in handlers),
            u2(len(attributes)), b"".join(attributes)]))

    def method(self, bytecode, name="run", descriptor="()V", access=PUBLIC | STATIC, **code):
        self.methods.append(
            self.member(name, descriptor, access, [self.code(bytes(bytecode), **code)]))
        return self

    def bytes(self, pool_count=None, magic=0xCAFEBABE, tail=b""):
        members = b"".join(u2(len(group)) + b"".join(group)
                           for group in (self.fields, self.methods, self.attributes))
        return b"".join([
            u4(magic), u2(self.minor), u2(self.major), self.pool.bytes(pool_count),
            u2(self.access), u2(self.this), u2(self.super), u2(len(self.interfaces)),
            b"".join(u2(interface) for interface in self.interfaces), members, tail])


RETURN = 0xB1


def plain(name, super_name="java/lang/Object", **more):
    """A class nobody can object to, with one method that returns."""
    return ClassBytes(name, super_name, **more).method([RETURN]).bytes()


def interface(name, *supers):
    return ClassBytes(name, access=PUBLIC | INTERFACE | ABSTRACT, interfaces=supers).bytes()

"""Writes zip files byte by byte, true ones and ones that lie.

What is left unset is written as it should be. Nothing depends on the time or the machine; contents
are stored unless deflating is asked for, so that offsets in messages stay where they are.
"""

import struct
import zlib
from dataclasses import dataclass, field

STORED, DEFLATED = 0, 8


@dataclass
class Entry:
    name: bytes
    content: bytes = b""
    method: int = STORED
    flags: int = 0
    size: int | None = None
    compressed_size: int | None = None
    crc: int | None = None
    data: bytes | None = None           # as it lies in the file
    local_name: bytes | None = None
    offset: int | None = None           # where the directory says it is
    extra: bytes = b""                  # in the directory
    local: bool = True                  # whether there is anything but the directory's word for it


@dataclass
class Archive:
    entries: list[Entry] = field(default_factory=list)
    prefix: bytes = b""
    comment: bytes = b""
    count: int | None = None
    directory_size: int | None = None
    directory_offset: int | None = None

    def bytes(self):
        out = bytearray(self.prefix)
        directory = bytearray()
        for entry in self.entries:
            offset = len(out)
            data = entry.data
            if data is None:
                data = deflate(entry.content) if entry.method == DEFLATED else entry.content
            size = len(entry.content) if entry.size is None else entry.size
            packed = len(data) if entry.compressed_size is None else entry.compressed_size
            crc = zlib.crc32(entry.content) if entry.crc is None else entry.crc
            local_name = entry.name if entry.local_name is None else entry.local_name
            # version needed, flags, method, time, date; 1980-01-01
            shared = struct.pack("<HHHHH", 20, entry.flags, entry.method, 0, 0x21)
            sizes = struct.pack("<III", crc, packed, size)
            if entry.local:
                out += b"PK\x03\x04" + shared + sizes
                out += struct.pack("<HH", len(local_name), 0) + local_name + data
            at = offset if entry.offset is None else entry.offset
            directory += b"PK\x01\x02" + struct.pack("<H", 20) + shared + sizes
            directory += struct.pack("<HHHHHII", len(entry.name), len(entry.extra), 0, 0, 0, 0, at)
            directory += entry.name + entry.extra
        count = len(self.entries) if self.count is None else self.count
        begin = len(out) if self.directory_offset is None else self.directory_offset
        length = len(directory) if self.directory_size is None else self.directory_size
        out += directory + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, count & 0xFFFF,
                                                       count & 0xFFFF, length, begin,
                                                       len(self.comment)) + self.comment
        return bytes(out)


def deflate(content):
    machine = zlib.compressobj(9, zlib.DEFLATED, -15)
    return machine.compress(content) + machine.flush()


def entry(name, content=b"", **more):
    return Entry(name if isinstance(name, bytes) else name.encode(), content, **more)


def jar(contents, **more):
    """A jar of {name: content}, in that order."""
    return Archive([entry(name, content) for name, content in contents.items()], **more).bytes()


def manifest(*lines):
    return "".join(line + "\r\n" for line in ("Manifest-Version: 1.0", *lines, "")).encode()

"""Takes synchronisation out of class files: what a tired engineer may forget.

All changes keep the length of the code, so that tables and jumps stay as they are:

- a synchronized method loses its flag;
- a synchronized block pops the lock instead of entering and leaving it;
- a volatile field loses its flag;
- a Thread.join() pops the thread instead of waiting for it;
- two locks that are taken one right after the other are taken the other way round.
"""
import dataclasses
import struct

ACC_SYNCHRONIZED = 0x0020
ACC_VOLATILE = 0x0040
POP, NOP, DUP = 0x57, 0x00, 0x59
MONITOR_ENTER, MONITOR_EXIT = 0xC2, 0xC3
GET_STATIC, GET_FIELD, INVOKE_VIRTUAL = 0xB2, 0xB4, 0xB6
ALOAD, ALOAD_0, ALOAD_3 = 0x19, 0x2A, 0x2D
ASTORE, ASTORE_0, ASTORE_3 = 0x3A, 0x4B, 0x4E
TABLE_SWITCH, LOOKUP_SWITCH, WIDE, IINC = 0xAA, 0xAB, 0xC4, 0x84

# Bytes after the opcode; 0 where nothing is said.
OPERANDS = {0x10: 1, 0x11: 2, 0x12: 1, 0x13: 2, 0x14: 2, IINC: 2, 0xA9: 1, 0xBC: 1, 0xC5: 3,
            0xB9: 4, 0xBA: 4, 0xC8: 4, 0xC9: 4}
OPERANDS |= {opcode: 1 for opcode in [*range(0x15, 0x1A), *range(0x36, 0x3B)]}
OPERANDS |= {opcode: 2 for opcode in [*range(0x99, 0xA9), *range(0xB2, 0xB9), 0xBB, 0xBD, 0xC0, 0xC1,
                                      0xC6, 0xC7]}


@dataclasses.dataclass(frozen=True)
class Mutant:
    kind: str
    place: str  # class.method or class.field, with a number if it is not the first there of its kind
    patches: tuple  # of (offset in the file, bytes)

    def apply(self, data):
        changed = bytearray(data)
        for offset, new in self.patches:
            changed[offset:offset + len(new)] = new
        return bytes(changed)


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def u1(self):
        self.at += 1
        return self.data[self.at - 1]

    def u2(self):
        self.at += 2
        return struct.unpack_from(">H", self.data, self.at - 2)[0]

    def u4(self):
        self.at += 4
        return struct.unpack_from(">I", self.data, self.at - 4)[0]

    def skip(self, count):
        self.at += count


def read_constants(reader):
    """By number: a text, or a tuple of the tag and what follows."""
    sizes = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4,
             19: 2, 20: 2}
    constants = {}
    count, number = reader.u2(), 1
    while number < count:
        tag = reader.u1()
        if tag == 1:
            length = reader.u2()
            constants[number] = reader.data[reader.at:reader.at + length].decode("utf-8", "replace")
            reader.skip(length)
        else:
            if tag in (7, 9, 10, 11, 12):
                words = struct.unpack_from(">" + "H" * (sizes[tag] // 2), reader.data, reader.at)
                constants[number] = (tag, *words)
            reader.skip(sizes[tag])
        number += 2 if tag in (5, 6) else 1
    return constants


def mutants_of(data):
    """All mutants of one class file, in the order of the file."""
    reader = Reader(data)
    reader.skip(8)
    constants = read_constants(reader)
    reader.skip(2)
    name = constants[constants[reader.u2()][1]].replace("/", ".")
    reader.skip(2)
    reader.skip(2 * reader.u2())
    found = []
    for _ in range(reader.u2()):
        found += mutants_of_field(reader, constants, name)
    for _ in range(reader.u2()):
        found += mutants_of_method(reader, constants, name)
    return numbered(found)


def numbered(mutants):
    seen = {}
    for mutant in mutants:
        key = mutant.kind, mutant.place
        seen[key] = seen.get(key, 0) + 1
        place = mutant.place if seen[key] == 1 else f"{mutant.place} {seen[key]}"
        yield dataclasses.replace(mutant, place=place)


def without_flag(data, offset, flag):
    return offset, struct.pack(">H", struct.unpack_from(">H", data, offset)[0] & ~flag)


def read_member(reader, constants):
    offset = reader.at
    flags, name = reader.u2(), constants[reader.u2()]
    reader.skip(2)
    code = None
    for _ in range(reader.u2()):
        is_code = constants[reader.u2()] == "Code"
        length = reader.u4()
        if is_code:
            code_length = struct.unpack_from(">I", reader.data, reader.at + 4)[0]
            code = reader.at + 8, code_length
        reader.skip(length)
    return offset, flags, name, code


def mutants_of_field(reader, constants, owner):
    offset, flags, name, _ = read_member(reader, constants)
    if not flags & ACC_VOLATILE:
        return []
    return [Mutant("volatile", f"{owner}.{name}", (without_flag(reader.data, offset, ACC_VOLATILE),))]


def mutants_of_method(reader, constants, owner):
    offset, flags, name, code = read_member(reader, constants)
    place = f"{owner}.{name}"
    found = []
    if flags & ACC_SYNCHRONIZED:
        patch = without_flag(reader.data, offset, ACC_SYNCHRONIZED)
        found.append(Mutant("synchronized method", place, (patch,)))
    if code:
        instructions = list(read_code(reader.data, *code))
        found += without_block(reader.data, instructions, place)
        found += without_join(reader.data, instructions, constants, place)
        found += with_locks_swapped(reader.data, instructions, place)
    return found


def read_code(data, start, length):
    """The offset in the file and the opcode of each instruction."""
    at, end = start, start + length
    while at < end:
        opcode = data[at]
        yield at, opcode
        if opcode in (TABLE_SWITCH, LOOKUP_SWITCH):
            after = at + 1 + -(at + 1 - start) % 4
            if opcode == TABLE_SWITCH:
                low, high = struct.unpack_from(">ii", data, after + 4)
                at = after + 12 + 4 * (high - low + 1)
            else:
                at = after + 8 + 8 * struct.unpack_from(">I", data, after + 4)[0]
        elif opcode == WIDE:
            at += 6 if data[at + 1] == IINC else 4
        else:
            at += 1 + OPERANDS.get(opcode, 0)


def local_of(data, at, opcode, long_form, first, last):
    if first <= opcode <= last:
        return opcode - first
    return data[at + 1] if opcode == long_form else None


def loaded(data, at, opcode):
    return local_of(data, at, opcode, ALOAD, ALOAD_0, ALOAD_3)


def stored(data, at, opcode):
    return local_of(data, at, opcode, ASTORE, ASTORE_0, ASTORE_3)


def entered(data, instructions, number):
    """The local in which the monitor entered by this instruction is kept, as compilers write it."""
    if instructions[number][1] != MONITOR_ENTER or number < 2 or instructions[number - 2][1] != DUP:
        return None
    return stored(data, *instructions[number - 1])


def without_block(data, instructions, place):
    found = []
    for number, (at, _) in enumerate(instructions):
        local = entered(data, instructions, number)
        if local is None:
            continue
        patches = [(at, bytes([POP]))]
        for later in range(number + 1, len(instructions)):
            if entered(data, instructions, later) == local:
                break
            if instructions[later][1] == MONITOR_EXIT and loaded(data, *instructions[later - 1]) == local:
                patches.append((instructions[later][0], bytes([POP])))
        found.append(Mutant("synchronized block", place, tuple(patches)))
    return found


def without_join(data, instructions, constants, place):
    found = []
    for at, opcode in instructions:
        if opcode != INVOKE_VIRTUAL:
            continue
        _, owner, signature = constants[struct.unpack_from(">H", data, at + 1)[0]]
        _, name, descriptor = constants[signature]
        if constants[constants[owner][1]] == "java/lang/Thread" and constants[name] == "join" \
                and constants[descriptor] == "()V":
            found.append(Mutant("join", place, ((at, bytes([POP, NOP, NOP])),)))
    return found


def is_load(data, at, opcode):
    return opcode in (GET_FIELD, GET_STATIC) or loaded(data, at, opcode) is not None


def with_locks_swapped(data, instructions, place):
    """load A, dup, store, enter, load B, dup, store, enter: A and B of the same length change places."""
    found = []
    last = None
    for number in range(len(instructions)):
        if entered(data, instructions, number) is None:
            continue
        if last is not None:
            inner, outer = instructions[last + 1:number - 2], instructions[:last - 2]
            length = instructions[number - 2][0] - instructions[last + 1][0]
            begin = instructions[last - 2][0] - length
            outer = [one for one in outer if one[0] >= begin]
            if inner and outer and outer[0][0] == begin and all(
                    is_load(data, *one) for one in inner + outer) and outer[0][1] != GET_FIELD:
                a, b = data[begin:begin + length], data[inner[0][0]:inner[0][0] + length]
                if a != b:
                    found.append(Mutant("lock order", place, ((begin, b), (inner[0][0], a))))
        last = number
    return found

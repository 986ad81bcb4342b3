"""Methods whose code the JVM would not accept, or that cost more than they should.

Each stands in a jar beside a good class, which must be analysed all the same.
"""

import struct

from class_bytes import RETURN, ClassBytes, plain, u1, u2, u4
from zip_bytes import jar

NOP, ACONST_NULL, ICONST_0, LDC, ILOAD_0, ASTORE_0, POP, DUP = 0, 1, 3, 18, 26, 75, 87, 89
IADD, IFEQ, GOTO, JSR, RET, TABLESWITCH, LOOKUPSWITCH, IRETURN = 96, 153, 167, 168, 169, 170, 171, 172
GETSTATIC, INVOKESTATIC, INVOKEINTERFACE, INVOKEDYNAMIC, NEW = 178, 184, 185, 186, 187
NEWARRAY, ATHROW, WIDE, MULTIANEWARRAY, JSR_W = 188, 191, 196, 197, 201


def make_jar(folder, bad):
    folder.write("app.jar", jar({"good/Good.class": plain("good/Good"), "bad/Bad.class": bad.bytes()}))


def make_bad(folder, code, **more):
    make_jar(folder, ClassBytes("bad/Bad", major=more.pop("major", 49)).method(code, **more))


def falls_off_its_end(folder):
    make_bad(folder, [ICONST_0, POP])


def call_at_its_end(folder):
    bad = ClassBytes("bad/Bad")
    make_jar(folder, bad.method([INVOKESTATIC, *u2(bad.pool.method("bad/Bad", "run", "()V"))]))


def stack_underflows(folder):
    make_bad(folder, [POP, RETURN])


def stack_underflows_by_two(folder):
    make_bad(folder, [ICONST_0, IADD, POP, RETURN])


def stack_overflows(folder):
    make_bad(folder, [ICONST_0] * 5 + [RETURN], stack=4)


def stack_grows_in_a_loop(folder):
    make_bad(folder, [ICONST_0, GOTO, *struct.pack(">h", -1)])


def stacks_differ_where_paths_meet(folder):
    make_bad(folder, [ICONST_0, IFEQ, *u2(4), ICONST_0, RETURN])


def stack_holds_the_wrong_type(folder):
    make_bad(folder, [ACONST_NULL, ICONST_0, IADD, POP, RETURN])


def local_read_before_it_is_written(folder):
    make_bad(folder, [ILOAD_0, POP, RETURN])


def local_beyond_the_last(folder):
    make_bad(folder, [ICONST_0, 54, 200, RETURN])


def arguments_need_more_locals(folder):
    make_bad(folder, [RETURN], descriptor="(JJJ)V", locals_=2)


def unknown_opcode(folder):
    make_bad(folder, [NOP, 0xCB, RETURN])


def breakpoint_opcode(folder):
    make_bad(folder, [0xCA, RETURN])


def operand_cut_off(folder):
    make_bad(folder, [RETURN, LDC])


def wide_of_nothing(folder):
    make_bad(folder, [WIDE, NOP, RETURN])


def branch_behind_the_code(folder):
    make_bad(folder, [GOTO, *u2(30000)])


def branch_before_the_code(folder):
    make_bad(folder, [GOTO, *struct.pack(">h", -30000)])


def branch_into_an_instruction(folder):
    make_bad(folder, [ICONST_0, IFEQ, *u2(1), RETURN])


def table_switch_upside_down(folder):
    make_bad(folder, [ICONST_0, TABLESWITCH, 0, 0, *u4(16), *u4(9), *u4(3), RETURN])


def table_switch_of_four_billion(folder):
    make_bad(folder, [ICONST_0, TABLESWITCH, 0, 0, *u4(16), *u4(0x80000000), *u4(0x7FFFFFFF), RETURN])


def lookup_switch_of_minus_one(folder):
    make_bad(folder, [ICONST_0, LOOKUPSWITCH, 0, 0, *u4(12), *u4(0xFFFFFFFF), RETURN])


def lookup_switch_out_of_order(folder):
    pairs = [*u4(5), *u4(27), *u4(2), *u4(27)]
    make_bad(folder, [ICONST_0, LOOKUPSWITCH, 0, 0, *u4(27), *u4(2), *pairs, RETURN])


def switch_leads_out(folder):
    make_bad(folder, [ICONST_0, TABLESWITCH, 0, 0, *u4(9999), *u4(0), *u4(0), *u4(20), RETURN])


def load_of_a_method(folder):
    bad = ClassBytes("bad/Bad")
    make_jar(folder, bad.method([LDC, bad.pool.method("bad/Bad", "run", "()V"), POP, RETURN]))


def load_of_constant_zero(folder):
    make_bad(folder, [LDC, 0, POP, RETURN])


def call_of_a_field(folder):
    bad = ClassBytes("bad/Bad")
    make_jar(folder, bad.method([INVOKESTATIC, *u2(bad.pool.field("bad/Bad", "x", "I")), RETURN]))


def call_of_a_constant_outside(folder):
    make_bad(folder, [INVOKESTATIC, *u2(60000), RETURN])


def interface_call_with_a_wrong_count(folder):
    bad = ClassBytes("bad/Bad")
    method = bad.pool.add(b"\x0b" + u2(bad.pool.class_("java/lang/Runnable")) +
                          u2(bad.pool.name_and_type("run", "()V")))
    make_jar(folder, bad.method([ACONST_NULL, INVOKEINTERFACE, *u2(method), 9, 0, RETURN]))


def dynamic_call_without_bootstrap(folder):
    bad = ClassBytes("bad/Bad", major=52)
    site = bad.pool.add(b"\x12" + u2(0) + u2(bad.pool.name_and_type("run", "()V")))
    make_jar(folder, bad.method([INVOKEDYNAMIC, *u2(site), 0, 0, RETURN]))


def call_of_an_initializer(folder):
    bad = ClassBytes("bad/Bad")
    make_jar(folder, bad.method([INVOKESTATIC, *u2(bad.pool.method("bad/Bad", "<clinit>", "()V")),
                                 RETURN]))


def new_of_an_array(folder):
    bad = ClassBytes("bad/Bad")
    make_jar(folder, bad.method([NEW, *u2(bad.pool.class_("[I")), POP, RETURN]))


def array_of_unknown_kind(folder):
    make_bad(folder, [ICONST_0, NEWARRAY, 99, POP, RETURN])


def array_of_no_dimension(folder):
    bad = ClassBytes("bad/Bad")
    make_jar(folder, bad.method([MULTIANEWARRAY, *u2(bad.pool.class_("[[I")), 0, POP, RETURN]))


def array_of_more_dimensions_than_its_type(folder):
    bad = ClassBytes("bad/Bad")
    make_jar(folder, bad.method([ICONST_0] * 3 + [MULTIANEWARRAY, *u2(bad.pool.class_("[[I")), 3, POP,
                                                  RETURN]))


def returns_what_it_must_not(folder):
    make_bad(folder, [ICONST_0, IRETURN])


def returns_nothing_where_it_must(folder):
    make_bad(folder, [RETURN], descriptor="()I")


def handler_into_an_instruction(folder):
    make_bad(folder, [17, 0, 0, POP, RETURN], handlers=[(0, 3, 1, 0)])


def handler_range_upside_down(folder):
    make_bad(folder, [ICONST_0, POP, RETURN], handlers=[(2, 1, 2, 0)])


def handler_range_beyond_the_code(folder):
    make_bad(folder, [ICONST_0, POP, RETURN], handlers=[(0, 900, 2, 0)])


def handler_catches_a_text(folder):
    bad = ClassBytes("bad/Bad", major=49)
    make_jar(folder, bad.method([ICONST_0, POP, RETURN], handlers=[(0, 2, 2, bad.pool.utf8("x"))]))


def throws_a_number(folder):
    make_bad(folder, [ICONST_0, ATHROW])


def subroutine_that_does_not_keep_its_address(folder):
    make_bad(folder, [JSR, *u2(4), RETURN, NOP, RETURN])


def subroutine_that_returns_by_a_number(folder):
    make_bad(folder, [ICONST_0, 59, RET, 0])


def subroutine_that_calls_itself(folder):
    make_bad(folder, [JSR, *u2(4), RETURN, ASTORE_0, JSR, *struct.pack(">h", -1), RET, 0])


def subroutine_at_the_end(folder):
    make_bad(folder, [GOTO, *u2(6), ASTORE_0, RET, 0, JSR, *struct.pack(">h", -3)])


def subroutines_nested_without_end(folder):
    """Each calls the next one twice: 2 to the 40th ways."""
    code = [JSR, *u2(4), RETURN]
    for level in range(39):
        code += [58, level, JSR, *u2(8), JSR, *u2(5), RET, level]
    make_bad(folder, [*code, 58, 39, RET, 39], locals_=40)


def invokedynamic_in_version_50(folder):
    make_bad(folder, [INVOKEDYNAMIC, 0, 1, 0, 0, RETURN], major=50)


def subroutine_in_version_52(folder):
    make_bad(folder, [JSR, *u2(4), RETURN, ASTORE_0, RET, 0], major=52)


def code_nobody_reaches(folder):
    """What is never run may hold what it likes, as long as it is instructions."""
    make_bad(folder, [RETURN, POP, POP, IADD, RETURN])


def code_nobody_reaches_at_the_end(folder):
    make_bad(folder, [RETURN, NOP])


def locals_without_number(folder):
    """65,535 locals, each written in one of 8,000 blocks and live through all of them."""
    code = []
    for block in range(8000):
        code += [ICONST_0, IFEQ, *u2(3)]
        code += [ICONST_0, WIDE, 54, *u2(block * 8)] if block % 2 else []
    make_bad(folder, code[:65000 // 4 * 4 - 8] + [RETURN], locals_=65535)


def handlers_without_number(folder):
    """65,535 exception table entries over the whole of the code."""
    code = [ICONST_0, POP] * 1000 + [RETURN]
    make_bad(folder, code, handlers=[(i % 900 * 2, 2000 - i % 7 * 2, 2000, 0) for i in range(65535)])


def handlers_of_every_instruction(folder):
    """Calls that may throw, each in a block of its own, all with the same 2,000 typed handlers."""
    bad = ClassBytes("bad/Bad", major=49)
    method = bad.pool.method("bad/Bad", "number", "()I")
    code = [INVOKESTATIC, *u2(method), 59] * 4000 + [RETURN]
    handlers = []
    for i in range(2000):
        handlers.append((0, 16000, 16000, bad.pool.class_(f"bad/E{i}")))
    make_jar(folder, bad.method(code, handlers=handlers))


def branches_without_number(folder):
    """8,000 branches to one place."""
    end = 32000
    code = [byte for at in range(0, end, 4) for byte in (ICONST_0, IFEQ, *u2(end - at - 1))]
    make_bad(folder, [*code, RETURN])


def one_method_of_many_is_bad(folder):
    bad = ClassBytes("bad/Bad", major=49)
    for i in range(5):
        bad.method([POP, RETURN] if i == 3 else [RETURN], name=f"run{i}")
    make_jar(folder, bad)


def loops_nested_3000_deep(folder):
    """Loops inside loops, a local written in each."""
    depth = 3000
    heads = [ICONST_0, 59] * depth
    tails = []
    for level in range(depth):
        at = len(heads) + 4 * level
        tails += [ILOAD_0, IFEQ, *struct.pack(">h", 2 * (depth - 1 - level) - at - 1)]
    make_bad(folder, [ICONST_0, 59, *heads, *tails, RETURN])


def stack_map_that_lies(folder):
    bad = ClassBytes("bad/Bad", major=52)
    frames = bad.attribute("StackMapTable", u2(900) + u1(255))
    make_jar(folder, bad.method([RETURN], attributes=[frames]))

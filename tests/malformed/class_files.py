"""Class files that are cut off, lie about lengths, or hold what the format forbids.

Each stands in a jar beside a good class, which must be analysed all the same.
"""

from class_bytes import (ABSTRACT, INTERFACE, MODULE, PUBLIC, RETURN, STATIC, ClassBytes, plain, u1,
                         u2, u4)
from zip_bytes import jar


def make_jar(folder, contents):
    folder.write("app.jar", jar({"good/Good.class": plain("good/Good"), **contents}))


def make_bad(folder, content):
    make_jar(folder, {"bad/Bad.class": content})


def make_rich():
    """A class with a little of everything, to be cut."""
    rich = ClassBytes("bad/Bad", interfaces=["java/lang/Runnable"])
    rich.fields.append(rich.member("count", "I", attributes=[
        rich.attribute("ConstantValue", u2(rich.pool.integer(7)))]))
    lines = rich.attribute("LineNumberTable", u2(1) + u2(0) + u2(12))
    rich.method([0x03, 0x57, RETURN], handlers=[(0, 2, 2, 0)], attributes=[lines])
    rich.attributes.append(rich.attribute("SourceFile", u2(rich.pool.utf8("Bad.java"))))
    return rich


def wrong_magic(folder):
    make_bad(folder, make_rich().bytes(magic=0xCAFED00D))


def empty_class(folder):
    make_bad(folder, b"")


def empty_class_file(folder):
    folder.write("Empty.class", b"")


def text_named_class(folder):
    make_bad(folder, b"public class Bad {}\n")


def cut_off(folder):
    whole = make_rich().bytes()
    cuts = [2, 4, 7, 9, 10, 11, 30, 60, 100, 130, *range(150, len(whole), 17), len(whole) - 1]
    make_jar(folder, {f"bad/Cut{cut:03}.class": whole[:cut] for cut in cuts})


def cut_off_class_file(folder):
    folder.write("Bad.class", make_rich().bytes()[:90])


def bytes_left_over(folder):
    make_bad(folder, make_rich().bytes(tail=b"tail"))


def version_0(folder):
    make_bad(folder, plain("bad/Bad", major=0))


def version_44(folder):
    make_bad(folder, plain("bad/Bad", major=44))


def version_99(folder):
    make_bad(folder, plain("bad/Bad", major=99))


def version_65535(folder):
    make_bad(folder, plain("bad/Bad", major=65535))


def preview_version(folder):
    make_bad(folder, plain("bad/Bad", major=61, minor=65535))


def pool_count_zero(folder):
    make_bad(folder, make_rich().bytes(pool_count=0))


def pool_count_too_large(folder):
    make_bad(folder, make_rich().bytes(pool_count=65535))


def pool_count_too_small(folder):
    make_bad(folder, make_rich().bytes(pool_count=5))


def pool_unknown_tag(folder):
    bad = make_rich()
    bad.pool.add(b"\x02\x00\x00")
    make_bad(folder, bad.bytes())


def pool_text_too_long(folder):
    bad = make_rich()
    bad.pool.add(b"\x01\xff\xff" + b"short")
    make_bad(folder, bad.bytes())


def pool_text_not_modified_utf8(folder):
    bad = make_rich()
    bad.pool.utf8(b"\xf0\x9f\x98\x80")
    make_bad(folder, bad.bytes())


def pool_index_outside(folder):
    bad = make_rich()
    bad.pool.add(b"\x07" + u2(912))
    make_bad(folder, bad.bytes())


def pool_index_of_wrong_kind(folder):
    bad = make_rich()
    bad.pool.add(b"\x0a" + u2(bad.pool.utf8("x")) + u2(bad.pool.utf8("y")))
    make_bad(folder, bad.bytes())


def pool_class_names_itself(folder):
    bad = make_rich()
    bad.pool.add_fresh(b"\x07" + u2(bad.pool.count))
    make_bad(folder, bad.bytes())


def pool_handle_names_itself(folder):
    bad = make_rich()
    bad.pool.add_fresh(b"\x0f" + u1(6) + u2(bad.pool.count))
    make_bad(folder, bad.bytes())


def pool_long_at_the_end(folder):
    bad = make_rich()
    bad.pool.long(5)
    make_bad(folder, bad.bytes(pool_count=bad.pool.count - 1))


def make_dynamic(arguments):
    """A class whose method loads a dynamic constant; arguments(constants) says what they name."""
    bad = ClassBytes("bad/Bad", major=55)
    bootstrap = bad.pool.handle(6, bad.pool.method("bad/Bad", "link", "()Ljava/lang/Object;"))
    constants = [bad.pool.dynamic(i, f"c{i}", "Ljava/lang/Object;") for i in range(2)]
    table = b"".join(u2(bootstrap) + u2(len(given)) + b"".join(u2(one) for one in given)
                     for given in arguments(constants))
    bad.attributes.append(bad.attribute("BootstrapMethods", u2(2) + table))
    bad.method([0x13, *u2(constants[0]), 0x57, RETURN])
    return bad.bytes()


def dynamic_constant_of_itself(folder):
    make_bad(folder, make_dynamic(lambda constants: [[constants[0]], []]))


def dynamic_constants_in_a_circle(folder):
    make_bad(folder, make_dynamic(lambda constants: [[constants[1]], [constants[0]]]))


def bootstrap_outside(folder):
    bad = ClassBytes("bad/Bad", major=55)
    constant = bad.pool.dynamic(9, "c", "Ljava/lang/Object;")
    bad.method([0x13, *u2(constant), 0x57, RETURN])
    make_bad(folder, bad.bytes())


def attribute_too_long(folder):
    bad = make_rich()
    bad.attributes.append(bad.attribute("Whatever", b"abc", length=0x7FFFFFFF))
    make_bad(folder, bad.bytes())


def attribute_too_short(folder):
    bad = make_rich()
    bad.attributes.append(bad.attribute("InnerClasses", u2(3) + b"abc"))
    make_bad(folder, bad.bytes())


def code_length_zero(folder):
    make_bad(folder, ClassBytes("bad/Bad").method([]).bytes())


def code_length_beyond_the_attribute(folder):
    make_bad(folder, ClassBytes("bad/Bad").method([RETURN], length=4000).bytes())


def code_length_above_65535(folder):
    make_bad(folder, ClassBytes("bad/Bad").method([0] * 65535 + [RETURN]).bytes())


def exception_table_beyond_the_attribute(folder):
    make_bad(folder, ClassBytes("bad/Bad").method([RETURN], handler_count=500).bytes())


def code_twice(folder):
    bad = ClassBytes("bad/Bad")
    code = bad.code(bytes([RETURN]))
    bad.methods.append(bad.member("run", "()V", attributes=[code, code]))
    make_bad(folder, bad.bytes())


def code_missing(folder):
    bad = ClassBytes("bad/Bad")
    bad.methods.append(bad.member("run", "()V"))
    make_bad(folder, bad.bytes())


def code_in_abstract_method(folder):
    bad = ClassBytes("bad/Bad", access=PUBLIC | ABSTRACT)
    make_bad(folder, bad.method([RETURN], access=PUBLIC | ABSTRACT).bytes())


def method_twice(folder):
    make_bad(folder, ClassBytes("bad/Bad").method([RETURN]).method([RETURN]).bytes())


def field_twice(folder):
    bad = ClassBytes("bad/Bad")
    bad.fields = [bad.member("count", "I")] * 2
    make_bad(folder, bad.bytes())


def interface_twice(folder):
    make_bad(folder, plain("bad/Bad", interfaces=["java/lang/Runnable"] * 2))


def descriptor_nonsense(folder):
    make_bad(folder, ClassBytes("bad/Bad").method([RETURN], descriptor="(Q").bytes())


def array_of_255_dimensions(folder):
    bad = ClassBytes("bad/Bad")
    deep = bad.pool.class_("[" * 254 + "I")
    bad.method([0x03, 0xBD, *u2(deep), 0x57, RETURN])
    make_bad(folder, bad.bytes())


def array_of_256_dimensions(folder):
    bad = ClassBytes("bad/Bad")
    bad.fields.append(bad.member("deep", "[" * 256 + "I"))
    make_bad(folder, bad.bytes())


def array_of_an_array_of_255_dimensions(folder):
    bad = ClassBytes("bad/Bad")
    deep = bad.pool.class_("[" * 255 + "I")
    make_bad(folder, bad.method([0x03, 0xBD, *u2(deep), 0x57, RETURN]).bytes())


def annotation_nested_50000_deep(folder):
    bad = ClassBytes("bad/Bad")
    value = b"[\x00\x01" * 50000 + b"I" + u2(bad.pool.integer(1))
    annotation = u2(bad.pool.utf8("Lbad/Note;")) + u2(1) + u2(bad.pool.utf8("value")) + value
    bad.attributes.append(bad.attribute("RuntimeVisibleAnnotations", u2(1) + annotation))
    make_bad(folder, bad.bytes())


def signature_nested_20000_deep(folder):
    bad = ClassBytes("bad/Bad")
    text = "La<" * 20000 + "*" + ">;" * 20000
    bad.attributes.append(bad.attribute("Signature", u2(bad.pool.utf8(text[:65535]))))
    make_bad(folder, bad.bytes())


def module_descriptor_elsewhere(folder):
    module = ClassBytes("module-info", super_name=None, access=MODULE, major=53)
    make_jar(folder, {"bad/module-info.class": module.bytes()})


def module_descriptor_is_a_class(folder):
    make_jar(folder, {"module-info.class": plain("bad/Bad")})


def module_descriptor_without_module(folder):
    bad = ClassBytes("module-info", super_name=None, access=MODULE, major=53)
    make_jar(folder, {"module-info.class": bad.bytes()})


def module_descriptor_with_methods(folder):
    bad = ClassBytes("module-info", super_name=None, access=MODULE, major=53)
    make_jar(folder, {"module-info.class": bad.method([RETURN]).bytes()})


def module_descriptor_cut_off(folder):
    make_jar(folder, {"module-info.class": plain("module-info")[:40]})


def class_claims_to_be_a_module(folder):
    make_bad(folder, ClassBytes("bad/Bad", super_name=None, access=MODULE, major=53).bytes())


def final_and_abstract_interface(folder):
    make_bad(folder, ClassBytes("bad/Bad", access=PUBLIC | INTERFACE | ABSTRACT | 0x0010).bytes())


def constant_value_of_wrong_kind(folder):
    bad = ClassBytes("bad/Bad")
    bad.fields.append(bad.member("count", "I", PUBLIC | STATIC, [
        bad.attribute("ConstantValue", u2(bad.pool.string("seven")))]))
    make_bad(folder, bad.bytes())


def line_table_beyond_the_code(folder):
    bad = ClassBytes("bad/Bad")
    lines = bad.attribute("LineNumberTable", u2(1) + u2(900) + u2(12))
    make_bad(folder, bad.method([RETURN], attributes=[lines]).bytes())


def unknown_attribute(folder):
    odd = ClassBytes("bad/Bad")
    odd.attributes.append(odd.attribute("org.acme.Odd", b"\xff" * 40))
    make_bad(folder, odd.bytes())


def interface_with_a_field_that_is_not_static(folder):
    bad = ClassBytes("bad/Bad", access=PUBLIC | INTERFACE | ABSTRACT)
    bad.fields.append(bad.member("count", "I", PUBLIC))
    make_bad(folder, bad.bytes())


def eight_million_bytes_of_attribute(folder):
    odd = ClassBytes("bad/Bad")
    odd.attributes.append(odd.attribute("org.acme.Large", bytes(8 << 20)))
    make_bad(folder, odd.bytes())


def attribute_name_outside_the_pool(folder):
    bad = ClassBytes("bad/Bad")
    bad.attributes.append(u2(700) + u4(0))
    make_bad(folder, bad.bytes())

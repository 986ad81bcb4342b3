"""Names that are not what they seem: output stays valid JSON and cannot steer a terminal."""

from class_bytes import RETURN, ClassBytes, plain
from zip_bytes import Archive, entry, jar


def make_jar(folder, contents, name="app.jar"):
    folder.write(name, jar({"good/Good.class": plain("good/Good"), **contents}))


def class_elsewhere_than_its_name(folder):
    make_jar(folder, {"bad/Here.class": plain("bad/There")})


def class_in_a_folder_above_its_package(folder):
    folder.write("target/classes/a/A.class", plain("a/A"))
    folder.write("target/classes/a/B.class", plain("a/B"))


def class_named_with_dots(folder):
    make_jar(folder, {"bad.Bad.class": plain("bad.Bad")})


def class_named_nothing(folder):
    make_jar(folder, {".class": plain("")})


def class_named_as_an_array(folder):
    make_jar(folder, {"[I.class": plain("[I")})


def class_named_with_escapes(folder):
    name = b"bad/\x1b[31mRed\x07\x08\n\r\t\x7f"
    make_jar(folder, {name + b".class": plain(name)[:-2]})


def class_named_with_escapes_as_text(folder):
    class_named_with_escapes(folder)
    return ["app.jar", "--format", "text"]


def class_named_to_turn_the_line_around(folder):
    name = "bad/\u202egnp_exe\u2066\u200f".encode()
    make_jar(folder, {name + b".class": plain(name)[:-2]})


def class_named_to_turn_the_line_around_as_text(folder):
    class_named_to_turn_the_line_around(folder)
    return ["app.jar", "--format", "text"]


def class_named_with_c1_controls(folder):
    name = "bad/\u009b31mRed\u0085".encode()
    make_jar(folder, {name + b".class": plain(name)[:-2]})


def entry_not_in_utf8(folder):
    make_jar(folder, {b"bad/\xff\xfeBad\x80.class": plain("bad/Bad")})


def entry_not_in_utf8_as_text(folder):
    entry_not_in_utf8(folder)
    return ["app.jar", "--format", "text"]


def class_named_beyond_the_basic_plane(folder):
    """The class file spells it with two surrogates, the jar with one character of four bytes."""
    surrogates = b"good/Smile\xed\xa0\xbd\xed\xb8\x80"
    make_jar(folder, {"good/Smile\U0001f600.class": plain(surrogates)})


def class_named_with_half_a_character(folder):
    make_jar(folder, {b"bad/Half\xed\xa0\xbd.class": plain(b"bad/Half\xed\xa0\xbd")})


def class_named_with_zero(folder):
    make_jar(folder, {b"bad/Zero\xc0\x80.class": plain(b"bad/Zero\xc0\x80")})


def method_named_with_escapes(folder):
    bad = ClassBytes("bad/Bad").method([0x57, RETURN], name=b"\x1b[2Jrun\n\xc2\x9b")
    make_jar(folder, {"bad/Bad.class": bad.bytes()})


def method_named_init_in_part(folder):
    make_jar(folder, {"bad/Bad.class": ClassBytes("bad/Bad").method([RETURN], name="<initial>").bytes()})


def method_named_with_a_slash(folder):
    make_jar(folder, {"bad/Bad.class": ClassBytes("bad/Bad").method([RETURN], name="a/b").bytes()})


def name_of_65535_bytes(folder):
    name = "bad/" + "x" * 65531
    bad = ClassBytes(name).method([0x57, RETURN])
    folder.write("Bad.class", bad.bytes())
    folder.write("app.jar", jar({"good/Good.class": plain("good/Good")}))


def input_named_with_escapes(folder):
    folder.write(b"\x1b[31mred\n.jar", b"no jar")
    make_jar(folder, {})
    return [b"\x1b[31mred.jar", "app.jar"]


def input_not_in_utf8(folder):
    make_jar(folder, {"bad/Bad.class": b"no class"}, name=b"\xff\xfe.jar")


def input_named_as_an_option(folder):
    make_jar(folder, {}, name="--summary.jar")
    return ["--", "--summary.jar"]


def entries_that_differ_in_case(folder):
    make_jar(folder, {"good/GOOD.class": plain("good/GOOD"), "good/good.class": plain("good/good")})


def entry_that_only_ends_in_class(folder):
    folder.write("app.jar", Archive([entry("good/Good.class", plain("good/Good")),
                                     entry("bad/Folder.class/"),
                                     entry("bad/UPPER.CLASS", plain("bad/UPPER"))]).bytes())

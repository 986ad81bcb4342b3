"""Classes that are well formed one by one and cannot be together."""

from class_bytes import ABSTRACT, INTERFACE, PUBLIC, ClassBytes, interface, plain
from zip_bytes import jar


def make_jar(folder, contents):
    folder.write("app.jar", jar({f"{name}.class": content for name, content in contents.items()}))


def superclass_of_itself(folder):
    make_jar(folder, {"a/Self": plain("a/Self", "a/Self"), "a/Good": plain("a/Good")})


def superclasses_in_a_circle(folder):
    make_jar(folder, {"a/A": plain("a/A", "a/B"), "a/B": plain("a/B", "a/C"),
                      "a/C": plain("a/C", "a/A"), "a/Below": plain("a/Below", "a/A")})


def interfaces_in_a_circle(folder):
    make_jar(folder, {"a/I": interface("a/I", "a/J"), "a/J": interface("a/J", "a/I"),
                      "a/Good": plain("a/Good", interfaces=["a/I"])})


def superclass_is_an_interface(folder):
    make_jar(folder, {"a/I": interface("a/I"), "a/A": plain("a/A", "a/I")})


def superclass_is_final(folder):
    make_jar(folder, {"a/F": plain("a/F", access=PUBLIC | 0x10), "a/A": plain("a/A", "a/F")})


def interface_is_a_class(folder):
    make_jar(folder, {"a/C": plain("a/C"), "a/A": plain("a/A", interfaces=["a/C"])})


def superclass_is_missing(folder):
    make_jar(folder, {"a/A": plain("a/A", "lib/Base"), "a/B": plain("a/B", "a/A"),
                      "a/C": plain("a/C", interfaces=["lib/Face", "java/lang/Runnable"])})


def superclass_is_broken(folder):
    make_jar(folder, {"a/A": plain("a/A", "a/B"), "a/B": plain("a/B")[:-3]})


def interface_has_a_superclass(folder):
    odd = ClassBytes("a/I", super_name="a/A", access=PUBLIC | INTERFACE | ABSTRACT).bytes()
    make_jar(folder, {"a/A": plain("a/A"), "a/I": odd})


def class_without_superclass(folder):
    make_jar(folder, {"a/A": ClassBytes("a/A", super_name=None).bytes(), "a/B": plain("a/B")})


def superclass_is_an_array(folder):
    make_jar(folder, {"a/A": plain("a/A", "[I"), "a/B": plain("a/B")})


def superclasses_20000_deep(folder):
    make_jar(folder, {f"a/C{i}": plain(f"a/C{i}", f"a/C{i + 1}" if i < 20000 else "java/lang/Object")
                      for i in range(20001)})


def interfaces_as_a_ladder(folder):
    """Each rung extends both below it: 2 to the 200th ways up."""
    contents = {"a/L0": interface("a/L0"), "a/R0": interface("a/R0")}
    for i in range(1, 200):
        for side in "LR":
            contents[f"a/{side}{i}"] = interface(f"a/{side}{i}", f"a/L{i - 1}", f"a/R{i - 1}")
    make_jar(folder, contents)


def class_twice_in_a_jar(folder):
    from zip_bytes import Archive, entry
    both = [entry("a/A.class", plain("a/A")), entry("a/A.class", plain("a/A")),
            entry("a/B.class", plain("a/B"))]
    folder.write("app.jar", Archive(both).bytes())


def class_in_two_inputs(folder):
    folder.write("one.jar", jar({"a/A.class": plain("a/A")}))
    folder.write("two.jar", jar({"a/A.class": plain("a/A"), "a/B.class": plain("a/B")}))


def class_of_the_platform(folder):
    make_jar(folder, {"java/lang/String": plain("java/lang/String"), "a/A": plain("a/A")})


def class_in_input_and_class_path(folder):
    folder.write("app.jar", jar({"a/A.class": plain("a/A")}))
    folder.write("lib.jar", jar({"a/A.class": plain("a/A")}))
    return ["app.jar", "--class-path", "lib.jar"]


def same_input_twice(folder):
    make_jar(folder, {"a/A": plain("a/A")})
    return ["app.jar", "app.jar"]


def brings_its_own_object(folder):
    root = ClassBytes("java/lang/Object", super_name=None).bytes()
    make_jar(folder, {"java/lang/Object": root, "a/A": plain("a/A"),
                      "a/B": plain("a/B", "java/lang/Exception")})


def brings_a_broken_object(folder):
    make_jar(folder, {"java/lang/Object": b"\xca\xfe\xba\xbe", "a/A": plain("a/A")})


def object_with_a_superclass(folder):
    make_jar(folder, {"java/lang/Object": plain("java/lang/Object", "a/A"), "a/A": plain("a/A")})


def class_path_is_missing(folder):
    make_jar(folder, {"a/A": plain("a/A")})
    return ["app.jar", "--class-path", "lib/none.jar:lib/*"]


def class_path_is_broken(folder):
    make_jar(folder, {"a/A": plain("a/A", "lib/Base")})
    folder.write("lib.jar", jar({"lib/Base.class": plain("lib/Base")[:-3]}))
    return ["app.jar", "--class-path", "lib.jar"]

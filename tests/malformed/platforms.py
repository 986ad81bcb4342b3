"""JDKs that are none, and pieces of them as inputs."""

import struct

from class_bytes import plain
from zip_bytes import jar


def make_input(folder):
    folder.write("app.jar", jar({"a/A.class": plain("a/A", "java/lang/Exception")}))


def make_image(table_length, locations=b"", texts=b"\0", offsets=None, resources=b"", version=(0, 1)):
    header = struct.pack("<IHHIIIII", 0xCAFEDADA, *version, 0, table_length, table_length,
                         len(locations), len(texts))
    where = offsets if offsets is not None else [0] * table_length
    return (header + struct.pack(f"<{len(where)}i", *[-1 - i for i in range(len(where))]) +
            struct.pack(f"<{len(where)}I", *where) + locations + texts + resources)


def image_cut_off_in_its_header(folder):
    folder.write("modules", make_image(4)[:12])


def image_cut_off_in_its_tables(folder):
    folder.write("modules", make_image(400)[:1000])


def image_with_a_table_of_four_billion(folder):
    folder.write("modules", struct.pack("<IHHIIIII", 0xCAFEDADA, 0, 1, 0, 9, 0xFFFFFFFF, 9, 9))


def image_of_another_version(folder):
    folder.write("modules", make_image(0, version=(0, 7)))


def image_of_the_other_byte_order(folder):
    folder.write("modules", struct.pack(">I", 0xCAFEDADA) + bytes(40))


def image_without_resources(folder):
    folder.write("modules", make_image(0))


def make_locations(*classes, size=40):
    """Locations of classes /m/p/NAME.class, all with the same offset."""
    texts, locations, offsets = b"\0m\0p\0class\0", b"", []
    for name in classes:
        offsets.append(len(locations))
        values = {1: 1, 2: 3, 3: len(texts), 4: 5, 5: 0, 7: size}
        for kind, value in values.items():
            locations += bytes([kind << 3 | 3]) + struct.pack(">I", value)
        locations += b"\0"
        texts += name.encode() + b"\0"
    return {"locations": locations, "texts": texts, "offsets": offsets}


def image_whose_resources_are_cut_off(folder):
    folder.write("modules", make_image(2, **make_locations("A", "B", size=500), resources=bytes(100)))


def image_whose_locations_are_damaged(folder):
    parts = make_locations("A", "B", "C")
    parts["offsets"][1] = 0x7FFFFFFF
    parts["locations"] = parts["locations"][:-8] + b"\xff" * 8
    good = plain("p/A")
    folder.write("modules", make_image(3, **parts, resources=good).replace(
        struct.pack(">I", 40), struct.pack(">I", len(good))))


def image_whose_resources_overlap(folder):
    """A thousand locations share the bytes of one class that says it is another."""
    good = plain("p/A")
    names = [f"C{i}" for i in range(1000)]
    folder.write("modules", make_image(1000, **make_locations(*names, size=len(good)),
                                       resources=good))


def jmod_cut_off(folder):
    folder.write("java.odd.jmod", b"JM\x01\x00" + jar({"classes/a/A.class": plain("a/A")})[:60])


def jmod_cut_off_in_its_header(folder):
    folder.write("java.odd.jmod", b"JM\x01")


def jmod_of_another_version(folder):
    folder.write("java.odd.jmod", b"JM\x09\x00" + jar({"classes/a/A.class": plain("a/A")}))


def jmod(folder):
    folder.write("java.odd.jmod", b"JM\x01\x00" + jar({
        "classes/a/A.class": plain("a/A"), "classes/a/Bad.class": b"\xca\xfe\xba\xbe",
        "classes/java/lang/String.class": plain("java/lang/String"),
        "bin/tool": b"#!/bin/sh", "lib/libodd.so": b"\x7fELF"}))


def jdk_that_is_not_there(folder):
    make_input(folder)
    return ["app.jar", "--jdk", "none"]


def jdk_that_is_an_empty_folder(folder):
    make_input(folder)
    folder.make("jdk")
    return ["app.jar", "--jdk", "jdk"]


def jdk_that_is_a_text(folder):
    make_input(folder)
    folder.write("jdk.txt", b"no jdk")
    return ["app.jar", "--jdk", "jdk.txt"]


def jdk_whose_image_is_cut_off(folder):
    make_input(folder)
    folder.write("jdk/lib/modules", make_image(400)[:1000])
    return ["app.jar", "--jdk", "jdk"]


def jdk_whose_image_is_empty(folder):
    make_input(folder)
    folder.write("jdk/lib/modules", b"")
    return ["app.jar", "--jdk", "jdk"]


def jdk_with_a_broken_class(folder):
    make_input(folder)
    root = plain("java/lang/Object")
    folder.write("jdk/jre/lib/rt.jar", jar({"java/lang/Object.class": root,
                                            "java/lang/Exception.class": root[:30]}))
    return ["app.jar", "--jdk", "jdk"]


def jdk_of_jmods(folder):
    make_input(folder)
    folder.write("jdk/jmods/java.base.jmod", b"JM\x01\x00" + jar({
        "classes/java/lang/Exception.class": plain("java/lang/Exception")}))
    folder.write("jdk/jmods/java.bad.jmod", b"JM\x01\x00")
    return ["app.jar", "--jdk", "jdk"]

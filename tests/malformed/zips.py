"""Zip files that are cut off, lie, or are meant to be misread."""

import struct

from class_bytes import ClassBytes, plain
from zip_bytes import DEFLATED, Archive, Entry, deflate, entry, jar, manifest

GOOD = {"good/Good.class": plain("good/Good")}
BAD = plain("bad/Bad")


def make_jar(folder, *entries, **more):
    folder.write("app.jar", Archive([entry("good/Good.class", plain("good/Good")), *entries],
                                    **more).bytes())


def make_bad(folder, **lies):
    make_jar(folder, entry("bad/Bad.class", BAD, **lies))


def empty_file(folder):
    folder.write("app.jar", b"")


def text_file(folder):
    folder.write("app.jar", b"This is not a jar.\n" * 20)


def empty_zip(folder):
    folder.write("app.jar", Archive().bytes())


def without_classes(folder):
    folder.write("app.jar", jar({"README.txt": b"nothing here"}))


def one_good_one_without_classes(folder):
    folder.write("app.jar", jar(GOOD))
    folder.write("sources.jar", jar({"good/Good.java": b"class Good {}"}))


def cut_off(folder):
    whole = jar({f"good/C{i}.class": plain(f"good/C{i}") for i in range(5)})
    for cut in (1, 4, 29, 200, len(whole) // 2, len(whole) - 200, len(whole) - 22, len(whole) - 1):
        folder.write(f"cut{cut:04}.jar", whole[:cut])
    folder.write("whole.jar", jar(GOOD))


def front_cut_off(folder):
    folder.write("app.jar", jar({f"good/C{i}.class": plain(f"good/C{i}") for i in range(5)})[300:])


def junk_in_front(folder):
    make_jar(folder, prefix=b"#!/bin/sh\nexec java -jar $0\n")


def junk_behind(folder):
    folder.write("app.jar", jar(GOOD) + b"\n" * 40)


def false_end_in_the_comment(folder):
    make_jar(folder, comment=b"PK\x05\x06" + bytes(18) + b"and more")


def several_disks(folder):
    whole = bytearray(jar(GOOD))
    whole[-18:-16] = struct.pack("<H", 3)
    folder.write("app.jar", bytes(whole))


def directory_too_long(folder):
    make_jar(folder, directory_size=99999)


def directory_elsewhere(folder):
    make_jar(folder, directory_offset=99999)


def directory_counts_too_many(folder):
    make_jar(folder, entry("good/More.class", plain("good/More")), count=40)


def directory_cut_off(folder):
    whole = jar({**GOOD, "good/More.class": plain("good/More")})
    at = whole.rindex(b"PK\x01\x02")
    folder.write("app.jar", whole[:at] + b"XX" + whole[at + 2:])


def checksum_wrong(folder):
    make_bad(folder, crc=0x12345678)


def size_too_large(folder):
    make_bad(folder, method=DEFLATED, size=len(BAD) + 5)


def size_too_small(folder):
    make_bad(folder, method=DEFLATED, size=len(BAD) - 5)


def compressed_size_beyond_the_file(folder):
    make_bad(folder, compressed_size=100000, size=100000)


def compressed_data_damaged(folder):
    make_bad(folder, method=DEFLATED, data=b"\xff" * 60)


def stored_sizes_differ(folder):
    make_bad(folder, size=len(BAD) + 1)


def encrypted(folder):
    make_bad(folder, flags=1)


def strongly_encrypted(folder):
    make_bad(folder, flags=0x41)


def unknown_compression(folder):
    make_bad(folder, method=14)


def local_name_differs(folder):
    make_bad(folder, local_name=b"bad/Eve.class")


def local_header_missing(folder):
    make_bad(folder, offset=7)


def overlapping(folder):
    """Two entries whose data is the same bytes."""
    make_jar(folder, entry("bad/Bad.class", BAD),
             entry("bad/Eve.class", BAD, local=False, offset=len(jar(GOOD)) - 22 - 61))


def overlapping_by_quoting(folder):
    """The first entry's data holds the local header of the second, and so on: the better bomb."""
    kernel = deflate(bytes(1 << 20))
    blocks, sizes, names = [], [], [f"bad/B{i:02}.class".encode() for i in range(12)]
    for name in reversed(names):
        # A stored block of deflate that quotes everything behind this header.
        quoted = b"" if not blocks else b"\x00" + struct.pack("<HH", 30 + len(name),
                                                             ~(30 + len(name)) & 0xFFFF)
        data = quoted + (blocks[-1] if blocks else kernel)
        sizes.append(len(data))
        header = b"PK\x03\x04" + struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 0x21, 0, len(data),
                                             1 << 20, len(name), 0) + name
        blocks.append(header + data)
    whole = blocks[-1]
    entries = []
    for i, name in enumerate(names):
        offset = len(whole) - len(blocks[len(names) - 1 - i])
        entries.append(Entry(name, method=DEFLATED, local=False, crc=0, size=1 << 20,
                             compressed_size=sizes[len(names) - 1 - i], offset=offset))
    good = entry("good/Good.class", plain("good/Good"))
    folder.write("app.jar", Archive([*entries, good], prefix=whole).bytes())


def bomb_by_declared_size(folder):
    make_bad(folder, method=DEFLATED, size=0xFFFFFFF0)


def bomb_by_zip64_size(folder):
    extra = struct.pack("<HHQQ", 1, 16, 1 << 63, 1 << 62)
    make_bad(folder, method=DEFLATED, size=0xFFFFFFFF, compressed_size=0xFFFFFFFF, extra=extra)


def bomb_by_ratio(folder):
    """Forty classes of 16 million zeros each, in 640 thousand bytes."""
    zeros = bytes(16 << 20)
    packed = deflate(zeros)
    many = [entry(f"bad/B{i:02}.class", zeros, method=DEFLATED, data=packed) for i in range(40)]
    make_jar(folder, *many)


def bomb_of_true_classes(folder):
    """Forty classes with an attribute of 16 million zeros each: they can be read, and stay."""
    many = []
    for i in range(40):
        large = ClassBytes(f"bad/B{i:02}")
        large.attributes.append(large.attribute("org.acme.Large", bytes(16 << 20)))
        many.append(entry(f"bad/B{i:02}.class", large.bytes(), method=DEFLATED))
    make_jar(folder, *many)


def bomb_in_the_manifest(folder):
    lines = manifest("X: " + "0" * (40 << 20))
    make_jar(folder, entry("META-INF/MANIFEST.MF", lines, method=DEFLATED))


def names_that_climb(folder):
    make_jar(folder, entry("../../etc/Bad.class", BAD), entry("bad/../../Bad.class", BAD),
             entry("../notes.txt", b"text"))


def names_that_are_absolute(folder):
    make_jar(folder, entry("/bad/Bad.class", BAD), entry("C:/bad/Bad.class", BAD))


def names_with_backslashes(folder):
    make_jar(folder, entry("bad\\Bad.class", BAD))


def names_with_zero(folder):
    make_jar(folder, entry(b"bad/Bad.class\0.txt", BAD), entry(b"bad/\0Bad.class", BAD))


def names_that_are_empty(folder):
    make_jar(folder, entry("", BAD))


def multi_release_not_declared(folder):
    make_jar(folder, entry("META-INF/versions/8/good/Good.class", BAD),
             entry("META-INF/versions/9/good/Good.class", BAD))


def make_multi_release(folder, *entries, lines=("Multi-Release: true",), release="17"):
    make_jar(folder, entry("META-INF/MANIFEST.MF", manifest(*lines)), *entries)
    return ["app.jar", "--release", release]


def multi_release(folder):
    versions = [entry(f"META-INF/versions/{version}/good/Good.class", plain("good/Good"))
                for version in (9, 11, 17, 21)]
    return make_multi_release(folder, *versions)


def multi_release_of_another_name(folder):
    return make_multi_release(folder, entry("META-INF/versions/9/good/Good.class", BAD))


def multi_release_without_number(folder):
    return make_multi_release(folder, entry("META-INF/versions/nine/good/Good.class", BAD),
                              entry("META-INF/versions/09/good/Good.class", BAD),
                              entry("META-INF/versions/8/good/Good.class", BAD),
                              entry("META-INF/versions/99999999999/good/Good.class", BAD),
                              entry("META-INF/versions/11/good/Fine.class", plain("good/Fine")))


def multi_release_in_odd_case(folder):
    return make_multi_release(folder, entry("META-INF/versions/9/good/New.class", plain("good/New")),
                              lines=("multi-release: TrUe",))


def manifest_damaged(folder):
    return make_jar(folder, entry("META-INF/MANIFEST.MF", manifest("Multi-Release: true"), crc=1),
                    entry("META-INF/versions/9/good/New.class", plain("good/New")))


def split_line_in_manifest(folder):
    return make_multi_release(folder, entry("META-INF/versions/9/good/New.class", plain("good/New")),
                              lines=("Multi-Release: tr", " ue"))


def truncated_while_it_claims_to_be_a_class(folder):
    folder.write("app.jar", b"\xca\xfe\xba\xbe" + jar(GOOD))


def a_hundred_thousand_empty_entries(folder):
    make_jar(folder, *[entry(f"n/{i}") for i in range(100000)])


def make_class_path(folder, value):
    folder.write("app.jar", jar({"META-INF/MANIFEST.MF": manifest(f"Class-Path: {value}"),
                                 "good/Good.class": plain("good/Good", "lib/Base")}))


def class_path_in_the_manifest(folder):
    """In a circle, with blanks, and with things that are not there."""
    make_class_path(folder, "lib/a%20b.jar  none.jar http://acme.org/x.jar notes.txt app.jar")
    folder.write("lib/a b.jar", jar({"META-INF/MANIFEST.MF": manifest("Class-Path: ../app.jar c.jar"),
                                     "lib/Base.class": plain("lib/Base", "lib/Root")}))
    folder.write("lib/c.jar", jar({"lib/Root.class": plain("lib/Root")}))
    folder.write("notes.txt", b"nothing to see")
    return ["app.jar"]


def class_path_in_the_manifest_out_of_bounds(folder):
    make_class_path(folder, "/dev/zero ../../../../nothing.jar %00%zz%")
    return ["app.jar"]

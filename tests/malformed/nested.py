"""Jars inside jars."""

from class_bytes import ClassBytes, plain
from zip_bytes import DEFLATED, Archive, entry, jar, manifest


def make_fat(folder, *libraries, name="app.jar"):
    first = [entry("META-INF/MANIFEST.MF", manifest("Main-Class: org.acme.Launcher",
                                                    "Start-Class: app.Main")),
             entry("BOOT-INF/classes/app/Main.class", plain("app/Main", "lib/Base")),
             entry("org/acme/Launcher.class", plain("org/acme/Launcher"))]
    folder.write(name, Archive([*first, *libraries]).bytes())


LIBRARY = jar({"lib/Base.class": plain("lib/Base")})


def fat_jar(folder):
    make_fat(folder, entry("BOOT-INF/lib/lib.jar", LIBRARY))


def fat_jar_of_deflated_jars(folder):
    make_fat(folder, entry("BOOT-INF/lib/lib.jar", LIBRARY, method=DEFLATED))


def broken_jar_in_a_fat_jar(folder):
    make_fat(folder, entry("BOOT-INF/lib/cut.jar", LIBRARY[:100]),
             entry("BOOT-INF/lib/empty.jar", b""), entry("BOOT-INF/lib/text.jar", b"no jar" * 9),
             entry("BOOT-INF/lib/lib.jar", LIBRARY))


def jar_with_a_wrong_checksum(folder):
    make_fat(folder, entry("BOOT-INF/lib/odd.jar", LIBRARY, crc=5),
             entry("BOOT-INF/lib/lib.jar", LIBRARY))


def encrypted_jar_in_a_fat_jar(folder):
    make_fat(folder, entry("BOOT-INF/lib/secret.jar", LIBRARY, flags=1),
             entry("BOOT-INF/lib/lib.jar", LIBRARY))


def broken_class_in_an_inner_jar(folder):
    inner = jar({"lib/Base.class": plain("lib/Base"), "lib/Bad.class": b"\xca\xfe\xba\xbe"})
    make_fat(folder, entry("BOOT-INF/lib/lib.jar", inner))


def jar_that_is_a_class(folder):
    make_fat(folder, entry("BOOT-INF/lib/lib.jar", plain("lib/Base")))


def war(folder):
    folder.write("shop.war", jar({"WEB-INF/classes/shop/Cart.class": plain("shop/Cart", "lib/Base"),
                                  "WEB-INF/lib/lib.jar": LIBRARY, "index.html": b"<html>"}))


def jars_ten_deep(folder):
    inner = jar({"deep/D10.class": plain("deep/D10")})
    for level in range(9, -1, -1):
        inner = jar({f"deep/D{level}.class": plain(f"deep/D{level}"), "in.jar": inner})
    folder.write("app.jar", inner)


def jars_that_fan_out(folder):
    """Ten jars in each of ten in each of ten …; six levels of it would be a million."""
    inner = jar({"deep/D.class": plain("deep/D")})
    for _ in range(5):
        inner = Archive([entry(f"{i}.jar", inner, method=DEFLATED) for i in range(10)]).bytes()
    folder.write("app.jar", inner)


def jars_that_swell(folder):
    """Each of sixteen jars holds sixteen classes of 16 million zeros; the file is small."""
    zeros = bytes(16 << 20)
    inner = Archive([entry(f"bad/B{i}.class", zeros, method=DEFLATED) for i in range(16)]).bytes()
    contents = [entry(f"{i:02}.jar", inner, method=DEFLATED) for i in range(16)]
    folder.write("app.jar", Archive([*contents, entry("good/Good.class", plain("good/Good"))]).bytes())


def jar_of_zeros(folder):
    """Three hundred million zeros that call themselves a jar."""
    make_fat(folder, entry("BOOT-INF/lib/zeros.jar", bytes(300 << 20), method=DEFLATED),
             entry("BOOT-INF/lib/lib.jar", LIBRARY))


def jars_with_the_same_class(folder):
    make_fat(folder, entry("BOOT-INF/lib/one.jar", LIBRARY), entry("BOOT-INF/lib/two.jar", LIBRARY))


def jar_that_climbs(folder):
    make_fat(folder, entry("../../lib.jar", LIBRARY), entry("BOOT-INF/lib/lib.jar", LIBRARY))


def broken_jar_in_a_folder(folder):
    folder.write("lib/a.jar", LIBRARY)
    folder.write("lib/b.jar", b"PK\x03\x04 and no more")
    folder.write("lib/c.jar", b"")


def folder_of_broken_jars(folder):
    folder.write("lib/b.jar", b"PK\x03\x04 and no more")
    folder.write("lib/c.jar", b"")


def inner_jar_twice(folder):
    make_fat(folder, entry("BOOT-INF/lib/lib.jar", LIBRARY), entry("BOOT-INF/lib/lib.jar", LIBRARY))


def classes_below_a_strange_root(folder):
    contents = {"BOOT-INF/classes/app/Main.class": plain("app/Main"),
                "WEB-INF/classes/app/Main.class": plain("app/Main"),
                "app/Main.class": plain("app/Main"),
                "OTHER-INF/classes/app/Main.class": ClassBytes("app/Main").bytes()}
    folder.write("app.jar", jar(contents))


def jars_by_the_thousand(folder):
    """Five thousand jars, and behind them eight thousand classes that no jar before has."""
    common = jar({"common/Common.class": plain("common/Common")})
    last = jar({f"last/L{i}.class": plain(f"last/L{i}") for i in range(8000)})
    folder.write("app.jar", Archive([*[entry(f"lib/{i}.jar", common) for i in range(5000)],
                                     entry("lib/last.jar", last)]).bytes())

"""Folders, files that are none, and paths."""

import os

from class_bytes import plain
from zip_bytes import jar


def nothing_there(folder):
    return ["none.jar"]


def nothing_there_beside_a_good_one(folder):
    folder.write("app.jar", jar({"a/A.class": plain("a/A")}))
    return ["none.jar", "app.jar"]


def no_name(folder):
    return [""]


def empty_folder(folder):
    folder.make("classes")


def folder_without_classes(folder):
    folder.write("classes/readme.txt", b"hello")
    folder.write("classes/a/b/A.java", b"class A {}")


def empty_folder_beside_a_good_one(folder):
    folder.make("empty")
    folder.write("classes/a/A.class", plain("a/A"))


def folder_with_a_slash(folder):
    folder.write("classes/a/A.class", b"no class")
    folder.write("classes/a/B.class", plain("a/B"))
    return ["classes///"]


def links_in_a_circle(folder):
    folder.write("classes/a/A.class", plain("a/A"))
    folder.link("classes/again", ".")
    folder.link("classes/a/up", "..")


def link_to_itself(folder):
    folder.write("classes/a/A.class", plain("a/A"))
    folder.link("classes/a/B.class", "B.class")
    folder.link("loop.jar", "loop.jar")


def link_to_nothing(folder):
    folder.write("classes/a/A.class", plain("a/A"))
    folder.link("classes/a/B.class", "nowhere")
    folder.link("classes/lib", "nowhere")


def linked_package(folder):
    folder.write("elsewhere/B.class", plain("a/B"))
    folder.write("classes/Main.class", plain("Main", "a/B"))
    folder.link("classes/a", "../elsewhere")
    return ["classes"]


def pipe(folder):
    folder.pipe("app.jar")


def pipe_in_a_folder(folder):
    folder.write("classes/a/A.class", plain("a/A"))
    folder.pipe("classes/a/B.class")
    folder.pipe("classes/a/lib.jar")


def pipe_on_the_class_path(folder):
    folder.write("app.jar", jar({"a/A.class": plain("a/A")}))
    folder.pipe("lib.jar")
    return ["app.jar", "--class-path", "lib.jar"]


def device(folder):
    return ["/dev/zero", "/dev/null"]


def folder_named_as_a_jar(folder):
    folder.write("app.jar/a/A.class", plain("a/A"))


def folder_named_as_a_class(folder):
    folder.write("classes/a/A.class/b.txt", b"")
    folder.write("classes/a/B.class", plain("a/B"))


def file_as_a_folder(folder):
    folder.write("app.jar", jar({"a/A.class": plain("a/A")}))
    return ["app.jar/a"]


def path_too_long(folder):
    """Folders below each other until no path can name them."""
    folder.write("classes/a/A.class", plain("a/A"))
    here = os.open(folder.place("classes/a"), os.O_RDONLY)
    name = "x" * 250
    for _ in range(20):
        os.mkdir(name, dir_fd=here)
        below = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    with os.fdopen(os.open("B.class", os.O_CREAT | os.O_WRONLY, 0o666, dir_fd=here), "wb") as file:
        file.write(plain("a/B"))
    os.close(here)


def name_too_long(folder):
    return ["x" * 5000 + ".jar"]


def folders_900_deep(folder):
    folder.write("classes/A.class", plain("A"))
    folder.write("classes/" + "d/" * 900 + "B.class", plain("d/" * 900 + "B"))


def class_file_alone(folder):
    folder.write("Anything.class", plain("a/b/C"))


def class_file_without_its_ending(folder):
    folder.write("Anything.bin", plain("a/b/C"))


def broken_class_in_a_folder(folder):
    folder.write("classes/a/A.class", plain("a/A"))
    folder.write("classes/a/B.class", plain("a/B")[:50])
    folder.write("classes/a/C.class", b"")


def source_instead_of_classes(folder):
    folder.write("A.java", b"class A {}\n")

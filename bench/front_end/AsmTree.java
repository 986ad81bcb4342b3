import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** The peer: ASM parses every class of the running JDK's image into its tree, once, and keeps it. */
public class AsmTree {
  public static void main(String[] arguments) throws Exception {
    FileSystem image = FileSystems.getFileSystem(URI.create("jrt:/"));
    List<byte[]> files = new ArrayList<>();
    try (Stream<Path> paths = Files.walk(image.getPath("/modules"))) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        if (path.toString().endsWith(".class")) files.add(Files.readAllBytes(path));
      }
    }
    // Reading is behind us; what is measured is parsing alone, in a JVM that has not done it before.
    long start = System.nanoTime();
    List<ClassNode> nodes = new ArrayList<>();
    for (byte[] file : files) {
      ClassNode node = new ClassNode();
      new ClassReader(file).accept(node, 0);
      nodes.add(node);
    }
    long end = System.nanoTime();
    System.out.printf("milliseconds %d classes %d%n", (end - start) / 1_000_000, nodes.size());
  }
}

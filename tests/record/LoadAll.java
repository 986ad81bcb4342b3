import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * Loads and links every class of the jars it is given, from its class path, and prints one line for each that
 * the JVM refuses, and how many it takes.
 */
public class LoadAll {
  public static void main(String[] jars) throws IOException {
    List<String> names = new ArrayList<>();
    for (String jar : jars) {
      try (JarFile file = new JarFile(jar)) {
        file.stream()
            .map(ZipEntry::getName)
            .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/"))
            .filter(name -> !name.endsWith("module-info.class"))
            .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
            .forEach(names::add);
      }
    }
    int linked = 0;
    TreeMap<String, String> refused = new TreeMap<>();
    for (String name : names) {
      try {
        Class.forName(name, false, LoadAll.class.getClassLoader()).getDeclaredMethods();
        linked++;
      } catch (Throwable why) {
        refused.put(name, String.valueOf(why));
      }
    }
    refused.forEach((name, why) -> System.out.println(name + ": " + why));
    System.out.println(linked + " classes linked");
  }
}

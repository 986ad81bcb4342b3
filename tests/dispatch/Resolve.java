import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Asks the JVM about classes that exist: what the references in their constant pools are as method
 * handles made on their behalf, which public method reflection finds for each object, and which
 * class is assignable to which.
 *
 * <pre>
 * handle virtual java/util/ArrayList java/util/AbstractList hashCode()I java/util/AbstractList
 * handle static a/B a/I/ of()V !NoSuchMethodException
 * select java/util/ArrayList size()I java/util/ArrayList
 * assignable [Ljava/lang/String; java/io/Serializable true
 * </pre>
 *
 * The first line names the JDK. Usage: Resolve LINES STEP JAR…: of the JDK and the jars, every
 * STEP-th class.
 */
public final class Resolve {
  private final ClassLoader loader;
  private final Lookup lookup;
  private final PrintStream lines;
  private final List<Class<?>> seen = new ArrayList<>();

  Resolve(ClassLoader loader, PrintStream lines) throws ReflectiveOperationException {
    this.loader = loader;
    this.lines = lines;
    Field trusted = Lookup.class.getDeclaredField("IMPL_LOOKUP");
    trusted.setAccessible(true);
    lookup = (Lookup) trusted.get(null);
  }

  // --- references
  // ----------------------------------------------------------------------------------

  /** The constants of one class file, as far as members need them. */
  static final class Constants {
    final int[] tags;
    final int[] first;
    final int[] second;
    final String[] texts;

    Constants(DataInputStream in) throws IOException {
      in.skipBytes(8);
      int count = in.readUnsignedShort();
      tags = new int[count];
      first = new int[count];
      second = new int[count];
      texts = new String[count];
      for (int i = 1; i < count; i++) {
        tags[i] = in.readUnsignedByte();
        switch (tags[i]) {
          case 1:
            texts[i] = in.readUTF();
            break;
          case 3:
          case 4:
            in.skipBytes(4);
            break;
          case 5:
          case 6:
            in.skipBytes(8);
            i++;
            break;
          case 7:
          case 8:
          case 16:
          case 19:
          case 20:
            first[i] = in.readUnsignedShort();
            break;
          case 15:
            in.skipBytes(3);
            break;
          default:
            first[i] = in.readUnsignedShort();
            second[i] = in.readUnsignedShort();
        }
      }
    }

    String owner(int member) {
      return texts[first[first[member]]];
    }

    String name(int member) {
      return texts[first[second[member]]];
    }

    String descriptor(int member) {
      return texts[second[second[member]]];
    }
  }

  /** The classes of the jars and nothing that their manifests name besides. */
  static final class JarLoader extends ClassLoader {
    private final List<ZipFile> jars = new ArrayList<>();

    JarLoader(List<String> paths) throws IOException {
      for (String path : paths) jars.add(new ZipFile(path));
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      for (ZipFile jar : jars) {
        ZipEntry entry = jar.getEntry(name.replace('.', '/') + ".class");
        if (entry == null)
          continue;
        try (InputStream file = jar.getInputStream(entry)) {
          byte[] bytes = file.readAllBytes();
          return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException unreadable) {
          throw new ClassNotFoundException(name, unreadable);
        }
      }
      throw new ClassNotFoundException(name);
    }
  }

  interface Find {
    MethodHandle in(Lookup from) throws ReflectiveOperationException;
  }

  void references(Class<?> from, Constants constants) {
    for (int i = 1; i < constants.tags.length; i++) {
      if (constants.tags[i] < 9 || constants.tags[i] > 11)
        continue;
      String owner = constants.owner(i);
      // Arrays are no subject of method handles; methods of any signature are no direct ones.
      if (owner.startsWith("[") || owner.matches("java/lang/invoke/(Method|Var)Handle"))
        continue;
      if (!isClass(owner + ".class"))
        continue;
      try {
        Class<?> named = Class.forName(owner.replace('/', '.'), false, loader);
        MethodType type = MethodType.fromMethodDescriptorString(
            constants.tags[i] == 9 ? "()" + constants.descriptor(i) : constants.descriptor(i),
            loader);
        reference(from, named, constants, i, type);
      } catch (ClassNotFoundException | LinkageError | TypeNotPresentException missing) {
        // A class that is not there: nothing to ask.
      }
    }
  }

  void reference(Class<?> from, Class<?> named, Constants constants, int i, MethodType type) {
    String name = constants.name(i);
    String words = " " + internal(from) + " " + constants.owner(i)
        + (constants.tags[i] == 11 ? "/ " : " ") + name + constants.descriptor(i) + " ";
    if (constants.tags[i] == 9) {
      Class<?> value = type.returnType();
      handle("getfield" + words, from, in -> in.findGetter(named, name, value));
      handle("getstatic" + words, from, in -> in.findStaticGetter(named, name, value));
    } else if (name.equals("<init>")) {
      // Of a superclass a handle has rules of its own: it would make an object.
      if (named == from || !named.isAssignableFrom(from))
        handle("special" + words, from, in -> in.findConstructor(named, type));
    } else {
      handle("static" + words, from, in -> in.findStatic(named, name, type));
      String kind = constants.tags[i] == 11 ? "interface" : "virtual";
      handle(kind + words, from, in -> in.findVirtual(named, name, type));
      if (!named.isInterface() && named.isAssignableFrom(from))
        handle("special" + words, from, in -> in.findSpecial(named, name, type, from));
    }
  }

  void handle(String words, Class<?> from, Find find) {
    String result;
    try {
      Lookup in = lookup.in(from);
      result = internal(in.revealDirect(find.in(in)).getDeclaringClass());
    } catch (ReflectiveOperationException error) {
      result = "!" + error.getClass().getSimpleName();
    } catch (IllegalArgumentException | LinkageError | InternalError unfit) {
      return; // not a direct handle, or something it stands on is missing
    }
    lines.println("handle " + words + result);
  }

  // --- selection and assignability
  // -----------------------------------------------------------------

  void selections(Class<?> receiver) {
    if (receiver.isInterface())
      return;
    for (Method method : receiver.getMethods()) {
      if (Modifier.isStatic(method.getModifiers()) || Modifier.isAbstract(method.getModifiers()))
        continue;
      String descriptor = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                              .toMethodDescriptorString();
      lines.println("select " + internal(receiver) + " " + method.getName() + descriptor + " "
          + internal(method.getDeclaringClass()));
    }
  }

  /** Each class against all above it, a few others, and arrays of them. */
  void assignabilities(Random random) {
    for (Class<?> sub : seen) {
      for (Class<?> at = sub; at != null; at = at.getSuperclass()) {
        assignable(sub, at);
        for (Class<?> above : at.getInterfaces()) assignable(sub, above);
      }
      for (int i = 0; i < 8; i++) assignable(sub, seen.get(random.nextInt(seen.size())));
      Class<?> other = random.nextBoolean() && sub.getSuperclass() != null
          ? sub.getSuperclass()
          : seen.get(random.nextInt(seen.size()));
      assignable(sub.arrayType(), other.arrayType());
      assignable(sub.arrayType().arrayType(), other.arrayType());
      for (Class<?> top : new Class<?>[] {Object.class, Cloneable.class, java.io.Serializable.class,
               Comparable.class, Object[].class, Cloneable[].class, int[].class}) {
        assignable(sub.arrayType(), top);
        assignable(sub.arrayType().arrayType(), top);
        assignable(int[][].class, top);
      }
    }
  }

  void assignable(Class<?> sub, Class<?> top) {
    lines.println(
        "assignable " + internal(sub) + " " + internal(top) + " " + top.isAssignableFrom(sub));
  }

  static String internal(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  // --- which classes
  // -------------------------------------------------------------------------------

  void ask(String name, InputStream file) throws IOException {
    Class<?> type;
    try {
      type = Class.forName(name.replace('/', '.'), false, loader);
      type.getMethods(); // loads what the members name, or fails here
      type.getDeclaredFields();
      Constants constants = new Constants(new DataInputStream(file));
      references(type, constants);
      selections(type);
      seen.add(type);
    } catch (ClassNotFoundException | LinkageError | TypeNotPresentException missing) {
      // Stands on something that is not there.
    }
  }

  /** The JVM adds methods to its own event classes as it loads them. */
  static boolean isClass(String path) {
    return path.endsWith(".class") && !path.endsWith("-info.class") && !path.startsWith("META-INF")
        && !path.contains("jdk/internal/event/");
  }

  void askPlatform(int step) throws IOException {
    Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
    List<Path> files = new ArrayList<>();
    for (String module : new String[] {"java.base", "java.xml", "java.desktop", "java.sql"}) {
      try (Stream<Path> walk = Files.walk(modules.resolve(module))) {
        walk.filter(path -> isClass(path.toString())).sorted().forEach(files::add);
      }
    }
    for (int i = 0; i < files.size(); i += step) {
      String path = files.get(i).subpath(2, files.get(i).getNameCount()).toString();
      try (InputStream file = Files.newInputStream(files.get(i))) {
        ask(path.substring(0, path.length() - 6), file);
      }
    }
  }

  void askJar(String jar, int step) throws IOException {
    try (ZipFile zip = new ZipFile(jar)) {
      int i = 0;
      for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements();) {
        ZipEntry entry = all.nextElement();
        if (!isClass(entry.getName()) || i++ % step != 0)
          continue;
        try (InputStream file = zip.getInputStream(entry)) {
          ask(entry.getName().substring(0, entry.getName().length() - 6),
              new BufferedInputStream(file));
        }
      }
    }
  }

  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    int step = Integer.parseInt(arguments[1]);
    List<String> jars = List.of(arguments).subList(2, arguments.length);
    try (PrintStream lines = new PrintStream(
             new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[0]))))) {
      lines.println("jdk " + System.getProperty("java.home"));
      Resolve resolve = new Resolve(new JarLoader(jars), lines);
      resolve.askPlatform(step);
      for (String jar : jars) resolve.askJar(jar, step);
      resolve.assignabilities(new Random(1));
    }
  }
}

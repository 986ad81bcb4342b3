import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Asks the JVM what fields and methods mean, by making it run them.
 *
 * <p>Builds random small hierarchies of classes and interfaces over three packages, as bytecode, so
 * that everything the JVM accepts occurs, whatever a compiler would say. Some of the classes have a
 * static method `probe(int, Object)` that does one access or call for each number. Each is run on
 * each object that fits, and what happened is printed:
 *
 * <pre>
 * virtual h7/p/C1 h7/q/C0 m()Ljava/lang/String; h7/r/C3 ran h7/r/C3
 * static h7/p/C1 h7/q/I0/ m()Ljava/lang/String; - IncompatibleClassChangeError
 * </pre>
 *
 * that is: how, from where, the class the reference names (with a slash: as an interface), the
 * member, the receiver, and the class whose member it was or the error. The first line names the
 * JDK. Usage: Hierarchies JAR LINES COUNT SEED; the classes go to JAR.
 */
public final class Hierarchies {
  static final int PUBLIC = 0x1, PRIVATE = 0x2, PROTECTED = 0x4, STATIC = 0x8, FINAL = 0x10;
  static final int SUPER = 0x20, INTERFACE = 0x200, ABSTRACT = 0x400;
  // Instructions.
  static final int ACONST_NULL = 0x01, LCONST_0 = 0x09, BIPUSH = 0x10, LDC_W = 0x13, ILOAD_0 = 0x1A,
                   ALOAD_0 = 0x2A, ALOAD_1 = 0x2B, POP = 0x57, DUP = 0x59, TABLESWITCH = 0xAA,
                   ARETURN = 0xB0, RETURN = 0xB1, GETSTATIC = 0xB2, GETFIELD = 0xB4,
                   PUTFIELD = 0xB5, INVOKEVIRTUAL = 0xB6, INVOKESPECIAL = 0xB7, INVOKESTATIC = 0xB8,
                   INVOKEINTERFACE = 0xB9, NEW = 0xBB, CHECKCAST = 0xC0;
  static final String OBJECT = "java/lang/Object";
  static final String[] PACKAGES = {"p", "q", "r"};

  /** What may be called, with its descriptor. Object has the last two. */
  static final Map<String, String> METHODS = new LinkedHashMap<>();

  static {
    METHODS.put("m", "()Ljava/lang/String;");
    METHODS.put("toString", "()Ljava/lang/String;");
    METHODS.put("clone", "()Ljava/lang/Object;");
  }

  /** A class or interface to be. */
  static final class Node {
    String name;
    boolean isInterface;
    int access;
    int major = 61;
    int number;
    Node superclass; // null: Object
    final List<Node> interfaces = new ArrayList<>();
    final Map<String, Integer> methods = new LinkedHashMap<>(); // to access
    int field = -1;
    int constructor = -1; // of <init>(J)V
    String nestHost;
    final List<String> nestMembers = new ArrayList<>();
    boolean asks;

    String packageName() {
      return name.substring(0, name.lastIndexOf('/'));
    }

    /** Names of the methods that interfaces hand down to it. */
    Set<String> interfaceMethods() {
      Set<String> names = new LinkedHashSet<>();
      for (Node at = this; at != null; at = at.superclass) {
        for (Node above : at.interfaces) {
          names.addAll(above.interfaceMethods());
          above.methods.forEach((name, access) -> {
            if ((access & (PRIVATE | STATIC)) == 0)
              names.add(name);
          });
        }
      }
      return names;
    }

    boolean isBelow(Node other) {
      for (Node at = this; at != null; at = at.superclass) {
        if (at == other)
          return true;
        for (Node above : at.interfaces)
          if (above.isBelow(other))
            return true;
      }
      return false;
    }
  }

  /** One thing to try: the words that describe it, and on which type of object. */
  static final class Probe {
    final String words;
    final Node receiver; // null: no object, or any
    final boolean onArray;
    final boolean onAny;

    Probe(String words, Node receiver, boolean onArray, boolean onAny) {
      this.words = words;
      this.receiver = receiver;
      this.onArray = onArray;
      this.onAny = onAny;
    }
  }

  static final class Loader extends ClassLoader {
    private final Map<String, byte[]> files;

    Loader(Map<String, byte[]> files) {
      this.files = files;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] file = files.get(name.replace('.', '/'));
      if (file == null)
        throw new ClassNotFoundException(name);
      return defineClass(name, file, 0, file.length);
    }
  }

  private final Random random;
  private final String prefix;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, byte[]> files = new LinkedHashMap<>();
  private final Map<Node, List<Probe>> probes = new LinkedHashMap<>();

  Hierarchies(long seed, int number) {
    random = new Random(seed * 1_000_003 + number);
    prefix = "h" + number + "/";
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  <T> T any(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  // --- inventing
  // -----------------------------------------------------------------------------------

  void invent() {
    int interfaces = 1 + random.nextInt(4);
    int classes = 2 + random.nextInt(5);
    for (int i = 0; i < interfaces; i++) invent("I" + i, true);
    for (int i = 0; i < classes; i++) invent("C" + i, false);
    inventNests();
    for (int i = 0; i < 3; i++) any(nodes).asks = true;
    for (Node node : nodes) inventVersion(node);
  }

  void invent(String simpleName, boolean isInterface) {
    Node node = new Node();
    node.name = prefix + PACKAGES[random.nextInt(3)] + "/" + simpleName;
    node.isInterface = isInterface;
    node.number = nodes.size() + 1;
    node.access = (chance(85) ? PUBLIC : 0) | (isInterface ? INTERFACE | ABSTRACT : SUPER);
    List<Node> superclasses = new ArrayList<>();
    for (Node other : nodes) {
      // A supertype that is not accessible keeps a class from being loaded at all.
      if ((other.access & PUBLIC) == 0 && !other.packageName().equals(node.packageName()))
        continue;
      if (!other.isInterface)
        superclasses.add(other);
      else if (chance(isInterface ? 40 : 30))
        node.interfaces.add(other);
    }
    if (!isInterface && !superclasses.isEmpty() && chance(90)) {
      node.superclass = chance(50) ? superclasses.get(superclasses.size() - 1) : any(superclasses);
    }
    if (isInterface)
      inventInterfaceMembers(node);
    else
      inventClassMembers(node);
    node.methods.replaceAll((name, access) -> spareTheJvm(node, name) ? access | PUBLIC : access);
    nodes.add(node);
  }

  /**
   * HotSpot (17 and 25) crashes on some classes below one whose method is private to its package,
   * while the superclass of that has the method from an interface: it then counts one slot too many
   * in the vtable, and leaves it null.
   */
  static boolean spareTheJvm(Node node, String name) {
    int access = node.methods.get(name);
    if (node.superclass == null || (access & (PUBLIC | PROTECTED | PRIVATE | STATIC)) != 0)
      return false;
    return node.superclass.interfaceMethods().contains(name);
  }

  void inventInterfaceMembers(Node node) {
    if (chance(70))
      node.methods.put("m", interfaceMethod());
    if (chance(10))
      node.methods.put("toString", interfaceMethod());
    if (chance(10))
      node.methods.put("clone", interfaceMethod());
    if (chance(30))
      node.field = PUBLIC | STATIC | FINAL;
  }

  int interfaceMethod() {
    switch (random.nextInt(10)) {
      case 0:
        return PUBLIC | STATIC;
      case 1:
        return PRIVATE;
      case 2:
        return PRIVATE | STATIC;
      case 3:
      case 4:
      case 5:
        return PUBLIC | ABSTRACT;
      default:
        return PUBLIC;
    }
  }

  void inventClassMembers(Node node) {
    if (chance(65))
      node.methods.put("m", classMethod());
    if (chance(15))
      node.methods.put("toString", classMethod());
    if (chance(15))
      node.methods.put("clone", classMethod());
    if (chance(40))
      node.field = visibility() | (chance(35) ? STATIC : 0);
    if (chance(50))
      node.constructor = visibility();
  }

  int classMethod() {
    int access = visibility();
    int kind = random.nextInt(8);
    if (kind == 0 && access != PRIVATE)
      return access | ABSTRACT;
    return kind == 1 ? access | STATIC : access;
  }

  int visibility() {
    int[] all = {0, PUBLIC, PROTECTED, PRIVATE};
    return all[random.nextInt(4)];
  }

  void inventNests() {
    if (chance(40))
      return;
    Node host = any(nodes);
    for (Node node : nodes) {
      if (node == host)
        continue;
      if (chance(50))
        host.nestMembers.add(node.name);
      if (chance(50))
        node.nestHost = chance(90) ? host.name : prefix + "p/Gone";
    }
  }

  /**
   * Nests need version 55, probes and interfaces with code 52. Below 51, where methods of a package
   * are not yet overridden through others, HotSpot (17 and 25) crashes on some of these
   * hierarchies.
   */
  void inventVersion(Node node) {
    if (node.nestHost != null || !node.nestMembers.isEmpty() || chance(70))
      return;
    node.major = node.isInterface || node.asks ? 52 : 51;
  }

  // --- assembling
  // ----------------------------------------------------------------------------------

  void assemble() {
    for (Node node : nodes) files.put(node.name, assemble(node));
  }

  byte[] assemble(Node node) {
    String superName = node.superclass == null ? OBJECT : node.superclass.name;
    ClassAssembler out = new ClassAssembler(node.major, node.access, node.name, superName);
    for (Node above : node.interfaces) out.implement(above.name);
    if (node.field >= 0)
      out.field(node.field, "f", node.number);
    if (!node.isInterface)
      assembleConstructors(out, node, superName);
    node.methods.forEach((name, access) -> assembleMethod(out, node, name, access));
    if (node.asks)
      assembleProbes(out, node);
    if (node.nestHost != null)
      out.nestHost(node.nestHost);
    else if (!node.nestMembers.isEmpty())
      out.nestMembers(node.nestMembers);
    return out.assemble();
  }

  void assembleConstructors(ClassAssembler out, Node node, String superName) {
    var code = new ClassAssembler.Bytes();
    int superCall = out.member(ClassAssembler.METHOD, superName, "<init>", "()V");
    code.u1(ALOAD_0).u1(INVOKESPECIAL).u2(superCall);
    if (node.field >= 0 && (node.field & STATIC) == 0) {
      int field = out.member(ClassAssembler.FIELD, node.name, "f", "I");
      code.u1(ALOAD_0).u1(BIPUSH).u1(node.number).u1(PUTFIELD).u2(field);
    }
    code.u1(RETURN);
    out.method(PUBLIC, "<init>", "()V", code, List.of());
    if (node.constructor < 0)
      return;
    code = new ClassAssembler.Bytes().u1(ALOAD_0).u1(INVOKESPECIAL).u2(superCall).u1(RETURN);
    out.method(node.constructor, "<init>", "(J)V", code, List.of());
  }

  void assembleMethod(ClassAssembler out, Node node, String name, int access) {
    var code = new ClassAssembler.Bytes().u1(LDC_W).u2(out.string("ran " + node.name)).u1(ARETURN);
    boolean isAbstract = (access & ABSTRACT) != 0;
    out.method(access, name, METHODS.get(name), isAbstract ? null : code, List.of());
  }

  /** static Object probe(int which, Object receiver) { switch (which) … } */
  void assembleProbes(ClassAssembler out, Node from) {
    List<Probe> list = new ArrayList<>();
    List<ClassAssembler.Bytes> cases = new ArrayList<>();
    for (Node owner : nodes) {
      assembleFieldProbes(out, from, owner, list, cases);
      assembleConstructorProbe(out, from, owner, list, cases);
      for (String name : METHODS.keySet()) assembleCalls(out, from, owner, name, list, cases);
      assembleArrayProbes(out, from, owner, list, cases);
    }
    probes.put(from, list);

    var code = new ClassAssembler.Bytes();
    int header = 16 + 4 * cases.size(); // iload_0, tableswitch, padding, default, low, high
    code.u1(ILOAD_0).u1(TABLESWITCH).u2(0);
    int end = header;
    for (var each : cases) end += each.size();
    code.u4(end - 1).u4(0).u4(cases.size() - 1);
    List<Integer> frames = new ArrayList<>();
    int at = header;
    for (var each : cases) {
      code.u4(at - 1);
      frames.add(at);
      at += each.size();
    }
    for (var each : cases) code.all(each);
    frames.add(end);
    code.u1(ACONST_NULL).u1(ARETURN);
    out.method(PUBLIC | STATIC, "probe", "(ILjava/lang/Object;)Ljava/lang/Object;", code, frames);
  }

  /**
   * Which type the receiver is cast to. The verifier wants the accessing class itself where a
   * protected member of a superclass is used.
   */
  static Node castFor(Node from, Node owner) {
    for (Node at = from; at != null; at = at.superclass)
      if (at == owner)
        return from;
    return owner;
  }

  static ClassAssembler.Bytes cast(ClassAssembler out, Node to) {
    return new ClassAssembler.Bytes().u1(ALOAD_1).u1(CHECKCAST).u2(out.type(to.name));
  }

  void assembleFieldProbes(
      ClassAssembler out, Node from, Node owner, List<Probe> list, List<ClassAssembler.Bytes> to) {
    int box =
        out.member(ClassAssembler.METHOD, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;");
    String words = " " + from.name + " " + owner.name + " fI ";
    int field = out.member(ClassAssembler.FIELD, owner.name, "f", "I");
    to.add(new ClassAssembler.Bytes().u1(GETSTATIC).u2(field).u1(INVOKESTATIC).u2(box).u1(ARETURN));
    list.add(new Probe("getstatic" + words, null, false, false));
    field = out.member(ClassAssembler.FIELD, owner.name, "f", "I");
    Node receiver = castFor(from, owner);
    to.add(cast(out, receiver).u1(GETFIELD).u2(field).u1(INVOKESTATIC).u2(box).u1(ARETURN));
    list.add(new Probe("getfield" + words, receiver, false, false));
  }

  void assembleConstructorProbe(
      ClassAssembler out, Node from, Node owner, List<Probe> list, List<ClassAssembler.Bytes> to) {
    // The verifier has its own rule for protected constructors of superclasses.
    if (owner.isInterface || (castFor(from, owner) == from && from != owner))
      return;
    int constructor = out.member(ClassAssembler.METHOD, owner.name, "<init>", "(J)V");
    to.add(new ClassAssembler.Bytes()
            .u1(NEW)
            .u2(out.type(owner.name))
            .u1(DUP)
            .u1(LCONST_0)
            .u1(INVOKESPECIAL)
            .u2(constructor)
            .u1(POP)
            .u1(LDC_W)
            .u2(out.string("ran " + owner.name))
            .u1(ARETURN));
    list.add(
        new Probe("special " + from.name + " " + owner.name + " <init>(J)V ", null, false, false));
  }

  void assembleCalls(ClassAssembler out, Node from, Node owner, String name, List<Probe> list,
      List<ClassAssembler.Bytes> to) {
    String descriptor = METHODS.get(name);
    String member = " " + name + descriptor + " ";
    Node receiver = castFor(from, owner);
    for (boolean asInterface : new boolean[] {false, true}) {
      if (asInterface != owner.isInterface && chance(75))
        continue;
      int tag = asInterface ? ClassAssembler.INTERFACE_METHOD : ClassAssembler.METHOD;
      String words = " " + from.name + " " + owner.name + (asInterface ? "/" : "") + member;
      int ref = out.member(tag, owner.name, name, descriptor);
      to.add(new ClassAssembler.Bytes().u1(INVOKESTATIC).u2(ref).u1(ARETURN));
      list.add(new Probe("static" + words, null, false, false));

      ref = out.member(tag, owner.name, name, descriptor);
      if (asInterface) {
        // To the verifier any object will do for an interface. Object's own methods are then run.
        boolean onAny = owner.isInterface && name.equals("m");
        var load = onAny ? new ClassAssembler.Bytes().u1(ALOAD_1) : cast(out, receiver);
        to.add(load.u1(INVOKEINTERFACE).u2(ref).u1(1).u1(0).u1(ARETURN));
        list.add(new Probe("interface" + words, receiver, false, onAny));
      } else {
        to.add(cast(out, receiver).u1(INVOKEVIRTUAL).u2(ref).u1(ARETURN));
        list.add(new Probe("virtual" + words, receiver, false, false));
      }

      if (!maySpecial(from, owner, asInterface))
        continue;
      ref = out.member(tag, owner.name, name, descriptor);
      to.add(cast(out, from).u1(INVOKESPECIAL).u2(ref).u1(ARETURN));
      list.add(new Probe("special" + words, from, false, false));
    }
  }

  /** Does the verifier let such an invokespecial pass? */
  static boolean maySpecial(Node from, Node owner, boolean asInterface) {
    if (asInterface)
      return owner.isInterface && (from == owner || from.interfaces.contains(owner));
    return !owner.isInterface && castFor(from, owner) == from;
  }

  void assembleArrayProbes(
      ClassAssembler out, Node from, Node owner, List<Probe> list, List<ClassAssembler.Bytes> to) {
    if (!chance(20))
      return;
    for (String name : METHODS.keySet()) {
      String array = "[L" + owner.name + ";";
      int ref = out.member(ClassAssembler.METHOD, array, name, METHODS.get(name));
      to.add(new ClassAssembler.Bytes()
              .u1(ALOAD_1)
              .u1(CHECKCAST)
              .u2(out.type(array))
              .u1(INVOKEVIRTUAL)
              .u2(ref)
              .u1(ARETURN));
      list.add(
          new Probe("virtual " + from.name + " " + array + " " + name + METHODS.get(name) + " ",
              owner, true, false));
    }
  }

  // --- running
  // -------------------------------------------------------------------------------------

  void run(PrintStream lines) throws ReflectiveOperationException {
    Loader loader = new Loader(files);
    Map<Node, Object> objects = new LinkedHashMap<>();
    for (Node node : nodes) {
      if (node.isInterface)
        continue;
      var constructor =
          Class.forName(node.name.replace('/', '.'), true, loader).getDeclaredConstructor();
      constructor.setAccessible(true);
      objects.put(node, constructor.newInstance());
    }
    for (Map.Entry<Node, List<Probe>> each : probes.entrySet()) {
      Class<?> from = Class.forName(each.getKey().name.replace('/', '.'), true, loader);
      Method probe = from.getDeclaredMethod("probe", int.class, Object.class);
      probe.setAccessible(true);
      MethodHandle handle = MethodHandles.lookup().unreflect(probe);
      for (int i = 0; i < each.getValue().size(); i++) {
        run(lines, loader, handle, i, each.getValue().get(i), objects);
      }
    }
  }

  void run(PrintStream lines, Loader loader, MethodHandle handle, int number, Probe probe,
      Map<Node, Object> objects) throws ClassNotFoundException {
    if (probe.onArray) {
      Class<?> element = Class.forName(probe.receiver.name.replace('/', '.'), true, loader);
      Object array = Array.newInstance(element, 1);
      lines.println(
          probe.words + "[L" + probe.receiver.name + "; " + result(handle, number, array));
    } else if (probe.receiver == null) {
      lines.println(probe.words + "- " + result(handle, number, null));
    } else {
      objects.forEach((node, object) -> {
        if (probe.onAny || node.isBelow(probe.receiver))
          lines.println(probe.words + node.name + " " + result(handle, number, object));
      });
    }
  }

  String result(MethodHandle handle, int number, Object receiver) {
    try {
      Object value = (Object) handle.invokeExact(number, receiver);
      if (value instanceof Integer)
        return "ran " + nodes.get((Integer) value - 1).name;
      String text = value instanceof String ? (String) value : "";
      return text.startsWith("ran ") ? text : "ran " + OBJECT;
    } catch (VerifyError | ClassFormatError error) {
      throw new AssertionError("the generator made a class that is not one", error);
    } catch (LinkageError error) {
      return error.getClass().getSimpleName();
    } catch (CloneNotSupportedException error) {
      return "ran " + OBJECT;
    } catch (Throwable error) {
      throw new AssertionError("unexpected", error);
    }
  }

  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    Path jar = Path.of(arguments[0]);
    Path lines = Path.of(arguments[1]);
    int count = Integer.parseInt(arguments[2]);
    long seed = Long.parseLong(arguments[3]);
    Set<String> written = new LinkedHashSet<>();
    try (ZipOutputStream zip =
             new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(jar)));
        PrintStream out = new PrintStream(new BufferedOutputStream(Files.newOutputStream(lines)))) {
      zip.setLevel(1);
      out.println("jdk " + System.getProperty("java.home"));
      for (int number = 0; number < count; number++) {
        Hierarchies hierarchy = new Hierarchies(seed, number);
        hierarchy.invent();
        hierarchy.assemble();
        hierarchy.run(out);
        for (Map.Entry<String, byte[]> file : hierarchy.files.entrySet()) {
          if (!written.add(file.getKey()))
            throw new AssertionError(file.getKey());
          zip.putNextEntry(new ZipEntry(file.getKey() + ".class"));
          zip.write(file.getValue());
          zip.closeEntry();
        }
      }
    }
  }
}

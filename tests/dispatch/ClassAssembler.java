import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes one class file, as little of the format as the hierarchies need. Constants of members are
 * never shared, since the JVM remembers per constant what it was linked to.
 */
final class ClassAssembler {
  private final int major;
  private final int access;
  private final int self;
  private final int superclass;
  private final Map<String, Integer> shared = new HashMap<>();
  private final Bytes constants = new Bytes();
  private int constantCount = 1;
  private final List<Integer> interfaces = new ArrayList<>();
  private final Bytes fields = new Bytes();
  private int fieldCount = 0;
  private final Bytes methods = new Bytes();
  private int methodCount = 0;
  private final Bytes attributes = new Bytes();
  private int attributeCount = 0;

  /** Bytes in the order of class files, without checked exceptions. */
  static final class Bytes {
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(buffer);

    interface Write {
      void run() throws IOException;
    }

    private Bytes put(Write write) {
      try {
        write.run();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return this;
    }

    Bytes u1(int value) {
      return put(() -> out.writeByte(value));
    }

    Bytes u2(int value) {
      return put(() -> out.writeShort(value));
    }

    Bytes u4(int value) {
      return put(() -> out.writeInt(value));
    }

    Bytes utf8(String text) {
      return put(() -> out.writeUTF(text));
    }

    Bytes all(Bytes other) {
      return put(() -> out.write(other.toArray()));
    }

    int size() {
      return buffer.size();
    }

    byte[] toArray() {
      return buffer.toByteArray();
    }
  }

  ClassAssembler(int major, int access, String name, String superName) {
    this.major = major;
    this.access = access;
    self = type(name);
    superclass = type(superName);
  }

  void implement(String name) {
    interfaces.add(type(name));
  }

  int utf8(String text) {
    return shared("u" + text, () -> constants.u1(1).utf8(text));
  }

  int type(String name) {
    int text = utf8(name);
    return shared("c" + name, () -> constants.u1(7).u2(text));
  }

  int string(String value) {
    int text = utf8(value);
    return shared("s" + value, () -> constants.u1(8).u2(text));
  }

  int integer(int value) {
    return shared("i" + value, () -> constants.u1(3).u4(value));
  }

  static final int FIELD = 9;
  static final int METHOD = 10;
  static final int INTERFACE_METHOD = 11;

  /** A new constant each time. */
  int member(int tag, String owner, String name, String descriptor) {
    int nameText = utf8(name);
    int descriptorText = utf8(descriptor);
    int ownerType = type(owner);
    constants.u1(12).u2(nameText).u2(descriptorText);
    int nameAndType = constantCount++;
    constants.u1(tag).u2(ownerType).u2(nameAndType);
    return constantCount++;
  }

  private int shared(String key, Runnable write) {
    Integer known = shared.get(key);
    if (known != null)
      return known;
    write.run();
    shared.put(key, constantCount);
    return constantCount++;
  }

  /** A field; one that is static has that value. */
  void field(int flags, String name, int value) {
    boolean isStatic = (flags & 0x8) != 0;
    fields.u2(flags).u2(utf8(name)).u2(utf8("I")).u2(isStatic ? 1 : 0);
    if (isStatic)
      fields.u2(utf8("ConstantValue")).u4(2).u2(integer(value));
    fieldCount++;
  }

  /** A method; an abstract one has no code. `frames` are offsets where nothing is on the stack. */
  void method(int flags, String name, String descriptor, Bytes code, List<Integer> frames) {
    methods.u2(flags).u2(utf8(name)).u2(utf8(descriptor)).u2(code == null ? 0 : 1);
    methodCount++;
    if (code == null)
      return;
    Bytes stackMap = new Bytes();
    int last = -1;
    for (int offset : frames) {
      stackMap.u1(251).u2(offset - last - 1); // same_frame_extended
      last = offset;
    }
    int mapSize = frames.isEmpty() ? 0 : 8 + stackMap.size();
    methods.u2(utf8("Code")).u4(12 + code.size() + mapSize).u2(6).u2(6).u4(code.size()).all(code);
    methods.u2(0).u2(frames.isEmpty() ? 0 : 1);
    if (!frames.isEmpty())
      methods.u2(utf8("StackMapTable")).u4(2 + stackMap.size()).u2(frames.size()).all(stackMap);
  }

  void nestHost(String name) {
    attributes.u2(utf8("NestHost")).u4(2).u2(type(name));
    attributeCount++;
  }

  void nestMembers(List<String> names) {
    attributes.u2(utf8("NestMembers")).u4(2 + 2 * names.size()).u2(names.size());
    for (String name : names) attributes.u2(type(name));
    attributeCount++;
  }

  byte[] assemble() {
    Bytes file = new Bytes().u4(0xCAFEBABE).u2(0).u2(major).u2(constantCount).all(constants);
    file.u2(access).u2(self).u2(superclass).u2(interfaces.size());
    for (int index : interfaces) file.u2(index);
    file.u2(fieldCount).all(fields).u2(methodCount).all(methods);
    return file.u2(attributeCount).all(attributes).toArray();
  }
}

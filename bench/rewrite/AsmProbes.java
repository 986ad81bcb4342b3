import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The peer: ASM puts the same calls of probes around the same instructions of every class of some jars, in its
 * fastest mode: visitors, no tree, stack maps handed on and not worked out. Prints the processor time of the thread that
 * does it, in the first round and the best, so without that of the JIT and the collector.
 */
public class AsmProbes {
  static final String PROBE = "java/lang/HeddleProbe";
  static int sites, probes, refused;

  public static void main(String[] arguments) throws Exception {
    List<byte[]> files = new ArrayList<>();
    for (int each = 1; each < arguments.length; each++) read(arguments[each], files);
    ThreadMXBean times = ManagementFactory.getThreadMXBean();
    double first = 0, best = 0;
    long bytes = 0;
    for (int round = 0; round < Integer.parseInt(arguments[0]); round++) {
      sites = probes = refused = 0;
      bytes = 0;
      long start = times.getCurrentThreadCpuTime();
      for (byte[] file : files) bytes += rewrite(file);
      double spent = (times.getCurrentThreadCpuTime() - start) / 1e6;
      if (round == 0) first = spent;
      best = round == 0 ? spent : Math.min(best, spent);
    }
    System.out.printf("first %.1f best %.1f classes %d probes %d refused %d bytes %d%n", first, best, files.size(), probes,
        refused, bytes);
  }

  static void read(String jar, List<byte[]> files) throws Exception {
    try (JarFile opened = new JarFile(jar)) {
      for (Enumeration<JarEntry> entries = opened.entries(); entries.hasMoreElements();) {
        JarEntry entry = entries.nextElement();
        String name = entry.getName();
        if (!name.endsWith(".class") || name.startsWith("META-INF/") || name.endsWith("module-info.class")) continue;
        try (InputStream in = opened.getInputStream(entry)) {
          files.add(in.readAllBytes());
        }
      }
    }
  }

  static int rewrite(byte[] file) {
    ClassReader reader = new ClassReader(file);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Classes(writer), 0);
    try {
      return writer.toByteArray().length;
    } catch (MethodTooLargeException tooLong) {
      refused++;
      return 0;
    }
  }

  static final class Classes extends ClassVisitor {
    private String owner;
    private int version;

    Classes(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
      owner = name;
      this.version = version & 0xFFFF;
      super.visit(version, access, name, signature, parent, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
        String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return new Probes(next, access, owner, name, descriptor, version);
    }
  }

  static final class Probes extends MethodVisitor implements Opcodes {
    private static final String OBJECT_SITE = "(Ljava/lang/Object;I)V", ELEMENT_SITE = "(Ljava/lang/Object;II)V";
    private final String owner, name, descriptor;
    private final boolean isSynchronized, isStatic, isConstructor;
    private final int version;
    private final Label begin = new Label(), end = new Label();
    private int open; // objects made and not yet initialised
    private boolean isBeforeSuper;

    Probes(MethodVisitor next, int access, String owner, String name, String descriptor, int version) {
      super(ASM9, next);
      this.owner = owner;
      this.name = name;
      this.descriptor = descriptor;
      this.version = version;
      isSynchronized = (access & (ACC_SYNCHRONIZED | ACC_NATIVE)) == ACC_SYNCHRONIZED;
      isStatic = (access & ACC_STATIC) != 0;
      isConstructor = name.equals("<init>");
      isBeforeSuper = isConstructor;
    }

    private void insert(int... opcodes) {
      for (int opcode : opcodes) mv.visitInsn(opcode);
    }

    private void number(int number) {
      if (number <= Short.MAX_VALUE) mv.visitIntInsn(SIPUSH, number);
      else mv.visitLdcInsn(number);
    }

    private void call(String method, String type) {
      mv.visitMethodInsn(INVOKESTATIC, PROBE, method, type, false);
      probes++;
    }

    private void tell(String method, String type, int site) {
      number(site);
      call(method, type);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      if (!isSynchronized) return;
      if (!isStatic) mv.visitVarInsn(ALOAD, 0);
      else if (version >= V1_5) mv.visitLdcInsn(Type.getObjectType(owner));
      else {
        mv.visitLdcInsn(owner.replace('/', '.'));
        mv.visitMethodInsn(INVOKESTATIC, "java/lang/Class", "forName", "(Ljava/lang/String;)Ljava/lang/Class;", false);
      }
      tell("enter", OBJECT_SITE, sites++);
      mv.visitLabel(begin);
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      if (isSynchronized) {
        mv.visitLabel(end);
        mv.visitTryCatchBlock(begin, end, end, null);
        if (version >= V1_6) mv.visitFrame(F_FULL, variables().length, variables(), 1, new Object[] {"java/lang/Throwable"});
        tell("leave", "(I)V", sites);
        mv.visitInsn(ATHROW);
      }
      super.visitMaxs(stack, locals);
    }

    private Object[] variables() {
      List<Object> all = new ArrayList<>();
      if (!isStatic) all.add(owner);
      for (Type type : Type.getArgumentTypes(descriptor)) {
        switch (type.getSort()) {
          case Type.LONG: all.add(LONG); break;
          case Type.DOUBLE: all.add(DOUBLE); break;
          case Type.FLOAT: all.add(FLOAT); break;
          case Type.OBJECT: case Type.ARRAY: all.add(type.getInternalName()); break;
          default: all.add(INTEGER);
        }
      }
      return all.toArray();
    }

    @Override
    public void visitFieldInsn(int opcode, String of, String field, String type) {
      boolean isWide = type.equals("J") || type.equals("D");
      if (opcode == PUTFIELD && isBeforeSuper && of.equals(owner)) {
        super.visitFieldInsn(opcode, of, field, type);
        return;
      }
      int site = sites++;
      if (opcode == GETFIELD) insert(DUP);
      else if (opcode == PUTSTATIC) tell("writeStatic", "(I)V", site);
      else if (opcode == PUTFIELD && !isWide) {
        insert(DUP2, POP);
        tell("write", OBJECT_SITE, site);
      } else if (opcode == PUTFIELD) {
        insert(DUP2_X1, POP2, DUP);
        tell("write", OBJECT_SITE, site);
        insert(DUP_X2, POP);
      }
      super.visitFieldInsn(opcode, of, field, type);
      if (opcode == GETFIELD) {
        if (isWide) insert(DUP2_X1, POP2);
        else insert(SWAP);
        tell("read", OBJECT_SITE, site);
      } else if (opcode == GETSTATIC) tell("readStatic", "(I)V", site);
      else if (opcode == PUTSTATIC) tell("wroteStatic", "(I)V", site);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      if (opcode == NEW) open++;
      super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= IALOAD && opcode <= SALOAD) {
        boolean isWide = opcode == LALOAD || opcode == DALOAD;
        insert(DUP2);
        super.visitInsn(opcode);
        insert(isWide ? DUP2_X2 : DUP_X2, isWide ? POP2 : POP);
        tell("readElement", ELEMENT_SITE, sites++);
      } else if (opcode >= IASTORE && opcode <= SASTORE) {
        boolean isWide = opcode == LASTORE || opcode == DASTORE;
        insert(isWide ? DUP2_X2 : DUP_X2, isWide ? POP2 : POP, DUP2);
        tell("writeElement", ELEMENT_SITE, sites++);
        insert(isWide ? DUP2_X2 : DUP2_X1, POP2);
        super.visitInsn(opcode);
      } else if (opcode == MONITORENTER) {
        insert(DUP, DUP);
        call("numberOf", "(Ljava/lang/Object;)I");
        insert(DUP_X2, POP);
        super.visitInsn(opcode);
        tell("entered", "(ILjava/lang/Object;I)V", sites++);
      } else if (opcode == MONITOREXIT) {
        insert(DUP);
        tell("leaving", OBJECT_SITE, sites++);
        super.visitInsn(opcode);
      } else {
        if (opcode >= IRETURN && opcode <= RETURN) atReturn();
        super.visitInsn(opcode);
      }
    }

    private void atReturn() {
      if (isSynchronized) tell("leave", "(I)V", sites);
      if (name.equals("<clinit>")) tell("initialised", "(I)V", sites++);
    }

    @Override
    public void visitMethodInsn(int opcode, String of, String method, String type, boolean isInterface) {
      if (opcode == INVOKESPECIAL && method.equals("<init>") && open-- == 0) isBeforeSuper = false;
      if (opcode != INVOKEVIRTUAL) {
        super.visitMethodInsn(opcode, of, method, type, isInterface);
        return;
      }
      boolean isEnd = (method + type).equals("isAlive()Z") || (method + type).equals("getState()Ljava/lang/Thread$State;");
      if (method.equals("wait") && (type.equals("()V") || type.equals("(J)V") || type.equals("(JI)V"))) {
        tell("waitOn", "(Ljava/lang/Object;" + type.substring(1, type.length() - 2) + "I)V", sites++);
        return;
      }
      if (type.equals("()V") && (method.equals("notify") || method.equals("notifyAll"))) {
        insert(DUP);
        tell(method.equals("notify") ? "notifyOne" : "notifyEvery", OBJECT_SITE, sites++);
      }
      if (isEnd) insert(DUP);
      super.visitMethodInsn(opcode, of, method, type, isInterface);
      if (isEnd) {
        insert(SWAP);
        call("sawThread", "(Ljava/lang/Object;)V");
      }
    }
  }
}

import java.io.PrintStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AdviceAdapter;

/**
 * A second recorder, written with ASM and from the description alone, to hold the first to: it prints what
 * each thread of a program does, one line for an event. It knows what deterministic programs do: fields,
 * elements, monitors, wait and notify, start and join. Slow, and meant to be.
 */
public final class AsmAgent implements ClassFileTransformer {
  public static void premain(String output, Instrumentation instrumentation) throws Exception {
    Events.out = output.equals("none") ? null : new PrintStream(output, "UTF-8");
    instrumentation.addTransformer(new AsmAgent());
  }

  static long nanoseconds, classes;

  @Override
  public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
      byte[] bytes) {
    if (loader == null || loader == ClassLoader.getPlatformClassLoader()
        || name.startsWith("org/objectweb/asm") || name.startsWith("AsmAgent") || name.startsWith("Events"))
      return null;
    return rewrite(bytes);
  }

  static byte[] rewrite(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_FRAMES) {
      @Override
      protected String getCommonSuperClass(String one, String other) {
        try {
          return super.getCommonSuperClass(one, other);
        } catch (TypeNotPresentException missing) {
          return "java/lang/Object";
        }
      }

      @Override
      protected ClassLoader getClassLoader() {
        return ClassLoader.getSystemClassLoader();
      }
    };
    reader.accept(new Rewriter(writer), ClassReader.EXPAND_FRAMES);
    return writer.toByteArray();
  }

  private static final class Rewriter extends ClassVisitor {
    private String owner;

    Rewriter(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visit(int version, int access, String name, String signature, String parent,
        String[] interfaces) {
      owner = name;
      super.visit(version, access, name, signature, parent, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
        String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return new Probes(next, access, owner, name, descriptor);
    }
  }

  /** Events are told with the object on the stack twice, by way of locals that ASM hands out. */
  private static final class Probes extends AdviceAdapter {
    private final String owner, place;
    private final boolean isSynchronized, isStatic, isInitialiser;
    private final Label begin = new Label(), end = new Label();
    private int line;

    Probes(MethodVisitor next, int access, String owner, String name, String descriptor) {
      super(Opcodes.ASM9, next, access, name, descriptor);
      this.owner = owner;
      place = owner.replace('/', '.') + "." + name + descriptor;
      isSynchronized = (access & Opcodes.ACC_SYNCHRONIZED) != 0;
      isStatic = (access & Opcodes.ACC_STATIC) != 0;
      isInitialiser = name.equals("<init>");
    }

    private void tell(String method, String descriptor) {
      super.visitLdcInsn(place + ":" + line);
      super.visitMethodInsn(INVOKESTATIC, "Events", method, descriptor, false);
    }

    @Override
    public void visitLineNumber(int number, Label start) {
      line = number;
      super.visitLineNumber(number, start);
    }

    @Override
    public void visitFieldInsn(int opcode, String of, String name, String descriptor) {
      boolean isThis = isInitialiser && opcode == PUTFIELD && of.equals(owner) && !isSuperCalled;
      if (of.startsWith("java/") || isThis) {
        super.visitFieldInsn(opcode, of, name, descriptor);
        return;
      }
      Type type = Type.getType(descriptor);
      if (opcode == GETFIELD) {
        dup();
      } else if (opcode == PUTFIELD) {
        int value = newLocal(type);
        storeLocal(value, type);
        dup();
        tellField("write", of, name);
        loadLocal(value, type);
      } else if (opcode == PUTSTATIC) {
        visitInsn(ACONST_NULL);
        tellField("write", of, name);
      }
      super.visitFieldInsn(opcode, of, name, descriptor);
      if (opcode == GETFIELD) {
        int value = newLocal(type);
        storeLocal(value, type);
        tellField("read", of, name);
        loadLocal(value, type);
      } else if (opcode == GETSTATIC) {
        visitInsn(ACONST_NULL);
        tellField("read", of, name);
      }
    }

    private void tellField(String method, String of, String name) {
      super.visitLdcInsn(of.replace('/', '.'));
      super.visitLdcInsn(name);
      tell(method, "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V");
    }

    private boolean isSuperCalled;

    @Override
    protected void onMethodEnter() {
      isSuperCalled = true;
      if (!isSynchronized) return;
      putMonitor();
      tell("lock", "(Ljava/lang/Object;Ljava/lang/String;)V");
      super.visitLabel(begin);
    }

    private void putMonitor() {
      if (isStatic) super.visitLdcInsn(Type.getObjectType(owner));
      else loadThis();
    }

    @Override
    protected void onMethodExit(int opcode) {
      if (!isSynchronized || opcode == ATHROW) return;
      putMonitor();
      tell("unlock", "(Ljava/lang/Object;Ljava/lang/String;)V");
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      if (isSynchronized) {
        super.visitLabel(end);
        catchException(begin, end, null);
        putMonitor();
        tell("unlock", "(Ljava/lang/Object;Ljava/lang/String;)V");
        mv.visitInsn(ATHROW);
      }
      super.visitMaxs(stack, locals);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= IALOAD && opcode <= SALOAD) {
        dup2();
        super.visitInsn(opcode);
        Type type = elementOf(opcode, IALOAD);
        int value = newLocal(type);
        storeLocal(value, type);
        tell("readElement", "(Ljava/lang/Object;ILjava/lang/String;)V");
        loadLocal(value, type);
      } else if (opcode >= IASTORE && opcode <= SASTORE) {
        Type type = elementOf(opcode, IASTORE);
        int value = newLocal(type);
        storeLocal(value, type);
        dup2();
        tell("writeElement", "(Ljava/lang/Object;ILjava/lang/String;)V");
        loadLocal(value, type);
        super.visitInsn(opcode);
      } else if (opcode == MONITORENTER) {
        dup();
        super.visitInsn(opcode);
        tell("lock", "(Ljava/lang/Object;Ljava/lang/String;)V");
      } else if (opcode == MONITOREXIT) {
        dup();
        tell("unlock", "(Ljava/lang/Object;Ljava/lang/String;)V");
        super.visitInsn(opcode);
      } else {
        super.visitInsn(opcode);
      }
    }

    private static Type elementOf(int opcode, int first) {
      Type[] types = {Type.INT_TYPE, Type.LONG_TYPE, Type.FLOAT_TYPE, Type.DOUBLE_TYPE,
        Type.getType(Object.class), Type.BYTE_TYPE, Type.CHAR_TYPE, Type.SHORT_TYPE};
      return types[opcode - first];
    }

    @Override
    public void visitMethodInsn(int opcode, String of, String name, String descriptor, boolean isInterface) {
      String key = name + descriptor;
      boolean isNotify = key.equals("notify()V") || key.equals("notifyAll()V");
      boolean isFork = opcode == INVOKEVIRTUAL && key.equals("start()V");
      boolean isJoin = opcode == INVOKEVIRTUAL && key.equals("join()V");
      boolean isWait = opcode == INVOKEVIRTUAL && key.equals("wait()V");
      if (isNotify || isFork) {
        dup();
        tell(isFork ? "fork" : name, "(Ljava/lang/Object;Ljava/lang/String;)V");
      } else if (isJoin || isWait) {
        dup();
        if (isWait) {
          dup();
          tell("unlock", "(Ljava/lang/Object;Ljava/lang/String;)V");
        }
      }
      super.visitMethodInsn(opcode, of, name, descriptor, isInterface);
      if (isJoin || isWait) tell(isJoin ? "join" : "waited", "(Ljava/lang/Object;Ljava/lang/String;)V");
    }
  }
}

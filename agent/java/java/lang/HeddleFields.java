package java.lang;

import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import jdk.internal.misc.Unsafe;

/**
 * Which field an updater of java.util.concurrent.atomic or a handle stands for: what goes by it and by name
 * is one.
 */
final class HeddleFields {
  private static final Unsafe U = Unsafe.getUnsafe();

  private HeddleFields() {}

  /** Are the handles of this class of fields in objects, whose names can be found? Its form says so. */
  static boolean isOfObjects(Class<?> handles) {
    return has(handles, "fieldOffset") && has(handles, "receiverType");
  }

  /** Class and field, `a.B#field`; of what is of another form, its class. */
  static String nameOf(Object updater) {
    Class<?> type = updater.getClass();
    if (type.getClassLoader0() != null) return type.getTypeName();
    boolean isHandle = updater instanceof VarHandle;
    try {
      long offset = U.getLong(updater, place(type, isHandle ? "fieldOffset" : "offset"));
      Class<?> owner = (Class<?>) U.getReference(updater, place(type, isHandle ? "receiverType" : "tclass"));
      for (; owner != null; owner = owner.getSuperclass())
        for (Field field : owner.getDeclaredFields())
          if (!Modifier.isStatic(field.getModifiers()) && U.objectFieldOffset(field) == offset)
            return owner.getTypeName() + "#" + field.getName();
    } catch (InternalError | LinkageError unknownForm) {
      // The JDK has changed, or a field's class is missing: the object stands for all its fields.
    }
    return type.getTypeName();
  }

  private static boolean has(Class<?> type, String field) {
    try {
      return place(type, field) >= 0;
    } catch (InternalError missing) {
      return false;
    }
  }

  private static long place(Class<?> type, String field) {
    for (Class<?> each : List.of(type, type.getSuperclass())) {
      try {
        return U.objectFieldOffset(each, field);
      } catch (InternalError missing) {
        // the class above may have it
      }
    }
    throw new InternalError(field);
  }
}

// The parts of random programs that are the same in all: data, and nothing else.
#include <string_view>

#include "pointsto/random_writer_test_only.h"

namespace heddle::pointsto {

// What every program runs on. util.Box is a container, util.Pool is shared by all.
const std::string_view kPlatform = R"(// ---- platform
class java.lang.Object {
  access public super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : java.lang.Object
    return
  }
  method public toString() : java.lang.String {
  b0:
    %0 = parameter 0 : java.lang.Object
    %1 = const_string "object"
    return %1
  }
  method public equals(java.lang.Object) : boolean {
  b0:
    %0 = parameter 0 : java.lang.Object
    %1 = parameter 1 : java.lang.Object
    %2 = const_int 0
    return %2
  }
  method public hashCode() : int {
  b0:
    %0 = parameter 0 : java.lang.Object
    %1 = const_int 0
    return %1
  }
  method public final native getClass() : java.lang.Class
  method protected native clone() : java.lang.Object
  method protected finalize() : void {
  b0:
    %0 = parameter 0 : java.lang.Object
    return
  }
}
class java.lang.Cloneable extends java.lang.Object {
  access public interface abstract
}
class java.io.Serializable extends java.lang.Object {
  access public interface abstract
}
class java.lang.String extends java.lang.Object {
  access public final super
  field public java.lang.Object value
  method public toString() : java.lang.String {
  b0:
    %0 = parameter 0 : java.lang.String
    return %0
  }
}
class java.lang.Class extends java.lang.Object {
  access public final super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : java.lang.Class
    return
  }
  method public static native forName(java.lang.String) : java.lang.Class
  method public native newInstance() : java.lang.Object
  method public native getField(java.lang.String) : java.lang.reflect.Field
  method public native getMethod(java.lang.String) : java.lang.reflect.Method
  method public native getConstructor() : java.lang.reflect.Constructor
  method public native getConstructors() : java.lang.reflect.Constructor[]
  method public native getComponentType() : java.lang.Class
  method public native getName() : java.lang.String
  method public native getMethods() : java.lang.reflect.Method[]
  method public native constants() : java.lang.Object[]
  method public static known() : java.lang.Class {
  b0:
    %0 = const_string "app.B"
    %1 = invoke static java.lang.Class.forName(java.lang.String) : java.lang.Class (%0)
    return %1
  }
}
class java.lang.Enum extends java.lang.Object {
  access public abstract super
}
class java.lang.invoke.Handle extends java.lang.Object {
  access public abstract super
  method public static native found(java.lang.Class, java.lang.String) : java.lang.invoke.Handle
  method public static native making(java.lang.Class) : java.lang.invoke.Handle
  method public abstract run(java.lang.Object, java.lang.Object) : java.lang.Object
}
class java.lang.reflect.Field extends java.lang.Object {
  access public final super
  method public native get(java.lang.Object) : java.lang.Object
  method public native set(java.lang.Object, java.lang.Object) : void
}
class java.lang.reflect.Method extends java.lang.Object {
  access public final super
  method public native invoke(java.lang.Object, java.lang.Object[]) : java.lang.Object
}
class java.lang.reflect.Constructor extends java.lang.Object {
  access public final super
  method public native newInstance(java.lang.Object[]) : java.lang.Object
}
class java.lang.reflect.Array extends java.lang.Object {
  access public final super
  method public static native newInstance(java.lang.Class, int) : java.lang.Object
}
class java.lang.reflect.InvocationHandler extends java.lang.Object {
  access public interface abstract
  method public abstract invoke(java.lang.Object, java.lang.reflect.Method, java.lang.Object[]) : java.lang.Object
}
class java.lang.reflect.Proxy extends java.lang.Object {
  access public super
  method public static native make(java.lang.Object, java.lang.Class[], java.lang.reflect.InvocationHandler) : java.lang.Object
}
class java.lang.invoke.VarHandle extends java.lang.Object {
  access public super
  method public static native of(java.lang.Class, java.lang.String) : java.lang.invoke.VarHandle
  method public static native mine(java.lang.String) : java.lang.invoke.VarHandle
  method public native swap(java.lang.Object, java.lang.Object) : java.lang.Object
}
class util.Memory extends java.lang.Object {
  access public super
  field public static long ITEM
  field public static util.Memory it
  method public native offset(java.lang.Class, java.lang.String) : long
  method public native read(java.lang.Object, long) : java.lang.Object
  method public native swap(java.lang.Object, long, java.lang.Object) : java.lang.Object
  method static <clinit>() : void {
  b0:
    %0 = new util.Memory
    put_static util.Memory.it : util.Memory, %0
    %2 = const_class util.Node
    %3 = const_string "item"
    %4 = invoke virtual util.Memory.offset(java.lang.Class, java.lang.String) : long (%0, %2, %3)
    put_static util.Memory.ITEM : long, %4
    return
  }
  method public static exchange(java.lang.Object, java.lang.Object) : java.lang.Object {
  b0:
    %0 = parameter 0 : java.lang.Object
    %1 = parameter 1 : java.lang.Object
    %2 = get_static util.Memory.it : util.Memory
    %3 = get_static util.Memory.ITEM : long
    %4 = invoke virtual util.Memory.swap(java.lang.Object, long, java.lang.Object) : java.lang.Object (%2, %0, %3, %1)
    %5 = invoke virtual util.Memory.read(java.lang.Object, long) : java.lang.Object (%2, %4, %3)
    return %5
  }
}
class java.lang.Throwable extends java.lang.Object {
  access public super
  field public java.lang.Object cause
  method public <init>(java.lang.Object) : void {
  b0:
    %0 = parameter 0 : java.lang.Throwable
    %1 = parameter 1 : java.lang.Object
    put_field %0 java.lang.Throwable.cause : java.lang.Object, %1
    return
  }
}
class java.lang.Exception extends java.lang.Throwable {
  access public super
}
class java.lang.NullPointerException extends java.lang.Exception {
  access public super
}
class java.lang.Error extends java.lang.Throwable {
  access public abstract super
}
class java.lang.Runnable extends java.lang.Object {
  access public interface abstract
  method public abstract run() : void
}
class java.lang.Thread extends java.lang.Object implements java.lang.Runnable {
  access public super
  field public java.lang.Runnable target
  field public java.lang.Object name
  method public <init>(java.lang.Object) : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    %1 = parameter 1 : java.lang.Object
    %2 = check_cast %1 java.lang.Runnable
    put_field %0 java.lang.Thread.target : java.lang.Runnable, %2
    %4 = const_string "thread"
    put_field %0 java.lang.Thread.name : java.lang.Object, %4
    return
  }
  method public run() : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    %1 = get_field %0 java.lang.Thread.target : java.lang.Runnable
    invoke interface java.lang.Runnable.run() : void (%1)
    return
  }
  method public start() : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    invoke virtual java.lang.Thread.start0() : void (%0)
    return
  }
  method public native start0() : void
  method public static native currentThread() : java.lang.Thread
  method public exit() : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    return
  }
}
class java.lang.ref.Finalizer extends java.lang.Object {
  access public super
  field public static java.lang.Object last
  method public static register(java.lang.Object) : void {
  b0:
    %0 = parameter 0 : java.lang.Object
    put_static java.lang.ref.Finalizer.last : java.lang.Object, %0
    invoke virtual java.lang.Object.finalize() : void (%0)
    return
  }
}
class util.Fun extends java.lang.Object {
  access public interface abstract
  method public abstract apply(java.lang.Object) : java.lang.Object
  method public twice(java.lang.Object) : java.lang.Object {
  b0:
    %0 = parameter 0 : util.Fun
    %1 = parameter 1 : java.lang.Object
    %2 = invoke interface util.Fun.apply(java.lang.Object) : java.lang.Object (%0, %1)
    %3 = invoke interface util.Fun.apply(java.lang.Object) : java.lang.Object (%0, %2)
    return %3
  }
}
class util.Box extends java.lang.Object {
  access public super
  field public util.Node first
  field public java.lang.Object[] table
  method public <init>() : void {
  b0:
    %0 = parameter 0 : util.Box
    invoke special java.lang.Object.<init>() : void (%0)
    %2 = const_int 3
    %3 = new_array java.lang.Object[] %2
    put_field %0 util.Box.table : java.lang.Object[], %3
    return
  }
  method public put(java.lang.Object) : void {
  b0:
    %0 = parameter 0 : util.Box
    %1 = parameter 1 : java.lang.Object
    %2 = new util.Node
    %3 = get_field %0 util.Box.first : util.Node
    invoke special util.Node.<init>(java.lang.Object, util.Node) : void (%2, %1, %3)
    put_field %0 util.Box.first : util.Node, %2
    %6 = get_field %0 util.Box.table : java.lang.Object[]
    %7 = const_int 1
    array_store reference %6 %7 %1
    return
  }
  method public get() : java.lang.Object {
  b0:
    %0 = parameter 0 : util.Box
    %1 = get_field %0 util.Box.first : util.Node
    goto b1
  b1:
    %3 = phi (b0: %1, b2: %6) : util.Node
    %4 = get_field %3 util.Node.item : java.lang.Object
    if equal %4 null then b2 else b3
  b2:
    %6 = get_field %3 util.Node.next : util.Node
    goto b1
  b3:
    return %4
  }
  method public slot() : java.lang.Object {
  b0:
    %0 = parameter 0 : util.Box
    %1 = get_field %0 util.Box.table : java.lang.Object[]
    %2 = const_int 1
    %3 = array_load reference %1 %2 : java.lang.Object
    return %3
  }
  method public each(util.Fun) : java.lang.Object {
  b0:
    %0 = parameter 0 : util.Box
    %1 = parameter 1 : util.Fun
    %2 = invoke virtual util.Box.get() : java.lang.Object (%0)
    %3 = invoke interface util.Fun.apply(java.lang.Object) : java.lang.Object (%1, %2)
    return %3
  }
  method public static of(java.lang.Object) : util.Box {
  b0:
    %0 = parameter 0 : java.lang.Object
    %1 = new util.Box
    invoke special util.Box.<init>() : void (%1)
    invoke virtual util.Box.put(java.lang.Object) : void (%1, %0)
    return %1
  }
}
class util.Node extends java.lang.Object {
  access public super
  field public java.lang.Object item
  field public util.Node next
  method public <init>(java.lang.Object, util.Node) : void {
  b0:
    %0 = parameter 0 : util.Node
    %1 = parameter 1 : java.lang.Object
    %2 = parameter 2 : util.Node
    put_field %0 util.Node.item : java.lang.Object, %1
    put_field %0 util.Node.next : util.Node, %2
    return
  }
}
class util.Pool extends java.lang.Object {
  access public super
  field public static java.lang.Object shared
  field public static final java.lang.String NAME = string "pool"
  field public java.lang.Object item
  method static <clinit>() : void {
  b0:
    %0 = new util.Pool
    put_static util.Pool.shared : java.lang.Object, %0
    return
  }
  method public static swap(java.lang.Object) : java.lang.Object {
  b0:
    %0 = parameter 0 : java.lang.Object
    %1 = get_static util.Pool.shared : java.lang.Object
    put_field %1 util.Pool.item : java.lang.Object, %0
    %3 = get_field %1 util.Pool.item : java.lang.Object
    return %3
  }
  method public static call(java.lang.Runnable) : void {
  b0:
    %0 = parameter 0 : java.lang.Runnable
    invoke interface java.lang.Runnable.run() : void (%0)
    return
  }
  method public static native map(java.lang.Object, util.Fun) : java.lang.Object
  method public static native tell(java.lang.Object) : void
  method private own(java.lang.Object) : java.lang.Object {
  b0:
    %0 = parameter 0 : util.Pool
    %1 = parameter 1 : java.lang.Object
    put_static util.Pool.shared : java.lang.Object, %1
    return %1
  }
  method public static native make(java.lang.Object) : java.lang.Object
  method public static native bundle(java.lang.String) : java.lang.Object
  method public static native strange(java.lang.Object) : app.A[]
  method public static also(util.Fun) : java.lang.Object {
  b0:
    %0 = parameter 0 : util.Fun
    %1 = const_string "also"
    %2 = invoke interface util.Fun.apply(java.lang.Object) : java.lang.Object (%0, %1)
    %3 = invoke static util.Pool.make(java.lang.Object) : java.lang.Object (%2)
    return %3
  }
}
)";

const std::string_view kLibrary = R"(class lib.Text extends java.lang.Object {
  access public super
  field public static lib.Text only
  method public <init>() : void {
  b0:
    %0 = parameter 0 : lib.Text
    put_static lib.Text.only : lib.Text, %0
    return
  }
}
class lib.Text_en extends lib.Text {
  access public super
  method static <clinit>() : void {
  b0:
    return
  }
  method public <init>() : void {
  b0:
    %0 = parameter 0 : lib.Text_en
    invoke special lib.Text.<init>() : void (%0)
    return
  }
}
class lib.Colour extends java.lang.Enum {
  access public final super
  method public static values() : lib.Colour[] {
  b0:
    %0 = new lib.Colour
    %1 = const_int 1
    %2 = new_array lib.Colour[] %1
    %3 = const_int 0
    array_store reference %2 %3 %0
    return %2
  }
}
)";

const std::string_view kModels = R"toml(// ---- models
[vm]
exceptions = ["java.lang.NullPointerException", "java.lang.Error"]
roots = ["java.lang.Thread.exit()V"]
[[method]]
name = "java.lang.Thread.start0()V"
starts = [{ method = "java.lang.Thread.run()V", on = "this", kind = "thread" }]
[[method]]
name = "java.lang.Thread.currentThread()Ljava/lang/Thread;"
operation = "current-thread"
[[method]]
name = "java.lang.Object.getClass()Ljava/lang/Class;"
operation = "class-of"
[[method]]
name = "java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;"
operation = "class-for-name"
[[method]]
name = "java.lang.Class.newInstance()Ljava/lang/Object;"
operation = "new-instance"
[[method]]
name = "java.lang.Object.clone()Ljava/lang/Object;"
operation = "clone"
[[method]]
name = "java.lang.Class.getField"
operation = "find-field"
[[method]]
name = "java.lang.Class.getMethod"
operation = "find-method"
[[method]]
name = "java.lang.Class.getConstructor"
operation = "find-constructor"
[[method]]
name = "java.lang.Class.getConstructors"
operation = "all-constructors"
[[method]]
name = "java.lang.Class.getComponentType"
operation = "component-type"
[[method]]
name = "java.lang.Class.getName"
operation = "class-name"
[[method]]
name = "java.lang.Class.getMethods"
operation = "all-methods"
[[method]]
name = "java.lang.Class.constants"
operation = "enum-constants"
[[method]]
name = "java.lang.invoke.Handle.found"
operation = "find-method"
[[method]]
name = "java.lang.invoke.Handle.making"
operation = "find-constructor"
[[method]]
name = "java.lang.invoke.Handle.run"
operation = "invoke-handle"
[[method]]
name = "util.Pool.bundle"
operation = "load-bundle"
[[method]]
name = "java.lang.reflect.Constructor.newInstance"
operation = "invoke-constructor"
[[method]]
name = "java.lang.reflect.Array.newInstance"
operation = "new-array"
[[method]]
name = "java.lang.reflect.Proxy.make"
operation = "proxy"
[[method]]
name = "java.lang.invoke.VarHandle.of"
operation = "find-handle"
[[method]]
name = "java.lang.invoke.VarHandle.mine"
operation = "find-handle"
[[method]]
name = "java.lang.invoke.VarHandle.swap"
operation = "exchange-field"
[[method]]
name = "util.Memory.offset"
[[method]]
name = "util.Memory.read"
operation = "read-memory"
[[method]]
name = "util.Memory.swap"
operation = "exchange-memory"
[[method]]
name = "java.lang.Thread.exit()V"
creates = [{ type = "util.Box", into = "static(util.Pool.shared)" }]
calls = [{ method = "util.Pool.swap(Ljava/lang/Object;)Ljava/lang/Object;", with = ["this.(java.lang.Thread.name)"], result = "return" }]
moves = ["return -> this.(java.lang.Thread.name)", "this.(java.lang.Thread.gone) -> static(util.Pool.shared)"]
[[method]]
name = "util.Pool.tell"
creates = [{ type = "util.Pool", into = "return" }]
calls = [{ method = "util.Pool.own(Ljava/lang/Object;)Ljava/lang/Object;", on = "return", with = ["0"] }]
[[method]]
name = "java.lang.reflect.Field.get"
operation = "read-field"
[[method]]
name = "java.lang.reflect.Field.set"
operation = "write-field"
[[method]]
name = "java.lang.reflect.Method.invoke"
operation = "invoke-method"
[[method]]
name = "util.Pool.map(Ljava/lang/Object;Lutil/Fun;)Ljava/lang/Object;"
calls = [{ method = "util.Fun.apply(Ljava/lang/Object;)Ljava/lang/Object;", on = "1", with = ["0"], result = "return" }]
[[method]]
name = "util.Pool.make(Ljava/lang/Object;)Ljava/lang/Object;"
moves = ["0 -> return.(util.Box.table)[]", "return.(util.Box.first) -> return", "0 -> return[]"]
creates = [{ type = "util.Box", into = "return" }, { type = "java.lang.Object[]", into = "return" }, { type = "java.lang.Object[]", into = "return.(util.Box.table)" }]
[[method]]
name = "util.Pool.also(Lutil/Fun;)Ljava/lang/Object;"
starts = [{ method = "util.Fun.apply(Ljava/lang/Object;)Ljava/lang/Object;", on = "0", with = ["static(util.Pool.shared)"], result = "static(util.Pool.shared)", kind = "task" }]
[[class]]
name = "util.Box"
context = "container"
[[class]]
name = "util.Node"
context = "container"
[[class]]
name = "java.lang.Thread"
context = "thread"
)toml";

}  // namespace heddle::pointsto

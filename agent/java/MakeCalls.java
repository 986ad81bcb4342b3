import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes the class HeddleTable of models/record/calls.toml: for each call of the platform in that table a
 * static method that tells what the call does to other threads. The platform is that of the JDK that runs
 * this; a method that an older one lacks is called by nobody there.
 *
 * <p>Usage: java MakeCalls.java calls.toml HeddleTable.java
 */
public final class MakeCalls {
  private static final Pattern ROW = Pattern.compile("\\s*\\{class = \"([^\"]+)\", methods = \\[([^\\]]+)\\](.*)\\},");
  private static final Pattern PROMISE = Pattern.compile("(\\w+) = \\[(.+)\\]");
  private static final Pattern SETTING = Pattern.compile(", (\\w+) = \"?([\\w-]+)\"?");

  private final StringBuilder out = new StringBuilder(), promises = new StringBuilder();
  private final Set<String> made = new HashSet<>();

  public static void main(String[] arguments) throws Exception {
    MakeCalls maker = new MakeCalls();
    for (String line : Files.readAllLines(Path.of(arguments[0]))) {
      Matcher row = ROW.matcher(line), promise = PROMISE.matcher(line);
      if (row.matches()) maker.addRow(row);
      else if (promise.matches()) maker.addPromise(promise.group(1), promise.group(2));
      else if (line.stripLeading().startsWith("{")) throw new IllegalArgumentException(line);
    }
    Files.writeString(Path.of(arguments[1]), maker.text());
  }

  private String text() {
    return "package java.lang;\n\n"
        + "/** What a recorded program calls instead, made of models/record/calls.toml. */\n"
        + "@SuppressWarnings({\"rawtypes\", \"unchecked\", \"deprecation\"})\n"
        + "public final class HeddleTable {\n  private HeddleTable() {}\n" + promiseOf() + out + "}\n";
  }

  private void addPromise(String promise, String types) {
    for (String type : types.split(", ")) promises.append("      case ").append(type).append(":\n");
    promises.append("        return HeddleProbe.").append(promise.toUpperCase()).append(";\n");
  }

  private String promiseOf() {
    return "\n  static int promiseOf(String type) {\n    switch (type) {\n" + promises
        + "      default: return HeddleProbe.UNKNOWN;\n    }\n  }\n";
  }

  private void addRow(Matcher row) throws ClassNotFoundException {
    Class<?> type = Class.forName(row.group(1));
    Set<String> names = new HashSet<>(Arrays.asList(row.group(2).replaceAll("[\" ]", "").split(",")));
    String before = null, after = null, of = null, element = null, elements = null;
    boolean isPlainOnly = false;
    Matcher settings = SETTING.matcher(row.group(3));
    int end = 0;
    for (; settings.find(); end = settings.end()) {
      String value = settings.group(2);
      switch (settings.group(1)) {
        case "before": before = value; break;
        case "after": after = value; break;
        case "of": of = value; break;
        case "element": element = value; break;
        case "elements": elements = value; break;
        case "only": isPlainOnly = true; break;
        default: throw new IllegalArgumentException(row.group());
      }
    }
    if (end != row.group(3).length()) throw new IllegalArgumentException(row.group());
    Set<String> found = new HashSet<>();
    for (Method method : methods(type, elements != null)) {
      boolean isWanted = names.contains(method.getName());
      if (!isWanted && !(names.contains("*") && isAtomic(type, method))) continue;
      found.add(method.getName());
      if (!made.add(type.getName() + method.getName() + Arrays.toString(method.getParameterTypes()))) continue;
      if (elements != null) addStatic(type, method, elements);
      else add(type, method, before, after, of, element, isPlainOnly);
    }
    names.remove("*");
    if (!found.containsAll(names)) throw new IllegalArgumentException("no such method: " + row.group());
  }

  // In an order that does not depend on the JVM; of methods that differ in their results, the nearest.
  private static List<Method> methods(Class<?> type, boolean isStatic) {
    List<Method> all = new ArrayList<>();
    for (Method method : type.getMethods())
      if (Modifier.isStatic(method.getModifiers()) == isStatic && (!method.isBridge() || isShown(method))) all.add(method);
    all.sort(Comparator.comparing(Method::isBridge).thenComparing(Method::toString));
    return all;
  }

  // A bridge that only shows what a class that nobody sees has.
  private static boolean isShown(Method method) {
    Class<?> hidden = method.getDeclaringClass().getSuperclass();
    if (hidden == null || Modifier.isPublic(hidden.getModifiers())) return false;
    try {
      hidden.getDeclaredMethod(method.getName(), method.getParameterTypes());
      return true;
    } catch (NoSuchMethodException missing) {
      return false;
    }
  }

  // All that an atomic does to its value; those that are plain promise nothing.
  private static boolean isAtomic(Class<?> type, Method method) {
    String name = method.getName();
    return method.getDeclaringClass() == type && !name.endsWith("Plain") && !name.endsWith("Value")
        && !name.equals("toString") && !name.equals("length");
  }

  private void add(Class<?> type, Method method, String before, String after, String of, String element,
      boolean isPlainOnly) {
    StringJoiner parameters = new StringJoiner(", "), values = new StringJoiner(", ");
    parameters.add(type.getCanonicalName() + " self");
    for (int each = 0; each < method.getParameterCount(); each++) {
      parameters.add(method.getParameterTypes()[each].getCanonicalName() + " a" + each);
      values.add("a" + each);
    }
    parameters.add("int site");
    StringJoiner thrown = new StringJoiner(", ", " throws ", "").setEmptyValue("");
    for (Class<?> each : method.getExceptionTypes()) thrown.add(each.getCanonicalName());
    Class<?> result = method.getReturnType();
    String call = "self." + method.getName() + "(" + values + ");\n";
    out.append("\n  public static ").append(result.getCanonicalName()).append(' ').append(method.getName())
        .append('(').append(parameters).append(')').append(thrown).append(" {\n");
    if (isPlainOnly) callOfCollection(before, call, result);
    else call(before, after, call, of, element, result);
    out.append("  }\n");
  }

  // Named by the class, too, as there is no object that says whose it is.
  private void addStatic(Class<?> type, Method method, String elements) {
    Class<?>[] types = method.getParameterTypes();
    StringJoiner parameters = new StringJoiner(", "), values = new StringJoiner(", ");
    for (int each = 0; each < types.length; each++) {
      parameters.add(types[each].getCanonicalName() + " a" + each);
      values.add("a" + each);
    }
    parameters.add("int site");
    Class<?> result = method.getReturnType();
    out.append("\n  public static ").append(result.getCanonicalName()).append(' ')
        .append(type.getName().replace('.', '_')).append('$').append(method.getName()).append('(').append(parameters)
        .append(") {\n    HeddleArrays.").append(elements).append('(')
        .append(elements.equals("copy") ? values.toString() : elementsOf(method)).append(", site);\n    ")
        .append(result == void.class ? "" : "return ").append(type.getName()).append('.').append(method.getName())
        .append('(').append(values).append(");\n  }\n");
  }

  // The array, from where, and up to where.
  private static String elementsOf(Method method) {
    Class<?>[] types = method.getParameterTypes();
    if (types.length > 2 && types[1] == int.class && types[2] == int.class) return "a0, a1, a2";
    return method.getName().equals("copyOf") ? "a0, 0, a1" : "a0, 0, Integer.MAX_VALUE";
  }

  private void call(String before, String after, String call, String of, String element, Class<?> result) {
    tell(before, of, element, "");
    if (after == null && result != void.class) {
      out.append("    return ").append(call);
      return;
    }
    out.append("    ").append(result == void.class ? "" : result.getCanonicalName() + " result = ").append(call);
    boolean isConditional = after != null && after.equals("await") && result == boolean.class;
    tell(after, of, element, isConditional ? "if (result) " : "");
    if (result != void.class) out.append("    return result;\n");
  }

  // Which collection it is, only the run shows: one that locks does so in the monitor that it locks itself.
  private void callOfCollection(String what, String call, Class<?> result) {
    String back = result == void.class ? "" : "return ", end = result == void.class ? " return;" : "";
    out.append("    Object monitor = HeddleProbe.").append(what).append("Contents(self, site);\n")
        .append("    if (monitor == null) { ").append(back).append(call.strip()).append(end).append(" }\n")
        .append("    if (monitor == HeddleProbe.NO_MONITOR) {\n      try {\n        ").append(back).append(call)
        .append("      } finally {\n        HeddleProbe.sawContents(self, site);\n      }\n    } else {\n")
        .append("      synchronized (monitor) {\n        HeddleProbe.lock(monitor, site);\n        try {\n")
        .append("          ").append(back).append(call)
        .append("        } finally {\n          HeddleProbe.unlock(monitor, site);\n        }\n      }\n    }\n");
  }

  private void tell(String what, String of, String element, String condition) {
    if (what == null) return;
    String subject = of == null ? "self" : "a" + of;
    boolean isElement = element != null && !element.equals("field");
    String name = element == null ? what : what + (isElement ? "Element" : "Field");
    String index = element == null ? "" : isElement ? ", a" + element : ", self";
    out.append("    ").append(condition).append("HeddleProbe.").append(name).append('(').append(subject)
        .append(index).append(", site);\n");
  }
}

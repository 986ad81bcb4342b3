import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes the agent's table of hooks of models/record/hooks.toml.
 *
 * <p>Usage: java MakeHooks.java hooks.toml hooks_table.cc
 */
public final class MakeHooks {
  private static final Pattern LIST = Pattern.compile("(\\w+) = \\[(.+)\\]");
  private static final Pattern SETTING = Pattern.compile("(\\w+) = (\\[[^\\]]*\\]|\"[^\"]*\")(, |$)");
  private static final Map<String, String> WHATS = Map.ofEntries(
      Map.entry("fork", "kFork"), Map.entry("join", "kJoin"), Map.entry("end", "kEnd"),
      Map.entry("signal", "kSignal"), Map.entry("await", "kAwait"), Map.entry("release", "kAtomicWrite"),
      Map.entry("update", "kAtomicUpdate"),
      Map.entry("acquire", "kAtomicRead"), Map.entry("lock", "kLock"), Map.entry("unlock", "kUnlock"),
      Map.entry("send", "kSend"), Map.entry("run", "kRun"), Map.entry("ran", "kRan"));
  private static final Map<String, String> OTHERS =
      Map.of("complete", "kComplete", "signal-each", "kSignalEach", "await-each", "kAwaitEach");
  private static final Map<String, String> TIMES = Map.of("entry", "kEntry", "return", "kReturn", "true",
      "kReturnIfTrue", "false", "kReturnIfFalse", "leave", "kLeave", "before ", "kBeforeCall", "after ",
      "kAfterCall", "read ", "kAfterRead", "write ", "kBeforeWrite");
  private static final Map<String, String> SUBJECTS = Map.of("this", "kThis", "0", "kArgument", "1",
      "kSecondArgument", "result", "kResult", "receiver", "kReceiver", "thread", "kThread");

  private final Map<String, List<String>> lists = new HashMap<>();
  private final StringBuilder out = new StringBuilder();

  public static void main(String[] arguments) throws Exception {
    MakeHooks maker = new MakeHooks();
    for (String line : Files.readAllLines(Path.of(arguments[0]))) {
      Matcher list = LIST.matcher(line);
      if (list.matches()) maker.lists.put(list.group(1), maker.items(list.group(2)));
      else if (line.startsWith("  {")) maker.addRow(line.substring(3, line.lastIndexOf('}')));
    }
    Files.writeString(Path.of(arguments[1]),
        "#include \"agent/hooks_table.h\"\n\nnamespace heddle::agent {\n\n"
            + "std::span<const rewrite::Hook> hooks_table() {\n  using recording::What;\n"
            + "  using rewrite::HookSubject;\n  using rewrite::HookWhen;\n"
            + "  static const rewrite::Hook all[] = {\n" + maker.out
            + "  };\n  return all;\n}\n\n}  // namespace heddle::agent\n");
  }

  // Of a text "a", "@b", with the lists that it names.
  private List<String> items(String text) {
    List<String> items = new ArrayList<>();
    Matcher item = Pattern.compile("\"([^\"]*)\"").matcher(text);
    while (item.find()) {
      if (item.group(1).startsWith("@")) items.addAll(known(lists, item.group(1).substring(1)));
      else items.add(item.group(1));
    }
    return items;
  }

  private static <V> V known(Map<String, V> map, String word) {
    V value = map.get(word);
    if (value == null) throw new IllegalArgumentException("no such word: " + word);
    return value;
  }

  private void addRow(String row) {
    Map<String, String> settings = new HashMap<>();
    Matcher setting = SETTING.matcher(row);
    int end = 0;
    for (; setting.find(); end = setting.end()) settings.put(setting.group(1), setting.group(2));
    if (end != row.length()) throw new IllegalArgumentException(row);
    String rest = "HookWhen::" + when(text(settings, "at")) + ", HookSubject::" + subject(text(settings, "of"))
        + ", " + action(text(settings, "tells"), settings.containsKey("only")) + ", "
        + field(text(settings, "of")) + ", " + quoted(called(text(settings, "at")));
    List<String> descriptors = settings.containsKey("descriptors") ? items(settings.get("descriptors")) : List.of("");
    for (String type : items(settings.get("classes")))
      for (String method : items(settings.get("methods")))
        for (String descriptor : descriptors)
          out.append("      {").append(quoted(type.replace('.', '/'))).append(", ").append(quoted(method))
              .append(", ").append(quoted(descriptor)).append(", ").append(rest).append("},\n");
  }

  private static String text(Map<String, String> settings, String name) {
    String text = settings.get(name);
    if (text == null) throw new IllegalArgumentException("no `" + name + "` in " + settings);
    return text.substring(1, text.length() - 1);
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }

  private static String when(String at) {
    int space = at.indexOf(' ');
    return known(TIMES, space < 0 ? at : at.substring(0, space + 1));
  }

  private static String called(String at) {
    int space = at.indexOf(' ');
    return space < 0 ? "" : at.substring(space + 1);
  }

  private static String subject(String of) {
    return of.startsWith("field ") ? "kThisField" : known(SUBJECTS, of);
  }

  // Name, descriptor and owner.
  private static String field(String of) {
    if (!of.startsWith("field ")) return "{}, {}, {}";
    String[] words = of.split(" ");
    int dot = words[1].lastIndexOf('.');
    return quoted(words[1].substring(dot + 1)) + ", " + quoted(words[2]) + ", "
        + quoted(words[1].substring(0, dot).replace('.', '/'));
  }

  private static String action(String tells, boolean isOfProgram) {
    if (OTHERS.containsKey(tells)) return OTHERS.get(tells);
    return "told(What::" + known(WHATS, tells) + (isOfProgram ? ", kOfProgram)" : ")");
  }
}

// Compiles many small programs in one virtual machine, each into a folder of its own.
//
// Standard input has one program a line, its parts separated by tabs: the folder for its classes,
// the options, the sources; options and sources are separated by `|`. Prints what the compiler says
// and exits with 1 if one program does not compile.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

public class CompileAll {
  public static void main(String[] arguments) throws Exception {
    int threads = Integer.parseInt(arguments[0]);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<String>> results = new ArrayList<>();
    try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in))) {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        String[] parts = line.split("\t");
        results.add(pool.submit(compilation(parts[0], parts[1].split("\\|"), parts[2].split("\\|"))));
      }
    }
    boolean good = true;
    for (Future<String> result : results) {
      String said = result.get();
      good &= said.isEmpty();
      System.out.print(said);
    }
    pool.shutdown();
    System.exit(good ? 0 : 1);
  }

  private static Callable<String> compilation(String folder, String[] options, String[] sources) {
    return () -> {
      JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
      StringWriter said = new StringWriter();
      Files.createDirectories(Path.of(folder));
      List<String> all = new ArrayList<>(List.of(options));
      all.addAll(List.of("-d", folder));
      try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
        boolean good = compiler.getTask(said, files, null, all, null,
            files.getJavaFileObjects(sources)).call();
        return good ? "" : said + "does not compile: " + String.join(" ", sources) + "\n";
      }
    };
  }
}

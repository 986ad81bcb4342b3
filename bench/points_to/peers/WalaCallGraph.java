import com.ibm.wala.classLoader.BinaryDirectoryTreeModule;
import com.ibm.wala.classLoader.CallSiteReference;
import com.ibm.wala.classLoader.Language;
import com.ibm.wala.core.util.config.AnalysisScopeReader;
import com.ibm.wala.ipa.callgraph.AnalysisCacheImpl;
import com.ibm.wala.ipa.callgraph.AnalysisOptions;
import com.ibm.wala.ipa.callgraph.AnalysisOptions.ReflectionOptions;
import com.ibm.wala.ipa.callgraph.AnalysisScope;
import com.ibm.wala.ipa.callgraph.CGNode;
import com.ibm.wala.ipa.callgraph.CallGraph;
import com.ibm.wala.ipa.callgraph.CallGraphBuilder;
import com.ibm.wala.ipa.callgraph.IAnalysisCacheView;
import com.ibm.wala.ipa.callgraph.impl.Util;
import com.ibm.wala.ipa.callgraph.propagation.InstanceKey;
import com.ibm.wala.ipa.cha.ClassHierarchy;
import com.ibm.wala.ipa.cha.ClassHierarchyFactory;
import com.ibm.wala.types.ClassLoaderReference;
import com.ibm.wala.types.MethodReference;
import java.io.File;
import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.jar.JarFile;

/**
 * WALA's call graph of a program, the running JDK behind it, without contexts.
 *
 * <p>Usage: WalaCallGraph BUILDER REFLECTION MAIN INPUT CLASS-PATH. The last line of the output has
 * the figures. BUILDER: "zero" has one object for each class, "vanilla-zero-one" one for each
 * allocation site, "zero-one" likewise but for strings, exceptions and the like, which it merges.
 */
public final class WalaCallGraph {
  public static void main(String[] arguments) throws Exception {
    String main = "L" + arguments[2].replace('.', '/');
    long start = System.nanoTime();
    AnalysisScope scope = AnalysisScopeReader.instance.makePrimordialScope(null);
    add(scope, ClassLoaderReference.Application, arguments[3]);
    add(scope, ClassLoaderReference.Extension, arguments[4]);
    ClassHierarchy hierarchy = ClassHierarchyFactory.makeWithRoot(scope);
    AnalysisOptions options =
        new AnalysisOptions(scope, Util.makeMainEntrypoints(hierarchy, main));
    options.setReflectionOptions(ReflectionOptions.valueOf(arguments[1]));
    CallGraph graph = builder(arguments[0], options, hierarchy).makeCallGraph(options, null);
    long end = System.nanoTime();

    Set<MethodReference> methods = new HashSet<>();
    long edges = 0;
    for (CGNode node : graph) {
      methods.add(node.getMethod().getReference());
      for (Iterator<CallSiteReference> sites = node.iterateCallSites(); sites.hasNext(); ) {
        edges += graph.getNumberOfTargets(node, sites.next());
      }
    }
    System.out.printf(
        "%nseconds %.2f methods %d edges %d%n", (end - start) / 1e9, methods.size(), edges);
  }

  /** Not WALA's own reader of class paths, which stumbles over manifests that name missing jars. */
  private static void add(AnalysisScope scope, ClassLoaderReference loader, String path)
      throws IOException {
    for (String part : path.split(":")) {
      File file = new File(part);
      if (file.isDirectory()) {
        scope.addToScope(loader, new BinaryDirectoryTreeModule(file));
      } else if (!part.isEmpty()) {
        scope.addToScope(loader, new JarFile(file, false));
      }
    }
  }

  private static CallGraphBuilder<InstanceKey> builder(
      String name, AnalysisOptions options, ClassHierarchy hierarchy) {
    IAnalysisCacheView cache = new AnalysisCacheImpl();
    return switch (name) {
      case "zero" -> Util.makeZeroCFABuilder(Language.JAVA, options, cache, hierarchy);
      case "zero-one" -> Util.makeZeroOneCFABuilder(Language.JAVA, options, cache, hierarchy);
      case "vanilla-zero-one" ->
          Util.makeVanillaZeroOneCFABuilder(Language.JAVA, options, cache, hierarchy);
      default -> throw new IllegalArgumentException("no builder " + name);
    };
  }

  private WalaCallGraph() {}
}

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/** The processor time of the process, all its threads together: that of others does not disturb it. */
final class Processor {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();
  private static final int MOST_ROUNDS = Integer.getInteger("most.rounds", 100); // before it counts as warm
  private static final double COMPILING = 0.05; // of a round's time, while it is not warm

  private static final int QUIET = 2; // rounds in a row: the compiler of a busy machine may only be waiting

  private static int rounds, quiet;
  private static long spent, compiled; // so far

  private Processor() {}

  static long nanoseconds() {
    return SYSTEM.getProcessCpuTime();
  }

  /** Asked behind each round: is the JIT done, so that rounds to come take as long as they always will? */
  static boolean isWarm() {
    long spentBefore = spent, compiledBefore = compiled;
    spent = nanoseconds();
    compiled = 1_000_000 * COMPILER.getTotalCompilationTime();
    quiet = compiled - compiledBefore < COMPILING * (spent - spentBefore) ? quiet + 1 : 0;
    return ++rounds > MOST_ROUNDS || rounds > QUIET && quiet >= QUIET;
  }
}

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The processor time of the process, all its threads together: that of others does not disturb it. */
final class Processor {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private Processor() {}

  static long nanoseconds() {
    return SYSTEM.getProcessCpuTime();
  }
}

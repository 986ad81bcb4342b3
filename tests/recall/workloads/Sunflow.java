import java.io.File;
import org.sunflow.Benchmark;
import org.sunflow.SunflowAPI;
import org.sunflow.core.display.FileDisplay;

/** Renders the benchmark's own scene, then one from a file with other shapes, shaders and lights. */
public final class Sunflow {
  public static void main(String[] arguments) {
    new File("resources").mkdirs(); // where the benchmark puts its picture
    Benchmark benchmark = new Benchmark(24, false, true, true, 2, false);
    benchmark.kernelBegin();
    benchmark.kernelMain();
    SunflowAPI scene = SunflowAPI.create(arguments[0], 1);
    scene.build();
    scene.render(SunflowAPI.DEFAULT_OPTIONS, new FileDisplay(arguments[1]));
  }

  private Sunflow() {}
}

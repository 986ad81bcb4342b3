import java.io.File;
import org.sunflow.Benchmark;
import org.sunflow.SunflowAPI;
import org.sunflow.core.display.FileDisplay;
import org.sunflow.math.Matrix4;
import org.sunflow.math.Point3;
import org.sunflow.math.Vector3;

/** Renders the benchmark's own scene, then one with other shapes, shaders and lights. */
public final class Sunflow {
  public static void main(String[] arguments) {
    new File("resources").mkdirs(); // where the benchmark puts its picture
    Benchmark benchmark = new Benchmark(24, false, true, true, 2, false);
    benchmark.kernelBegin();
    benchmark.kernelMain();
    Scene scene = new Scene();
    scene.build();
    scene.render(SunflowAPI.DEFAULT_OPTIONS, new FileDisplay(arguments[0]));
  }

  private static final class Scene extends SunflowAPI {
    @Override
    public void build() {
      parameter("transform", Matrix4.lookAt(new Point3(0, -20, 8), new Point3(0, 0, 3), new Vector3(0, 0, 1)));
      parameter("fov", 45f);
      parameter("aspect", 1.333f);
      parameter("focus.distance", 20f);
      parameter("lens.radius", 0.2f);
      camera("camera", "thinlens");

      parameter("center", new Point3(5, -10, 12));
      parameter("power", null, 900, 900, 800);
      light("lamp", "point");
      parameter("source", new Point3(-8, -6, 10));
      parameter("dir", new Vector3(1, 1, -1));
      parameter("radius", 5f);
      parameter("radiance", null, 3, 3, 3);
      light("beam", "directional");
      parameter("up", new Vector3(0, 0, 1));
      parameter("east", new Vector3(0, 1, 0));
      parameter("sundir", new Vector3(1, -1, 1));
      parameter("turbidity", 4f);
      parameter("samples", 2);
      light("sky", "sunsky");

      parameter("diffuse", null, 0.8f, 0.8f, 0.8f);
      shader("grey", "diffuse");
      shader("mirror", "mirror");
      parameter("eta", 1.5f);
      shader("glass", "glass");
      parameter("power", 40f);
      parameter("samples", 2);
      shader("phong", "phong");
      parameter("shiny", 0.2f);
      shader("shiny", "shiny_diffuse");
      parameter("bright", null, 1, 1, 1);
      parameter("samples", 2);
      parameter("maxdist", 100f);
      shader("occlusion", "ambient_occlusion");
      parameter("size", 0.5f);
      modifier("bumps", "perlin");

      parameter("center", new Point3(0, 0, 0));
      parameter("normal", new Vector3(0, 0, 1));
      geometry("floor", "plane");
      place("floor", "grey", 0, 0, 0);
      geometry("ball", "sphere");
      place("ball", "mirror", -4, 0, 2);
      place("ball", "glass", 0, -3, 2);
      parameter("radiusInner", 0.5f);
      parameter("radiusOuter", 1.5f);
      geometry("ring", "torus");
      place("ring", "shiny", 4, 0, 3);
      geometry("roll", "cylinder");
      place("roll", "phong", 2, 4, 3);
      parameter("subdivs", 1);
      geometry("pot", "teapot");
      place("pot", "occlusion", -2, 5, 3);
      parameter("level", 2);
      geometry("flake", "sphereflake");
      place("flake", "shiny", 7, 6, 3);

      parameter("camera", "camera");
      parameter("resolutionX", 24);
      parameter("resolutionY", 18);
      parameter("aa.min", 0);
      parameter("aa.max", 1);
      parameter("filter", "mitchell");
      parameter("bucket.order", "spiral");
      parameter("gi.engine", "path");
      parameter("gi.path.samples", 2);
      parameter("threads", 2);
      options(DEFAULT_OPTIONS);
    }

    private void place(String geometry, String shader, float x, float y, float z) {
      parameter("transform", Matrix4.translation(x, y, z).multiply(Matrix4.rotateX(0.3f)));
      parameter("shaders", new String[] {shader});
      parameter("modifiers", shader.equals("phong") ? new String[] {"bumps"} : new String[0]);
      instance(geometry + "." + shader, geometry);
    }
  }

  private Sunflow() {}
}

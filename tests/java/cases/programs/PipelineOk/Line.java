package pipeline;

public class Line {
  public static final Line END = new Line();

  public String text;
  public int length;
}

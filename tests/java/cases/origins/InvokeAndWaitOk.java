import java.awt.EventQueue;

// invokeAndWait comes back when the event has run.
public class InvokeAndWaitOk {
  static int clicks;

  public static void main(String[] arguments) throws Exception {
    EventQueue.invokeAndWait(() -> clicks = 1);
    clicks++;
    System.out.println(clicks);
  }
}

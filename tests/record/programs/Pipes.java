// races: Pipes.late
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;

/** What is written into a pipe or a buffer comes before what its reader does. */
public class Pipes {
  static int bytes, letters, text, late;

  public static void main(String[] arguments) throws Exception {
    PipedInputStream in = new PipedInputStream();
    PipedOutputStream out = new PipedOutputStream(in);
    PipedReader reader = new PipedReader();
    PipedWriter writer = new PipedWriter(reader);
    StringBuffer buffer = new StringBuffer();
    Thread other = new Thread(() -> {
      try {
        bytes = 1;
        out.write(1);
        letters = 2;
        writer.write('x');
        text = 3;
        buffer.append("text");
        late = 4;
      } catch (java.io.IOException broken) {
        throw new java.io.UncheckedIOException(broken);
      }
    });
    other.start();
    in.read();
    int sum = bytes;
    reader.read();
    sum += letters;
    while (buffer.length() == 0) Thread.yield();
    sum += text;
    Thread.sleep(50);
    if (late == 99) sum++;
    other.join();
    System.out.println(sum);
  }
}

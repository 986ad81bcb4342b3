import com.sun.jdi.Bootstrap;
import com.sun.jdi.Field;
import com.sun.jdi.Location;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventQueue;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.ModificationWatchpointEvent;
import com.sun.jdi.event.WatchpointEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.WatchpointRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Shows that two accesses can be made at the same time: runs both methods in threads of their own in another
 * virtual machine, holds each thread just before its access to the field, and says whether both were held
 * there at once, about to touch the same object.
 *
 * <p>Usage: Overlap CLASS-PATH CLASSES JOBS. A line of JOBS has, separated by tabs: an id, the field's class
 * and name, and of each of the two sides its entry ({@code class method descriptor}), {@code read} or
 * {@code write}, the site's class, method, descriptor and line (0: any). The first side holds no lock at its
 * site. Prints for each {@code ID overlap ATTEMPT}, or {@code ID missed WHY}.
 */
public final class Overlap {
  private static final int ATTEMPTS = Integer.getInteger("attempts", 40);
  private static final long PATIENCE = 500;  // milliseconds
  private static final int TIMEOUTS = 6;     // of one pair, then it is given up

  private static final class Side {
    final String entry, siteClass, siteMethod;
    final boolean writes;
    final int line;

    Side(String[] words, int at) {
      entry = words[at];
      writes = words[at + 1].equals("write");
      siteClass = words[at + 2];
      siteMethod = words[at + 3];
      line = Integer.parseInt(words[at + 4]);
    }

    boolean isAt(WatchpointEvent event) {
      Location location = event.location();
      return writes == (event instanceof ModificationWatchpointEvent)
          && location.declaringType().name().equals(siteClass)
          && (location.method().name() + location.method().signature()).equals(siteMethod)
          && (line == 0 || location.lineNumber() == line);
    }
  }

  private VirtualMachine machine;
  private PrintStream orders;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private BlockingQueue<EventSet> events;
  private final String classPath, classes;
  private int attempts = 0, timeouts = 0;
  private boolean wantsNoMonitor;

  private Overlap(String classPath, String classes) {
    this.classPath = classPath;
    this.classes = classes;
  }

  public static void main(String[] args) throws Exception {
    Overlap overlap = new Overlap(args[0], args[1]);
    for (String line : Files.readAllLines(Path.of(args[2]))) {
      String id = line.split("\t")[0];
      String result;
      try {
        result = overlap.tryAll(line.split("\t"));
      } catch (VMDisconnectedException gone) {
        result = "missed harness: the program ended";
      }
      if (result.startsWith("missed")) overlap.stop();
      System.out.println(id + " " + result);
    }
    overlap.stop();
  }

  private void launch() throws Exception {
    LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    arguments.get("main").setValue("World " + classes);
    arguments.get("options").setValue("-XX:TieredStopAtLevel=1 -Xmx256m -Duser.home=. -Djava.io.tmpdir=. -cp " + classPath);
    machine = connector.launch(arguments);
    machine.resume();
    orders = new PrintStream(machine.process().getOutputStream(), true);
    BufferedReader out = new BufferedReader(new InputStreamReader(machine.process().getInputStream()));
    BufferedReader errors = new BufferedReader(new InputStreamReader(machine.process().getErrorStream()));
    answers.clear();
    run(() -> read(out));
    run(() -> read(errors));
    BlockingQueue<EventSet> queue = new LinkedBlockingQueue<>();
    EventQueue source = machine.eventQueue();
    events = queue;
    run(() -> {
      try {
        while (true) queue.add(source.remove());
      } catch (InterruptedException | VMDisconnectedException over) {
        // Nothing more will come.
      }
    });
  }

  private void read(BufferedReader from) {
    try {
      for (String line = from.readLine(); line != null; line = from.readLine()) answers.add(line);
    } catch (IOException closed) {
      // The program ended.
    }
  }

  private static void run(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
  }

  private void stop() {
    if (machine == null) return;
    machine.process().destroyForcibly();
    machine = null;
  }

  private String tryAll(String[] words) throws Exception {
    if (machine == null) launch();
    Side[] sides = {new Side(words, 3), new Side(words, 8)};
    String why = "";
    timeouts = 0;
    for (int i = 0; i < ATTEMPTS && timeouts < TIMEOUTS; i++) {
      why = attempt(words[1], words[2], sides);
      if (why.isEmpty()) return "overlap " + (i + 1);
      if (why.startsWith("harness: no answer")) break;
    }
    return "missed " + why;
  }

  /** Nothing: both were there at once. Else why not. */
  private String attempt(String fieldClass, String fieldName, Side[] sides) throws Exception {
    int number = ++attempts;
    answers.clear();
    orders.println("make " + number + " " + sides[0].entry + " " + sides[1].entry);
    String answer = answerTo(5 * PATIENCE);
    if (answer == null) return "harness: no answer";
    if (!answer.equals("made")) return "harness: " + answer;
    List<WatchpointRequest> requests = watch(fieldClass, fieldName);
    if (requests.isEmpty()) return "harness: no field " + fieldName;
    List<EventSet> held = new ArrayList<>();
    try {
      // Who holds no lock lets the other pass; but some come there only while the lock is held.
      int first = number % 4 == 3 ? 1 : 0;
      wantsNoMonitor = number % 2 == 0;
      ObjectReference object = hold(number, first, sides[first], null, held);
      if (object == null) return "branch: " + sides[first].entry + " did not come to its access";
      if (hold(number, 1 - first, sides[1 - first], object, held) != null) return "";
      return "branch: " + sides[1 - first].entry + " did not come to its access of the same object";
    } finally {
      machine.eventRequestManager().deleteEventRequests(requests);
      for (EventSet each : held) each.resume();
    }
  }

  private String answerTo(long patience) throws Exception {
    // Events come up while objects are made; nobody waits for them.
    for (long end = System.currentTimeMillis() + patience; System.currentTimeMillis() < end;) {
      for (EventSet set = events.poll(); set != null; set = events.poll()) set.resume();
      String answer = answers.poll(5, TimeUnit.MILLISECONDS);
      if (answer != null && (answer.equals("made") || answer.startsWith("cannot"))) return answer;
    }
    return null;
  }

  private List<WatchpointRequest> watch(String fieldClass, String fieldName) {
    List<WatchpointRequest> requests = new ArrayList<>();
    for (ReferenceType type : machine.classesByName(fieldClass)) {
      Field field = type.fieldByName(fieldName);
      if (field == null) continue;
      requests.add(machine.eventRequestManager().createAccessWatchpointRequest(field));
      requests.add(machine.eventRequestManager().createModificationWatchpointRequest(field));
    }
    for (WatchpointRequest request : requests) {
      request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
      request.enable();
    }
    return requests;
  }

  /** Starts that side and waits until it is about to touch the field; the object it will touch. */
  private ObjectReference hold(int number, int index, Side side, ObjectReference wanted,
      List<EventSet> held) throws Exception {
    String name = number + "-" + index;
    orders.println("start " + index);
    for (long end = System.currentTimeMillis() + PATIENCE; System.currentTimeMillis() < end;) {
      EventSet set = events.poll(2, TimeUnit.MILLISECONDS);
      if (set == null && answers.contains("ended " + name)) return null;
      if (set == null) continue;
      ObjectReference found = null;
      for (Event event : set) {
        if (!(event instanceof WatchpointEvent)) continue;
        WatchpointEvent watched = (WatchpointEvent) event;
        if (!watched.thread().name().equals(name) || !side.isAt(watched)) continue;
        // Of two accesses on one line the one without a lock is meant, if there is one.
        if (index == 0 && wantsNoMonitor && !watched.thread().ownedMonitors().isEmpty()) continue;
        if (watched.object() != null && (wanted == null || wanted.equals(watched.object())))
          found = watched.object();
      }
      if (found != null) {
        held.add(set);
        return found;
      }
      set.resume();
    }
    ++timeouts;
    return null;
  }
}

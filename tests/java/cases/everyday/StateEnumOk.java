import java.util.concurrent.CompletableFuture;

// A door whose states know what comes next.
public class StateEnumOk {
  enum State {
    CLOSED {
      @Override
      State pushed() {
        return OPEN;
      }
    },
    OPEN {
      @Override
      State pushed() {
        return CLOSED;
      }
    };

    abstract State pushed();
  }

  private State state = State.CLOSED;

  synchronized void push() {
    state = state.pushed();
  }

  public static void main(String[] arguments) {
    StateEnumOk door = new StateEnumOk();
    CompletableFuture<?>[] pushes = new CompletableFuture<?>[4];
    for (int i = 0; i < pushes.length; i++) pushes[i] = CompletableFuture.runAsync(door::push);
    CompletableFuture.allOf(pushes).join();
    System.out.println(door.state);
  }
}

// --strict
// Calls of interfaces that promise nothing, from classes that promise to be thread-safe.
package strict;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;

@Retention(RetentionPolicy.CLASS) @interface ThreadSafe {}
@Retention(RetentionPolicy.CLASS) @interface Functional {}
@Retention(RetentionPolicy.CLASS) @interface UiThread {}

interface Clock { long now(); @Functional long zone(); }
@ThreadSafe interface SharedClock { long now(); }
class Fixed implements Clock { public long now() { return 3; } public long zone() { return 1; } }

@ThreadSafe
class Timer {
  private final Clock clock;
  private final SharedClock shared;
  private final List<String> names;
  private final Fixed fixed = new Fixed();
  Timer(Clock clock, SharedClock shared, List<String> names) {
    this.clock = clock;
    this.shared = shared;
    this.names = names;
    clock.now();
  }
  long elapsedBad(long since) { return clock.now() - since; }
  long byHelperBad() { return helper(); }
  private long helper() { return clock.now(); }
  long givenBad(Clock other) { return other.now(); }
  synchronized long lockedOk() { return clock.now(); }
  long helperUnderLockOk() { synchronized (this) { return helper2(); } }
  private long helper2() { return clock.now(); }
  long promisedOk() { return shared.now(); }
  long functionalOk() { return clock.zone(); }
  long ofClassOk() { return fixed.now(); }
  long ownOk() { Clock own = new Fixed(); return own.now(); }
  int platformOk() { return names.size(); }
  @UiThread long onlyThereOk() { return clock.now(); }
}

class PromisesNothing {
  private Clock clock;
  long elapsedOk(long since) { return clock.now() - since; }
}

package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What the rewritten code of a recorded program calls. It lives in java.base, so that every class can
 * see it whatever loaded it, and is written so that the JIT makes a few loads and stores of it: what is not
 * done each time is not inlined, as compiling it everywhere would cost more than calling it.
 *
 * <p>An instance is the log of one thread: words in memory that the recorder gave and reads. What they
 * mean, and the numbers below, is in src/recording/event.h and program.h. What releases is stamped
 * before it happens, what acquires after.
 *
 * <p>An access that the same site made to the same location since the thread last released anything is
 * not written again: nobody could tell the two apart. Nor is one of the only thread there is: whatever
 * others do is behind their start.
 */
public final class HeddleProbe {
  private static final int READ = 0, WRITE = 1, READ_ELEMENT = 2, WRITE_ELEMENT = 3;
  private static final int STAMPED_READ = 4, STAMPED_WRITE = 5;
  private static final int LOCK = 6, UNLOCK = 7, ENTER = 8, LEAVE = 9;
  private static final int WAIT = 10, NOTIFY = 11, NOTIFY_ALL = 12;
  private static final int FORK = 13, JOIN = 14, BEGIN = 15, END = 16;
  private static final int INITIALISED = 17, USES_CLASS = 18;
  private static final int SIGNAL = 19, AWAIT = 20, ATOMIC_READ = 23, ATOMIC_WRITE = 24;
  private static final int ATOMIC_READ_ELEMENT = 25, ATOMIC_WRITE_ELEMENT = 26;
  private static final int ATOMIC_UPDATE = 40, ATOMIC_UPDATE_ELEMENT = 41;
  private static final int READ_CONTENTS = 27, WRITE_CONTENTS = 28, STACK = 29;
  private static final int READ_RANGE = 30, WRITE_RANGE = 31, SEND = 32, RUN = 33, RAN = 34;
  private static final int READ_REFERENCE = 35, WRITE_REFERENCE = 36, DEREFERENCE = 37, NULL_TEST = 38, GROUP = 39;
  // Of hooks, see agent/hooks_table.h.
  private static final int OF_PROGRAM = 0x100, COMPLETE = 0xC8, SIGNAL_EACH = 0xC9, AWAIT_EACH = 0xCA;
  private static final int QUEUE = 10; // the bits of an action above which its queue's number stands
  private static final int KEY = 0x80000000; // among numbers of classes: of a map's key

  private static final int PLAIN = 1, VOLATILE = 2, LEFT_OUT = 3, FINAL_STATIC = 4;

  private static final int NO_SITE = 0xFFFFFF;
  private static final int HEADER = 64;
  // Pairs of what was seen: of a thread that has filled so many chunks, and of one whose epochs are so long
  // that it may meet much of it again.
  private static final int SEEN = 256, SEEN_BY_BUSY = 4096, SEEN_IN_LONG_EPOCHS = 1 << 16;
  private static final int CHUNKS_OF_BUSY = 8, CHUNKS_OF_VERY_BUSY = 32, EPOCHS_OF_CHUNK = 8;
  private static final int CLASSES_SEEN = 64;
  private static final int RANGES = 16, RANGE_WORDS = 4;

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long STATES; // a byte for each site
  private static final long CLASSES; // an int for each site: the number of the field's class
  private static final long STAMPS; // the counter
  private static final boolean HAS_STACKS;
  private static final long ALL_PROBES; // of a program that ran before: a byte, 1 when all are there
  private static final long SEVERAL; // a byte: 1 when there is, or will be, more than one thread, or all is wanted
  private static final long THREAD_NUMBER;
  private static final int LOGS = 1 << 16;
  private static final HeddleProbe[] BY_NUMBER = new HeddleProbe[LOGS]; // of threads with a small number
  private static final ThreadLocal<HeddleProbe> LOCAL; // of the others
  private static final HeddleProbe CLOSED;

  static {
    long[] addresses = addresses();
    STATES = addresses[0];
    CLASSES = addresses[1];
    STAMPS = addresses[2];
    HAS_STACKS = addresses[3] != 0;
    ALL_PROBES = addresses[4];
    SEVERAL = addresses[5];
    THREAD_NUMBER = U.objectFieldOffset(Thread.class, "tid");
    CLOSED = new HeddleProbe(0);
    LOCAL = new ThreadLocal<>();
    keep(BY_NUMBER);
  }

  private final long log;
  private long chunk, at, end;
  private int epoch = 1;
  private int generation; // of ranges: the counts of those of another do not grow
  // Of each: its site and array; where it begins, and the epoch; where its count stands (0: nowhere yet); its
  // generation, and the index that goes on.
  private final long[] ranges = new long[RANGES * RANGE_WORDS];
  private int[] references; // numbers of what was read from fields last; null: nobody asked
  private int written; // to a static field: 1 null, 2 an object, 0 not known
  private int unknownWrite = -1; // the site of a static write whose field was not known before
  private long[] seen; // pairs: site and object; index and epoch; null: no accesses are recorded
  private int tries; // to begin with accesses; -1: it has begun
  private int chunks;
  private final int[] classesSeen = new int[CLASSES_SEEN]; // whose names were told
  private int[] sites = new int[32]; // where the thread was, and how often: pairs, a site plus one
  private int sitesUsed;
  private long[] classesUsed = new long[16]; // whose initialisation the thread has seen, as bits

  private HeddleProbe(long log) {
    this.log = log;
    tries = log == 0 || ALL_PROBES == 0 ? -1 : 0;
    seen = log == 0 || tries == 0 ? null : new long[2 * SEEN];
  }

  private static native long[] addresses();

  // When a thread ends, its place there is emptied.
  private static native void keep(Object[] logs);

  private static native int resolve(int site);

  private static native long open(Thread thread, long number, String name);

  private static native long nextChunk(long log, int bytes[]);

  private static native int currentStack();

  private static native void close(long log);

  private static native boolean isInOldCode();

  private static native void nameThread(long number, String name);

  private static native void nameClass(int number, String name);

  // --- the log ---------------------------------------------------------------------------------

  static HeddleProbe log() {
    long number = U.getLong(Thread.currentThread(), THREAD_NUMBER);
    HeddleProbe log = number < LOGS ? BY_NUMBER[(int) number] : LOCAL.get();
    return log == null ? begin(number) : log;
  }

  private static void setLog(long number, HeddleProbe log) {
    if (number < LOGS) BY_NUMBER[(int) number] = log;
    else LOCAL.set(log);
  }

  // What opening a log calls is not recorded.
  @DontInline
  private static HeddleProbe begin(long number) {
    setLog(number, CLOSED);
    Thread thread = Thread.currentThread();
    long opened = open(isVirtual(thread) ? null : thread, number, thread.getName());
    if (opened == 0) return CLOSED;
    HeddleProbe log = new HeddleProbe(opened);
    setLog(number, log);
    log.stamped(BEGIN, 0, 0);
    return log;
  }

  // Of a JDK that has them.
  private static boolean isVirtual(Thread thread) {
    return thread.getClass().getName().equals("java.lang.VirtualThread");
  }

  // The JVM does not tell when a virtual thread ends.
  private static void endVirtual() {
    if (!isVirtual(Thread.currentThread())) return;
    long number = U.getLong(Thread.currentThread(), THREAD_NUMBER);
    HeddleProbe log = number < LOGS ? BY_NUMBER[(int) number] : LOCAL.get();
    if (log == null || log.log == 0) return;
    setLog(number, CLOSED);
    close(log.log);
  }

  private boolean hasRoom(int words) {
    return at + 8L * words <= end || makeRoom();
  }

  @DontInline
  private boolean makeRoom() {
    if (log == 0 || chunk == -1) return false;
    int[] size = new int[1];
    if (chunk != 0) publish();
    long next = nextChunk(log, size);
    if (next == 0) {
      chunk = -1;
      at = 1;
      end = 0;
      return false;
    }
    chunks++;
    if (seen != null) growSeen();
    chunk = next;
    at = next + HEADER;
    end = next + size[0];
    return true;
  }

  private void growSeen() {
    boolean hasLongEpochs = epoch < EPOCHS_OF_CHUNK * chunks;
    if (chunks == CHUNKS_OF_BUSY) seen = new long[2 * SEEN_BY_BUSY];
    else if (chunks == CHUNKS_OF_VERY_BUSY && hasLongEpochs) seen = new long[2 * SEEN_IN_LONG_EPOCHS];
  }

  private void put(long word) {
    U.putLong(at, word);
    at += 8;
  }

  // What was written so far may be read, except that the last counts of ranges may grow.
  private void wrote() {
    U.putLongRelease(null, chunk + 8, at - chunk);
  }

  private void publish() {
    generation++;
    wrote();
    U.putLongRelease(null, chunk, at - chunk);
  }

  private static long word(int what, int site, int object) {
    return what | (long) site << 8 | (long) object << 32;
  }

  @DontInline
  private void plain(int what, int site, int object) {
    if (HAS_STACKS) countSite(site);
    if (!hasRoom(1)) return;
    put(word(what, site, object));
    wrote();
  }

  // What only acquires begins no epoch: an access behind it races with none that one before it, of the same
  // site to the same location, does not race with. A lock does, as it matters what is done under it.
  private static final long ACQUIRES = 1L << STAMPED_READ | 1L << AWAIT | 1L << ATOMIC_READ
      | 1L << ATOMIC_READ_ELEMENT | 1L << JOIN | 1L << USES_CLASS;

  @DontInline
  private void stamped(int what, int site, int object) {
    if (!hasRoom(2)) return;
    long stamp = U.getAndAddLong(null, STAMPS, 1);
    put(word(what, site, object));
    put(stamp);
    publish();
    if ((ACQUIRES >>> what & 1) == 0) epoch++;
  }

  @DontInline
  private void stamped(int what, int site, int object, long argument) {
    if (!hasRoom(3)) return;
    long stamp = U.getAndAddLong(null, STAMPS, 1);
    put(word(what, site, object));
    put(stamp);
    put(argument);
    publish();
    if ((ACQUIRES >>> what & 1) == 0) epoch++;
  }

  // True the first time since the epoch began.
  private boolean isNew(int site, int object, int index) {
    if (seen == null) return tries >= 0 && beginAccesses();
    long first = (long) site << 32 | object & 0xFFFFFFFFL;
    long second = (long) index << 32 | epoch & 0xFFFFFFFFL;
    int slot = (int) ((first * 31 + index) * 0x9E3779B97F4A7C15L >>> 40) << 1 & seen.length - 1;
    if (seen[slot] == first && seen[slot + 1] == second) return false;
    seen[slot] = first;
    seen[slot + 1] = second;
    return true;
  }

  // The accesses of a thread that ran before are recorded when all probes are there and the thread has
  // left what it was in, which may hold locks that nobody was told of. What synchronizes always is.
  @DontInline
  private boolean beginAccesses() {
    if (U.getByteVolatile(null, ALL_PROBES) == 0) return false;
    if (++tries == 1 << 20) tries = 256;
    boolean isDue = (tries & tries - 1) == 0 || (tries & 255) == 0;
    if (!isDue || isInOldCode()) return false;
    tries = -1;
    seen = new long[2 * SEEN];
    return true;
  }

  // --- stacks ----------------------------------------------------------------------------------

  // The stack is taken the first, the sixteenth, the 256th … time that the thread tells of the site, once
  // there are threads that what it does could race with.
  private void countSite(int site) {
    if (isAlone()) return;
    int slot = slotOf(site);
    int count = ++sites[slot + 1];
    if ((count & count - 1) == 0 && (Integer.numberOfTrailingZeros(count) & 3) == 0) takeStack(site);
  }

  private int slotOf(int site) {
    int mask = sites.length - 1;
    int slot = (site * 0x9E3779B9 >>> 7) << 1 & mask;
    for (; sites[slot] != site + 1; slot = slot + 2 & mask) {
      if (sites[slot] != 0) continue;
      if (4 * ++sitesUsed > sites.length) {
        growSites();
        return slotOf(site);
      }
      sites[slot] = site + 1;
      break;
    }
    return slot;
  }

  private void growSites() {
    int[] before = sites;
    sites = new int[2 * before.length];
    sitesUsed = 0;
    for (int each = 0; each < before.length; each += 2)
      if (before[each] != 0) sites[slotOf(before[each] - 1) + 1] = before[each + 1];
  }

  private void takeStack(int site) {
    if (log == 0) return;
    int stack = currentStack();
    if (stack < 0 || !hasRoom(2)) return;
    put(word(STACK, site, 0));
    put(stack);
    wrote();
  }

  // May others access what this thread does? Who starts the first of them knows at once.
  static boolean isAlone() {
    return U.getByte(SEVERAL) == 0;
  }

  private static final int NUMBER_SHIFT = HeddleIdentity.SHIFT, MOST_NUMBER = 0x7FFFFFFF;
  private static final int UNLOCKED = 1, LOCKS = 3, LOCKS_AND_BIAS = 7;
  private long header; // 0, where an object has it: not a constant, or the JIT would leave the access to the JVM
  private int nextNumber, numbersLeft;

  @ForceInline
  private int number(Object object) {
    if (object == null) return 0;
    if (NUMBER_SHIFT == 0) return firstNumber(object, 0);
    long found = U.getLong(object, header);
    int number = (int) (found >>> NUMBER_SHIFT) & MOST_NUMBER;
    return number != 0 && (found & LOCKS) == UNLOCKED ? number : firstNumber(object, found);
  }

  // Of one whose header has something else in it, the JVM knows: a lock, mostly, that the thread holds.
  @DontInline
  private int firstNumber(Object object, long found) {
    for (int place = Math.min(heldCount, HELD) - 1; place >= 0; place--)
      if (held[place] == object) return heldNumbers[place];
    boolean isFree = (found & LOCKS_AND_BIAS) == UNLOCKED && log != 0;
    if (!isFree || numbersLeft == 0 && !takeNumbers()) return System.identityHashCode(object);
    int number = nextNumber;
    if (!U.compareAndSetLong(object, header, found, found | (long) number << NUMBER_SHIFT))
      return System.identityHashCode(object);
    numbersLeft--;
    nextNumber = HeddleIdentity.next(number);
    return number;
  }

  private boolean takeNumbers() {
    nextNumber = HeddleIdentity.firstOfBlock();
    numbersLeft = nextNumber == 0 ? 0 : HeddleIdentity.BLOCK;
    return numbersLeft != 0;
  }

  private int classOf(Object object) {
    Class<?> type = object.getClass();
    int number = System.identityHashCode(type);
    int slot = number & (CLASSES_SEEN - 1);
    if (classesSeen[slot] != number) {
      classesSeen[slot] = number;
      nameClass(number, type.getTypeName());
    }
    return number;
  }

  // --- accesses --------------------------------------------------------------------------------

  private static int state(int site) {
    int state = U.getByte(STATES + site);
    return state == 0 ? resolve(site) : state;
  }

  @DontInline
  private static void access(Object object, int site, int plain, int stamped) {
    int state = state(site);
    if (state == LEFT_OUT || object == null || state == PLAIN && isAlone()) return;
    HeddleProbe log = log();
    int number = log.number(object);
    if (state != PLAIN) log.stamped(stamped, site, number);
    else if (log.isNew(site, number, 0)) log.plain(plain, site, number);
  }

  public static void read(Object object, int site) {
    access(object, site, READ, STAMPED_READ);
  }

  public static void write(Object object, int site) {
    access(object, site, WRITE, STAMPED_WRITE);
  }

  /** Of plain fields of one object, several at once. */
  @DontInline
  public static void accesses(Object object, int site) {
    if (isAlone() || object == null || state(site) == LEFT_OUT) return;
    HeddleProbe log = log();
    int number = log.number(object);
    if (log.isNew(site, number, 0)) log.plain(GROUP, site, number);
  }

  public static void readStatic(int site) {
    int state = state(site);
    if (state == LEFT_OUT) return;
    HeddleProbe log = log();
    log.useClass(site, state);
    if (state == PLAIN) log.plainStatic(READ, site);
    else if (state != FINAL_STATIC) log.stamped(STAMPED_READ, site, 0);
  }

  // A write may be what initialises the class: only what is volatile is told before.
  public static void writeStatic(int site) {
    int state = state(site);
    if (state == VOLATILE) log().stamped(STAMPED_WRITE, site, 0);
    else if (state == 0) log().unknownWrite = site;
  }

  public static void wroteStatic(int site) {
    int state = state(site);
    if (state == LEFT_OUT) return;
    HeddleProbe log = log();
    log.useClass(site, state);
    int written = log.written;
    log.written = 0;
    if (state == PLAIN && written != 0) {
      if (!isAlone() && log.isNew(site, 0, written)) log.valued(WRITE_REFERENCE, site, 0, written - 1);
    } else if (state == PLAIN) log.plainStatic(WRITE, site);
    else if (state == VOLATILE && log.unknownWrite == site) log.stamped(STAMPED_WRITE, site, 0);
    log.unknownWrite = -1;
  }

  private void plainStatic(int what, int site) {
    if (!isAlone() && isNew(site, 0, 0)) plain(what, site, 0);
  }

  private void useClass(int site, int state) {
    if (state == 0) return;
    int number = U.getInt(CLASSES + 4L * site);
    int place = number >> 6;
    if (place >= classesUsed.length || (classesUsed[place] & 1L << number) == 0) useFirst(number, place);
  }

  @DontInline
  private void useFirst(int number, int place) {
    if (log == 0) return;
    if (place >= classesUsed.length) {
      long[] more = new long[Math.max(2 * classesUsed.length, place + 1)];
      System.arraycopy(classesUsed, 0, more, 0, classesUsed.length);
      classesUsed = more;
    }
    classesUsed[place] |= 1L << number;
    stamped(USES_CLASS, number, 0);
  }

  public static void initialised(int site) {
    log().stamped(INITIALISED, site, 0);
  }

  private static void accessElement(Object array, int index, int site, int what, int range) {
    if (array == null || isAlone()) return;
    HeddleProbe log = log();
    int number = log.number(array), slot = (site & RANGES - 1) * RANGE_WORDS;
    if (!log.isTold(slot, (long) site << 32 | number & 0xFFFFFFFFL, index))
      log.tellElement(array, number, index, site, what, range, slot);
  }

  // Loops go from one element to the next: the second in a row, and all behind it, only count. What is in the
  // range was told in this epoch and needs no words either.
  private boolean isTold(int slot, long key, int index) {
    long[] all = ranges;
    if (all[slot] != key || (int) all[slot + 1] != epoch) return false;
    long next = all[slot + 3];
    int ahead = index - (int) next;
    if (ahead < 0) return index >= (int) (all[slot + 1] >>> 32);
    long count = all[slot + 2];
    if (ahead != 0 || count == 0 || (int) (next >>> 32) != generation) return false;
    U.putLong(count, U.getLong(count) + 1);
    all[slot + 3] = next + 1;
    return true;
  }

  @DontInline
  private void tellElement(Object array, int number, int index, int site, int what, int range, int slot) {
    if (!isNew(site, number, index)) return;
    long key = (long) site << 32 | number & 0xFFFFFFFFL;
    boolean goesOn = ranges[slot] == key && (int) ranges[slot + 1] == epoch && (int) ranges[slot + 3] == index;
    if (goesOn) {
      beginRange(array, number, index, site, range, slot);
      return;
    }
    ranges[slot] = key;
    ranges[slot + 1] = (long) index << 32 | epoch & 0xFFFFFFFFL;
    ranges[slot + 2] = 0;
    ranges[slot + 3] = index + 1 & 0xFFFFFFFFL;
    element(array, number, index, site, what);
  }

  private void beginRange(Object array, int number, int index, int site, int range, int slot) {
    int type = classOf(array);
    if (!hasRoom(3)) return;
    put(word(range, site, number));
    put((long) type << 32 | index & 0xFFFFFFFFL);
    ranges[slot + 2] = at;
    ranges[slot + 3] = (long) generation << 32 | index + 1 & 0xFFFFFFFFL;
    put(1);
    wrote();
  }

  private void element(Object array, int number, int index, int site, int what) {
    int type = classOf(array);
    if (HAS_STACKS) countSite(site);
    if (!hasRoom(2)) return;
    put(word(what, site, number));
    put((long) type << 32 | index & 0xFFFFFFFFL);
    wrote();
  }

  public static void readElement(Object array, int index, int site) {
    accessElement(array, index, site, READ_ELEMENT, READ_RANGE);
  }

  public static void writeElement(Object array, int index, int site) {
    accessElement(array, index, site, WRITE_ELEMENT, WRITE_RANGE);
  }

  // Where the JIT knows that an array is one of references it does not compile the look at the header.
  @DontInline
  public static void readReferenceElement(Object array, int index, int site) {
    accessElement(array, index, site, READ_ELEMENT, READ_RANGE);
  }

  @DontInline
  public static void writeReferenceElement(Object array, int index, int site) {
    accessElement(array, index, site, WRITE_ELEMENT, WRITE_RANGE);
  }

  // Of what was told last by each of some sites: the site and the array, from and up to where, the epoch.
  private static final int SPANS = 16, SPAN_WORDS = 3, SPAN_WRITES = 1 << 24;
  private long[] spans;

  /** Elements that one call reads, or writes; there is at least one. */
  void tellSpan(Object array, int from, int to, int site, boolean isWrite) {
    if (seen == null && (tries < 0 || !beginAccesses())) return;
    if (spans == null) spans = new long[SPANS * SPAN_WORDS];
    int number = number(array), slot = (site * 31 + from & SPANS - 1) * SPAN_WORDS;
    long key = (long) (isWrite ? site | SPAN_WRITES : site) << 32 | number & 0xFFFFFFFFL, span = (long) from << 32 | to;
    if (spans[slot] == key && spans[slot + 1] == span && spans[slot + 2] == epoch) return;
    spans[slot] = key;
    spans[slot + 1] = span;
    spans[slot + 2] = epoch;
    if (HAS_STACKS) countSite(site);
    int type = classOf(array);
    if (!hasRoom(3)) return;
    put(word(isWrite ? WRITE_RANGE : READ_RANGE, site, number));
    put((long) type << 32 | from);
    put(to - from);
    wrote();
  }

  // --- values ------------------------------------------------------------------------------------

  private static final int REFERENCES = 1024;

  private void read(int site, int object, int value) {
    if (isAlone() || !isNew(site, object, value)) return;
    if (value != 0) {
      if (references == null) references = new int[REFERENCES];
      references[value & REFERENCES - 1] = value;
    }
    valued(READ_REFERENCE, site, object, value);
  }

  @DontInline
  private void valued(int what, int site, int object, int value) {
    if (HAS_STACKS) countSite(site);
    if (!hasRoom(2)) return;
    put(word(what, site, object));
    put(value & 0xFFFFFFFFL);
    wrote();
  }

  public static void readReference(Object object, Object value, int site) {
    int state = state(site);
    if (state == LEFT_OUT || object == null) return;
    HeddleProbe log = log();
    int number = log.number(object);
    if (state != PLAIN) log.stamped(STAMPED_READ, site, number);
    else log.read(site, number, log.number(value));
  }

  public static void writeReference(Object object, Object value, int site) {
    int state = state(site);
    if (state == LEFT_OUT || object == null) return;
    HeddleProbe log = log();
    int number = log.number(object), isObject = value == null ? 0 : 1;
    if (state != PLAIN) log.stamped(STAMPED_WRITE, site, number);
    else if (!isAlone() && log.isNew(site, number, isObject)) log.valued(WRITE_REFERENCE, site, number, isObject);
  }

  public static void readStaticReference(Object value, int site) {
    int state = state(site);
    if (state == PLAIN) {
      HeddleProbe log = log();
      log.useClass(site, state);
      log.read(site, 0, log.number(value));
    } else {
      readStatic(site);
    }
  }

  public static void writeStaticReference(Object value, int site) {
    writeStatic(site);
    log().written = value == null ? 1 : 2;
  }

  // Only of what the thread has read from a field before, as nothing else can have been freed.
  public static void dereference(Object object, int site) {
    HeddleProbe log = log();
    if (object == null || log.references == null) return;
    int number = log.number(object);
    if (log.references[number & REFERENCES - 1] == number && log.isNew(site, number, 0))
      log.plain(DEREFERENCE, site, number);
  }

  public static void dereference(Object object, Object self, int site) {
    if (object != self) dereference(object, site);
  }

  public static void testedForNull(Object object, int site) {
    HeddleProbe log = log();
    if (object == null || log.references == null) return;
    int number = log.number(object);
    if (log.references[number & REFERENCES - 1] == number && log.isNew(site, number, 0))
      log.plain(NULL_TEST, site, number);
  }

  // --- monitors --------------------------------------------------------------------------------

  private static void monitor(Object object, int site, int what) {
    if (object == null) return;
    HeddleProbe log = log();
    if (log.log == 0) return;
    log.stamped(what, site, log.number(object), log.classOf(object));
  }

  public static void lock(Object object, int site) {
    monitor(object, site, LOCK);
  }

  public static void unlock(Object object, int site) {
    monitor(object, site, UNLOCK);
  }

  private static final int HELD = 8;
  private final Object[] held = new Object[HELD]; // monitors that blocks of code took, one inside the other
  private final int[] heldNumbers = new int[HELD], heldTypes = new int[HELD];
  private int heldCount; // may be more than there is room for

  /** The number of an object whose monitor will be taken: of one that is locked it takes long to find. */
  public static int numberOf(Object object) {
    return log().number(object);
  }

  public static void entered(int number, Object object, int site) {
    HeddleProbe log = log();
    if (log.log == 0) return;
    int type = log.classOf(object);
    log.hold(object, number, type);
    log.stamped(LOCK, site, number, type);
  }

  public static void leaving(Object object, int site) {
    HeddleProbe log = log();
    if (log.log == 0 || object == null) return;
    int place = log.giveUp(object);
    if (place >= 0) log.stamped(UNLOCK, site, log.heldNumbers[place], log.heldTypes[place]);
    else log.stamped(UNLOCK, site, log.number(object), log.classOf(object));
  }

  private void hold(Object object, int number, int type) {
    int place = heldCount++;
    if (place >= HELD) return;
    held[place] = object;
    heldNumbers[place] = number;
    heldTypes[place] = type;
  }

  // Where the last stood, if it was that; what was missed on the way only costs time.
  private int giveUp(Object object) {
    if (heldCount == 0) return -1;
    int place = --heldCount;
    if (place >= HELD) return -1;
    boolean isThat = held[place] == object;
    held[place] = null;
    return isThat ? place : -1;
  }

  public static void enter(Object object, int site) {
    HeddleProbe log = log();
    if (log.log == 0) return;
    int number = log.number(object), type = log.classOf(object);
    log.hold(object, number, type);
    log.stamped(ENTER, site, number, type);
  }

  public static void leave(int site) {
    HeddleProbe log = log();
    if (log.log == 0) return;
    log.giveUp(null);
    log.stamped(LEAVE, NO_SITE, 0);
  }

  /** A wait is over, and the monitor is held again. */
  static void waited() {
    HeddleProbe log = log();
    if (log.log != 0) log.stamped(LEAVE, NO_SITE, 0);
  }

  public static void notifyOne(Object object, int site) {
    monitor(object, site, NOTIFY);
  }

  public static void notifyEvery(Object object, int site) {
    monitor(object, site, NOTIFY_ALL);
  }

  private static boolean beginWait(Object object, int site) {
    if (object == null || !Thread.holdsLock(object)) return false;
    monitor(object, site, WAIT);
    return true;
  }

  public static void waitOn(Object object, int site) throws InterruptedException {
    boolean waits = beginWait(object, site);
    try {
      object.wait();
    } finally {
      if (waits) waited();
    }
  }

  public static void waitOn(Object object, long milliseconds, int site)
      throws InterruptedException {
    boolean waits = milliseconds >= 0 && beginWait(object, site);
    try {
      object.wait(milliseconds);
    } finally {
      if (waits) waited();
    }
  }

  public static void waitOn(Object object, long milliseconds, int nanoseconds, int site)
      throws InterruptedException {
    boolean waits = milliseconds >= 0 && nanoseconds >= 0 && beginWait(object, site);
    try {
      object.wait(milliseconds, nanoseconds);
    } finally {
      if (waits) waited();
    }
  }

  // --- what calls of the platform say ----------------------------------------------------------

  public static void tell(Object object, int what, int site) {
    if (object == null) return;
    HeddleProbe log = log();
    if (log.log != 0) log.stamped(what, site, log.number(object), log.classOf(object));
  }

  public static void signal(Object object, int site) {
    tell(object, SIGNAL, site);
  }

  public static void await(Object object, int site) {
    tell(object, AWAIT, site);
  }

  public static void release(Object object, int site) {
    tell(object, ATOMIC_WRITE, site);
  }

  /** Acquires, and releases. */
  public static void update(Object object, int site) {
    tell(object, ATOMIC_UPDATE, site);
  }

  public static void acquire(Object object, int site) {
    tell(object, ATOMIC_READ, site);
  }

  private static void tellField(Object object, Object updater, int what, int site) {
    if (object == null) return;
    HeddleProbe log = log();
    if (log.log != 0) log.stamped(what, site, log.number(object), log.fieldOf(updater));
  }

  // Known by the updater's number, as a class is by its own.
  private int fieldOf(Object updater) {
    int number = System.identityHashCode(updater), slot = number & (CLASSES_SEEN - 1);
    if (classesSeen[slot] != number) {
      classesSeen[slot] = number;
      nameClass(number, HeddleFields.nameOf(updater));
    }
    return number;
  }

  public static void releaseField(Object object, Object updater, int site) {
    tellField(object, updater, ATOMIC_WRITE, site);
  }

  public static void acquireField(Object object, Object updater, int site) {
    tellField(object, updater, ATOMIC_READ, site);
  }

  public static void updateField(Object object, Object updater, int site) {
    tellField(object, updater, ATOMIC_UPDATE, site);
  }

  private static void tellElement(Object object, int index, int what, int site) {
    if (object == null) return;
    HeddleProbe log = log();
    if (log.log == 0) return;
    long argument = (long) log.classOf(object) << 32 | index & 0xFFFFFFFFL;
    log.stamped(what, site, log.number(object), argument);
  }

  public static void releaseElement(Object object, int index, int site) {
    tellElement(object, index, ATOMIC_WRITE_ELEMENT, site);
  }

  public static void updateElement(Object object, int index, int site) {
    tellElement(object, index, ATOMIC_UPDATE_ELEMENT, site);
  }

  public static void acquireElement(Object object, int index, int site) {
    tellElement(object, index, ATOMIC_READ_ELEMENT, site);
  }

  // Keys that are equal share a number. What the program's own classes think of that is not asked, as
  // asking would be an access: they all share one.
  private int keyNumber(Object map, Object key) {
    int hash = 0;
    if (key instanceof Enum) hash = ((Enum<?>) key).name().hashCode();
    else if (key instanceof String || key instanceof Number || key instanceof Character)
      hash = key.getClass().getClassLoader0() == null ? key.hashCode() : 0;
    return number(map) * 31 + hash;
  }

  private static void tellKey(Object map, Object key, int what, int site) {
    HeddleProbe log = log();
    if (log.log != 0)
      log.stamped(what, site, log.keyNumber(map, key), (log.classOf(map) | KEY) & 0xFFFFFFFFL);
  }

  public static void signalKey(Object map, Object key, int site) {
    tellKey(map, key, SIGNAL, site);
    signal(map, site);
  }

  public static void awaitKey(Object map, Object key, int site) {
    tellKey(map, key, AWAIT, site);
  }

  // What a collection promises threads, by its class; what inherits from one may promise more.
  static final int UNKNOWN = 0, UNSAFE = 1, LOCKED = 2, CONCURRENT = 3;
  /** Stands for what is ordered by no monitor. */
  public static final Object NO_MONITOR = new Object();
  private static int promise(Class<?> type) {
    String name = type.getClassLoader0() != null ? "" : type.getName();
    return name.startsWith("java.util.Collections$Synchronized") ? LOCKED : HeddleTable.promiseOf(name);
  }

  private static final int PROMISES = 16;
  private final Class<?>[] types = new Class<?>[PROMISES]; // of collections that were asked for last
  private final int[] promises = new int[PROMISES];

  private int promiseOf(Object collection) {
    Class<?> type = collection.getClass();
    int slot = System.identityHashCode(type) & PROMISES - 1;
    if (types[slot] != type) {
      promises[slot] = promise(type);
      types[slot] = type;
    }
    return promises[slot];
  }

  // The monitor that the call will take, NO_MONITOR if it orders by other means, and otherwise null.
  private static Object contents(Object collection, int what, int site) {
    if (collection == null) return null;
    HeddleProbe log = log();
    if (log.log == 0) return null;
    int promise = log.promiseOf(collection);
    if (promise == UNSAFE) log.contentsOf(collection, what, site);
    else if (promise == LOCKED) return HeddleCalls.monitorOf(collection);
    else if (promise == CONCURRENT) {
      if (what == WRITE_CONTENTS) update(collection, site);
      return NO_MONITOR;
    }
    return null;
  }

  @DontInline
  private void contentsOf(Object collection, int what, int site) {
    if (isAlone()) return;
    int number = number(collection);
    if (!isNew(site, number, 0)) return;
    int type = classOf(collection);
    if (HAS_STACKS) countSite(site);
    if (!hasRoom(2)) return;
    put(word(what, site, number));
    put(type);
    wrote();
  }

  /** Behind a call of one that is ordered by no monitor. */
  public static void sawContents(Object collection, int site) {
    acquire(collection, site);
    if (collection instanceof java.util.Map) await(collection, site);
  }

  public static Object readContents(Object collection, int site) {
    return contents(collection, READ_CONTENTS, site);
  }

  public static Object writeContents(Object collection, int site) {
    return contents(collection, WRITE_CONTENTS, site);
  }

  // --- what hooks of the platform's methods say ------------------------------------------------

  public static void hook(Object object, int action) {
    if (object == null) return;
    if ((action & OF_PROGRAM) != 0) {
      if (object.getClass().getClassLoader0() != null)
        tell(HeddleCalls.known(object), action & 0xFF, NO_SITE);
    } else {
      hookOfAny(object, action);
    }
  }

  @DontInline
  private static void hookOfAny(Object object, int action) {
    switch (action & 0xFF) {
      case SEND: case RUN: tell(object, action & 0xFF, action >> QUEUE); break;
      case FORK: fork((Thread) object); break;
      case JOIN: joined((Thread) object); break;
      case COMPLETE: complete(((java.util.concurrent.CountedCompleter<?>) object).getRoot()); break;
      case SIGNAL_EACH: tellEach(object, SIGNAL); break;
      case AWAIT_EACH: tellEach(object, AWAIT); break;
      default: tell(object, action, NO_SITE);
    }
  }

  // Not of collections that the program wrote: going through them would be an access.
  private static void tellEach(Object all, int what) {
    if (all instanceof java.util.Collection && all.getClass().getClassLoader0() == null)
      all = ((java.util.Collection<?>) all).toArray();
    if (all instanceof Object[])
      for (Object each : (Object[]) all) tell(each, what, NO_SITE);
  }

  // Somebody asked whether it has ended.
  public static void sawThread(Object object) {
    if (object instanceof Thread) joined((Thread) object);
  }

  // An event has run, or what a thread had to do.
  public static void ended(int action) {
    if ((action & 0xFF) == END) {
      endVirtual();
      return;
    }
    HeddleProbe log = log();
    if (log.log != 0) log.stamped(RAN, action >> QUEUE, 0);
  }

  private static void fork(Thread thread) {
    HeddleProbe log = log();
    if (log.log == 0) return;
    long number = U.getLong(thread, THREAD_NUMBER);
    nameThread(number, thread.getName());
    // Threads of the platform's own run none of the program's code, or are found when they do.
    if (!(thread instanceof jdk.internal.misc.InnocuousThread)) U.putByte(SEVERAL, (byte) 1);
    log.stamped(FORK, NO_SITE, 0, number);
  }

  private static void joined(Thread thread) {
    HeddleProbe log = log();
    if (log.log != 0 && !thread.isAlive() && thread.getState() == Thread.State.TERMINATED)
      log.stamped(JOIN, NO_SITE, 0, U.getLong(thread, THREAD_NUMBER));
  }

  // A part of a task that is done, and may be the last: whoever puts the parts together is behind all.
  private static void complete(Object root) {
    signal(root, NO_SITE);
    await(root, NO_SITE);
  }

  private int handledField, handledObject;
  private Class<?> handles; // of the class that was asked for last
  private boolean areOfFields;

  // A handle's object, before the call. One that is of no field in an object counts with all such.
  public static void atHandle(Object handle, Object object, int access) {
    HeddleProbe log = log();
    log.handledObject = 0;
    if (log.log == 0 || handle == null || object == null) return;
    if (handle.getClass() != log.handles) {
      log.handles = handle.getClass();
      log.areOfFields = HeddleFields.isOfObjects(log.handles);
    }
    boolean isOfField = log.areOfFields;
    log.handledField = isOfField ? log.fieldOf(handle) : log.classOf(LOCAL);
    log.handledObject = log.number(isOfField ? object : LOCAL);
    if (access != 0)
      log.stamped(isOfField && access == 1 ? ATOMIC_WRITE : ATOMIC_UPDATE, NO_SITE, log.handledObject, log.handledField);
  }

  public static void behindHandle() {
    HeddleProbe log = log();
    if (log.handledObject != 0) log.stamped(ATOMIC_READ, NO_SITE, log.handledObject, log.handledField);
  }

  // All that other handles do to memory counts as one volatile.
  public static void accessHandle(int isWrite) {
    hook(LOCAL, isWrite != 0 ? ATOMIC_UPDATE : ATOMIC_READ);
  }

  public static void hookIf(boolean holds, Object object, int action) {
    if (holds) hook(object, action);
  }

  public static void hookUnless(boolean holds, Object object, int action) {
    if (!holds) hook(object, action);
  }
}

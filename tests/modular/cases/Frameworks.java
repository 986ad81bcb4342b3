// What frameworks make once and call from many threads: servlets, beans. Types and annotations go by
// their names.
package frameworks;

import java.util.HashMap;
import java.util.Map;

@interface RestController {}
@interface Service {}
@interface Component {}
@interface Scope { String value(); }
@interface RequestScope {}
@interface Autowired {}
@interface PreDestroy {}
@interface Scheduled {}

@RestController
class Requests {
  private int hits;
  private final Map<String, String> names = new HashMap<>();
  private int counted;
  private volatile boolean closed;
  private Names helper = new Names();

  void countBad() { hits++; }
  int hitsBad() { return hits; }
  void nameBad(String key, String name) { names.put(key, name); }
  synchronized void countedOk() { counted++; }
  synchronized int allOk() { return counted; }
  void closeOk() { closed = true; }
  boolean isClosedOk() { return closed; }
  int localOk(int more) {
    int sum = more;
    sum++;
    return sum;
  }
  void askBad(String name) { helper.last = name; }
  void fillOk(Names given) { given.first = "x"; }
}

// Of the class itself nobody says anything.
class Names {
  String last;
  String first;
  void firstOk(String name) { first = name; }
}

// Injected before anybody calls, and taken apart when nobody does any more.
@Service
class Wired {
  private Names source;
  private Names other;
  private int limit;
  private int used;

  @Autowired
  void sourceOk(Names given) { source = given; }
  Names askOk() { return source; }
  void setLimitOk(int given) { limit = given * 2; }
  boolean isFullBad() { return used > limit; }
  void setUsedBad(int given) { used = given; }
  void reset() { setUsedBad(0); }
  @PreDestroy
  void endOk() { source = null; }
}

// One for each request, or whoever asks.
@Component @Scope("prototype")
class Prototype {
  private int n;
  void addOk() { n++; }
}

@Component @RequestScope
class Form {
  private String text;
  void fillOk(String given) { text = given; }
  String textOk() { return text; }
}

// The scheduler does not run it twice at once, but beside what requests do.
@Component
class Cleaner {
  private int runs;
  private int seen;

  @Scheduled
  void cleanOk() { runs++; }
  @Scheduled
  void lookBad() { seen++; }
  int seenBad() { return seen; }
}

// Not marked: nothing is assumed.
class Plain {
  private int n;
  void addOk() { n++; }
  int sumOk() { return n; }
}

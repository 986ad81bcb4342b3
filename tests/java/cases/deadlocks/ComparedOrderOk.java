/** The two sort themselves by a number that never changes, and are locked in that order. */
public class ComparedOrderOk {
  static class Account implements Comparable<Account> {
    private final long number;
    int cents;

    Account(long number) {
      this.number = number;
    }

    @Override public int compareTo(Account other) {
      return Long.compare(number, other.number);
    }
  }

  static void transfer(Account from, Account to) {
    Account first = from.compareTo(to) < 0 ? from : to;
    Account second = first == from ? to : from;
    synchronized (first) {
      synchronized (second) {
        from.cents--;
        to.cents++;
      }
    }
  }

  static void move(Account from, Account to) {
    if (Long.compare(from.number, to.number) < 0) {
      synchronized (from) {
        synchronized (to) {
          to.cents++;
        }
      }
    } else {
      synchronized (to) {
        synchronized (from) {
          to.cents++;
        }
      }
    }
  }

  public static void main(String[] arguments) {
    Account one = new Account(1), two = new Account(2);
    new Thread(() -> transfer(one, two)).start();
    new Thread(() -> transfer(two, one)).start();
    new Thread(() -> move(two, one)).start();
  }
}

/** One method locks the lesser of the two first, the other one the greater. */
public class ComparedOrderDeadlock {
  static class Account implements Comparable<Account> {
    private final int number;
    int cents;

    Account(int number) {
      this.number = number;
    }

    @Override public int compareTo(Account other) {
      return Integer.compare(number, other.number);
    }
  }

  static void transfer(Account from, Account to) {
    Account first = from.compareTo(to) < 0 ? from : to;
    Account second = first == from ? to : from;
    synchronized (first) {
      synchronized (second) {  //~ deadlock A: wants
        from.cents--;
        to.cents++;
      }
    }
  }

  static void audit(Account from, Account to) {
    Account first = from.compareTo(to) > 0 ? from : to;
    Account second = first == from ? to : from;
    synchronized (first) {
      synchronized (second) {  //~ deadlock A: wants
        System.out.println(from.cents + to.cents);
      }
    }
  }

  public static void main(String[] arguments) {
    Account one = new Account(1), two = new Account(2);
    new Thread(() -> transfer(one, two)).start();
    new Thread(() -> audit(one, two)).start();
  }
}

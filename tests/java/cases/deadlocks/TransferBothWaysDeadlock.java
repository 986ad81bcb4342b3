// One method begins with the account of the smaller number, the other with that of the larger.
public class TransferBothWaysDeadlock {
  static class Account {
    private final long number;
    int balance = 100;

    Account(long number) {
      this.number = number;
    }

    long number() {
      return number;
    }
  }

  static void transfer(Account from, Account to) {
    Account first = from.number() < to.number() ? from : to;
    Account second = from.number() < to.number() ? to : from;
    synchronized (first) {
      synchronized (second) {  //~ deadlock A: wants
        from.balance--;
        to.balance++;
      }
    }
  }

  static void compare(Account one, Account other) {
    Account first = one.number() > other.number() ? one : other;
    Account second = one.number() > other.number() ? other : one;
    synchronized (first) {
      synchronized (second) {  //~ deadlock A: wants
        System.out.println(one.balance - other.balance);
      }
    }
  }

  public static void main(String[] arguments) {
    Account ada = new Account(1);
    Account grace = new Account(2);
    new Thread(() -> transfer(ada, grace)).start();
    new Thread(() -> compare(grace, ada)).start();
  }
}

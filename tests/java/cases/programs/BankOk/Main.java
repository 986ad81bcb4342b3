package bank;

import java.util.List;

// Tellers of a bank. All that touches a balance takes the lock of the account.
public class Main {
  public static void main(String[] arguments) {
    Bank bank = new Bank(List.of(new Account(100), new Account(50)));
    for (int i = 0; i < 3; i++) {
      new Teller(bank).start();
    }
    System.out.println(bank.total());
  }
}

package bank;

import java.util.List;

// Tellers of a bank. The balance is changed under the lock and read without.
public class Main {
  public static void main(String[] arguments) throws InterruptedException {
    Bank bank = new Bank(List.of(new Account(100), new Account(50)));
    Thread teller = new Teller(bank);
    teller.start();
    System.out.println(bank.total());
    teller.join();
    System.out.println(bank.total());
  }
}

package bank;

import java.util.List;

class Bank {
  private final List<Account> accounts;

  Bank(List<Account> accounts) {
    this.accounts = accounts;
  }

  Account account(int number) {
    return accounts.get(number);
  }

  int total() {
    return accounts.stream().mapToInt(Account::balance).sum();
  }
}

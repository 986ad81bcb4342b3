package bank;

class Account {
  private int balance;

  Account(int balance) {
    this.balance = balance;
  }

  synchronized void deposit(int amount) {
    balance += amount;
  }

  synchronized int balance() {
    return balance;
  }
}

package bank;

class Account {
  private int balance;

  Account(int balance) {
    this.balance = balance;
  }

  synchronized void deposit(int amount) {
    balance += amount;  //~ data-race A: write
  }

  int balance() {
    return balance;  //~ data-race A: read
  }
}

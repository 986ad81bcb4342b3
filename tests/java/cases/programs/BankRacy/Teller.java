package bank;

class Teller extends Thread {
  private final Bank bank;

  Teller(Bank bank) {
    this.bank = bank;
  }

  @Override
  public void run() {
    bank.account(0).deposit(10);
    bank.account(1).deposit(-10);
  }
}

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Two threads ask and change a database in memory. Prints the processor time of a round once it is warm; the
 * arguments are the database's address and how many rounds are measured.
 */
public class Queries {
  private static final int ROWS = 2000, ASKED = 300;

  static void fill(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("create table account(id int primary key, owner varchar(20), balance int)");
      statement.execute("create index by_owner on account(owner)");
    }
    try (PreparedStatement insert = connection.prepareStatement("insert into account values (?, ?, ?)")) {
      for (int each = 0; each < ROWS; each++) {
        insert.setInt(1, each);
        insert.setString(2, "owner " + each % 50);
        insert.setInt(3, each);
        insert.executeUpdate();
      }
    }
  }

  static long ask(Connection connection, int seed) throws SQLException {
    long sum = 0;
    try (PreparedStatement change = connection.prepareStatement("update account set balance = balance + 1 where id = ?");
        PreparedStatement one = connection.prepareStatement("select balance from account where id = ?");
        PreparedStatement many = connection.prepareStatement("select sum(balance) from account where owner = ?")) {
      for (int each = 0; each < ASKED; each++) {
        change.setInt(1, (2 * each + seed) % ROWS);
        change.executeUpdate();
        one.setInt(1, (2 * each + seed) % ROWS);
        sum += first(one);
        many.setString(1, "owner " + (2 * each + seed) % 50);
        if (each % 20 == 0) sum += first(many);
      }
    }
    return sum;
  }

  static long first(PreparedStatement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  static void round(Connection[] connections) throws InterruptedException {
    Thread[] threads = new Thread[connections.length];
    for (int each = 0; each < threads.length; each++) {
      int seed = each;
      threads[each] = new Thread(() -> {
        try {
          ask(connections[seed], seed);
        } catch (SQLException trouble) {
          throw new IllegalStateException(trouble);
        }
      });
      threads[each].start();
    }
    for (Thread thread : threads) thread.join();
  }

  public static void main(String[] arguments) throws Exception {
    int rounds = Math.max(Integer.parseInt(arguments[1]) / 10, 1);
    Connection[] connections = {
        DriverManager.getConnection(arguments[0]), DriverManager.getConnection(arguments[0])};
    fill(connections[0]);
    for (int each = 0; each < 10 || !Processor.isWarm(); each++) round(connections);
    long start = Processor.nanoseconds();
    for (int each = 0; each < rounds; each++) round(connections);
    System.out.println((Processor.nanoseconds() - start) / 1e6 / rounds);
    System.exit(0);
  }
}

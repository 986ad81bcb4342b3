import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;

/** Runs the statements of a file through HSQLDB in memory, then some prepared ones. */
public final class Hsqldb {
  public static void main(String[] arguments) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:hsqldb:mem:looms", "SA", "")) {
      try (Statement statement = connection.createStatement()) {
        for (String text : Files.readString(Path.of(arguments[0])).split(";\\s*\n")) {
          if (statement.execute(text)) {
            print(statement.getResultSet());
          }
        }
        statement.execute("CREATE TABLE t (a INT IDENTITY, b VARCHAR(20), c BOOLEAN)");
      }
      connection.setAutoCommit(false);
      try (PreparedStatement put = connection.prepareStatement("INSERT INTO t (b, c) VALUES (?, ?)")) {
        for (int i = 0; i < 5; i++) {
          put.setString(1, "row " + i);
          put.setBoolean(2, i % 2 == 0);
          put.addBatch();
        }
        put.executeBatch();
      }
      connection.commit();
      try (PreparedStatement get = connection.prepareStatement("SELECT * FROM t WHERE c = ? ORDER BY b DESC")) {
        get.setBoolean(1, true);
        print(get.executeQuery());
      }
      connection.rollback();
    }
  }

  private static void print(ResultSet rows) throws Exception {
    int columns = rows.getMetaData().getColumnCount();
    while (rows.next()) {
      for (int i = 1; i <= columns; i++) {
        System.out.print(rows.getObject(i) + "\t");
      }
      System.out.println();
    }
  }

  private Hsqldb() {}
}

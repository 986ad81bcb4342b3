// Idempotent: whoever comes second stores the same number. Harmless, and a race.
public class CachedHashRacy {
  private final String text = "heddle";
  private int hash;

  @Override
  public int hashCode() {
    int result = hash;  //~ data-race A: read
    if (result == 0) {
      result = text.length() * 31;
      hash = result;  //~ data-race A*: write
    }
    return result;
  }

  @Override
  public boolean equals(Object other) {
    return other == this;
  }

  public static void main(String[] arguments) {
    CachedHashRacy key = new CachedHashRacy();
    new Thread(key::hashCode).start();
    new Thread(key::hashCode).start();
  }
}

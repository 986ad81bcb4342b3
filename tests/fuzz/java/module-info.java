// A module with one directive of each kind.
module seeds {
  requires transitive java.logging;
  requires static java.sql;
  exports open to java.logging, java.sql;
  opens open;
  uses java.util.function.Supplier;
  provides java.lang.Runnable with open.Nothing;
}

// A container that the program wrote itself, shared by two threads: both ask the same key.
class OwnTableRacy {
    static class Table {
        private final Object[] keys = new Object[8];

        void put(int slot, Object key) { keys[slot] = key; }

        int ask(int slot) { return keys[slot].hashCode(); }
    }

    static class Key {
        int asked;

        @Override public int hashCode() { return asked++; } //~ data-race A*: read, write
    }

    public static void main(String[] args) throws Exception {
        Table table = new Table();
        table.put(0, new Key());
        Thread thread = new Thread(() -> System.out.println(table.ask(0)));
        thread.start();
        System.out.println(table.ask(0));
        thread.join();
    }
}

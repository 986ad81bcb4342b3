// A container that the program wrote itself: each thread has its own, and keys of its own in it.
class OwnTableOk {
    static class Table {
        private final Object[] keys = new Object[8];

        void put(int slot, Object key) { keys[slot] = key; }

        int ask(int slot) { return keys[slot].hashCode(); }
    }

    static class Key {
        int asked;

        @Override public int hashCode() { return asked++; }
    }

    public static void main(String[] args) throws Exception {
        Table mine = new Table();
        Table other = new Table();
        Key key = new Key();
        mine.put(0, key);
        Thread thread = new Thread(() -> {
            Key own = new Key();
            other.put(0, own);
            System.out.println(other.ask(0));
        });
        thread.start();
        System.out.println(mine.ask(0));
        thread.join();
    }
}

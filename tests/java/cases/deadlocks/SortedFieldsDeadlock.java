/** Two fields of one object, locked in the order of their numbers: here up, there down. */
public class SortedFieldsDeadlock {
    static class Fork {
        final int id;

        Fork(int id) {
            this.id = id;
        }
    }

    static class Place {
        private final Fork left, right;

        Place(Fork left, Fork right) {
            this.left = left;
            this.right = right;
        }

        void eat() {
            Fork first = left.id < right.id ? left : right;
            Fork second = left.id < right.id ? right : left;
            synchronized (first) {
                synchronized (second) { //~ deadlock D: wants
                    System.out.println("eats");
                }
            }
        }

        void clean() {
            Fork first = left.id > right.id ? left : right;
            Fork second = left.id > right.id ? right : left;
            synchronized (first) {
                synchronized (second) { //~ deadlock D: wants
                    System.out.println("cleans");
                }
            }
        }
    }

    public static void main(String[] args) {
        Fork left = new Fork(1);
        Fork right = new Fork(2);
        Place place = new Place(left, right);
        new Thread(place::eat).start();
        new Thread(place::clean).start();
    }
}

public class EmptyArrayOk {
    private static final String[] NONE = {};

    static String[] names(int count) {
        String[] names = count == 0 ? NONE : new String[count];
        for (int i = 0; i < count; i++) names[i] = "n" + i;
        return names;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            int count = i;
            new Thread(() -> System.out.println(names(count).length)).start();
        }
        for (String name : NONE) System.out.println(name);
    }
}

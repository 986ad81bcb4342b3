public class EmptyArrayRacy {
    private static final String[] FEW = new String[1];

    static String[] names(int count) {
        String[] names = count < 2 ? FEW : new String[count];
        for (int i = 0; i < count; i++)
            names[i] = "n" + i; //~ data-race A([])*: write
        return names;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            int count = i;
            new Thread(() -> System.out.println(names(count).length)).start();
        }
        for (String name : FEW) //~ data-race A([]): read
            System.out.println(name);
    }
}

import javax.swing.JButton;

/** What a listener does before it starts a thread meets the threads that it started before. */
public class ListenerStartsRacy {
    static int selected;

    public static void main(String[] args) {
        JButton button = new JButton("go");
        button.addActionListener(event -> {
            selected = event.getModifiers(); //~ data-race A: write
            new Thread(() -> System.out.println(selected)).start(); //~ data-race A: read
        });
    }
}

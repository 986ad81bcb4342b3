import javax.swing.JButton;

/** What a listener does before it starts a thread meets the threads that it started before. */
public class ListenerStartsRacy {
    static int selected;

    public static void main(String[] args) {
        JButton button = new JButton("go");
        button.addActionListener(event -> {
            selected = event.getModifiers(); //~ FN data-race A: write -- taken to run once
            new Thread(() -> System.out.println(selected)).start(); //~ FN data-race A: read
        });
    }
}

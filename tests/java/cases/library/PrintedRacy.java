import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Texts of collections are made of what they hold. */
public class PrintedRacy {
    static final List<String> names = new ArrayList<>();
    static final Map<String, Integer> ages = new HashMap<>();
    static final StringBuilder text = new StringBuilder();
    static final List<String> joined = new ArrayList<>();

    public static void main(String[] args) {
        new Thread(() -> {
            names.add("x");   //~ data-race A(names): write
            ages.put("x", 1); //~ data-race B(ages): write
            text.append("x"); //~ data-race C(text): write
            joined.add("x");  //~ data-race D(joined): write
        }).start();
        System.out.println("names " + names); //~ data-race A(names): read
        System.out.println(ages);             //~ data-race B(ages): read
        System.out.println(text);             //~ data-race C(text): read
        System.out.println(String.join(",", joined)); //~ data-race D(joined): read
    }
}

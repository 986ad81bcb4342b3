/** Virtual threads of a builder and of a factory, started while main goes on. */
public class VirtualUnstartedRacy {
    static int first;
    static int second;

    public static void main(String[] args) throws InterruptedException {
        Thread one = Thread.ofVirtual().unstarted(
            () -> first = 1);  //~ data-race A: write
        one.start();
        first = 2;  //~ data-race A: write
        one.join();
        Thread two = Thread.ofVirtual().factory().newThread(
            () -> second = 1);  //~ data-race B: write
        two.start();
        second = 2;  //~ data-race B: write
        two.join();
    }
}

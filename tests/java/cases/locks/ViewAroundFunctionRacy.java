import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/** A method runs a function that writes under the view for those who read. */
public class ViewAroundFunctionRacy {
    static <T> T withLock(Lock lock, Supplier<T> body) {
        lock.lock();
        try {
            return body.get();
        } finally {
            lock.unlock();
        }
    }

    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private long sum;

    void add(long number) {
        withLock(lock.readLock(), () -> sum += number); //~ data-race A(sum)*: read, write
    }

    long sum() {
        return withLock(lock.readLock(), () -> sum); //~ data-race A(sum): read
    }

    public static void main(String[] args) {
        ViewAroundFunctionRacy all = new ViewAroundFunctionRacy();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> all.add(1)).start();
        }
        System.out.println(all.sum());
    }
}

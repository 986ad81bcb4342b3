import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/** A method runs a function under the view of a lock that it is given. */
public class ViewAroundFunctionOk {
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
        withLock(lock.writeLock(), () -> sum += number);
    }

    long sum() {
        return withLock(lock.readLock(), () -> sum);
    }

    public static void main(String[] args) {
        ViewAroundFunctionOk all = new ViewAroundFunctionOk();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> all.add(1)).start();
        }
        System.out.println(all.sum());
    }
}

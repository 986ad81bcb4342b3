import java.util.concurrent.atomic.AtomicBoolean;

/** A class of its own makes a lock of a flag. */
public class OwnSpinLockOk {
    static class SpinLock {
        private final AtomicBoolean held = new AtomicBoolean();

        void lock() {
            while (!held.compareAndSet(false, true)) {
                Thread.onSpinWait();
            }
        }

        void unlock() {
            held.set(false);
        }
    }

    private final SpinLock lock = new SpinLock();
    private int count;

    void add() {
        lock.lock();
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        OwnSpinLockOk all = new OwnSpinLockOk();
        new Thread(all::add).start();
        new Thread(all::add).start();
    }
}

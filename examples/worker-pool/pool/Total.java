package pool;

/** A sum that all jobs add to. Its lock guards every access, the last one too. */
final class Total {
    private long sum;

    synchronized void add(long amount) {
        sum += amount;
    }

    synchronized long sum() {
        return sum;
    }
}

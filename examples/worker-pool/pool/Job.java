package pool;

/** Adds up the numbers from 1 to its limit. No two workers ever have the same job. */
final class Job implements Runnable {
    private final int limit;
    private final Total total;
    private long own;

    Job(int limit, Total total) {
        this.limit = limit;
        this.total = total;
    }

    @Override
    public void run() {
        for (int i = 1; i <= limit; i++) {
            own += i;
        }
        total.add(own);
    }
}

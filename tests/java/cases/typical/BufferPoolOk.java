import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

class PoolBuffer { final byte[] bytes = new byte[64]; int used; }

class BufferPool {
    private final BlockingQueue<PoolBuffer> free;
    BufferPool(int size) {
        free = new ArrayBlockingQueue<>(size);
        for (int i = 0; i < size; i++) free.add(new PoolBuffer());
    }
    PoolBuffer borrow() throws InterruptedException { return free.take(); }
    void giveBack(PoolBuffer buffer) throws InterruptedException {
        buffer.used = 0;
        free.put(buffer);
    }
}

public class BufferPoolOk {
    public static void main(String[] args) {
        BufferPool pool = new BufferPool(2);
        for (int i = 0; i < 4; i++) {
            byte id = (byte) i;
            new Thread(() -> {
                try {
                    PoolBuffer buffer = pool.borrow();
                    buffer.bytes[buffer.used++] = id;
                    pool.giveBack(buffer);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }).start();
        }
    }
}

import java.util.concurrent.ConcurrentLinkedQueue;

class Block { int used; }

class BlockPool {
    private final ConcurrentLinkedQueue<Block> free = new ConcurrentLinkedQueue<>();
    Block borrow() {
        Block block = free.poll();
        return block == null ? new Block() : block;
    }
    void giveBack(Block block) { free.offer(block); }
}

public class BufferPoolRacy {
    public static void main(String[] args) {
        BlockPool pool = new BlockPool();
        for (int i = 0; i < 4; i++) {
            new Thread(() -> {
                Block block = pool.borrow();
                block.used++; //~ data-race A: read, write
                pool.giveBack(block);
                block.used = 0; //~ data-race A*: write
            }).start();
        }
    }
}

package io.batonmq.broker.destination;

import static io.batonmq.broker.destination.World.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.loop.RefusedException;
import io.batonmq.store.ContentRow;
import io.batonmq.store.Position;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How contents that nothing names leave the store (S1, S4, S8). */
class ContentSweepTest {
    private static final int CHUNKS = 40;

    private final World world = new World();

    @AfterEach
    void nothingWasWrittenThatDidNotFit() {
        assertThat(world.store.mismatches).isEmpty();
        assertThat(world.ends).isEmpty();
    }

    private void orphan(Position content) {
        List<ContentRow> chunks = new ArrayList<>();
        for (int i = 0; i < CHUNKS; i++) {
            chunks.add(new ContentRow(content, i, new byte[1]));
        }
        world.store.contents.put(content, chunks);
    }

    @Test
    void noBatchDeletesMoreChunksThanItsBound() throws RefusedException {
        world.send(queue("orders"), "there is a queue to recover");
        for (int i = 0; i < 100; i++) {
            orphan(world.writer.nextPosition());
        }
        world.takeover();

        world.loop.advance(Duration.ofMinutes(1));

        assertThat(world.store.contents).isEmpty();
        assertThat(world.store.mostChunksDeleted).isPositive().isLessThanOrEqualTo(64);
    }

    /** A takeover between two steps finds what is left. */
    @Test
    void aSweepThatATakeoverInterruptsIsFinishedByTheNextHolder() throws RefusedException {
        world.send(queue("orders"), "there is a queue to recover");
        for (int i = 0; i < 10; i++) {
            orphan(world.writer.nextPosition());
        }
        world.takeover();
        world.store.holdWrites = true;
        world.loop.advance(Duration.ofSeconds(3));
        world.store.releaseWrite();
        world.loop.run();
        assertThat(world.store.contents).isNotEmpty();
        world.takeover();

        world.loop.advance(Duration.ofMinutes(1));

        assertThat(world.store.contents).isEmpty();
    }

    /** S8: what is looked at at once does not grow with the contents there are. */
    @Test
    void orphansAreLookedForAPageAtATime() throws RefusedException {
        world.send(queue("orders"), "there is a queue to recover");
        for (int i = 0; i < 2_500; i++) {
            Position content = world.writer.nextPosition();
            world.store.contents.put(content, new ArrayList<>(List.of(new ContentRow(content, 0, new byte[1]))));
        }
        world.takeover();

        world.loop.advance(Duration.ofMinutes(1));

        assertThat(world.store.contents).isEmpty();
        assertThat(world.store.mostLooked).isEqualTo(1_000);
        assertThat(world.store.mostChunksDeleted).isEqualTo(64);
    }
}

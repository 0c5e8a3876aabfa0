package io.batonmq.sim;

import io.batonmq.broker.loop.PeerLinks;
import io.batonmq.broker.node.NodeSettings;
import io.batonmq.jms.internal.core.SendCompletions;
import io.batonmq.store.BatchResult;
import io.batonmq.store.LeaseStore.LeaseView;
import io.batonmq.store.LeaseStore.NodeSelf;
import io.batonmq.store.WriteBatch;
import io.batonmq.wire.Frame;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Stands at the seams of the simulated world, where one rule of the protocol can be taken away from everybody without a
 * switch in the code that keeps it. This one takes nothing away. Confined to the simulation's thread.
 */
class Saboteur {

    /** The settings every node starts with. */
    NodeSettings settings(NodeSettings honest) {
        return honest;
    }

    // ---- the database

    /** What a batch says when it comes to the database. */
    WriteBatch written(WriteBatch batch) {
        return batch;
    }

    /** What is done to the state beside the batch, after it. */
    void afterBatch(ModelState state, WriteBatch batch) {
        // nothing
    }

    /** Whether a batch requires the lease row to name its term (S2). */
    boolean fenced() {
        return true;
    }

    /** Whether a batch that is there already does nothing (S5). */
    boolean compared() {
        return true;
    }

    /** What the node is told of its batch. */
    BatchResult told(BatchResult result) {
        return result;
    }

    /** Whether a warning makes an outcome unknown (S6). */
    boolean warningFails() {
        return true;
    }

    /** The epoch that a takeover raises the row to. */
    long nextEpoch(ModelState.Lease lease, long seen, long now) {
        return Math.max(Math.max(lease.epoch, seen) + 1, now);
    }

    /** What a look at the lease finds. */
    LeaseView looked(NodeSelf self, LeaseView view) {
        return view;
    }

    /** A node's own id in the row is enough for it (L3): the row becomes its own, as it is. */
    boolean adopts(NodeSelf self, ModelState.Lease lease) {
        return false;
    }

    /** A takeover's statement begins. */
    void taking(SimProcess node, ModelState state) {
        // nothing
    }

    /** What a new holder reads, after its takeover committed (L4). */
    ModelState recovering(SimProcess node, ModelState current) {
        return current;
    }

    /** Whether a renewal that is to prove a batch requires its row (S5). */
    boolean requiresTheRow() {
        return true;
    }

    /** The whole world, before anything happens in it. */
    void enters(SimWorld world) {
        // nothing to do
    }

    /**
     * Sends a batch on its way; what is returned is what the node is told.
     *
     * @param send sends the batch, as often as it is called
     */
    CompletableFuture<BatchResult> writes(
            SimProcess node, WriteBatch batch, Supplier<CompletableFuture<BatchResult>> send) {
        return send.get();
    }

    // ---- applications

    /** What tells an application of its asynchronous sends. */
    SendCompletions.Teller tells(SendCompletions.Teller honest) {
        return honest;
    }

    /**
     * Whose turn it is to be told of what is sent now.
     *
     * @param ofSession keeps the order of the session's sends
     * @param teller calls its listeners
     */
    SendCompletions completions(SendCompletions ofSession, SendCompletions.Teller teller) {
        return ofSession;
    }

    // ---- links

    /**
     * One link of a client at a node.
     *
     * @param toNode gives the node a frame, at once, as if it had come from the client
     * @param toClient puts a frame on its way to the client, as if the node had written it
     */
    record Way(SimProcess client, SimProcess node, Consumer<Frame> toNode, Consumer<Frame> toClient) {}

    /** A client writes a frame, which may never arrive. */
    void fromClient(SimProcess client, Frame frame) {
        // nothing to do
    }

    /** What of a client's frame comes to the node, and what else, when it arrives there. */
    List<Frame> toNode(Way way, Frame frame) {
        return List.of(frame);
    }

    /** What of a node's frame is put on its way, when the node writes it. */
    List<Frame> fromNode(Way way, Frame frame) {
        return List.of(frame);
    }

    /** What of a node's frame comes to the client, and what else, when it arrives there. */
    List<Frame> toClient(Way way, Frame frame) {
        return List.of(frame);
    }

    /** The links between nodes, as a node sees them. */
    PeerLinks peerLinks(PeerLinks honest) {
        return honest;
    }
}

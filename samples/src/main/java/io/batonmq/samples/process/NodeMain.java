package io.batonmq.samples.process;

import io.batonmq.broker.BrokerMain;

/** A broker node that ends with the launcher; in all else {@link BrokerMain}. A process's main class. */
public final class NodeMain {

    private NodeMain() {}

    /** The arguments are the node's settings. */
    public static void main(String[] args) {
        ParentPipe.open();
        BrokerMain.main(args);
    }
}

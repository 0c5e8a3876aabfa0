package io.batonmq.broker.node;

import io.batonmq.broker.loop.ClientLink;
import io.batonmq.broker.loop.Loop;
import io.batonmq.wire.BrokerFrame;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import io.batonmq.wire.NodeFrame;
import io.batonmq.wire.Request;
import io.batonmq.wire.Resumption;
import io.batonmq.wire.UniqueId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where links arrive, whatever the node's role: at a holder they go to its sessions; at a standby they stay, are told where
 * the holder is, and told again when that changes (R9, R21). Confined to the broker loop.
 */
final class FrontDoor implements ClientLink.Acceptor {
    private final Loop loop;
    private final int mostParked;
    private final Set<Guest> guests = new LinkedHashSet<>();
    private final Set<ClientLink> peers = new LinkedHashSet<>();

    private ClientLink.@Nullable Acceptor holder;
    private BrokerFrame.HolderIs holderIs = new BrokerFrame.HolderIs(null, 0, List.of());

    FrontDoor(Loop loop, int mostParked) {
        this.loop = loop;
        this.mostParked = mostParked;
    }

    @Override
    public ClientLink.Receiver accepted(ClientLink link) {
        loop.assertInside();
        Guest guest = new Guest(link);
        guests.add(guest);
        return guest;
    }

    /** Another node watches this one. */
    ClientLink.Receiver acceptedPeer(ClientLink link, String nodeId, UniqueId incarnation) {
        loop.assertInside();
        peers.add(link);
        return new ClientLink.Receiver() {
            @Override
            public void received(Frame frame) {
                // a watcher has nothing to say that matters here
            }

            @Override
            public void closed(String why) {
                peers.remove(link);
            }
        };
    }

    /** Where the holder is, as far as this node knows; guests are told if it changed. */
    void holderIs(BrokerFrame.HolderIs news) {
        loop.assertInside();
        if (news.equals(holderIs) || news.epoch() < holderIs.epoch()) {
            return;
        }
        holderIs = news;
        for (Guest guest : List.copyOf(guests)) {
            guest.tell();
        }
    }

    /** This node serves: new links, and guests that ask again, go to its sessions. */
    void serve(ClientLink.Acceptor sessions) {
        loop.assertInside();
        holder = sessions;
        for (Guest guest : List.copyOf(guests)) {
            guest.admit(sessions);
        }
    }

    /** This node serves no longer; the sessions have closed the links they had, so that clients move (L9). */
    void serveNoLonger() {
        loop.assertInside();
        holder = null;
        guests.removeIf(guest -> guest.served != null);
    }

    /** L8: standbys learn at once that the lease is free. */
    void tellPeers(NodeFrame frame) {
        loop.assertInside();
        for (ClientLink peer : List.copyOf(peers)) {
            peer.send(frame);
        }
    }

    /** The node stops: everybody goes. */
    void closeAll() {
        loop.assertInside();
        holder = null;
        for (Guest guest : List.copyOf(guests)) {
            guest.leave(null);
        }
        for (ClientLink peer : List.copyOf(peers)) {
            peer.close();
        }
        peers.clear();
    }

    int links() {
        return guests.size();
    }

    /** One client link; for the sessions that serve it, it is the link, so that the door notices when they close it. */
    private final class Guest implements ClientLink, ClientLink.Receiver {
        private final ClientLink link;
        /** The sessions' receiver while this node serves it. */
        private ClientLink.@Nullable Receiver served;
        /** What it asked while there was no one to serve it. */
        private Resumption.@Nullable Resume waiting;

        Guest(ClientLink link) {
            this.link = link;
        }

        @Override
        public void received(Frame frame) {
            if (served != null) {
                served.received(frame);
            } else if (frame instanceof Resumption.Resume resume) {
                ClientLink.Acceptor sessions = holder;
                waiting = resume;
                if (sessions != null) {
                    admit(sessions);
                } else {
                    park();
                }
            } else if (!(frame instanceof Request.Ping)) {
                // A late command of a link whose holder just stepped down has nowhere to go: the client moves.
                leave(new BrokerFrame.Moved(holderIs.holder(), holderIs.epoch()));
            }
        }

        private void park() {
            long parked = guests.stream().filter(g -> g.waiting != null).count();
            if (parked > mostParked) {
                link.send(holderIs);
                link.send(new BrokerFrame.Fault(
                        ErrorCode.LINK_TOO_MANY, "this standby has as many waiting clients as it may: " + mostParked));
                guests.remove(this);
                link.close();
            } else {
                link.send(holderIs);
            }
        }

        void tell() {
            if (served == null && waiting != null) {
                link.send(holderIs);
            }
        }

        /** What it asked at the standby is answered by the holder that the node has become. */
        void admit(ClientLink.Acceptor sessions) {
            Resumption.Resume asked = waiting;
            if (served == null && asked != null) {
                waiting = null;
                ClientLink.Receiver receiver = sessions.accepted(this);
                served = receiver;
                receiver.received(asked);
            }
        }

        void leave(BrokerFrame.@Nullable Moved moved) {
            guests.remove(this);
            if (moved != null) {
                link.send(moved);
            }
            link.close();
        }

        @Override
        public String name() {
            return link.name();
        }

        @Override
        public @Nullable String user() {
            return link.user();
        }

        @Override
        public void send(Frame frame) {
            link.send(frame);
        }

        @Override
        public void whenWritable(Runnable task) {
            link.whenWritable(task);
        }

        @Override
        public void reads(boolean reads) {
            link.reads(reads);
        }

        @Override
        public void close() {
            guests.remove(this);
            link.close();
        }

        @Override
        public void closed(String why) {
            guests.remove(this);
            if (served != null) {
                served.closed(why);
            }
        }
    }
}

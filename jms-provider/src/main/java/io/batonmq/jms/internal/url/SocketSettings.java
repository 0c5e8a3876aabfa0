package io.batonmq.jms.internal.url;

/**
 * What to set on a socket before it connects. Immutable.
 *
 * @param noDelay whether small writes go out at once (TCP_NODELAY). Default: true
 * @param keepAlive whether the kernel probes an idle link (SO_KEEPALIVE); the heartbeat does it anyway. Default: false
 * @param sendBuffer send buffer in bytes, 0 leaves it to the kernel. Default: 0
 * @param receiveBuffer receive buffer in bytes, 0 leaves it to the kernel. Default: 0
 * @param trafficClass the IP traffic class octet (IP_TOS), 0 to 255, -1 leaves it alone. Default: -1
 */
public record SocketSettings(boolean noDelay, boolean keepAlive, int sendBuffer, int receiveBuffer, int trafficClass) {

    /** No delay, all else left to the kernel. */
    public static final SocketSettings DEFAULT = new SocketSettings(true, false, 0, 0, -1);
}

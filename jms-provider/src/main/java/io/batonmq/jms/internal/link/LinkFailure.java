package io.batonmq.jms.internal.link;

import io.batonmq.jms.internal.core.LinkFactory.Closed;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.ProtocolException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.NotSslRecordException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/**
 * Why a link was not opened, in the words of the core: a refusal that trying again won't change, or a failure that may pass
 * (C50, C68). Immutable.
 */
record LinkFailure(Closed kind, ErrorCode code, String text) {

    static LinkFailure unreachable(String text) {
        return new LinkFailure(Closed.UNREACHABLE, ErrorCode.LINK_UNREACHABLE, text);
    }

    static LinkFailure tls(String text) {
        return new LinkFailure(Closed.REFUSED, ErrorCode.SECURITY_TLS, text);
    }

    /** What an exception before the link was open means. */
    static LinkFailure of(Throwable thrown) {
        Throwable cause = thrown instanceof DecoderException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof ProtocolException e) {
            return new LinkFailure(kind(e.code()), e.code(), e.text());
        } else if (cause instanceof NotSslRecordException) {
            return tls("the node does not speak TLS at this port; use tcp:// if that is meant");
        } else if (cause instanceof SSLHandshakeException || hasCertificateCause(cause)) {
            return tls("TLS handshake: " + innermost(cause));
        } else if (cause instanceof SSLException) {
            return unreachable("TLS: " + cause.getMessage());
        } else if (cause instanceof UnknownHostException) {
            return unreachable("no such host: " + cause.getMessage());
        } else if (cause instanceof ClosedChannelException) {
            return unreachable("the node closed the connection during the handshake");
        }
        return unreachable(String.valueOf(cause.getMessage()));
    }

    private static Closed kind(ErrorCode code) {
        return switch (code) {
            case SECURITY_AUTHENTICATION, SECURITY_MECHANISM, SECURITY_TLS, PROTOCOL_VERSION -> Closed.REFUSED;
            default -> Closed.UNREACHABLE;
        };
    }

    private static boolean hasCertificateCause(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }

    private static String innermost(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }
}

/**
 * What a client connection and its sessions own at the holder: numbers, replies, deliveries, claims, transactions, and what
 * becomes of them when the client is away (DESIGN R1–R21). Made anew for each holding of the lease; everything is confined
 * to the broker loop.
 *
 * <p>What a client may count on, beyond the frames' own words:
 *
 * <ul>
 *   <li>① Resume, ② ResumeAnswer, ③ declarations, Claims, ClaimsEnd, ④ ClaimsAnswer, Resumed: always all four, a fresh
 *       connection too. Commands before the claims are answered break the protocol; those of a fresh connection are when
 *       ClaimsEnd is read, and it need not wait for ④. Ping is answered from ① on. ② may come a second time instead of ④
 *       (R7): the client then does ③ again, whole.
 *   <li>Sessions that ① doesn't name have ended: their client has closed them.
 *   <li>Everything is declared anew in ③: OpenSession, OpenConsumer (credit starts at 0 again), Credit (what the claims leave
 *       free), Started, CreateTemporary. At the loss of a link the holder forgets them all and keeps deliveries.
 *   <li>A command with a durable effect is answered by Confirm when that is stored. One without (NON_PERSISTENT send, an ack
 *       of what no row knows of) is answered by Received at once; the number is then durable with the session's next
 *       durable command, or never. So is the close of what held nothing, though its rows go later; if it was a session's, its
 *       Confirm follows.
 *   <li>A Rollback names every delivery that goes back; those never announced (HandOut, {@code next}, a claim's flag) go back
 *       uncounted (R10).
 * </ul>
 */
@NullMarked
package io.batonmq.broker.session;

import org.jspecify.annotations.NullMarked;

package io.batonmq.store;

/**
 * A refused command's stored effect (R3).
 *
 * @param session whose
 * @param number the command's
 * @param code number of the error code on the wire
 * @param text for the user
 */
public record RefusalRow(SessionRow.SessionKey session, long number, int code, String text) {}

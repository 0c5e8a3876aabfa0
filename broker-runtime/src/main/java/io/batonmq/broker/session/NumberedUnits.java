package io.batonmq.broker.session;

import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.wire.Command;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Refusal;
import java.util.function.Consumer;

/** Makes the one unit of a numbered command: its number with its effect, or with its refusal (R3, S7). Confined to the broker loop. */
final class NumberedUnits {

    /** What a command does, added to its unit. */
    @FunctionalInterface
    interface Effect {
        void addTo(Unit unit) throws RefusedException;
    }

    private final Holding holding;
    private final Confirmations confirmations;
    private final Consumer<Session> aloneIsDone;

    /** The last is told of a session whose suspected command is durable (S7). */
    NumberedUnits(Holding holding, Confirmations confirmations, Consumer<Session> aloneIsDone) {
        this.aloneIsDone = aloneIsDone;
        this.holding = holding;
        this.confirmations = confirmations;
    }

    static void nothing(Unit unit) {
        // a refusal that changes nothing else
    }

    /**
     * One unit: the number and the effect, or the number and the refusal.
     *
     * @param undone added to the unit of the refusal: what becomes of deliveries and bodies
     */
    void store(Session session, Command.Numbered command, Effect effect, Consumer<Unit> undone) {
        Progress progress = session.progress(command.number(), command.repliesSeen());
        Unit unit = progress.unit();
        try {
            effect.addTo(unit);
        } catch (RefusedException e) {
            holding.writer()
                    .submit(refusal(session, progress, new Refusal(command.number(), e.code(), e.text()), undone));
            return;
        }
        unit.whenDurable((epoch, batch) -> durable(session, command.number(), epoch, batch));
        unit.ifRefused(cause -> refusal(
                session,
                progress,
                new Refusal(
                        command.number(),
                        ErrorCode.COMMAND_POISON,
                        "the database refuses the command's data: " + cause.getMessage()),
                undone));
        holding.writer().submit(unit);
    }

    void refuse(Session session, Command.Numbered command, ErrorCode code, String text, Consumer<Unit> undone) {
        Progress progress = session.progress(command.number(), command.repliesSeen());
        holding.writer().submit(refusal(session, progress, new Refusal(command.number(), code, text), undone));
    }

    /** The number and the refusal (R3); submitted by the caller or in the place of what was refused. */
    Unit refusal(Session session, Progress progress, Refusal refusal, Consumer<Unit> undone) {
        Unit unit = progress.unit(refusal);
        undone.accept(unit);
        unit.whenDurable((epoch, batch) -> {
            session.numbers().refused(refusal);
            durable(session, refusal.number(), epoch, batch);
        });
        return unit;
    }

    /** The command is durable: its session is told (R4). */
    void durable(Session session, long number, long epoch, long batch) {
        session.numbers().becameDurable(number);
        confirmations.add(session, epoch, batch);
        if (session.suspicion().ends()) {
            aloneIsDone.accept(session);
        }
    }
}

package io.batonmq.sim;

import io.batonmq.jms.internal.core.SendCompletions;
import io.batonmq.jms.internal.core.SendCompletions.Teller;

/** Takes away rules about asynchronous sends (7.3). Confined to the simulation's thread. */
final class CompletionSaboteurs {

    private CompletionSaboteurs() {}

    /** Each is told of when its outcome is known, whatever was sent before. */
    static final class ToldWhenKnown extends Saboteur {
        @Override
        SendCompletions completions(SendCompletions ofSession, Teller teller) {
            return new SendCompletions(teller);
        }
    }

    /** Now and then the listener is called twice. */
    static final class ToldTwice extends Saboteur {
        private int told;

        @Override
        Teller tells(Teller honest) {
            return (callback, returned) -> honest.tell(
                    () -> {
                        callback.run();
                        if (++told % 20 == 0) {
                            callback.run();
                        }
                    },
                    returned);
        }
    }

    /** Now and then the listener is never called. */
    static final class NeverTold extends Saboteur {
        private int told;

        @Override
        Teller tells(Teller honest) {
            return (callback, returned) -> honest.tell(++told % 20 == 0 ? () -> {} : callback, returned);
        }
    }

    /** A listener that is about to be called counts as called. */
    static final class NobodyWaitsForListeners extends Saboteur {
        @Override
        Teller tells(Teller honest) {
            return (callback, returned) -> {
                boolean will = honest.tell(callback, () -> {});
                if (will) {
                    returned.run();
                }
                return will;
            };
        }
    }
}

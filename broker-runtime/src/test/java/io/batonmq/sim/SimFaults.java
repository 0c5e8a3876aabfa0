package io.batonmq.sim;

import java.util.List;

/**
 * What breaks in a simulated world: single faults at random moments, and short stories, in which one follows upon what the
 * other led to, because chance alone hardly ever tells them. Confined to the simulation's thread.
 */
final class SimFaults {

    /** What can break. */
    enum Break {
        KILL_HOLDER,
        KILL_NODE,
        PAUSE_HOLDER,
        STOP_HOLDER,
        RESET_LINK,
        SILENCE_LINK,
        PAUSE_CLIENT,
        KILL_CLIENT,
        DATABASE_AWAY,
        DATABASE_FAULTS,
        DATABASE_GOES_BACK,
        /** A NON_PERSISTENT message is taken, its sender never hears of it, and the node dies. */
        LOSE_AN_ANSWER,
        /** The same, but only the link ends; or the node dies once the client has resumed (R4). */
        RESET_AT_AN_ANSWER,
        /** A command is received, its batch is late, its client comes back at once, and then the node dies (R4, R5). */
        RESET_AT_A_SEND,
        /** A client sleeps beyond the resume timeout before it hears of what it did; the holder may die meanwhile (R14). */
        SLEEP_TOO_LONG,
        /** A client sleeps beyond the grace, comes back, works for a while, and the holder dies (R7). */
        VOID_AND_BACK,
        /** A client sleeps beyond the grace, comes back, isn't told that its claims are void, and the holder dies (R7). */
        VOID_AND_NOT_TOLD,
        /** A client comes back just before the end of the grace, and is slow to claim (R7). */
        VOID_MEANWHILE,
        /** A client sleeps beyond the grace; what it says after its claims are answered is late (R11). */
        VOID_AND_LATE,
        /** A client's link ends at the node, and the client doesn't know (R7, R8). */
        HALF_OPEN,
        /** A client sleeps, its link goes silent for the node, and what it was sent goes to others (R8). */
        LONG_NAP,
        /** A rollback arrives, its batch is late, and the node dies (R3). */
        KILL_AT_A_ROLLBACK,
        /** A command is refused, its sender doesn't hear of it, and the node dies (R3). */
        KILL_AT_A_REFUSAL,
        /** A message is published, and the node dies; somebody's link may have ended just before (R17). */
        KILL_AT_A_PUBLICATION,
        /** A client is away for about as long as its subscriptions are kept; the node may die meanwhile (R17). */
        AWAY_FROM_THE_TOPIC
    }

    /** What breaks most in a run: everything, or a few things that are rarely met together otherwise. */
    static final List<List<Break>> FOCUS = List.of(
            List.of(Break.values()).stream()
                    .filter(each -> each != Break.DATABASE_GOES_BACK)
                    .toList(),
            List.of(Break.KILL_HOLDER, Break.KILL_NODE, Break.RESET_LINK, Break.STOP_HOLDER),
            List.of(Break.SILENCE_LINK, Break.PAUSE_HOLDER, Break.PAUSE_CLIENT, Break.RESET_LINK),
            List.of(Break.DATABASE_FAULTS, Break.DATABASE_AWAY, Break.KILL_HOLDER),
            List.of(Break.PAUSE_CLIENT, Break.KILL_HOLDER, Break.PAUSE_HOLDER),
            List.of(Break.RESET_LINK, Break.SILENCE_LINK, Break.KILL_HOLDER),
            List.of(Break.KILL_HOLDER, Break.RESET_LINK, Break.DATABASE_FAULTS, Break.LOSE_AN_ANSWER),
            List.of(Break.RESET_AT_AN_ANSWER, Break.RESET_AT_A_SEND, Break.LOSE_AN_ANSWER),
            List.of(Break.VOID_AND_BACK, Break.VOID_AND_NOT_TOLD, Break.VOID_MEANWHILE, Break.VOID_AND_LATE),
            List.of(Break.SLEEP_TOO_LONG, Break.SLEEP_TOO_LONG, Break.KILL_HOLDER),
            List.of(Break.HALF_OPEN, Break.LONG_NAP),
            List.of(Break.KILL_AT_A_ROLLBACK, Break.KILL_AT_A_REFUSAL),
            List.of(
                    Break.KILL_AT_A_PUBLICATION,
                    Break.AWAY_FROM_THE_TOPIC,
                    Break.KILL_HOLDER,
                    Break.RESET_LINK,
                    Break.KILL_CLIENT,
                    Break.STOP_HOLDER));

    static final int ANSWERS = 7;
    static final int VOID = 8;
    static final int SLEEP = 9;
    static final int NAPS = 10;
    static final int REFUSALS = 11;
    static final int TOPICS = 12;

    private static final List<Break> STORE_GOES_BACK =
            List.of(Break.DATABASE_GOES_BACK, Break.DATABASE_GOES_BACK, Break.KILL_HOLDER, Break.PAUSE_HOLDER);

    private final SimWorld world;
    private final SimDatabase database;
    private final Ledger ledger;
    private final SimBreaks single;
    private final SimStories stories;
    private final List<Break> breaks;

    SimFaults(
            SimWorld world,
            SimDatabase database,
            SimNetwork network,
            Ledger ledger,
            List<SimNode> nodes,
            List<SimClient> clients,
            int focus,
            boolean storeGoesBack) {
        this.world = world;
        this.database = database;
        this.ledger = ledger;
        this.single = new SimBreaks(world, database, network, nodes, clients);
        this.stories = new SimStories(world, database, network, clients, single);
        this.breaks = storeGoesBack ? STORE_GOES_BACK : FOCUS.get(focus);
    }

    /** Whether the stories of this focus take long, so that clients must have something to do for longer. */
    static boolean takeTime(int focus) {
        return focus == VOID || focus == SLEEP || focus == NAPS;
    }

    void breakSomething() {
        switch (breaks.get(world.random.nextInt(breaks.size()))) {
            case KILL_HOLDER -> single.atSomeMoment(single.holder()::kill);
            case KILL_NODE -> single.anyNode().kill();
            case PAUSE_HOLDER -> {
                SimNode paused = single.holder();
                single.atSomeMoment(() -> {
                    paused.pause();
                    single.later(15_000, paused::resume);
                });
            }
            case STOP_HOLDER -> single.holder().stop();
            case RESET_LINK -> {
                SimWire wire = single.anyWire();
                if (wire != null) {
                    single.atSomeMoment(() -> single.reset(wire));
                }
            }
            case SILENCE_LINK -> {
                SimWire wire = single.anyWire();
                if (wire != null) {
                    single.atSomeMoment(() -> single.silence(wire, 0, 20_000));
                }
            }
            case PAUSE_CLIENT -> {
                SimClient client = single.anyClient();
                single.atSomeMoment(() -> single.nap(client, 0, 30_000));
            }
            case KILL_CLIENT -> single.anyClient().kill();
            case DATABASE_AWAY -> {
                database.away(true);
                single.later(8_000, () -> database.away(false));
            }
            case DATABASE_FAULTS -> {
                database.faultRate(0.1);
                single.after(1_000, () -> database.faultRate(0.01));
            }
            case DATABASE_GOES_BACK -> {
                if (world.chance() < 0.5) {
                    database.takeBackup();
                } else if (database.restore()) {
                    ledger.storeWentBack();
                }
            }
            case LOSE_AN_ANSWER -> stories.loseAnAnswer();
            case RESET_AT_AN_ANSWER -> stories.resetAtAnAnswer();
            case RESET_AT_A_SEND -> stories.resetAtASend();
            case SLEEP_TOO_LONG -> stories.sleepTooLong();
            case VOID_AND_BACK -> stories.voidAndBack(single.anyClient());
            case VOID_AND_NOT_TOLD -> stories.voidAndNotTold(single.anyClient());
            case VOID_MEANWHILE -> stories.voidMeanwhile(single.anyClient());
            case VOID_AND_LATE -> stories.voidAndLate(single.anyClient());
            case HALF_OPEN -> {
                SimWire wire = single.anyWire();
                if (wire != null) {
                    single.atSomeMoment(() -> {
                        world.note("link of " + wire.opener.name() + " ends at " + wire.server.name() + " only");
                        wire.endAtServer();
                    });
                }
            }
            case LONG_NAP -> stories.longNap(single.anyClient());
            case KILL_AT_A_ROLLBACK -> stories.killAtARollback();
            case KILL_AT_A_REFUSAL -> stories.killAtARefusal();
            case KILL_AT_A_PUBLICATION -> stories.killAtAPublication(single.anyClient());
            case AWAY_FROM_THE_TOPIC -> stories.awayFromTheTopic(single.anyClient());
        }
        world.at(world.nature, SimWorld.millis(500 + world.chance() * 4_000), single::restartDead);
    }

    void restartDead() {
        single.restartDead();
    }

    void heal() {
        single.heal();
    }
}

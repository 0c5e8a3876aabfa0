package io.batonmq.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.internal.url.FailoverUrl;
import io.batonmq.jms.internal.url.ServerAddress;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Records whose comparison is written out: a component that is forgotten there would never tell two apart. */
class ComparedRecordsTest {

    private static ServerAddress server(String url) {
        return FailoverUrl.parse(url).servers().get(0);
    }

    @Test
    void ids() throws Exception {
        eachComponentCounts(new UniqueId(1, 2), new UniqueId(3, 4));
    }

    @Test
    void deliveries() throws Exception {
        eachComponentCounts(new DeliveryRef(1, 2, 3, false), new DeliveryRef(4, 5, 6, true));
    }

    @Test
    void servers() throws Exception {
        eachComponentCounts(
                server("tcp://a:1"),
                server("ssl://b:2?jms.connectTimeout=1234&jms.silenceLimit=4321&jms.heartbeat=777&ssl.verifyHost=false"
                        + "&tcpNoDelay=false"));
    }

    private static void eachComponentCounts(Record one, Record other) throws Exception {
        RecordComponent[] components = one.getClass().getRecordComponents();
        Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        assertThat(made(one, other, types, -1)).isEqualTo(one).hasSameHashCodeAs(one);
        for (int i = 0; i < components.length; i++) {
            assertThat(made(one, other, types, i)).as(components[i].getName()).isNotEqualTo(one);
        }
        for (@Nullable Object nothing : new @Nullable Object[] {null, "text"}) {
            assertThat(one.equals(nothing)).isFalse();
        }
    }

    /** The first with one component of the other. */
    private static Object made(Record one, Record other, Class<?>[] types, int changed) throws Exception {
        Object[] values = new Object[types.length];
        List<RecordComponent> components = List.of(one.getClass().getRecordComponents());
        for (int i = 0; i < values.length; i++) {
            values[i] = components.get(i).getAccessor().invoke(i == changed ? other : one);
        }
        return one.getClass().getDeclaredConstructor(types).newInstance(values);
    }
}

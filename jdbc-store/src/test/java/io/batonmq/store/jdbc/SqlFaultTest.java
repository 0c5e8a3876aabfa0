package io.batonmq.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.StoreException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlFaultTest {

    @ParameterizedTest
    @CsvSource({
        "08001, CONNECTION",
        "08006, CONNECTION",
        "57P01, CONNECTION",
        "57P02, CONNECTION",
        "57P03, CONNECTION",
        "90067, CONNECTION",
        "90121, CONNECTION",
        "25006, READ_ONLY",
        "90097, READ_ONLY",
        "40001, RETRY",
        "40P01, RETRY",
        "55P03, RETRY",
        "57014, RETRY",
        "HYT00, RETRY",
        "53100, RESOURCES",
        "53200, RESOURCES",
        "53300, RESOURCES",
        "22001, DATA",
        "22021, DATA",
        "22P02, DATA",
        "23502, DATA",
        "23505, DATA",
        "54000, DATA",
        "44000, DATA",
        "45000, DATA",
        "P0001, DATA",
        "90005, DATA",
        "28000, PERMANENT",
        "28P01, PERMANENT",
        "3D000, PERMANENT",
        "42501, PERMANENT",
        "42P01, PERMANENT",
        "42S02, PERMANENT",
        "90020, PERMANENT",
        "90040, PERMANENT",
        "01000, OTHER",
        "40003, OTHER",
        "XX000, OTHER",
        "58030, OTHER",
        "90028, OTHER",
        "'', OTHER",
        ", OTHER",
        "0, OTHER"
    })
    void everySqlStateHasItsMeaning(String state, SqlFault fault) {
        assertThat(SqlFault.ofState(state)).isEqualTo(fault);
        assertThat(SqlFault.of(new SQLException("x", state))).isEqualTo(fault);
    }

    @ParameterizedTest
    @CsvSource({
        "CONNECTION, OutcomeUnknown, true", "READ_ONLY, NotStored, true", "RETRY, NotStored, false",
        "RESOURCES, NotStored, true", "DATA, RefusedData, false", "PERMANENT, Unusable, true",
        "OTHER, OutcomeUnknown, true"
    })
    void everyFaultOfAWriteHasItsExceptionAndItsConnection(SqlFault fault, String exception, boolean evicts) {
        String state = switch (fault) {
            case CONNECTION -> "08006";
            case READ_ONLY -> "25006";
            case RETRY -> "40001";
            case RESOURCES -> "53100";
            case DATA -> "23505";
            case PERMANENT -> "42501";
            case OTHER -> "01000";
        };
        StoreException written = SqlFault.whileWriting("write", new SQLException("no", state));

        assertThat(written.getClass().getSimpleName()).isEqualTo(exception);
        assertThat(written).hasMessage("write: no (SQLSTATE " + state + ")");
        assertThat(fault.evicts()).isEqualTo(evicts);
        assertThat(SqlFault.whileReading("read", new SQLException("no", state)))
                .isInstanceOf(
                        fault == SqlFault.PERMANENT ? StoreException.Unusable.class : StoreException.NotStored.class);
    }

    @Test
    void theCauseOfABatchCounts() {
        BatchUpdateException batch = new BatchUpdateException("batch", "HY000", new int[0]);
        batch.setNextException(new SQLException("too long", "22001"));

        assertThat(SqlFault.of(batch)).isEqualTo(SqlFault.DATA);
    }
}

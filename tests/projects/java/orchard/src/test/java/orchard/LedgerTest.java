package orchard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private Ledger<Crate> ledger;

    @BeforeEach
    void enter() {
        ledger = new Ledger<>(Crate::kilograms);
        ledger.enter("Ada", new Crate("pears", 3));
        ledger.enter("Ada", new Crate("plums", 6));
        ledger.enter("Eve", new Crate("plums", 1));
    }

    @Test
    void addsUp() {
        assertEquals(10, ledger.total());
    }

    @Nested
    class OfAName {
        @Test
        void hasAMean() {
            assertEquals(4, ledger.line("Ada").mean());
        }

        @Test
        void isMissing() {
            assertThrows(IllegalStateException.class, () -> ledger.line("Tom"));
        }
    }
}

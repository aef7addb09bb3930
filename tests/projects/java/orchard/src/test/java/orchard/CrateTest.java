package orchard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrateTest {
    @Test
    void adds() {
        assertEquals(new Crate("pears", 5), new Crate("pears", 2).with(new Crate("pears", 3)));
    }

    @Test
    void refusesOtherFruit() {
        Crate pears = new Crate("pears", 2);
        var error = assertThrows(IllegalArgumentException.class, () -> pears.with(new Crate("plums", 1)));
        assertEquals("plums does not go with pears", error.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"pears, -1", "'', 1"})
    void refuses(String fruit, int kilograms) {
        var error = assertThrows(IllegalArgumentException.class, () -> new Crate(fruit, kilograms));
        assertEquals("no crate: " + kilograms + " kg of '" + fruit + "'", error.getMessage());
    }
}

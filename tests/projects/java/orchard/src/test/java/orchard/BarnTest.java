package orchard;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.Before;
import org.junit.Test;

public class BarnTest {
    private Barn barn;

    @Before
    public void fill() {
        barn = new Barn(10);
        assertTrue(barn.put(new Crate("pears", 4)));
        assertTrue(barn.put(new Crate("plums", 5)));
    }

    @Test
    public void hasNoRoom() {
        assertFalse(barn.put(new Crate("pears", 2)));
        assertEquals(9, barn.load());
    }

    @Test
    public void findsTheHeaviest() {
        assertEquals("plums", barn.heaviest().get().fruit());
        assertTrue(new Barn(1).heaviest().isEmpty());
    }

    @Test
    public void namesEachFruitOnce() {
        assertTrue(barn.put(new Crate("pears", 1)));
        assertEquals(List.of("pears", "plums"), barn.fruits());
    }

    @Test
    public void takesWhatTheFileLists() throws Exception {
        Barn large = new Barn(100);
        for (String line : Files.readAllLines(Path.of("src/test/resources/crates.txt"))) {
            assertTrue(large.put(new Crate(line.split(" ")[0], Integer.parseInt(line.split(" ")[1]))));
        }
        assertEquals(42, large.load());
        assertNotNull(ClassLoader.getSystemResource("crates.txt"));
    }
}

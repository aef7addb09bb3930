package orchard;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Adds up numbers by name.
 *
 * @param <T> what the numbers are of
 */
public class Ledger<T> {
    /** A line of the ledger. */
    public static final class Line {
        private int sum;
        private int entries;

        /** Returns the sum of the entries divided by their number, rounded down. */
        public int mean() {
            return Math.floorDiv(sum, entries);
        }
    }

    private final ToIntFunction<T> number;
    private final Map<String, Line> lines = new LinkedHashMap<>();

    /** Makes an empty ledger, which takes the number of an entry by a function. */
    public Ledger(ToIntFunction<T> number) {
        this.number = number;
    }

    /** Enters something under a name. */
    public void enter(String name, T entry) {
        Line line = lines.computeIfAbsent(name, key -> new Line());
        line.sum += number.applyAsInt(entry);
        line.entries++;
    }

    /** Returns the line of a name; an IllegalStateException for a name without entries. */
    public Line line(String name) {
        Line line = lines.get(name);
        if (line == null) {
            throw new IllegalStateException("no entries for " + name);
        }
        return line;
    }

    /** Returns the sum of all entries. */
    public int total() {
        return lines.values().stream().mapToInt(line -> line.sum).sum();
    }
}

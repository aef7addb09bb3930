package orchard;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A store with room for a number of kilograms, which keeps crates in the order in which they came. */
public class Barn implements Store {
    private final int room;
    private final List<Crate> crates = new ArrayList<>();

    /** Makes an empty barn with room for so many kilograms. */
    public Barn(int room) {
        this.room = room;
    }

    @Override
    public boolean put(Crate crate) {
        if (load() + crate.kilograms() > room) {
            return false;
        }
        return crates.add(crate);
    }

    /** Returns the weight of all crates together. */
    public int load() {
        return crates.stream().mapToInt(Crate::kilograms).sum();
    }

    @Override
    public Optional<Crate> heaviest() {
        return crates.stream().max(Comparator.comparingInt(Crate::kilograms));
    }

    /** Returns the names of the fruits, each once. */
    public List<String> fruits() {
        return crates.stream().map(Crate::fruit).distinct().toList();
    }
}

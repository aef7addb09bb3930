package orchard;

import java.util.Optional;

/** A place that crates are put into. */
public interface Store {
    /** Puts a crate in, and returns whether there was room for it. */
    boolean put(Crate crate);

    /** Returns the heaviest crate, or nothing if the store is empty. */
    Optional<Crate> heaviest();
}

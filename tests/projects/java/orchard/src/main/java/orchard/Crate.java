package orchard;

/**
 * A crate of one kind of fruit.
 *
 * @param fruit the kind of fruit, not empty
 * @param kilograms its weight, at least 0
 */
public record Crate(String fruit, int kilograms) {
    public Crate {
        if (fruit.isEmpty() || kilograms < 0) {
            throw new IllegalArgumentException("no crate: " + kilograms + " kg of '" + fruit + "'");
        }
    }

    /** Returns a crate with the content of both; an IllegalArgumentException for another kind of fruit. */
    public Crate with(Crate other) {
        if (!other.fruit.equals(fruit)) {
            throw new IllegalArgumentException(other.fruit + " does not go with " + fruit);
        }
        return new Crate(fruit, kilograms + other.kilograms);
    }
}

"""From tests to sequences of calls: seeds, recorded on the reference, and how sequences are run."""

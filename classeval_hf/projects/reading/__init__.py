"""The definition in a completion, put in its place in the file, and the names that it uses."""

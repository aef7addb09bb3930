"""Projects in Java: compiling them, reading a class in a completion, and running JUnit against a candidate file, with
the rules and records of [`classeval_hf.projects`]. Start reading at [`classeval_hf.projects.java.junit_suite`]."""

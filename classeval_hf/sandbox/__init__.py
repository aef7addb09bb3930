"""Running untrusted code: isolated, limited, and without a trace of any other sample.

It runs the steps of a payload in a tier, returns what they report, and knows nothing of tests and judging. It imports
nothing else of this package but its kinds of errors, from `core`. Start reading at [`classeval_hf.sandbox.sandbox`],
the parent's side; [`classeval_hf.sandbox.zygote`], [`classeval_hf.sandbox.supervisor`] and the payload's own module
are what runs inside, in this order."""

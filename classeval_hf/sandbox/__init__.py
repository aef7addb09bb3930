"""Running untrusted code: isolated, limited, and without a trace of any other sample.

It runs the steps of a payload in a tier, returns their reports, and knows nothing of tests and judging. It imports
nothing else of this package but errors of `core`. Start reading at [`classeval_hf.sandbox.sandbox`], the parent's
side. Inside run [`classeval_hf.sandbox.zygote`], [`classeval_hf.sandbox.supervisor`] and the payload's own module, in
this order."""

"""From many tests to the suite `plus`, and recipes to make it again. It may import what `strengthening` may, and all
of that room. Start reading at [`classeval_hf.strengthening.reduce.reduction`]."""
